package stagetest

import (
	"context"
	"testing"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// counting is a stage in small that conforms.
type counting struct {
	Shards int `yaml:"shards"`
}

func newCounting() stage.Stage { return &counting{Shards: 3} }

func (*counting) Name() string                        { return "counting" }
func (*counting) Version() int                        { return 1 }
func (*counting) Validate() error                     { return nil }
func (*counting) IO() (reads, writes []stage.TableID) { return nil, []stage.TableID{"numbers"} }
func (s *counting) Run(ctx context.Context, job *stage.Job) error {
	return run.Each(ctx, job, make([]struct{}, s.Shards), func() (struct{}, error) { return struct{}{}, nil },
		func(_ context.Context, _, _ struct{}, out *run.Out) error {
			type number struct {
				N int64 `col:"n"`
			}
			w, err := table.Create[number](out.Staging, "numbers")
			if err != nil {
				return err
			}
			out.Seen(2)
			out.Keep(1)
			out.Fault(stage.Reject{Source: "x", Reason: "odd"})
			return w.Write(number{int64(out.Index)})
		})
}

func TestSuiteAcceptsAStageThatConforms(t *testing.T) {
	Conform(t, Case{New: newCounting, Set: []string{"shards=5"}})
}

// TestRejectsHaveTheColumnsOfTheirRowType: the machinery knows no stage and has its own copy of the row type.
func TestRejectsHaveTheColumnsOfTheirRowType(t *testing.T) {
	c := Case{New: newCounting}
	job := c.job(t, t.TempDir(), 0)
	res, err := run.Step(t.Context(), c.stage(t), job)
	if err != nil {
		t.Fatal(err)
	}
	got, err := table.Schema(res.Files[rows.Rejects][0])
	if err != nil {
		t.Fatal(err)
	}
	want, err := table.Columns[rows.Reject]()
	if err != nil {
		t.Fatal(err)
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i].Name != want[i].Name || got[i].Type != want[i].Type || got[i].Nullable != want[i].Nullable {
			t.Fatalf("columns\n%v, want\n%v", got, want)
		}
	}
}
