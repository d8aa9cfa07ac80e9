package grade

import (
	"slices"
	"strings"
	"testing"

	"plyquet/stages/rows"
)

func TestValidateNamesEveryFault(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Error(err)
	}
	s := New()
	s.Profiles, s.AsShipped, s.Evals, s.Start, s.MinDepth = []string{"lichess", "caps", "lichess"}, []string{"x"}, "both", "zero", -1
	s.Engine = "perfect"
	err := s.Validate()
	if err == nil {
		t.Fatal("no error")
	}
	for _, part := range []string{"profiles[1]", "profiles[2]", "as_shipped[0]", "evals", "start", "engine_move", "min_depth"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not name %s", err, part)
		}
	}
	if err := (&Stage{Evals: evalsEngine, Start: "profile", Engine: "profile"}).Validate(); err == nil || !strings.Contains(err.Error(), "profiles") {
		t.Errorf("no profile: %v", err)
	}
}

func TestIOFollowsTheSource(t *testing.T) {
	s := New()
	if reads, _ := s.IO(); !slices.Contains(reads, rows.Evaluations) {
		t.Errorf("by engine: reads %v", reads)
	}
	s.Evals = evalsComments
	if reads, _ := s.IO(); slices.Contains(reads, rows.Evaluations) {
		t.Errorf("by comments: reads %v", reads)
	}
}
