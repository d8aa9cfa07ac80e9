package pgn

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"plyquet/engine/board"
)

// style is how generated games are written.
type style struct {
	clocks, evals, variations, comments bool
	crlf                                bool
}

// generate writes n games of random legal moves with invented names.
func generate(n int, seed uint64, how style) []byte {
	rng := rand.New(rand.NewPCG(seed, 7))
	var out bytes.Buffer
	for i := range n {
		writeGame(&out, rng, i+1, how)
	}
	if how.crlf {
		return bytes.ReplaceAll(out.Bytes(), []byte("\n"), []byte("\r\n"))
	}
	return out.Bytes()
}

func writeGame(out *bytes.Buffer, rng *rand.Rand, number int, how style) {
	result := board.Result(1 + rng.IntN(3))
	fmt.Fprintf(out, "[Event \"Generated Open\"]\n[Site \"Nowhere\"]\n[Date \"20%02d.01.%02d\"]\n[Round \"%d\"]\n", rng.IntN(25), 1+rng.IntN(28), number)
	fmt.Fprintf(out, "[White \"Player %d\"]\n[Black \"Player %d\"]\n[Result \"%s\"]\n[ECO \"A00\"]\n\n", rng.IntN(500), rng.IntN(500), result)
	pos := board.Start()
	var line strings.Builder
	var moves []board.Move
	flush := func(word string) {
		if line.Len()+1+len(word) > 79 {
			out.WriteString(line.String() + "\n")
			line.Reset()
		} else if line.Len() > 0 {
			line.WriteByte(' ')
		}
		line.WriteString(word)
	}
	for ply := range 30 + rng.IntN(90) {
		moves = pos.Moves(moves[:0])
		if len(moves) == 0 {
			break
		}
		if ply%2 == 0 {
			flush(fmt.Sprintf("%d.", ply/2+1))
		}
		m := moves[rng.IntN(len(moves))]
		flush(string(pos.AppendSAN(nil, m)))
		pos.Play(m)
		var note []string
		if how.evals {
			note = append(note, fmt.Sprintf("[%%eval %.2f]", rng.Float64()*4-2))
		}
		if how.clocks {
			note = append(note, fmt.Sprintf("[%%clk 0:%02d:%02d]", rng.IntN(10), rng.IntN(60)))
		}
		if how.comments && rng.IntN(6) == 0 {
			note = append(note, "a word; (aside) 1-0 [Event \"x\"]")
		}
		if note != nil {
			flush("{ " + strings.Join(note, " ") + " }")
		}
		if how.variations && rng.IntN(8) == 0 {
			flush("(1. e4 e5 (1... c5 { Sicilian ( }) 2. Nf3 1/2-1/2) $4")
		}
	}
	flush(result.String())
	out.WriteString(line.String() + "\n\n")
}
