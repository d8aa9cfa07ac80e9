-- Does the human lose more where the position is complex? Mean scaled loss by fifths of complexity.
-- needs: complexity
SELECT definition, fifth, count(*) AS decisions, round(avg(value), 3) AS complexity, round(avg(played_loss), 3) AS scaled_loss
FROM (SELECT *, ntile(5) OVER (PARTITION BY definition ORDER BY value, game_id, ply) AS fifth
      FROM complexity WHERE value IS NOT NULL AND played_loss IS NOT NULL)
GROUP BY ALL
ORDER BY definition, fifth;
