package metrics

import (
	"math"
	"testing"
)

// sheetFromBytes makes any sheet: four bytes a half-move.
func sheetFromBytes(data []byte) *Sheet {
	s := &Sheet{Positions: []Judged{{Eval: Read(Cp(20))}}}
	if len(data) > 0 {
		s.Drawn = data[0]&1 != 0
		if data[0]&2 != 0 {
			s.Positions[0].Eval = Reading{}
		}
	}
	for ; len(data) >= 4; data = data[4:] {
		kind, flags := data[0], data[1]
		n := int(int16(uint16(data[2])<<8 | uint16(data[3])))
		j := Judged{Shallow: flags&1 != 0, Repeats: flags&2 != 0}
		switch {
		case kind < 32: // no evaluation
		case kind < 64 && n%100 != 0:
			j.Eval = Read(MateIn(n % 100))
		case kind < 72:
			j.Eval = Read(Mated())
		case kind < 80:
			j.Eval = Read(HasMated())
		default:
			j.Eval = Read(Cp(n))
		}
		if flags&4 != 0 {
			j.Second = Read(Cp(n / 2))
		}
		s.Positions = append(s.Positions, j)
		s.Moves = append(s.Moves, Played{Black: flags&8 != 0, Engine: flags&16 != 0, Mates: flags&32 != 0,
			Book: flags&64 != 0, Phase: GamePhase(int(kind) % NumPhases)})
	}
	return s
}

// Whatever the evaluations, the numbers stay in their ranges, and every move is counted once.
func FuzzGradesStayInRange(f *testing.F) {
	f.Add([]byte{80, 0, 0, 20, 80, 8, 0, 30, 80, 0, 255, 0})
	f.Add([]byte{0, 0, 0, 0, 40, 8, 0, 3, 40, 16, 255, 250, 76, 40, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := sheetFromBytes(data[:min(len(data), 4*400)])
		for _, opt := range []Options{{}, {AsShipped: true}} {
			for _, p := range Profiles(opt) {
				g := NewGrader(p)
				grades := g.Grade(nil, s)
				checkGrades(t, grades)
				for side, sum := range g.Summarize(grades, s) {
					checkSummary(t, &sum, s, side == 1)
				}
			}
		}
		ChesskitOf(s)
	})
}

func checkGrades(t *testing.T, grades []Grade) {
	t.Helper()
	for i := range grades {
		g := &grades[i]
		if !inRange(g.Accuracy, 0, 100) || !inRange(g.Loss, 0, 1) || g.Centipawns < 0 || !inRange(g.Before.V, 0, 1) || !inRange(g.After.V, 0, 1) {
			t.Fatalf("move %d: %+v", i+1, *g)
		}
		if g.Weight.OK && !inRange(g.Weight.V, 0.5, 12) {
			t.Fatalf("move %d weighs %v", i+1, g.Weight.V)
		}
	}
}

func checkSummary(t *testing.T, sum *Summary, s *Sheet, black bool) {
	t.Helper()
	moves := 0
	for i := range s.Moves {
		if s.Moves[i].Black == black {
			moves++
		}
	}
	counted, phases := 0, 0
	for _, n := range sum.Counts {
		counted += n
	}
	for _, ph := range sum.Phases {
		phases += ph.Moves
	}
	// a phase that comes back overwrites its first stretch; the divider never does that
	if sum.Moves != moves || sum.Graded > moves || counted < sum.Graded || counted > moves || phases > moves {
		t.Fatalf("%d moves: %+v", moves, *sum)
	}
	a := sum.Accuracy
	if !inRange(a.Value, 0, 100) || !inRange(a.Weighted, 0, 100) || !inRange(a.Harmonic, 0, 100) || (sum.Unscored == "") != (a.Moves > 0) {
		t.Fatalf("accuracy %+v, %q", a, sum.Unscored)
	}
}

func inRange(x, lo, hi float64) bool {
	const slack = 1e-9
	return !math.IsNaN(x) && x >= lo-slack && x <= hi+slack
}
