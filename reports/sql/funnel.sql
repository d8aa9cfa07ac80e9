-- What could not be used, by stage and reason; kept: a part of the game was.
-- needs: rejects
SELECT stage, reason, kept, count(*) AS n, min(source) AS first_source, min(game_number) AS first_game
FROM rejects
GROUP BY ALL
ORDER BY n DESC, stage, reason, kept;
