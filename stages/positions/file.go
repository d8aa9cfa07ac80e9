package positions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// CountFile counts the positions of one plain PGN file and throws the table away. It is for measuring: one process, one
// file, no run folder. With workers = 0 it is the sequential path.
//
// Blocks are cut at a tag pair Event behind an empty line, without reading what lies between. Pathological files can
// have one inside a comment; the stage itself takes its blocks from sample, which reads every byte.
//
// whole reads the moves behind the last position that counts as well, to compare with programs that check whole games.
func CountFile(ctx context.Context, path string, s *Stage, workers int, whole bool) (Stats, stage.Counts, error) {
	dir, err := os.MkdirTemp("", "plyquet-count-")
	if err != nil {
		return Stats{}, stage.Counts{}, err
	}
	defer os.RemoveAll(dir) // holds at most the table of rejects
	blocks, err := cutFile(path)
	if err != nil {
		return Stats{}, stage.Counts{}, fmt.Errorf("cut %s: %w", path, err)
	}
	c := &counting{Stage: s, input: input{filepath.Dir(path), blocks}, table: NewTable(dir, 0), whole: whole}
	job := &stage.Job{Stage: s.Name(), Dir: dir, Workers: workers, Log: slog.New(slog.DiscardHandler), Progress: noProgress{}}
	res, err := run.Step(ctx, c, job)
	return c.table.Stats(), res.Counts, err
}

// counting is the first half of the stage.
type counting struct {
	*Stage
	input
	table *Table
	whole bool
}

// Run implements stage.Stage.
func (c *counting) Run(ctx context.Context, job *stage.Job) error {
	r := c.rules()
	r.whole = c.whole
	return count(ctx, job, r, c.input, c.table)
}

// cutSize is small, so that a block stays in the cache of the core that has read it.
const cutSize = 256 << 10

// cutFile finds a game near each multiple of cutSize.
func cutFile(path string) ([]block, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var list []block
	window := make([]byte, 4<<10) // several games
	for from := int64(0); from < info.Size(); {
		to, err := nextGame(f, from+cutSize, info.Size(), window)
		if err != nil {
			return nil, err
		}
		b := rows.Block{Source: filepath.Base(path), Offset: from, Bytes: to - from, FirstGame: 1}
		list = append(list, block{b})
		from = to
	}
	return list, nil
}

// nextGame is the offset of the first game that begins behind at, or size.
func nextGame(f io.ReaderAt, at, size int64, window []byte) (int64, error) {
	mark := []byte("\n[Event ")
	const before = 3 // bytes that tell an empty line, in front of the mark
	for at < size {
		n, err := f.ReadAt(window, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		for from := 0; ; {
			i := bytes.Index(window[from:n], mark)
			if i < 0 {
				break
			}
			from += i
			if text := window[:from]; bytes.HasSuffix(text, []byte("\n")) || bytes.HasSuffix(text, []byte("\n\r")) {
				return at + int64(from) + 1, nil
			}
			from++
		}
		at += int64(max(n-len(mark)-before, 1))
	}
	return size, nil
}

type noProgress struct{}

func (noProgress) Start(int64, string) {}
func (noProgress) Add(int64)           {}
func (noProgress) Note(string)         {}
