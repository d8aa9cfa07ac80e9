package pgn

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// digests hashes the moves of all games (UCI; king takes rook in Chess960), and their clocks and evaluations, a line a
// game: c and milliseconds, e and centipawns, m and moves to mate.
type digests struct{ moves, notes hash.Hash }

func newDigests() digests { return digests{sha256.New(), sha256.New()} }

func (d digests) String() string {
	return fmt.Sprintf("%x %x", d.moves.Sum(nil)[:8], d.notes.Sum(nil)[:8])
}

func (d digests) file(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := NewReader(Options{})
	r.Reset(Block{Data: text})
	for g, err := r.Next(); err == nil; g, err = r.Next() {
		var moves, notes []string
		pos := g.Start
		for i := range g.Moves {
			p := &g.Moves[i]
			moves = append(moves, string(pos.AppendUCI(nil, p.Move, g.Variant == Chess960)))
			pos.Play(p.Move)
			if ms, ok := p.Clock(); ok {
				notes = append(notes, fmt.Sprintf("c%d", ms))
			}
			if e := p.Eval(); e.Kind != NoEval {
				notes = append(notes, fmt.Sprintf("%c%d", "?em"[e.Kind], e.N))
			}
		}
		fmt.Fprintln(d.moves, strings.Join(moves, " "))
		fmt.Fprintln(d.notes, strings.Join(notes, " "))
	}
}

// TestSharedDataMoves compares every move, clock and evaluation of the files with what python-chess 1.11.2 reads
// (board.uci, node.clock, node.eval), by digests that were measured once.
func TestSharedDataMoves(t *testing.T) {
	for file, want := range map[string]string{
		"lichess/corentings-big-1000games-eval-clk.pgn": "1bbc3b020f35ca84 2587aa13018e119f",
		"lichess/lichess_db_2025-05_438games.pgn":       "ab53913a752b6264 e868340f5870fe18",
		"broadcast/twic1599_1000k.pgn":                  "c348184a6c0110d7 8e548badc0dbd6f3",
		"chesscom/chess_hair-random_games.pgn":          "ed113b5580bb5102 ff6197a5485ae2e3",
		"chess960/chess960rwch-mainz2009.pgn":           "b6acd7c8c5b9a1cf 4ffca2c668d0b762",
		"chess960/cutechess-fischerrandom.pgn":          "d45c9a64861d3192 545c38b0922de197",
		"pgnmentor/players/PolgarZ-freeeve.pgn":         "8a39c20609182bee 4364eab9e931bff3",
		"pgnmentor/players/Morphy_latin1.pgn":           "b5a9db289d574dc8 a1d16081eb93b2d3",
	} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			d := newDigests()
			d.file(t, shared(t, "data", filepath.FromSlash(file)))
			if got := d.String(); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
	// python-chess 1.11.2 ends a game at two empty lines; for these files it was given one.
	t.Run("sampled_games", func(t *testing.T) {
		files, _ := filepath.Glob(filepath.Join(shared(t, "data", "pgnmentor", "sampled_games"), "*"))
		d := newDigests()
		for _, file := range files {
			d.file(t, file)
		}
		if got, want := d.String(), "7d9e00c46bdaf279 6812fe1632ced25c"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}
