package signals

import "fmt"

// A move is a move in UCI's notation in 15 bits. Moves are only compared and printed here, so it needs no position;
// engine/board's moves would need one to read castling.
type move uint16

const promotions = " nbrq"

// parseMove packs "e2e4" or "e7e8q". The zero move is never a legal one.
func parseMove(uci string) (move, error) {
	if len(uci) != 4 && len(uci) != 5 {
		return 0, fmt.Errorf("move %q is not in UCI notation", uci)
	}
	var m move
	for i := range 4 {
		base := byte('a')
		if i%2 == 1 {
			base = '1'
		}
		d := uci[i] - base
		if d > 7 {
			return 0, fmt.Errorf("move %q is not in UCI notation", uci)
		}
		m = m<<3 | move(d)
	}
	if len(uci) == 4 {
		return m, nil
	}
	for i := 1; i < len(promotions); i++ {
		if promotions[i] == uci[4] {
			return m | move(i)<<12, nil
		}
	}
	return 0, fmt.Errorf("move %q promotes to nothing", uci)
}

// String is UCI's notation.
func (m move) String() string {
	s := []byte{'a' + byte(m>>9&7), '1' + byte(m>>6&7), 'a' + byte(m>>3&7), '1' + byte(m&7)}
	if p := m >> 12; p > 0 {
		s = append(s, promotions[p])
	}
	return string(s)
}
