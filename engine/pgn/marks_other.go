//go:build !amd64

package pgn

// findMarks marks the bytes of text.
func findMarks(text *[64]byte, m *marks) { *m = marksOf(text) }
