//go:build !race

package board

// perftShare divides the size of the counts.
const perftShare = 1
