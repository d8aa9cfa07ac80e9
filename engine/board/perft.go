package board

// Perft counts the move sequences of a length: the standard test of a move generator.
func Perft(p Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var buf [256]Move
	moves := p.Moves(buf[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		next := p
		next.Play(m)
		n += Perft(next, depth-1)
	}
	return n
}
