package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"sort"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// readGame is a game with what only the choice needs of it.
type readGame struct {
	*game
	hash   int64
	phases []string // of the position before each move
	evals  []eval   // in the comment behind each move, White's view
}

type eval struct{ cp, mate table.Opt[int32] }

// games yields the wanted games with their moves, in file order. A part of plies holds the half-moves of the games in the
// part of games with the same number, in the same order; so the numbers of plies say where a game's rows stand, and
// row groups without a wanted game are not read. A few dozen games out of a million cost a look at the games alone.
func (s *Stage) games(ctx context.Context, job *stage.Job, want func(*gameRow) bool) iter.Seq2[readGame, error] {
	return func(yield func(readGame, error) bool) {
		games, plies := job.Inputs[rows.Games], job.Inputs[rows.Plies]
		if len(games) != len(plies) {
			yield(readGame{}, fmt.Errorf("%d parts of games and %d of plies do not belong together", len(games), len(plies)))
			return
		}
		for i := range games {
			if !eachWanted(ctx, games[i], plies[i], want, yield) {
				return
			}
		}
	}
}

// eachWanted yields the wanted games of one part; false ends the reading.
func eachWanted(ctx context.Context, games, plies stage.File, want func(*gameRow) bool, yield func(readGame, error) bool) bool {
	stream := plyStream{file: plies}
	defer stream.close()
	from := int64(0) // the first row of the game at hand
	for r, err := range table.Read[gameRow]([]stage.File{games}) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			yield(readGame{}, fmt.Errorf("read games: %w", err))
			return false
		}
		at := from
		from += int64(r.PlyCount)
		if !want(r) {
			continue
		}
		g, err := stream.read(r, at)
		if err != nil {
			yield(readGame{}, err)
			return false
		}
		if !yield(g, nil) {
			return false
		}
	}
	return true
}

// plyStream reads rows of a part of plies by their number, in ascending order.
type plyStream struct {
	file  stage.File
	ends  []int64 // of the row groups; nil: not known yet
	group int     // the one that next reads
	next  func() (*plyRow, error, bool)
	stop  func()
	at    int64 // number of the row that comes next
}

func (p *plyStream) close() {
	if p.stop != nil {
		p.stop()
		p.stop, p.next = nil, nil
	}
}

// row returns a row, valid until the next call; nil behind the last one.
func (p *plyStream) row(number int64) (*plyRow, error) {
	if p.ends == nil {
		if err := p.look(); err != nil {
			return nil, fmt.Errorf("read plies: %w", err)
		}
	}
	group := sort.Search(len(p.ends), func(i int) bool { return p.ends[i] > number })
	if group == len(p.ends) {
		return nil, nil
	}
	if p.next == nil || group != p.group {
		p.close()
		p.next, p.stop = iter.Pull2(table.ReadGroup[plyRow](p.file, group))
		p.group, p.at = group, 0
		if group > 0 {
			p.at = p.ends[group-1]
		}
	}
	for {
		r, err, ok := p.next()
		if err != nil || !ok {
			return nil, fmt.Errorf("read plies: row %d: %w", number, cmp.Or(err, io.ErrUnexpectedEOF))
		}
		p.at++
		if p.at > number {
			return r, nil
		}
	}
}

// look learns where the row groups end.
func (p *plyStream) look() error {
	sizes, err := table.Groups(p.file)
	if err != nil {
		return err
	}
	p.ends = make([]int64, len(sizes))
	end := int64(0)
	for i, n := range sizes {
		end += n
		p.ends[i] = end
	}
	return nil
}

// read returns the game of a row of games, whose half-moves begin at the row at.
func (p *plyStream) read(r *gameRow, at int64) (readGame, error) {
	g, err := newGame(r)
	if err != nil {
		return readGame{}, err
	}
	out := readGame{game: g, hash: r.GameHash}
	pos := g.start
	for n := range int64(r.PlyCount) {
		row, err := p.row(at + n)
		if err != nil {
			return out, err
		}
		if row == nil || row.GameID != g.id {
			break
		}
		m, err := pos.ParseUCI(row.UCI)
		if err != nil {
			return out, fmt.Errorf("game %d ply %d: move %s: %w", g.id, row.Ply, row.UCI, err)
		}
		g.moves = append(g.moves, m)
		out.phases = append(out.phases, row.Phase)
		out.evals = append(out.evals, eval{row.EvalCp, row.EvalMate})
		pos.Play(m)
	}
	if len(g.moves) != int(r.PlyCount) {
		return out, fmt.Errorf("game %d: %d plies in the table, the game says %d: the tables do not belong together", g.id, len(g.moves), r.PlyCount)
	}
	return out, nil
}
