package verify

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"plyquet/engine/pgn"
	"plyquet/stages/rows"
)

// A labelled move is what labels say of one half-move of a simulated game.
type labelled struct {
	Source     string `col:"source"`
	GameNumber int64  `col:"game_number"`
	Ply        int32  `col:"ply"`
	Player     string `col:"player"`
	Played     string `col:"played"`
}

// labels reads the simulated games beside their labels: every half-move has one, with its move and its player. Files and
// labels are in the same order.
func (a *audit) labels() error {
	if !a.has(rows.Labels) {
		return nil
	}
	c := open[labelled](a.files[rows.Labels])
	defer c.stop()
	var games int64
	var missing, others, orphans tally
	order := map[string]int{} // of the sources, from 1
	for i, f := range a.files[rows.Simulated] {
		order[strings.TrimPrefix(f.Name, "simulated/")] = i + 1
	}
	for _, f := range a.files[rows.Simulated] {
		data, err := os.ReadFile(f.Path)
		if err != nil {
			return err
		}
		reader := pgn.NewReader(pgn.Options{MovesOnly: true})
		reader.Reset(pgn.Block{Source: strings.TrimPrefix(f.Name, "simulated/"), First: 1, Data: bytes.TrimSpace(data)})
		for {
			g, err := reader.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			games++
			labelsOf(c, g, order, &missing, &others, &orphans)
		}
	}
	for ; c.row != nil; c.step() {
		orphans.add("%v", *c.row)
	}
	missing.closeAs(a, rows.Labels, "half-moves of simulated games", "have no row")
	others.close(a, rows.Labels, "have another player or move than the simulated game")
	orphans.close(a, rows.Labels, "are of no simulated half-move, or out of order")
	if n := a.counts("simulate"); n != nil {
		a.equal(rows.Simulated, "games", games, "were kept by simulate", n.Kept)
	}
	return c.err
}

// labelsOf takes the rows of one game. Rows of an earlier place are orphans, and of a later one are left.
func labelsOf(c *cursor[labelled], g *pgn.Game, order map[string]int, missing, others, orphans *tally) {
	var players [2]string
	for side, name := range []string{"White", "Black"} {
		value, _ := g.Tag(name)
		players[side] = string(value)
	}
	p := g.Start
	for i := range g.Moves {
		at := labelled{Source: g.Source, GameNumber: g.Number, Ply: int32(i + 1), Player: players[p.Turn()]}
		at.Played = string(p.AppendUCI(nil, g.Moves[i].Move, false))
		p.Play(g.Moves[i].Move)
		for ; c.row != nil && c.row.before(at, order); c.step() {
			orphans.add("%v", *c.row)
		}
		if c.row == nil || at.before(*c.row, order) {
			missing.add("%v", at)
			continue
		}
		if c.row.Player != at.Player || c.row.Played != at.Played {
			others.add("%v", at)
		}
		c.step()
	}
}

// before orders rows by the order of their sources and their place; an unknown source is before all.
func (l labelled) before(o labelled, order map[string]int) bool {
	return cmp.Or(cmp.Compare(order[l.Source], order[o.Source]), cmp.Compare(l.GameNumber, o.GameNumber), cmp.Compare(l.Ply, o.Ply)) < 0
}

func (l labelled) String() string {
	return fmt.Sprintf("%q, game %d ply %d (%s by %q)", l.Source, l.GameNumber, l.Ply, l.Played, l.Player)
}
