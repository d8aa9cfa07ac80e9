package grade

import (
	"fmt"
	"testing"

	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// scattered is a run of 20 games in four parts, with evaluations in three parts that know nothing of the order of the games.
func scattered() (parts [][]record, evals [3][]rows.Evaluation) {
	for part := range 4 {
		var records []record
		for n := range 5 {
			id := int64(part*100 + n)
			records = append(records, record{id: id, moves: "e4 e5 Nf3 Nc6 Bb5 a6", result: "1/2-1/2"})
			at := (part + 2*n) % 3
			evals[at] = append(evals[at], lines(id, [2]string{fmt.Sprint("e2e4 ", 10*n)}, [2]string{"e7e5 30"}, [2]string{"g1f3 40"},
				[2]string{"b8c6 38"}, [2]string{"f1b5 -20"}, [2]string{"a7a6 -300"}, [2]string{"b5a4 20"})...)
		}
		parts = append(parts, records)
	}
	return parts, evals
}

func TestConformance(t *testing.T) {
	stagetest.Conform(t, stagetest.Case{
		New: func() stage.Stage { return New() },
		Set: []string{"book.names=none"},
		Inputs: func(t testing.TB, dir string) map[stage.TableID][]stage.File {
			parts, evals := scattered()
			return inputsIn(t, dir, parts, evals[:]...)
		},
	})
}

func TestOrderOfEvaluationsDoesNotMatter(t *testing.T) {
	parts, evals := scattered()
	s := New()
	s.Book = Book{Names: "none"}
	want := execute(t, s, 0, inputs(t, parts, evals[0], evals[1], evals[2]))
	if len(want.grades) != 4*5*6*3 {
		t.Fatalf("%d grades", len(want.grades))
	}
	got := execute(t, s, 0, inputs(t, parts, evals[2], evals[0], evals[1]))
	for id := range want.Files {
		for i, f := range want.Files[id] {
			if got.Files[id][i].SHA256 != f.SHA256 {
				t.Errorf("%s differs", f.Name)
			}
		}
	}
}
