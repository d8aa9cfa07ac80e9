//go:build !race

package stagetest

// Raced says that the race detector watches. It makes everything several times slower and finds nothing in what one
// goroutine does: tests that do the same sequential work over and over do less of it then. `make check` runs them both ways.
const Raced = false
