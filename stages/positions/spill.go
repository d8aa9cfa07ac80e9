package positions

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// sortedRun is a file of runRows in the order of the table.
type sortedRun struct{ file stage.File }

// runRow is one move of one position. Runs are Parquet as well: the same code reads and checks them.
type runRow struct {
	Key   int64 `col:"key,sort,delta"`
	W0    int64 `col:"w0"`
	W1    int64 `col:"w1"`
	W2    int64 `col:"w2"`
	W3    int64 `col:"w3"`
	Move  int32 `col:"move"`
	White int32 `col:"white"`
	Draws int32 `col:"draws"`
	Black int32 `col:"black"`
}

func (r *runRow) planes() board.Planes {
	return board.Planes{uint64(r.W0), uint64(r.W1), uint64(r.W2), uint64(r.W3)}
}

func (r *runRow) played() movesPlayed {
	return movesPlayed{board.Move(r.Move), tally{uint32(r.White), uint32(r.Draws), uint32(r.Black)}}
}

func rowOf(p *position, m movesPlayed) runRow {
	w := p.planes
	return runRow{p.key, int64(w[0]), int64(w[1]), int64(w[2]), int64(w[3]), int32(m.move),
		int32(m.counts[0]), int32(m.counts[1]), int32(m.counts[2])}
}

// spiller writes runs into a folder of its own.
type spiller struct{ folder string }

// runGroup is small: a merge holds a row group of every run of a partition.
const runGroup = 16_384

func (s *spiller) write(part, number int, positions iter.Seq2[*position, error]) (sortedRun, error) {
	dir := filepath.Join(s.folder, fmt.Sprintf("%03d", part))
	staging := table.NewStaging(dir, number, table.Options{RowGroup: runGroup, Scratch: true})
	defer staging.Abort()
	w, err := table.Create[runRow](staging, "run")
	if err != nil {
		return sortedRun{}, err
	}
	for p, err := range positions {
		if err != nil {
			return sortedRun{}, err
		}
		for _, m := range p.moves {
			if err := w.Write(rowOf(p, m)); err != nil {
				return sortedRun{}, err
			}
		}
	}
	files, err := staging.Commit()
	if err != nil {
		return sortedRun{}, err
	}
	return sortedRun{files["run"][0]}, nil
}

// remove deletes all runs.
func (s *spiller) remove() error { return os.RemoveAll(s.folder) }

// all yields the positions of a run.
func (r sortedRun) all() iter.Seq2[*position, error] {
	return func(yield func(*position, error) bool) {
		var p position
		for row, err := range table.Read[runRow]([]stage.File{r.file}) {
			if err != nil {
				yield(nil, fmt.Errorf("read back spilled positions: %w", err))
				return
			}
			if len(p.moves) > 0 && (p.key != row.Key || p.planes != row.planes()) {
				if !yield(&p, nil) {
					return
				}
				p.moves = p.moves[:0]
			}
			p.key, p.planes = row.Key, row.planes()
			p.moves = append(p.moves, row.played())
		}
		if len(p.moves) > 0 {
			yield(&p, nil)
		}
	}
}
