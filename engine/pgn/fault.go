package pgn

import (
	"fmt"
	"strings"
)

// Reason is the typed kind of a fault; its String is what stands in tables.
type Reason uint8

const (
	NoFault Reason = iota
	IllegalMove
	AmbiguousMove
	BadToken
	NullMove
	Drop
	BadFEN
	UnterminatedComment
	UnterminatedVariation
	TooLong  // more half-moves than MaxPlies
	TooLarge // more bytes than the Splitter's limit
	TooDeep  // more variations in each other than maxDepth
)

var reasonNames = [...]string{"", "illegal_move", "ambiguous_move", "bad_token", "null_move", "drop", "bad_fen",
	"unterminated_comment", "unterminated_variation", "too_long", "too_large", "too_deep"}

func (r Reason) String() string { return reasonNames[r] }

// Fault is why a game's moves stop early. The moves before it are good.
type Fault struct {
	Reason  Reason
	Source  string
	Offset  int64 // of the game in its source, bytes
	Game    int64 // 1-based number in its source
	Ply     int   // 1-based half-move that could not be read; 0: the start position
	At      int64 // of the token in its source, bytes
	Token   string
	Context string // up to 200 bytes around the token, valid UTF-8
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s: game %d at byte %d, ply %d: %s %q", f.Source, f.Game, f.Offset, f.Ply, f.Reason, f.Token)
}

// Notes is a set of oddities that cost nothing but are counted.
type Notes uint16

const (
	NoteNoToken        Notes = 1 << iota // no result after the moves
	NoteResultConflict                   // token and tag disagree
	NoteBadResult                        // a Result tag that says nothing known
	NoteBadTag                           // a tag without its value or its closing quote
	NoteManyTags                         // more tags than are kept
	NoteDuplicateTag
	NoteBadClock
	NoteBadEval
)

var noteNames = [...]string{"no_result_token", "result_conflict", "bad_result_tag", "bad_tag", "many_tags",
	"duplicate_tag", "bad_clock", "bad_eval"}

// All yields the names of the notes in the set.
func (n Notes) All(yield func(string) bool) {
	for i, name := range noteNames {
		if n&(1<<i) != 0 && !yield(name) {
			return
		}
	}
}

func (n Notes) String() string {
	var names []string
	for name := range n.All {
		names = append(names, name)
	}
	return strings.Join(names, ",")
}
