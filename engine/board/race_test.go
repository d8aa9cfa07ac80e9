//go:build race

package board

// The race detector has nothing to find in perft, and makes it ten times slower.
const perftShare = 20
