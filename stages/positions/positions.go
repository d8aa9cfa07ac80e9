// Package positions is the stage that counts how games went on from every position of the opening: White won, drawn,
// Black won, and the same for each move played there. It is the hot path of the project: one pass from the bytes of
// PGN to the table.
//
//	block of PGN   -> counter: pgn.Reader, one worker each            counter.go
//	visit          -> feeder: buffers by key range, one worker each   visit.go
//	1024 visits    -> partition, behind a lock                        table.go, partition.go
//	partition full -> sorted run on disk, when memory is limited      spill.go
//	in the end     -> merge of runs and memory, sorted, to Parquet    merge.go, write.go
//	many machines  -> a sorted table of each stretch, then a merge    shared.go, partial.go
//
// Positions are equal when placement, side to move and castling rights are, exactly: the packed board is compared, not
// a hash. En passant is left out, as the seed of this project did.
//
// The stage is not for anything that needs more of a game than its moves and its result: that is ingest.
package positions

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
	"plyquet/stages/sampled"
)

// Stage is the section `positions` of a configuration.
type Stage struct {
	MaxPlies   int    `yaml:"max_plies"`  // positions counted of each game, the start position included; 0: all
	Count      string `yaml:"count"`      // every-visit, or once-per-game
	Moves      bool   `yaml:"moves"`      // write position_moves
	MinGames   int    `yaml:"min_games"`  // leave out positions with fewer visits when writing
	Starts     string `yaml:"starts"`     // standard: only games from the usual start position; any
	Duplicates string `yaml:"duplicates"` // count: games that are equal byte for byte count each; drop: one of them counts
}

// New returns the stage with its defaults.
func New() *Stage {
	return &Stage{MaxPlies: 20, Count: everyVisit, Moves: true, MinGames: 1, Starts: standardStart, Duplicates: countDuplicates}
}

// The words of the configuration.
const (
	everyVisit      = "every-visit"
	oncePerGame     = "once-per-game"
	standardStart   = "standard"
	anyStart        = "any"
	countDuplicates = "count"
	dropDuplicates  = "drop"
)

// Name implements stage.Stage.
func (s *Stage) Name() string { return "positions" }

// Version implements stage.Stage.
func (s *Stage) Version() int { return 2 }

// Unit is what the funnel counts.
func (s *Stage) Unit() string { return "games" }

// IO implements stage.Stage.
func (s *Stage) IO() (reads, writes []stage.TableID) {
	return []stage.TableID{rows.Sampled, rows.Blocks}, []stage.TableID{rows.Positions, rows.PositionMoves}
}

// Validate implements stage.Stage.
func (s *Stage) Validate() error {
	var errs []error
	want := func(ok bool, path, problem string) {
		if !ok {
			errs = append(errs, &stage.FieldError{Path: path, Problem: problem})
		}
	}
	oneOf := func(path, value, a, b string) {
		want(value == a || value == b, path, fmt.Sprintf("%q is not known: want %s or %s", value, a, b))
	}
	want(s.MaxPlies >= 0, "max_plies", "want 0 (all positions) or more")
	want(s.MinGames >= 0, "min_games", "want 0 or more")
	oneOf("count", s.Count, everyVisit, oncePerGame)
	oneOf("starts", s.Starts, standardStart, anyStart)
	oneOf("duplicates", s.Duplicates, countDuplicates, dropDuplicates)
	return errors.Join(errs...)
}

func (s *Stage) rules() rules {
	return rules{plies: s.MaxPlies, oncePerGame: s.Count == oncePerGame, moves: s.Moves,
		anyStart: s.Starts == anyStart, drop: s.Duplicates == dropDuplicates}
}

// Run implements stage.Stage. The shards of the count are the blocks; those of the result are key ranges.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	blocks, err := loadBlocks(job)
	if err != nil {
		return err
	}
	if run.Shared(job) {
		return s.runShared(ctx, job, blocks)
	}
	spill := filepath.Join(job.Dir, "tmp", "positions-runs")
	t := NewTable(spill, tableMemory(job))
	if err := t.spill.remove(); err != nil { // of a run that was killed
		return err
	}
	if err := count(ctx, job, s.rules(), input{sampled.Folder(job), blocks}, t); err != nil {
		return err
	}
	if runs := t.Stats().Runs; runs > 0 {
		job.Log.Info("positions did not fit into memory", "runs", runs, "limit", job.Memory)
	}
	if err := s.write(ctx, job, partCount(blocks), t); err != nil {
		return err
	}
	return t.spill.remove()
}

// count fills the table.
func count(ctx context.Context, job *stage.Job, r rules, in input, t *Table) error {
	seen := newSeenGames()
	newWorker := func() (*worker, error) { return &worker{newCounter(r, t, seen), sampled.NewReader(in.folder)}, nil }
	_, err := run.Fold(ctx, job, in.blocks, newWorker,
		func(ctx context.Context, w *worker, b block, out *run.Out) error {
			data, err := w.blocks.Read(&b.Block)
			if err != nil {
				return err
			}
			return w.block(data, out)
		})
	return err
}

// write makes the parts, each from its share of the partitions, which it frees.
func (s *Stage) write(ctx context.Context, job *stage.Job, parts int, t *Table) error {
	shards := make([]int, parts)
	for i := range shards {
		shards[i] = i
	}
	newWorker := func() (struct{}, error) { return struct{}{}, nil }
	return run.Each(ctx, job, shards, newWorker, func(ctx context.Context, _ struct{}, part int, out *run.Out) error {
		return s.writePart(ctx, part, parts, out, func(i int, w *writer) (err error) {
			t.parts[i].With(func(p *partition) {
				err = w.partition(p)
				*p = partition{}
			})
			return err
		})
	})
}

// writePart makes a part out of its share of the partitions, which write writes one after the other.
func (s *Stage) writePart(ctx context.Context, part, parts int, out *run.Out, write func(partition int, w *writer) error) error {
	w, err := newWriter(out, s.MinGames)
	if err != nil {
		return err
	}
	share := partitions / parts
	for i := part * share; i < (part+1)*share; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := write(i, w); err != nil {
			return err
		}
	}
	out.Add("positions", w.written)
	out.Add("rare_positions", w.rare)
	out.Add("visits", w.visits)
	return nil
}

// partCount is how many files each table gets: one for 8 MiB of PGN, a power of two. It depends on the input alone. Sorting and
// writing the parts is half of the work, and a part is one worker's.
func partCount(blocks []block) int {
	var bytes int64
	for _, b := range blocks {
		bytes += b.Bytes
	}
	n := 1
	for n < partitions && int64(n)*8<<20 < bytes {
		n *= 2
	}
	return n
}

// tableMemory is the share of the memory limit that the table may take: what is left when each worker has its buffers.
func tableMemory(job *stage.Job) int64 {
	if job.Memory <= 0 {
		return 0
	}
	const perWorker, base = 24 << 20, 64 << 20
	// Go's collector lets the heap grow to twice of what is alive before it has swept once more; entries are rarely
	// garbage, so a third is kept free and not half.
	return max((job.Memory-base-int64(max(job.Workers, 1))*perWorker)*2/3, 1)
}
