package complexity

import (
	"context"
	"fmt"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// games holds what is needed of the games that have searched positions: their moves and ratings. It is built once
// and then only read, by all workers.
type games map[int64]*game

type game struct {
	source string
	offset int64
	number int64
	start  string // FEN; empty for the usual start
	elo    [2]table.Opt[int16]
	moves  []string
}

// facts are what the game says of a position.
type facts struct {
	fen    string
	played table.Opt[string]
	elo    table.Opt[int16] // of the side to move
}

func loadGames(ctx context.Context, job *stage.Job) (games, error) {
	g := games{}
	type id struct {
		Search string `col:"search"`
		GameID int64  `col:"game_id"`
	}
	for e, err := range table.Read[id](job.Inputs[rows.Evaluations]) {
		if err != nil {
			return nil, fmt.Errorf("find the searched games: %w", err)
		}
		if e.Search == searchName && g[e.GameID] == nil {
			g[e.GameID] = &game{}
		}
	}
	if err := g.readTags(ctx, job.Inputs[rows.Games]); err != nil {
		return nil, fmt.Errorf("read games: %w", err)
	}
	if err := g.readMoves(ctx, job.Inputs[rows.Plies]); err != nil {
		return nil, fmt.Errorf("read plies: %w", err)
	}
	return g, nil
}

func (g games) readTags(ctx context.Context, files []stage.File) error {
	type tags struct {
		GameID   int64             `col:"game_id"`
		Source   string            `col:"source"`
		Offset   int64             `col:"offset"`
		Number   int64             `col:"game_number"`
		WhiteElo table.Opt[int16]  `col:"WhiteElo"`
		BlackElo table.Opt[int16]  `col:"BlackElo"`
		StartFEN table.Opt[string] `col:"start_fen"`
	}
	for t, err := range table.Read[tags](files) {
		if err != nil {
			return err
		}
		if own := g[t.GameID]; own != nil {
			own.source, own.offset, own.number = t.Source, t.Offset, t.Number
			own.start, own.elo = t.StartFEN.Or(""), [2]table.Opt[int16]{board.White: t.WhiteElo, board.Black: t.BlackElo}
		}
	}
	return ctx.Err()
}

func (g games) readMoves(ctx context.Context, files []stage.File) error {
	type ply struct {
		GameID int64  `col:"game_id"`
		UCI    string `col:"uci"`
	}
	for p, err := range table.Read[ply](files) {
		if err != nil {
			return err
		}
		if own := g[p.GameID]; own != nil {
			own.moves = append(own.moves, p.UCI)
		}
	}
	return ctx.Err()
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
		return facts{}, &stage.Reject{Source: own.source, Offset: own.offset, Game: own.number, Ply: int(p.ply) + 1,
			Reason: "position_not_in_game", Context: err.Error()}
	}
	if pos.Turn() == board.Black {
		p.turn()
	}
	return facts{fen: pos.FEN(), played: played, elo: own.elo[pos.Turn()]}, nil
}

// replay plays the first n moves and returns the position and the move that follows.
func (own *game) replay(n int) (board.Position, table.Opt[string], error) {
	pos, err := own.startPosition()
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

func (own *game) startPosition() (board.Position, error) {
	if own.start == "" {
		return board.Start(), nil
	}
	setup, err := board.ParseFEN(own.start)
	if err != nil {
		return board.Position{}, err
	}
	return setup.Position()
}
