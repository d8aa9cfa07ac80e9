package evaluate_test

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/stages/evaluate"
)

// small is a short piece of real work.
func small(t testing.TB) *evaluate.Stage {
	s := stockfish(t)
	s.Grade.Depth, s.Complexity.Depth, s.Complexity.Positions, s.Complexity.FromMove = 6, 5, 8, 2
	s.Complexity.MaxEvalCp = 500
	return s
}

func TestStockfishGivesTheSameBytesOnAnyNumberOfEngines(t *testing.T) {
	want := must(t, small(t), games(), 0, "").parts(t)
	cache := t.TempDir()
	for _, run := range []struct {
		workers int
		cache   string
	}{{1, ""}, {2, cache}, {8, cache}} {
		b := must(t, small(t), games(), run.workers, run.cache)
		if !maps.Equal(b.parts(t), want) {
			t.Errorf("%+v: other bytes", run)
		}
		if run.workers == 2 {
			t.Log(b.log.String())
		}
	}
}

// The engine named in the configuration may be any; its results are its own.
func TestOtherEnginesWork(t *testing.T) {
	stock := must(t, small(t), games(), 2, "").parts(t)
	for _, path := range []string{"/usr/games/fairy-stockfish", "/usr/games/ethereal-chess"} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			s := small(t)
			s.Engine.Path = path
			b, err := execute(t, s, games(), 2, "")
			if err != nil && strings.Contains(err.Error(), "no chess engine found") {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(b.result.Counts.Rejected) > 0 || maps.Equal(b.parts(t), stock) {
				t.Errorf("%+v", b.result.Counts)
			}
		})
	}
}

func TestOptionTheEngineDoesNotHaveIsReported(t *testing.T) {
	s := small(t)
	s.Engine.Options = map[string]string{"Contempt": "20", "Skill Level": "50"}
	_, err := execute(t, s, games(), 1, "")
	if err == nil || !strings.Contains(err.Error(), `"Contempt": the engine has no such option`) || !strings.Contains(err.Error(), "from 0 to 20") {
		t.Errorf("got %v", err)
	}
}
