-- Share of each class of move in every profile.
-- needs: grades
SELECT profile, class, count(*) AS moves,
       round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY profile), 1) AS pct
FROM grades
WHERE class IS NOT NULL
GROUP BY profile, class
ORDER BY profile, moves DESC, class;
