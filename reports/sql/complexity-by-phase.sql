-- Complexity of positions by phase of the game.
-- needs: complexity, plies
SELECT p.phase, c.definition, count(*) AS positions, round(avg(c.value), 3) AS mean, round(median(c.value), 3) AS median
FROM complexity AS c
JOIN plies AS p ON p.game_id = c.game_id AND p.ply = c.ply + 1
WHERE c.value IS NOT NULL
GROUP BY ALL
ORDER BY c.definition, p.phase;
