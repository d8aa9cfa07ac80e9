package uci

// scanner cuts a line into words. Words are borrowed from the line; nothing is allocated, for a long search with many
// ranks prints tens of thousands of lines.
type scanner struct{ rest []byte }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// peek returns the next word without consuming it, nil at the end.
func (sc *scanner) peek() []byte {
	i := 0
	for i < len(sc.rest) && isSpace(sc.rest[i]) {
		i++
	}
	sc.rest = sc.rest[i:]
	n := 0
	for n < len(sc.rest) && !isSpace(sc.rest[n]) {
		n++
	}
	if n == 0 {
		return nil
	}
	return sc.rest[:n:n]
}

func (sc *scanner) next() []byte {
	word := sc.peek()
	sc.rest = sc.rest[len(word):]
	return word
}

// number reads the next word as an integer. A keyword or the end of the line in its place means that the value is
// missing, and nothing is consumed; anything else that is no number sets *ok to false: the line is damaged.
func (sc *scanner) number(ok *bool) (n int64, has bool) {
	word := sc.peek()
	if len(word) == 0 || isKeyword(word) {
		return 0, false
	}
	sc.next()
	n, has = parseInt(word)
	if !has {
		*ok = false
	}
	return n, has
}

// small is number within [lo, hi]; a value outside damages the line.
func (sc *scanner) small(lo, hi int, ok *bool) (int, bool) {
	n, has := sc.number(ok)
	if has && (n < int64(lo) || n > int64(hi)) {
		*ok = false
		return 0, false
	}
	return int(n), has
}

// parseInt is strconv.ParseInt for bytes: base 10, no allocation for a bad number.
func parseInt(word []byte) (int64, bool) {
	digits, sign := word, int64(1)
	if digits[0] == '-' || digits[0] == '+' {
		if digits[0] == '-' {
			sign = -1
		}
		digits = digits[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	var n int64
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return sign * n, true
}

func isKeyword(word []byte) bool {
	switch string(word) {
	case "depth", "seldepth", "time", "nodes", "pv", "multipv", "score", "cp", "mate", "lowerbound", "upperbound",
		"currmove", "currmovenumber", "hashfull", "nps", "tbhits", "sbhits", "cpuload", "string", "refutation",
		"currline", "wdl":
		return true
	}
	return false
}
