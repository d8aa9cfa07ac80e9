-- The positions that most games reached, with White's score.
-- needs: positions
SELECT fen, white + draws + black AS games,
       round(100.0 * (white + 0.5 * draws) / (white + draws + black), 1) AS white_score_pct
FROM positions
ORDER BY games DESC, fen
LIMIT 10;
