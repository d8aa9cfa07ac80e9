package sample

import (
	"context"
	"io"

	"plyquet/engine/pgn"
)

const (
	// readSize is how much is looked at at a time. It has no influence on the sample.
	readSize = 1 << 20
	// maxGame is far above what anybody has written down of a game, and twice of what engine/pgn takes elsewhere.
	//
	// Note: 256 MiB, so that a sample at rate 1 was the input whatever stood in it, let one comment take 3 GB of memory
	// when it was ingested.
	maxGame = 32 << 20
)

// A piece is one game of a text as it goes by, with the white space behind it.
type piece struct {
	number int64  // 1-based in its source; 0: no game but what stands before, such as empty lines alone
	offset int64  // in the text
	data   []byte // borrowed until the next one
	cut    int64  // bytes that are not in data, because the game is larger than maxGame
}

// readText calls fn for every piece of a text; together they are the text.
func readText(ctx context.Context, t *pgn.Text, name string, fn func(piece) error) error {
	split := pgn.NewSplitter(t, name, pgn.Sizes{Block: readSize, Game: maxGame})
	for {
		b, err := split.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := eachPiece(b, fn); err != nil {
			return err
		}
	}
}

func eachPiece(b pgn.Block, fn func(piece) error) error {
	from := 0
	for i, end := range b.Ends {
		p := piece{number: b.First + int64(i), offset: b.Offset + int64(from), data: b.Data[from:end], cut: b.Cut}
		if err := fn(p); err != nil {
			return err
		}
		from = end
	}
	if from == len(b.Data) {
		return nil
	}
	return fn(piece{offset: b.Offset + int64(from), data: b.Data[from:]})
}
