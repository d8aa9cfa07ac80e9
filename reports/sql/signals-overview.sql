-- What each fair-play signal measured over the players: no verdicts, and no player alone.
-- needs: signals
SELECT signal, unit, count(*) AS players, count(value) AS measured, count(z) AS tested, count(q) AS calibrated,
       round(median(value), 3) AS median_value, round(median(expected), 3) AS median_expected, round(max(z), 2) AS largest_z
FROM signals
GROUP BY ALL
ORDER BY signal;
