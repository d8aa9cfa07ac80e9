-- Median wall time and speedup over the sequential path.
-- needs: bench_runs
WITH medians AS (
  SELECT task, size, bytes, workers, count(*) AS runs, median(wall_us) / 1e6 AS seconds
  FROM bench_runs GROUP BY ALL)
SELECT m.task, m.size, m.workers, m.runs, round(m.seconds, 3) AS seconds, round(s.seconds / m.seconds, 2) AS speedup
FROM medians AS m
LEFT JOIN medians AS s ON s.task = m.task AND s.bytes = m.bytes AND s.workers = 0
ORDER BY m.task, m.bytes, m.workers;
