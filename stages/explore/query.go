package explore

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"plyquet/engine/board"
	"plyquet/engine/pgn"
	"plyquet/pipeline/run"
)

// A query is the position the user asks about.
type query struct {
	fen, pgn  string
	game, ply int // 1-based; half-moves played, negative: all
}

func (q query) position() (board.Position, error) {
	if q.pgn != "" {
		return q.fromGame()
	}
	fen := q.fen
	if text, err := readShort(fen); err == nil {
		fen = text
	}
	setup, err := board.ParseFEN(strings.TrimSpace(fen))
	if err != nil {
		return board.Position{}, &run.UsageError{Text: "--fen: " + err.Error()}
	}
	p, err := setup.Position()
	if err != nil {
		return board.Position{}, &run.UsageError{Text: "--fen: " + err.Error()}
	}
	return p, nil
}

// readShort reads the first line of a file that could hold a FEN.
func readShort(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > 4096 {
		return "", errors.New("not a FEN file")
	}
	data, err := os.ReadFile(path)
	line, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(string(data), "\ufeff")), "\n")
	return line, err
}

func (q query) fromGame() (board.Position, error) {
	archive, err := pgn.Open(q.pgn, pgn.Limits{})
	if err != nil {
		return board.Position{}, err
	}
	defer archive.Close()
	left := q.game
	if left < 1 {
		return board.Position{}, &run.UsageError{Text: "--game: want at least 1"}
	}
	for {
		text, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return board.Position{}, fmt.Errorf("%s: there is no game %d, the file has %d", q.pgn, q.game, q.game-left)
		}
		if err != nil {
			return board.Position{}, fmt.Errorf("%s: %w", q.pgn, err)
		}
		p, found, err := q.search(text, &left)
		if err != nil || found {
			return p, err
		}
	}
}

// search looks for the game in one text; left counts down to it.
func (q query) search(text *pgn.Text, left *int) (p board.Position, found bool, err error) {
	split := pgn.NewSplitter(text, text.Name, pgn.Sizes{})
	reader := pgn.NewReader(pgn.Options{MovesOnly: true})
	for {
		block, err := split.Next()
		if errors.Is(err, io.EOF) {
			return p, false, nil
		}
		if err != nil {
			return p, false, fmt.Errorf("%s: %w", q.pgn, err)
		}
		reader.Reset(block)
		for {
			game, err := reader.Next()
			if err != nil {
				break // io.EOF: the block ends
			}
			if *left--; *left == 0 {
				p, err = q.replay(game)
				return p, true, err
			}
		}
	}
}

func (q query) replay(g *pgn.Game) (board.Position, error) {
	p := g.Start
	plies := len(g.Moves)
	if q.ply >= 0 {
		plies = q.ply
	}
	if g.Fault != nil && (plies > len(g.Moves) || len(g.Moves) == 0 || q.ply < 0) {
		return p, fmt.Errorf("%s: game %d can be read up to half-move %d: %w", q.pgn, q.game, len(g.Moves), g.Fault)
	}
	if plies > len(g.Moves) {
		return p, &run.UsageError{Text: fmt.Sprintf("--ply %d: the game has %d half-moves", plies, len(g.Moves))}
	}
	for _, m := range g.Moves[:plies] {
		p.Play(m.Move)
	}
	return p, nil
}
