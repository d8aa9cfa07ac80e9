package pgn

import (
	"slices"
	"testing"

	"plyquet/engine/board"
)

// noteTaker writes down what a Visitor is shown.
type noteTaker struct {
	skip  bool
	most  int // moves of a game that are wanted; 0: all
	begun []string
	seen  []string // position and move
}

func (n *noteTaker) Begin(g *Game) bool {
	n.begun = append(n.begun, g.Result.String())
	return !n.skip
}

func (n *noteTaker) Move(p *board.Position, m board.Move) bool {
	n.seen = append(n.seen, p.FEN()+" "+m.String())
	return len(n.seen) != n.most
}

func TestVisitorCanStopWatching(t *testing.T) {
	n := noteTaker{most: 2}
	r := NewReader(Options{Visitor: &n})
	r.Reset(Block{Data: []byte("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n")})
	for i, want := range []int{2, 4} { // of all games
		g, err := r.Next()
		if err != nil || len(g.Moves) != 4-2*i || len(n.seen) != want {
			t.Errorf("game %d: %d moves, %d seen, %v", i+1, len(g.Moves), len(n.seen), err)
		}
	}
}

const visited = "[Result \"1-0\"]\n\n1. e4 (1. d4) e5 2. Nf3 Nc6 3. Ke7 1-0\n\n[Result \"*\"]\n[FEN \"bad\"]\n\n1. e4 *\n"

func TestVisitorSeesEachPositionBeforeItsMove(t *testing.T) {
	var n noteTaker
	r := NewReader(Options{Visitor: &n})
	r.Reset(Block{Data: []byte(visited)})
	g, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	p := g.Start
	for _, m := range g.Moves {
		want = append(want, p.FEN()+" "+m.Move.String())
		p.Play(m.Move)
	}
	if !slices.Equal(n.seen, want) || len(want) != 4 {
		t.Errorf("seen %q, want %q", n.seen, want)
	}
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(n.begun, []string{"1-0"}) { // a game without a start position is not begun
		t.Errorf("begun %q", n.begun)
	}
}

func TestVisitorCanLeaveOutTheMoves(t *testing.T) {
	n := noteTaker{skip: true}
	r := NewReader(Options{Visitor: &n})
	r.Reset(Block{Data: []byte(visited)})
	g, err := r.Next()
	if err != nil || len(g.Moves) != 0 || g.Fault != nil || len(n.seen) != 0 || g.Final != g.Start {
		t.Errorf("%d moves, fault %v, %v", len(g.Moves), g.Fault, err)
	}
}
