-- How often the engine's first choice changes from one depth to the next.
-- needs: evaluations
SELECT depth, count(*) AS positions, round(100.0 * count(*) FILTER (move <> before) / count(*), 1) AS changed_pct
FROM (SELECT depth, move, lag(move) OVER (PARTITION BY game_id, ply ORDER BY depth) AS before
      FROM evaluations WHERE search = 'complexity' AND rank = 1)
WHERE before IS NOT NULL
GROUP BY ALL
ORDER BY depth;
