package positions

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/engine/pgn"
)

func TestCountFileFindsEveryGame(t *testing.T) {
	text := randomGames(6, 3000, 120)
	for name, text := range map[string]string{"lf": text, "crlf": strings.ReplaceAll(text, "\n", "\r\n"), "short": text[:500]} {
		path := filepath.Join(written(t, map[string]string{"a.pgn": text}), "a.pgn")
		table, want := countText(t, bytes.NewReader([]byte(text)), New())
		for _, workers := range []int{0, 2} {
			stats, counts, err := CountFile(context.Background(), path, New(), workers, false)
			if err != nil {
				t.Fatal(err)
			}
			if counts.Kept != want.Kept || counts.Seen != want.Seen || counts.Extra["plies"] != want.Extra["plies"] ||
				stats.Positions != table.Stats().Positions {
				t.Errorf("%s, %d workers: %+v in %d positions, want %+v in %d", name, workers, counts, stats.Positions, want, table.Stats().Positions)
			}
		}
	}
}

func TestWholeGamesGiveTheSameTable(t *testing.T) {
	text := randomGames(7, 200, 60)
	for _, plies := range []int{0, 1, 2, 20, 59, 1000} {
		r := New().rules()
		r.plies = plies
		want, wantPlies := entriesOf(t, r, text)
		r.whole = true
		got, gotPlies := entriesOf(t, r, text)
		if !maps.Equal(got, want) || len(want) == 0 {
			t.Errorf("%d plies: %d positions with moves, want %d, or other counts", plies, len(got), len(want))
		}
		if gotPlies < wantPlies || plies == 20 && gotPlies == wantPlies {
			t.Errorf("%d plies: %d moves read, %d without the rest of the games", plies, gotPlies, wantPlies)
		}
	}
}

type positionMove struct {
	planes board.Planes
	move   board.Move
}

// entriesOf counts a text and returns the table, and how many moves were read.
func entriesOf(t *testing.T, r rules, text string) (map[positionMove]tally, int64) {
	t.Helper()
	table, report := NewTable(t.TempDir(), 0), new(tallyReport)
	c := newCounter(r, table, newSeenGames())
	if err := errors.Join(c.block(pgn.Block{Data: []byte(text)}, report), c.feed.flushAll()); err != nil {
		t.Fatal(err)
	}
	entries := map[positionMove]tally{}
	for _, part := range table.parts {
		part.With(func(p *partition) {
			for pos, err := range p.all() {
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range pos.moves {
					entries[positionMove{pos.planes, m.move}] = m.counts
				}
			}
		})
	}
	return entries, report.c.Extra["plies"]
}
