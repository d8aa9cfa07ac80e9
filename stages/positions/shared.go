package positions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/sampled"
)

// Phases implements stage.Divisible: map and reduce. Which of two equal games counts, no task can know alone.
func (s *Stage) Phases() int {
	if s.Duplicates == dropDuplicates {
		return 0
	}
	return 2
}

// partialTables is the artifact between the phases.
const partialTables stage.TableID = "partial_positions"

// runShared is Run for tasks that do not see each other's memory. In the first phase each stretch of the input is
// counted into a sorted table of its own, cut by key range; in the second, each key range is merged over all of those.
// No process ever holds the whole table, and the parts are those of a run in one process.
func (s *Stage) runShared(ctx context.Context, job *stage.Job, blocks []block) error {
	if s.Phases() == 0 {
		return &run.UsageError{Text: "positions.duplicates: drop compares all games in one process and cannot run with --shards"}
	}
	files, err := s.scatter(ctx, job, blocks)
	if err != nil {
		return err
	}
	tables, err := openPartials(files)
	if err != nil {
		return err
	}
	return errors.Join(s.gather(ctx, job, partCount(blocks), tables), closePartials(tables))
}

// stretch is a shard of the first phase: consecutive blocks.
type stretch []block

func (s stretch) String() string { return fmt.Sprintf("%d blocks from %s", len(s), s[0]) }

// stretches cuts the input. A stretch is large, for each one holds the common positions again; and there are enough of them
// for a middling cluster, but not more files than a merge can have open.
func stretches(blocks []block) (list []stretch) {
	const least, most, size = 16, 1000, 256 << 20
	var bytes int64
	for _, b := range blocks {
		bytes += b.Bytes
	}
	n := min(max(int(bytes/size), least), most, len(blocks))
	for i := range n {
		list = append(list, stretch(blocks[i*len(blocks)/n:(i+1)*len(blocks)/n]))
	}
	return list
}

// mapper counts stretches, one at a time.
type mapper struct {
	*worker
	games   *gameHashes
	scratch string
	memory  int64
}

// Close implements io.Closer.
func (m *mapper) Close() error { return m.blocks.Close() }

func (s *Stage) scatter(ctx context.Context, job *stage.Job, blocks []block) ([]stage.File, error) {
	newWorker := func() (*mapper, error) {
		games := new(gameHashes)
		c := newCounter(s.rules(), nil, games)
		return &mapper{&worker{c, sampled.NewReader(sampled.Folder(job))}, games, job.Scratch, tableMemory(job) / int64(max(job.Workers, 1))}, nil
	}
	files, err := run.Scatter(ctx, job, stretches(blocks), newWorker,
		func(ctx context.Context, m *mapper, st stretch, out *run.Out) error {
			w, err := out.CreateFile(partialTables, run.PartialName(job, out.Index))
			if err != nil {
				return err
			}
			return m.stretch(ctx, st, out, &partialWriter{to: w})
		})
	return files[partialTables], err
}

// stretch counts the blocks of a stretch and writes its table.
func (m *mapper) stretch(ctx context.Context, st stretch, out *run.Out, to *partialWriter) (err error) {
	runs := filepath.Join(m.scratch, fmt.Sprintf("positions.map-runs-%d-%05d", os.Getpid(), out.Index))
	t := NewTable(runs, m.memory)
	defer func() { err = errors.Join(err, t.spill.remove()) }()
	m.feed.table = t
	m.games.reset()
	for _, b := range st {
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := m.blocks.Read(&b.Block)
		if err != nil {
			return err
		}
		if err := m.block(data, out); err != nil {
			return err
		}
	}
	if err := m.feed.flushAll(); err != nil {
		return err
	}
	for i, part := range t.parts {
		part.With(func(p *partition) {
			err = to.partition(p.merged(), m.games.parts[i])
			*p = partition{}
		})
		if err != nil {
			return err
		}
	}
	return to.finish()
}

// gather makes the parts, each from its share of the partitions of all tables.
func (s *Stage) gather(ctx context.Context, job *stage.Job, parts int, tables []*partialTable) error {
	shards := make([]int, parts)
	for i := range shards {
		shards[i] = i
	}
	newWorker := func() (struct{}, error) { return struct{}{}, nil }
	return run.Each(ctx, job, shards, newWorker, func(ctx context.Context, _ struct{}, part int, out *run.Out) error {
		return s.writePart(ctx, part, parts, out, func(i int, w *writer) error {
			var sources []*cursor
			var games hashSet
			for _, t := range tables {
				share, err := t.partition(i)
				if err != nil {
					return err
				}
				sources = append(sources, share.positions)
				out.Add("duplicates", games.addAll(share.games))
			}
			return w.all(mergeCursors(sources))
		})
	})
}

// gameHashes notes the games of a stretch. Whether one of them has been seen elsewhere is known when all are together.
type gameHashes struct{ parts [partitions][]uint64 }

// note implements gameLog.
func (g *gameHashes) note(_ int, games []uint64) (known int64) {
	for _, h := range games {
		g.parts[h>>56] = append(g.parts[h>>56], h)
	}
	return 0
}

func (g *gameHashes) reset() {
	for i := range g.parts {
		g.parts[i] = g.parts[i][:0]
	}
}

var _ stage.Divisible = (*Stage)(nil)
