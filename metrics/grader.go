package metrics

// Grader grades games by one profile. It keeps scratch between games and belongs to one goroutine.
type Grader struct {
	profile Profile
	white   []Maybe // White's win chance in each position
	black   []Maybe // Black's: computed, not 1 - White's, so that a loss exactly on a rung stays on it for both
	series  []Maybe // scratch of the weight rules
	sliced  []Grade // scratch of the phases
	now     Case    // the move at hand; a local one would escape through the profile's functions
}

// NewGrader makes a grader.
func NewGrader(p Profile) *Grader { return &Grader{profile: p} }

// Profile is the profile the grader works by.
func (g *Grader) Profile() *Profile { return &g.profile }

// Grade appends one Grade for each move of the game to dst[:0] and returns it.
func (g *Grader) Grade(dst []Grade, s *Sheet) []Grade {
	g.chances(s)
	dst = dst[:0]
	for i := range s.Moves {
		dst = append(dst, g.move(s, i))
	}
	g.book(s, dst)
	for i := range s.Moves {
		g.settle(s, i, &dst[i])
	}
	g.weigh(dst, s, 0, len(s.Moves))
	return dst
}

// eval is the reading of position i from White's view.
func (g *Grader) eval(s *Sheet, i int) Reading {
	if i == 0 && g.profile.Start.OK {
		return g.profile.Start
	}
	return s.Positions[i].Eval
}

func (g *Grader) chances(s *Sheet) {
	g.white, g.black = g.white[:0], g.black[:0]
	for i := range s.Positions {
		r := g.eval(s, i)
		g.white = append(g.white, g.profile.Curve.win(r))
		g.black = append(g.black, g.profile.Curve.win(r.Neg()))
	}
}

// move sets the chances of move i.
func (g *Grader) move(s *Sheet, i int) Grade {
	chances := g.white
	if s.Moves[i].Black {
		chances = g.black
	}
	return Grade{Before: chances[i], After: chances[i+1]}
}

// guarded is the repetition guard of Chess Analyzer Pro: the position before move i occurs more than once, or one
// within two plies of it does and the mover was not clearly winning.
func guarded(positions []Judged, i int, before Maybe) bool {
	if positions[i].Repeats {
		return true
	}
	if !before.OK || before.V >= 0.70 {
		return false
	}
	for _, p := range positions[max(0, i-2):min(len(positions), i+3)] {
		if p.Repeats {
			return true
		}
	}
	return false
}

// book marks the book moves by the profile's rule.
func (g *Grader) book(s *Sheet, grades []Grade) {
	reach := 0 // moves before this one are book moves
	for i := range s.Moves {
		if s.Moves[i].Book {
			reach = i + 1
		} else if g.profile.Book == BookFirstMiss {
			break
		}
	}
	for i := range reach {
		grades[i].Book = true
	}
}

// settle fills in loss, accuracy and class of move i, if it can be graded.
func (g *Grader) settle(s *Sheet, i int, gr *Grade) {
	p, m := &g.profile, &s.Moves[i]
	switch {
	case p.NeedsDepth && (!gr.Before.OK || !gr.After.OK || s.Positions[i].Shallow || s.Positions[i+1].Shallow):
		gr.Class = ClassPending
		if gr.Book {
			gr.Class = p.BookClass(gr.Class)
		}
		return
	case !gr.Before.OK || !gr.After.OK || (m.Mates && p.DropMatingMove):
		return
	}
	g.now = g.caseOf(s, i, gr)
	gr.Graded = true
	gr.Loss = g.now.Loss
	gr.Centipawns = g.centipawns(&g.now)
	gr.Accuracy = p.Decay.Accuracy(g.now.Loss)
	if p.Perfect != nil && p.Perfect(&g.now) {
		gr.Accuracy = 100
	}
	gr.Class = p.Classify(&g.now)
	if gr.Book {
		gr.Class = p.BookClass(gr.Class)
	}
}

func (g *Grader) caseOf(s *Sheet, i int, gr *Grade) Case {
	m := &s.Moves[i]
	before, after, second := g.eval(s, i), s.Positions[i+1].Eval, s.Positions[i].Second
	if m.Black {
		before, after, second = before.Neg(), after.Neg(), second.Neg()
	}
	winAfter := gr.After.V
	if g.profile.RepetitionGuard && s.Drawn && guarded(s.Positions, i, gr.Before) {
		winAfter = gr.Before.V
	}
	c := Case{
		Before: before, After: after,
		WinBefore: gr.Before.V, WinAfter: winAfter,
		Loss:   max(0, gr.Before.V-winAfter),
		Engine: m.Engine, Mates: m.Mates,
		Second: g.profile.Curve.win(second),
		Book:   gr.Book,
	}
	if m.Engine && g.profile.EngineMoveIsPerfect {
		c.Loss = 0
	}
	return c
}

func (g *Grader) centipawns(c *Case) int {
	if c.Engine && g.profile.EngineMoveIsPerfect {
		return 0
	}
	return g.profile.Centipawns.Loss(c.Before.Score, c.After.Score)
}
