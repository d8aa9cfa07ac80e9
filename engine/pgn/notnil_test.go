package pgn

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"plyquet/engine/board"
)

// movesByNotnil are the main line's moves (UCI) as notnil/chess reads one game; false where it refuses the game. It is
// known to refuse a mate that is written "+".
func movesByNotnil(game []byte) ([]string, bool) {
	decode, err := chess.PGN(bytes.NewReader(game))
	if err != nil {
		return nil, false
	}
	var moves []string
	for _, m := range chess.NewGame(decode).Moves() {
		moves = append(moves, m.String())
	}
	return moves, true
}

// TestMovesAgreeWithNotnil compares the moves of real games, where notnil/chess accepts them: every fortieth of the
// sample, all of them with -long (it reads some 350 games a second).
func TestMovesAgreeWithNotnil(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared(t, "data", "pgnmentor", "sampled_games"), "*.pgn"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files: ", err)
	}
	step := 40
	if *long {
		step = 1
	}
	seen, refused := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReader(Options{})
		r.Reset(Block{Data: text})
		for n := 0; ; n++ {
			g, err := r.Next()
			if err != nil {
				break
			}
			if n%step != 0 || g.Fault != nil || g.Result == board.Unknown {
				continue
			}
			seen++
			theirs, ok := movesByNotnil(g.Raw)
			if !ok {
				refused++
				continue
			}
			if ours := uciMoves(g); strings.Join(ours, " ") != strings.Join(theirs, " ") {
				t.Errorf("%s, game %d:\n ours   %v\n theirs %v", filepath.Base(file), g.Number, ours, theirs)
			}
		}
	}
	t.Logf("%d games, %d of them refused by notnil/chess", seen, refused)
	if seen < 300 || refused*20 > seen {
		t.Errorf("%d games compared and %d refused: the comparison says too little", seen, refused)
	}
}

func uciMoves(g *Game) []string {
	moves := make([]string, len(g.Moves))
	p := g.Start
	for i := range g.Moves {
		moves[i] = p.UCI(g.Moves[i].Move, false)
		p.Play(g.Moves[i].Move)
	}
	return moves
}
