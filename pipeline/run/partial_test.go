package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"plyquet/pipeline/config"
	"plyquet/pipeline/stage"
)

// view shows what there is of the farm, as a report does.
type view struct{}

func (*view) Name() string    { return "view" }
func (*view) Version() int    { return 1 }
func (*view) Validate() error { return nil }
func (*view) IO() (reads, writes []stage.TableID) {
	return []stage.TableID{"seeds", "plants"}, []stage.TableID{"picture"}
}
func (v *view) MayLack() []stage.TableID { return []stage.TableID{"seeds", "plants"} }
func (*view) Run(ctx context.Context, job *stage.Job) error {
	return Once(ctx, job, func(_ context.Context, out *Out) error {
		f, err := out.CreateFile("picture", "picture.txt")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(f, "%d seeds, %d plants", len(job.Inputs["seeds"]), len(job.Inputs["plants"]))
		return err
	})
}

func TestAStepThatMayLackEverythingShowsAHalfFinishedRun(t *testing.T) {
	data := t.TempDir()
	registry := append(farm[:len(farm):len(farm)], func() stage.Stage { return &view{} })
	execute := func(opt Options) {
		t.Helper()
		f, err := config.Parse("", nil, []string{"limits.max_reject_rate=0.5", "workers=2"}, registry)
		if err != nil {
			t.Fatal(err)
		}
		opt.Data, opt.Base, opt.Schema = data, data, 1
		if _, err := Run(t.Context(), f, opt); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{Only: "view"}, "0 seeds, 0 plants"},
		{Options{To: "sow"}, "0 seeds, 0 plants"},
		{Options{Only: "view"}, "4 seeds, 0 plants"},
		{Options{}, "4 seeds, 4 plants"},
	} {
		execute(c.opt)
		got, err := os.ReadFile(filepath.Join(RunDir(data, "demo"), "picture.txt"))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("after %+v: %s, want %s", c.opt, got, c.want)
		}
	}
}
