package fetch

import (
	"strings"
	"testing"

	"plyquet/pipeline/stage"
	"plyquet/stages/stagetest"
)

func TestConformance(t *testing.T) {
	base := tree(t, "a.pgn", gamesText(3), "b.zip", string(stagetest.Zip(t, "b.pgn", gamesText(2), "E.pgn", "")),
		"c.pgn", "<html>", "d.pgn.gz", string(stagetest.Gzip(t, gamesText(4))), "deep/a.pgn", gamesText(1))
	stagetest.Conform(t, stagetest.Case{
		New: func() stage.Stage { return New() }, Base: base,
		Set:      []string{"paths=[" + strings.Join([]string{`"*.pgn"`, `"*.zip"`, `"*.gz"`, "deep"}, ", ") + "]"},
		Unsteady: []string{"downloads/session.json"}, // its name is the time
	})
}
