package sample

import (
	"context"
	"errors"
	"io"

	"plyquet/engine/pgn"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// write is the work on one shard: the sample of every text of an archive, and the blocks of each.
func write(ctx context.Context, c choice, a archive, out *run.Out) error {
	blocks, err := table.Create[rows.Block](out.Staging, rows.Blocks)
	if err != nil {
		return err
	}
	return a.each(func(t *pgn.Text, s source) error {
		file, err := out.CreateFile(rows.Sampled, "sampled/"+s.name)
		if err != nil {
			return err
		}
		w := &textWriter{choice: c, drum: newDrum(c.seed, s.name), source: s, out: out, file: file, blocks: newCutter(blocks, s)}
		if err := readText(ctx, t, s.name, w.piece); err != nil {
			return err
		}
		return errors.Join(w.blocks.finish(), file.Close())
	})
}

// A textWriter writes the sample of one text.
type textWriter struct {
	choice choice
	drum   drum
	source source
	out    *run.Out
	file   io.Writer
	blocks *cutter
}

func (w *textWriter) piece(p piece) error {
	if p.number == 0 {
		if !w.choice.everything() {
			return nil
		}
		return w.put(p, 0)
	}
	w.out.Seen(1)
	switch v := w.choice.judge(ticket{w.drum.draw(p.offset), w.source.no, p.offset}); {
	case v != kept:
		w.out.Filter(string(v), 1)
		return nil
	case p.cut > 0:
		// Half a game may end inside a comment, which would then swallow its neighbours: it is left out as a whole.
		w.out.Fault(stage.Reject{Source: w.source.name, Offset: p.offset, Game: p.number, Ply: -1, Reason: "too_large",
			Context: string(p.data[:min(len(p.data), 200)])})
		return nil
	}
	w.out.Keep(1)
	return w.put(p, 1)
}

func (w *textWriter) put(p piece, games int64) error {
	if _, err := w.file.Write(p.data); err != nil {
		return err
	}
	return w.blocks.add(int64(len(p.data)), games)
}
