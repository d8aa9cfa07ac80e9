package positions

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

func TestCountFileFindsEveryGame(t *testing.T) {
	text := randomGames(6, 3000, 120)
	for name, text := range map[string]string{"lf": text, "crlf": strings.ReplaceAll(text, "\n", "\r\n"), "short": text[:500]} {
		path := filepath.Join(written(t, map[string]string{"a.pgn": text}), "a.pgn")
		table, want := countText(t, bytes.NewReader([]byte(text)), New())
		for _, workers := range []int{0, 2} {
			stats, counts, err := CountFile(context.Background(), path, New(), workers)
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
