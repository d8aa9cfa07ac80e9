package metrics

// Maybe is a number that may be missing, such as a win chance of a position that was not evaluated. The zero value
// is missing.
type Maybe struct {
	V  float64
	OK bool
}

// Known is a present number.
func Known(v float64) Maybe { return Maybe{v, true} }

// Reading is a score that may be missing. The zero value is missing.
type Reading struct {
	Score Score
	OK    bool
}

// Read is a present score.
func Read(s Score) Reading { return Reading{s, true} }

// Neg is the reading from the other side.
func (r Reading) Neg() Reading {
	if !r.OK {
		return Reading{}
	}
	return Reading{r.Score.Neg(), true}
}
