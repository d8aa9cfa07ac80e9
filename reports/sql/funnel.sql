-- What could not be used, by stage and reason; kept: a part of the game was.
-- needs: rejects
SELECT stage, reason, kept, count(*) AS n, first(source ORDER BY source, game_number) AS first_source,
       first(game_number ORDER BY source, game_number) AS first_game
FROM rejects
GROUP BY ALL
ORDER BY n DESC, stage, reason, kept;
