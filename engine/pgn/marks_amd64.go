package pgn

// findMarks marks the bytes of text. SSE2 is in every processor of this kind; AVX2 would have to be asked for.
//
//go:noescape
func findMarks(text *[blockLen]byte, m *marks)
