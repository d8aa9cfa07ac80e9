package metrics

// weigh sets the weights of the grades of moves lo to hi-1 of the last game, taken as a game of their own.
func (g *Grader) weigh(grades []Grade, s *Sheet, lo, hi int) {
	if g.profile.DropMatingMove && hi > lo && s.Moves[hi-1].Mates {
		hi--
		grades[hi-lo].Weight = Maybe{}
		grades = grades[:hi-lo]
	}
	moves, positions := s.Moves[lo:hi], s.Positions[lo:hi+1]
	switch g.profile.Weights {
	case WeightByPlayer:
		g.weighPlayer(grades, moves, false)
		g.weighPlayer(grades, moves, true)
	case WeightByMover:
		g.sideToMove(moves, lo)
		weighGame(grades, g.series, windowWidth(len(positions)))
	case WeightByPositions:
		weighGame(grades, g.white[lo:hi+1], windowWidth(len(positions)))
	default:
		weighGame(grades, g.white[lo:hi+1], windowWidth(len(moves)))
	}
}

// weighGame: the window of a move ends on the position after it.
func weighGame(grades []Grade, series []Maybe, width int) {
	for i := range grades {
		grades[i].Weight = volatility(series, i+1, width)
	}
}

// weighPlayer: the series is the player's own chances before its moves. A player of fewer moves than the window has
// equal weights.
func (g *Grader) weighPlayer(grades []Grade, moves []Played, black bool) {
	g.series = g.series[:0]
	for i := range moves {
		if moves[i].Black == black {
			g.series = append(g.series, grades[i].Before)
		}
	}
	width, n := windowWidth(len(g.series)), 0
	for i := range moves {
		if moves[i].Black != black {
			continue
		}
		grades[i].Weight = Known(1)
		if len(g.series) >= width {
			grades[i].Weight = volatility(g.series, n, width)
		}
		n++
	}
}

// sideToMove fills the series with the chances of the side to move; a gap repeats the last value.
func (g *Grader) sideToMove(moves []Played, lo int) {
	g.series = g.series[:0]
	last := Known(0.5)
	for i := range len(moves) + 1 {
		chances := g.white
		if blackToMove(moves, i) {
			chances = g.black
		}
		if c := chances[lo+i]; c.OK {
			last = c
		}
		g.series = append(g.series, last)
	}
}

// blackToMove reports who is to move in position i; after the last move it is the other side of that move.
func blackToMove(moves []Played, i int) bool {
	switch {
	case i < len(moves):
		return moves[i].Black
	case i > 0:
		return !moves[i-1].Black
	}
	return false
}
