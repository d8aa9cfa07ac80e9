package pgn

import (
	"unicode/utf8"

	"plyquet/engine/board"
)

// Origin says what a game's result was taken from.
type Origin uint8

const (
	FromNowhere  Origin = iota // neither token nor tag
	FromBoth                   // token and tag agree
	FromToken                  // there is no usable tag
	FromTag                    // there is no token, or it is "*"
	FromConflict               // token and tag disagree: the token was taken
)

func (o Origin) String() string {
	return [...]string{"nowhere", "both", "token", "tag", "conflict"}[o]
}

// decide joins the token after the moves with the Result tag.
func decide(token board.Result, hasToken bool, tag board.Result, hasTag bool) (board.Result, Origin) {
	switch {
	case !hasToken && !hasTag:
		return board.Unknown, FromNowhere
	case !hasToken:
		return tag, FromTag
	case !hasTag:
		return token, FromToken
	case token == tag:
		return token, FromBoth
	case token == board.Unknown: // "*" says less than a tag with a result
		return tag, FromTag
	case tag == board.Unknown:
		return token, FromToken
	}
	return token, FromConflict
}

// ParseResult reads the value of a Result tag: the four results of the standard and the spellings people use, with
// spaces, other dashes, a colon, ½ or 0.5. ok is false for anything else.
func ParseResult(value []byte) (r board.Result, ok bool) {
	if r, ok = resultText(string(value)); ok {
		return r, true
	}
	var buf [32]byte
	w := buf[:0]
	for _, c := range value {
		switch {
		case c == ' ' || c == '\t' || c == '\r':
		case c == ':':
			w = append(w, '-')
		default:
			w = append(w, c)
		}
		if len(w) > 24 {
			return board.Unknown, false
		}
	}
	if string(w) == "*" {
		return board.Unknown, true
	}
	return resultWord(w)
}

// resultWord recognises a result that is one word of movetext ("*" is a token of its own, not a word).
func resultWord(w []byte) (board.Result, bool) {
	if len(w) < 2 || len(w) > 24 {
		return board.Unknown, false
	}
	if r, ok := resultText(string(w)); ok {
		return r, true
	}
	var buf [48]byte
	return resultText(string(plainSigns(buf[:0], w)))
}

func resultText(w string) (board.Result, bool) {
	switch w {
	case "1-0":
		return board.WhiteWins, true
	case "0-1":
		return board.BlackWins, true
	case "1/2-1/2", "1/2", "0.5-0.5", ".5-.5":
		return board.Draw, true
	}
	return board.Unknown, false
}

// plainSigns appends w in ASCII as far as signs go: dashes of all kinds as "-", ½ as "1/2", figurines as
// letters, invisible marks left out.
// Anything else is copied.
func plainSigns(dst, w []byte) []byte {
	for len(w) > 0 {
		if w[0] < utf8.RuneSelf {
			dst = append(dst, w[0])
			w = w[1:]
			continue
		}
		r, size := utf8.DecodeRune(w)
		switch kind, _ := runeKind(w); {
		case kind == invisible:
		case r >= 0x2010 && r <= 0x2015, r == 0x2212, r == 0xAD, r == utf8.RuneError && (w[0] == 0x96 || w[0] == 0x97):
			dst = append(dst, '-')
		case r >= '♔' && r <= '♟': // figurines, White's and Black's; a pawn has no letter
			dst = append(dst, [...]string{"K", "Q", "R", "B", "N", ""}[(r-'♔')%6]...)
		case r == '½', r == utf8.RuneError && w[0] == 0xBD:
			dst = append(dst, "1/2"...)
		default:
			dst = append(dst, w[:size]...)
		}
		w = w[size:]
	}
	return dst
}
