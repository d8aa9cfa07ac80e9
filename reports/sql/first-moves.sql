-- White's first move and how it scored.
-- needs: position_moves
SELECT san AS first_move,
       white + draws + black AS games,
       round(100.0 * white / (white + draws + black), 1) AS white_pct,
       round(100.0 * draws / (white + draws + black), 1) AS draw_pct,
       round(100.0 * black / (white + draws + black), 1) AS black_pct
FROM position_moves
WHERE fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq'
ORDER BY games DESC, first_move
LIMIT 10;
