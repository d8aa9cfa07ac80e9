package metrics

// A TopRule decides for which k a decision counts in T1, T2, T3: the rates of playing one of the engine's first k
// moves. The rule is nested: the first k that fails ends the decision, so that the positions of T2 are among those of
// T1. Source: PGN-Spy's analyser (D. Barnes), whose defaults are DefaultTopRule.
type TopRule struct {
	Forced  float64 // the k-th move may be at most this many centipawns better than the next one
	Unclear float64 // and the first one at most this many better than the one after the k-th
}

// DefaultTopRule is PGN-Spy's.
func DefaultTopRule() TopRule { return TopRule{Forced: 50, Unclear: 100} }

// A TopCount is the numerators and denominators of T1, T2 and T3.
type TopCount struct{ Hits, Of [3]int }

// Count judges one decision of which the engine listed so many moves. An appended move is no neighbour to compare with,
// here otherwise than in PGN-Spy: of a list of k moves it would count for Tk exactly the decisions that missed.
func (r TopRule) Count(c Choice, listed int) (t TopCount) {
	for k := range t.Of {
		// Losses grow where scores fall, so "s[k] > s[k+1] + Forced" reads the other way round.
		if listed <= k+1 || c.Cp[k+1] > c.Cp[k]+r.Forced || c.Cp[k+1] > r.Unclear {
			break
		}
		t.Of[k] = 1
		if c.Played <= k {
			t.Hits[k] = 1
		}
	}
	return t
}

// Plus is the sum of both counts.
func (t TopCount) Plus(o TopCount) TopCount {
	for k := range t.Of {
		t.Hits[k] += o.Hits[k]
		t.Of[k] += o.Of[k]
	}
	return t
}
