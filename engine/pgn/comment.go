package pgn

import (
	"bytes"
)

// comment reads a comment of the main line: its commands belong to the move before it.
func (r *Reader) comment(text []byte) {
	g := &r.game
	g.comments = append(g.comments, comment{len(g.Moves), text})
	if len(g.Moves) == 0 {
		return
	}
	p := &g.Moves[len(g.Moves)-1]
	for rest := text; ; {
		name, arg, closed, next := nextCommand(rest)
		if name == nil {
			return
		}
		g.Notes |= p.command(name, arg, closed)
		rest = next
	}
}

// nextCommand cuts the next "[%name arg]" from text. A command without its bracket ends with the comment; name is nil
// if there is no further command.
func nextCommand(text []byte) (name, arg []byte, closed bool, rest []byte) {
	i := commandStart(text)
	if i < 0 {
		return nil, nil, false, nil
	}
	text = text[i+2:]
	n := 0
	for n < len(text) && (isNameByte(text[n]) || text[n] == '-') {
		n++
	}
	name, arg = text[:n:n], text[n:]
	if end := bytes.IndexByte(arg, ']'); end >= 0 {
		return name, arg[:end], true, arg[end+1:]
	}
	return name, arg, false, nil
}

func commandStart(text []byte) int {
	for from := 0; ; {
		i := bytes.IndexByte(text[from:], '[')
		if i < 0 || from+i+1 >= len(text) {
			return -1
		}
		if from += i + 1; text[from] == '%' {
			return from - 1
		}
	}
}

// command takes over one command. Of a command that stands twice the first counts; unknown ones are passed over.
func (p *Ply) command(name, arg []byte, closed bool) Notes {
	switch string(name) {
	case "clk":
		ms, ok := ParseClock(arg)
		if !ok || !closed {
			return NoteBadClock
		}
		p.set(hasClock, &p.clockMs, ms)
	case "emt":
		ms, ok := parseElapsed(arg)
		if !ok || !closed {
			return NoteBadClock
		}
		p.set(hasEmt, &p.emtMs, ms)
	case "timestamp": // chess.com: tenths of a second used for the move
		tenths, ok := parseDigits(bytes.TrimSpace(arg), 1e7)
		if !ok || !closed {
			return NoteBadClock
		}
		p.set(hasUsed, &p.usedMs, int32(tenths*100))
	case "eval":
		e, ok := ParseEval(arg)
		if !ok || !closed {
			return NoteBadEval
		}
		if p.eval.Kind == NoEval {
			p.eval = e
		}
	}
	return 0
}

func (p *Ply) set(bit uint8, into *int32, ms int32) {
	if p.has&bit == 0 {
		p.has |= bit
		*into = ms
	}
}

// appendProse appends the words of a comment outside its commands, with one space between them.
func appendProse(dst, text []byte) []byte {
	for len(text) > 0 {
		prose, rest := text, []byte(nil)
		if i := commandStart(text); i >= 0 {
			prose = text[:i]
			_, _, _, rest = nextCommand(text)
		}
		for _, word := range bytes.Fields(prose) {
			if len(dst) > 0 {
				dst = append(dst, ' ')
			}
			dst = append(dst, word...)
		}
		text = rest
	}
	return dst
}
