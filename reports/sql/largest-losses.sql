-- The moves that cost most, with the move the engine preferred.
-- needs: grades, games, plies
SELECT g.game_id, coalesce(games.White, '?') || ' - ' || coalesce(games.Black, '?') AS players,
       g.ply, p.san, g.best_move, round(g.mover_win_before, 2) AS win_before, round(g.mover_win_after, 2) AS win_after
FROM grades AS g
JOIN games USING (game_id)
JOIN plies AS p ON p.game_id = g.game_id AND p.ply = g.ply
WHERE g.profile = 'lichess' AND g.win_lost IS NOT NULL
ORDER BY g.win_lost DESC, g.game_id, g.ply
LIMIT 10;
