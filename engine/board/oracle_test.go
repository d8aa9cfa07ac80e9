package board

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	corentings "github.com/corentings/chess/v2"
	notnil "github.com/notnil/chess"
)

// The oracles are two chess libraries. Where they differ from the rules of chess, the rules win; each such place is an
// exception below that says which fault it is.

// oracleView is what a library says about a position: UCI moves with their SAN, and the FEN after each move.
type oracleView struct {
	san map[string]string
	fen map[string]string
}

func TestRandomPlayAgreesWithNotnil(t *testing.T) {
	compareRandomPlay(t, func(t *testing.T, fen string) oracleView {
		option, err := notnil.FEN(fen)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		pos := notnil.NewGame(option).Position()
		v := oracleView{map[string]string{}, map[string]string{}}
		for _, m := range pos.ValidMoves() {
			v.san[m.String()] = notnil.AlgebraicNotation{}.Encode(pos, m)
			v.fen[m.String()] = pos.Update(m).String()
		}
		return v
	})
}

func TestRandomPlayAgreesWithCorentings(t *testing.T) {
	compareRandomPlay(t, func(t *testing.T, fen string) oracleView {
		option, err := corentings.FEN(fen)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		pos := corentings.NewGame(option).Position()
		v := oracleView{map[string]string{}, map[string]string{}}
		for _, m := range pos.ValidMoves() {
			v.san[m.String()] = corentings.AlgebraicNotation{}.Encode(pos, &m)
			v.fen[m.String()] = pos.Update(&m).String()
		}
		return v
	})
}

func compareRandomPlay(t *testing.T, ask func(*testing.T, string) oracleView) {
	rng := rand.New(rand.NewPCG(11, 5))
	for _, fen := range startingPoints {
		start := mustFEN(t, fen)
		if isChess960(&start) {
			continue // neither library plays it
		}
		for range 4 {
			p := start
			for range 30 {
				comparePosition(t, &p, ask(t, p.FEN()))
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Play(moves[rng.IntN(len(moves))])
			}
		}
	}
}

func comparePosition(t *testing.T, p *Position, v oracleView) {
	t.Helper()
	moves := p.Moves(nil)
	ours := make([]string, len(moves))
	for i, m := range moves {
		ours[i] = p.UCI(m, false)
	}
	slices.Sort(ours)
	theirs := make([]string, 0, len(v.san))
	for uci := range v.san {
		theirs = append(theirs, uci)
	}
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		t.Fatalf("%s:\n  ours %v\ntheirs %v", p.FEN(), ours, theirs)
	}
	for _, m := range moves {
		uci := p.UCI(m, false)
		if san := p.SAN(m); san != v.san[uci] && !siblingsCheckMark(p, m, v.san[uci]) {
			t.Errorf("%s: %s is %s, oracle %s", p.FEN(), uci, san, v.san[uci])
		}
		next := *p
		next.Play(m)
		if fen := next.FEN(); fen != v.fen[uci] && withDoubleStep(fen, p, m) != v.fen[uci] {
			t.Errorf("%s: after %s\n  ours %s\noracle %s", p.FEN(), uci, fen, v.fen[uci])
		}
	}
}

// withDoubleStep is the FEN with the square that a pawn has just passed over. FEN's standard writes it after every double
// step, as the libraries do; we write it only if a capture there is legal.
func withDoubleStep(fen string, p *Position, m Move) string {
	if p.At(m.From()).Role() != Pawn || m.From()^m.To() != 16 {
		return fen
	}
	fields := strings.Fields(fen)
	fields[3] = ((m.From() + m.To()) / 2).String()
	return strings.Join(fields, " ")
}

// siblingsCheckMark recognises a fault of corentings/chess v2.3.2: all four promotions of a move get the "+" of those that
// give check.
func siblingsCheckMark(p *Position, m Move, oracle string) bool {
	if m.Promotion() == NoRole || p.SAN(m)+"+" != oracle {
		return false
	}
	for promo := Knight; promo <= Queen; promo++ {
		next := *p
		next.Play(NewMove(m.From(), m.To(), promo))
		if next.InCheck() {
			return true
		}
	}
	return false
}

func isChess960(p *Position) bool {
	for c := White; c <= Black; c++ {
		corners := (bit(A1) | bit(H1)) << (56 * c)
		if rooks := p.CastlingRooks(c); rooks != 0 && (p.King(c).File() != 4 || rooks&^corners != 0) {
			return true
		}
	}
	return false
}
