//go:build !amd64

package pgn

// findMarks marks the bytes of text.
func findMarks(text *[blockLen]byte, m *marks) { *m = marksOf(text) }
