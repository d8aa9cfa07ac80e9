package command

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/pipeline/cluster"
	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/plan"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// sampleOf is a step that has made so many bytes.
func sampleOf(bytes int64) *manifest.Step {
	return &manifest.Step{Result: manifest.Result{Stage: "sample",
		Files: map[stage.TableID][]stage.File{"sampled": {{Name: "sampled/a.pgn", Bytes: bytes}}}}}
}

func TestCostsOfAPilotAreScaledByTheSample(t *testing.T) {
	data := t.TempDir()
	parts := []manifest.Part{{Name: "version", Value: "1"}, {Name: "config.depth", Value: "12"}, {Name: "input.games", Value: "pilot's"}}
	pilot := &manifest.Manifest{Schema: 1, Steps: map[string]*manifest.Step{
		"sample":   sampleOf(1000),
		"evaluate": {Result: manifest.Result{Parts: parts}, Run: manifest.Execution{CPUSeconds: 60, PeakBytes: 100 << 20}},
		"grade":    {Result: manifest.Result{Parts: parts}, Run: manifest.Execution{CPUSeconds: 5}},
	}}
	write := func(name string, m *manifest.Manifest) {
		dir := run.RunDir(data, name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := m.Write(dir); err != nil {
			t.Fatal(err)
		}
	}
	write("pilot", pilot)
	p := &plan.Plan{Steps: []plan.Step{
		{Stage: "evaluate", Parts: append(parts[:2:2], manifest.Part{Name: "input.games", Value: "all"})},
		{Stage: "grade", Parts: []manifest.Part{{Name: "version", Value: "2"}}}, // other settings: its cost says nothing
		{Stage: "report"},
	}}
	file := &config.File{Frame: config.Frame{Run: "month", Cluster: config.Cluster{Measured: "pilot"}}}
	for _, c := range []struct {
		sample int64
		want   map[string]cluster.Cost
	}{
		{0, map[string]cluster.Cost{}}, // nothing is sampled yet
		{200_000, map[string]cluster.Cost{"evaluate": {CPUSeconds: 12_000}}},
		{500, map[string]cluster.Cost{"evaluate": {CPUSeconds: 30, PeakBytes: 100 << 20}}},
	} {
		if c.sample > 0 {
			write("month", &manifest.Manifest{Schema: 1, Steps: map[string]*manifest.Step{"sample": sampleOf(c.sample)}})
		}
		got, err := measured(file, p, data)
		if err != nil || !maps.Equal(got, c.want) {
			t.Errorf("sample of %d bytes: %+v, %v, want %+v", c.sample, got, err, c.want)
		}
	}
	file.Cluster.Measured = "no-such-run"
	if _, err := measured(file, p, data); ExitCode(err) != ExitUsage {
		t.Errorf("error %v", err)
	}
}

func TestOnlyTasksOfTheSameWorkAreDone(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "state", "tasks", "cook")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a.json":   `{"stage":"cook","phase":1,"first":0,"last":0,"of":4,"fingerprint":"f","ended":true}`,
		"b.json":   `{"stage":"cook","phase":1,"first":2,"last":3,"of":4,"fingerprint":"f","ended":true}`,
		"c.json":   `{"stage":"cook","phase":1,"first":1,"last":1,"of":4,"fingerprint":"f","ended":true,"error":"burnt"}`,
		"d.json":   `{"stage":"cook","phase":1,"first":1,"last":1,"of":4,"fingerprint":"f"}`,
		"e.json":   `{"stage":"cook","phase":1,"first":1,"last":1,"of":5,"fingerprint":"f","ended":true}`,
		"f.json":   `{"stage":"cook","phase":2,"first":1,"last":1,"of":4,"fingerprint":"f","ended":true}`,
		"g.json":   `{"stage":"cook","phase":1,"first":1,"last":1,"of":4,"fingerprint":"other","ended":true}`,
		"h.json":   `{"stage":"co`,
		".i.json~": `half-written`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := done(dir, "cook", "f", 1, 4); !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("%v", got)
	}
}

// TestStatusCountsTasksByWhatTheyLeftAndWhatIsQueued.
func TestStatusCountsTasksByWhatTheyLeftAndWhatIsQueued(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "state", "tasks", "cook")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"0.json": `{"stage":"cook","phase":1,"first":0,"last":0,"of":5,"ended":true}`,
		"1.json": `{"stage":"cook","phase":1,"first":1,"last":1,"of":5,"ended":true,"error":"burnt","host":"stove3"}`,
		"2.json": `{"stage":"cook","phase":1,"first":2,"last":2,"of":5}`, // running
		"3.json": `{"stage":"cook","phase":1,"first":3,"last":3,"of":5}`, // killed
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	e := &Env{Base: dir}
	job := submitted{cluster.Job{Name: "cook", Stage: "cook", Phase: 1, Tasks: 5}, "70"}
	queue := []queued{{"70_2", "70", "RUNNING", "None"}, {"70_4", "70", "PENDING", "Resources"}, {"71", "71", "PENDING", "Dependency"}}
	tasks, err := run.Tasks(dir, job.Stage)
	if err != nil {
		t.Fatal(err)
	}
	got := e.count(dir, job, tasks, queue, false)
	text := strings.Join(got.trouble, "\n")
	if got.tasks != 5 || got.done != 1 || got.running != 1 || got.waiting != 1 || got.failed != 2 || len(got.trouble) != 2 ||
		!strings.Contains(text, "task 1/5 failed on stove3 after 0 s: burnt; its log: logs/cook-70_1.log") ||
		!strings.Contains(text, "task 3/5 did not finish") {
		t.Errorf("%+v", got)
	}
}

// TestSubmissionOfOthersIsBounded: the tasks of a stage are looked up for each job.
func TestSubmissionOfOthersIsBounded(t *testing.T) {
	dir := t.TempDir()
	if err := manifest.WriteFile(submissionPath(dir), []byte(`{"jobs": [`+strings.Repeat(`{},`, maxJobs)+`{}]}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := readSubmission(dir); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Error(err)
	}
}
