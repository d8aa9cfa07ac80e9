package evalcache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Summary is what the cache holds of one engine and one kind of search.
type Summary struct {
	Engine string
	Kind   Kind
	Count  int64 // searches: positions or games
	Nodes  int64 // what they would cost again
	Bytes  int64
	Oldest time.Time
	Newest time.Time
}

// Stats sums the cache up, by engine and kind.
func (s *Store) Stats(ctx context.Context) (list []Summary, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT engine, kind, count(*), sum(nodes), sum(length(data) + length(text)), min(created), max(created)
		FROM results GROUP BY engine, kind ORDER BY engine, kind`)
	if err != nil {
		return nil, fmt.Errorf("evaluation cache: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var m Summary
		var oldest, newest int64
		if err := rows.Scan(&m.Engine, &m.Kind, &m.Count, &m.Nodes, &m.Bytes, &oldest, &newest); err != nil {
			return nil, fmt.Errorf("evaluation cache: %w", err)
		}
		m.Oldest, m.Newest = time.Unix(oldest, 0).UTC(), time.Unix(newest, 0).UTC()
		list = append(list, m)
	}
	return list, rows.Err()
}

// Size is the size of the file in bytes.
func (s *Store) Size() (int64, error) {
	info, err := os.Stat(s.path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Condition selects entries to remove; an entry goes if it meets every condition that is set.
type Condition struct {
	Before    time.Time // made before then
	Engine    string    // of this engine
	NotEngine string    // of any other engine
}

// Prune removes entries and gives their space back to the system. Without any condition it removes nothing: emptying a cache
// is a matter of deleting its file.
func (s *Store) Prune(ctx context.Context, c Condition) (removed int64, err error) {
	if c == (Condition{}) {
		return 0, nil
	}
	before := int64(1<<62 - 1)
	if !c.Before.IsZero() {
		before = c.Before.Unix()
	}
	res, err := s.db.ExecContext(ctx, `DELETE FROM results WHERE created < ? AND (? = '' OR engine = ?) AND (? = '' OR engine <> ?)`,
		before, c.Engine, c.Engine, c.NotEngine, c.NotEngine)
	if err != nil {
		return 0, fmt.Errorf("evaluation cache: %w", err)
	}
	removed, err = res.RowsAffected()
	if err == nil && removed > 0 {
		_, err = s.db.ExecContext(ctx, "VACUUM")
	}
	return removed, err
}

// Export writes every entry as a line of JSON, in the order of their keys, for use outside of plyquet. Scores are the side to move's.
func (s *Store) Export(ctx context.Context, w io.Writer) (err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT engine, kind, text, depth, nodes, data FROM results WHERE length(data) <= ? ORDER BY engine, kind, text", maxEntry)
	if err != nil {
		return fmt.Errorf("evaluation cache: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out := json.NewEncoder(w)
	for rows.Next() {
		var e exported
		var data []byte
		if err := rows.Scan(&e.Engine, &e.Kind, &e.Search, &e.Depth, &e.Nodes, &data); err != nil {
			return fmt.Errorf("evaluation cache: %w", err)
		}
		matrices, err := decode(data)
		if err != nil {
			continue // Get does not serve it either
		}
		e.fill(matrices)
		if err := out.Encode(e); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return rows.Err()
}

type exported struct {
	Engine    string             `json:"engine"`
	Kind      Kind               `json:"kind"`
	Search    string             `json:"search"`
	Depth     int                `json:"depth"`
	Nodes     int64              `json:"nodes"`
	Positions []exportedPosition `json:"positions"`
}

type exportedPosition struct {
	Legal  int             `json:"legal"`
	Depths []exportedDepth `json:"depths"`
}

type exportedDepth struct {
	Depth int            `json:"depth"`
	Nodes int64          `json:"nodes"`
	Lines []exportedLine `json:"lines"`
}

// exportedLine has one of Cp and Mate.
type exportedLine struct {
	Move string `json:"move"`
	Cp   *int   `json:"cp,omitempty"`
	Mate *int   `json:"mate,omitempty"`
	WDL  []int  `json:"wdl,omitempty"`
}

func (e *exported) fill(matrices []Matrix) {
	for _, m := range matrices {
		p := exportedPosition{Legal: m.Legal, Depths: []exportedDepth{}}
		for _, d := range m.Depths {
			row := exportedDepth{Depth: d.Depth, Nodes: d.Nodes}
			for _, l := range d.Lines {
				row.Lines = append(row.Lines, exportLine(l))
			}
			p.Depths = append(p.Depths, row)
		}
		e.Positions = append(e.Positions, p)
	}
}

func exportLine(l Line) exportedLine {
	out := exportedLine{Move: l.Move}
	if mate, ok := l.Score.Mate(); ok {
		out.Mate = &mate
	} else {
		cp, _ := l.Score.Cp()
		out.Cp = &cp
	}
	if l.HasWDL {
		out.WDL = []int{int(l.Win), int(l.Draw), int(l.Loss)}
	}
	return out
}
