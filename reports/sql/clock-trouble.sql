-- Win chance lost and blunders by the time that was left on the mover's clock.
-- needs: grades
SELECT CASE WHEN clock_ms < 10000 THEN '1: under 10 s' WHEN clock_ms < 30000 THEN '2: 10-30 s'
            WHEN clock_ms < 60000 THEN '3: 30-60 s' ELSE '4: over a minute' END AS clock,
       count(*) AS moves, round(100 * avg(win_lost), 2) AS win_lost_pct,
       round(100.0 * count(*) FILTER (class = 'blunder') / count(*), 2) AS blunder_pct
FROM grades
WHERE profile = 'lichess' AND clock_ms IS NOT NULL AND win_lost IS NOT NULL
GROUP BY ALL
ORDER BY clock;
