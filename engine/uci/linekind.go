package uci

// lineKind is what a line is, by its first word.
type lineKind uint8

const (
	lineProse lineKind = iota
	lineInfo
	lineBest
	lineReady
	lineCritical
)

func kindOf(line []byte) lineKind {
	sc := scanner{rest: line}
	switch string(sc.next()) {
	case "info":
		if string(sc.next()) == "string" && string(sc.next()) == "CRITICAL" {
			return lineCritical // Stockfish 19 on a position it does not accept: it exits, its WebAssembly build plays dead
		}
		return lineInfo
	case "bestmove":
		return lineBest
	case "readyok":
		if sc.peek() == nil {
			return lineReady
		}
	}
	return lineProse
}
