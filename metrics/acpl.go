package metrics

// CentipawnScale says how centipawn loss treats large scores. Scores and mates are cut to +/-Ceiling, so that no
// centipawn score beats a mate, and one loss to Cap (0: no cap).
//
// The mean of these losses (ACPL) is the one place where a mate has a number; win chances are the better measure.
type CentipawnScale struct{ Ceiling, Cap int }

// LichessCentipawns is lila's AccuracyCP.scala: one move can cost up to 20 pawns.
func LichessCentipawns() CentipawnScale { return CentipawnScale{1000, 0} }

// CAPCentipawns is Chess Analyzer Pro's. It leaves centipawns above 2000 uncut, so a tablebase win that becomes a
// mate would count as a loss; here they are cut.
func CAPCentipawns() CentipawnScale { return CentipawnScale{2000, 1000} }

// WebchessCentipawns is web-chess's.
func WebchessCentipawns() CentipawnScale { return CentipawnScale{10000, 1000} }

// Loss is the centipawns that a move lost, never negative; both scores from the mover's point of view.
func (s CentipawnScale) Loss(before, after Score) int {
	loss := max(0, s.value(before)-s.value(after))
	if s.Cap > 0 {
		loss = min(loss, s.Cap)
	}
	return loss
}

func (s CentipawnScale) value(score Score) int {
	cp, ok := score.Cp()
	switch {
	case ok:
		return min(max(cp, -s.Ceiling), s.Ceiling)
	case score.Wins():
		return s.Ceiling
	}
	return -s.Ceiling
}
