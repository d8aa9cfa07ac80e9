package metrics

// LongestRun is the length of the longest run of hits.
func LongestRun(hits []bool) (longest int) {
	run := 0
	for _, hit := range hits {
		if run++; !hit {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// RunChance is the probability that independent trials with the given chances of a hit contain a run of at least
// length hits somewhere. Runs end where a group of trials (a game) ends. Long runs come by chance far more often than
// people believe, which is why a streak is never shown without this number.
func RunChance(groups [][]float64, length int) float64 {
	if length <= 0 {
		return 1
	}
	none := 1.0
	state := make([]float64, length) // state[r]: no such run yet and the last r trials were hits
	for _, chances := range groups {
		clear(state)
		state[0] = 1
		for _, p := range chances {
			alive := 0.0
			for _, s := range state {
				alive += s
			}
			for r := length - 1; r > 0; r-- {
				state[r] = state[r-1] * p
			}
			state[0] = alive * (1 - p)
		}
		alive := 0.0
		for _, s := range state {
			alive += s
		}
		none *= alive
	}
	return 1 - none
}

// ExpectedLongestRun is the mean of the longest run: the sum of RunChance over all lengths.
func ExpectedLongestRun(groups [][]float64) (mean float64) {
	longest := 0
	for _, g := range groups {
		longest = max(longest, len(g))
	}
	for length := 1; length <= longest; length++ {
		chance := RunChance(groups, length)
		mean += chance
		if chance < 1e-9 {
			break
		}
	}
	return mean
}
