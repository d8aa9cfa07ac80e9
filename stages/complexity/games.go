package complexity

import (
	"context"
	"fmt"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// games holds what is needed of the games that have searched positions: their moves and ratings. It is built once
// and then only read, by all workers.
type games map[int64]*game

type game struct {
	gamerecord.Tags
	moves []string // UCI
}

// facts are what the game says of a position.
type facts struct {
	fen    string
	played table.Opt[string]
	elo    table.Opt[int16] // of the side to move
}

func loadGames(ctx context.Context, job *stage.Job) (games, error) {
	g := games{}
	for id, err := range gamerecord.Searched(job.Inputs[rows.Evaluations], rows.SearchComplexity) {
		if err != nil {
			return nil, fmt.Errorf("find the searched games: %w", err)
		}
		if g[id] == nil {
			g[id] = &game{}
		}
	}
	want := func(t *gamerecord.Tags) bool { return g[t.GameID] != nil }
	for r, err := range gamerecord.Games(ctx, job.Inputs[rows.Games], job.Inputs[rows.Plies], want) {
		if err != nil {
			return nil, err
		}
		own := g[r.GameID]
		own.Tags, own.moves = r.Tags, make([]string, len(r.Plies))
		for i := range r.Plies {
			own.moves[i] = r.Plies[i].UCI
		}
	}
	return g, nil
}

// look finds the position in its game, turns its scores to the side to move and returns what the game says of it.
// A position that is not in its game (tables of different runs were mixed) is a reject.
func (g games) look(p *position) (facts, *stage.Reject) {
	own := g[p.gameID]
	pos, played, err := own.replay(int(p.ply))
	if err == nil && int64(pos.Key()) != p.key {
		err = fmt.Errorf("the game has another position here: %s", pos.FEN())
	}
	if err != nil {
		return facts{}, &stage.Reject{Source: own.Source, Offset: own.Offset, Game: own.Number, Ply: int(p.ply) + 1,
			Reason: "position_not_in_game", Context: err.Error()}
	}
	if pos.Turn() == board.Black {
		p.turn()
	}
	_, elo := own.Player(pos.Turn())
	return facts{fen: pos.FEN(), played: played, elo: elo}, nil
}

// replay plays the first n moves and returns the position and the move that follows.
func (own *game) replay(n int) (board.Position, table.Opt[string], error) {
	pos, err := own.Start()
	if err != nil {
		return pos, table.Opt[string]{}, err
	}
	if n > len(own.moves) {
		return pos, table.Opt[string]{}, fmt.Errorf("the game has %d plies", len(own.moves))
	}
	for _, text := range own.moves[:n] {
		m, err := pos.ParseUCI(text)
		if err != nil {
			return pos, table.Opt[string]{}, fmt.Errorf("move %s: %w", text, err)
		}
		pos.Play(m)
	}
	if n == len(own.moves) {
		return pos, table.Opt[string]{}, nil
	}
	return pos, table.Some(own.moves[n]), nil
}
