-- Median accuracy and ACPL by rating band and profile.
-- needs: game_accuracy
SELECT profile, Elo // 200 * 200 AS elo_from, count(*) AS sides,
       round(median(accuracy), 1) AS accuracy, round(median(acpl), 1) AS acpl
FROM game_accuracy
WHERE accuracy IS NOT NULL AND Elo IS NOT NULL
GROUP BY ALL
ORDER BY profile, elo_from;
