package cluster

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plyquet/pipeline/config"
	"plyquet/pipeline/plan"
	"plyquet/pipeline/stage"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// toy is a stage with so many phases.
type toy struct {
	name   string
	phases int
	reads  []stage.TableID
}

func (s *toy) Name() string                          { return s.name }
func (s *toy) Version() int                          { return 1 }
func (s *toy) Validate() error                       { return nil }
func (s *toy) Phases() int                           { return s.phases }
func (s *toy) Run(context.Context, *stage.Job) error { return nil }
func (s *toy) IO() (reads, writes []stage.TableID) {
	return s.reads, []stage.TableID{stage.TableID(s.name)}
}

// kitchen is a small pipeline: two single processes, a stage in two phases beside a stage in one, and two at the end.
func kitchen() []func() stage.Stage {
	return registry(toy{"buy", 0, nil}, toy{"wash", 0, []stage.TableID{"buy"}}, toy{"cut", 2, []stage.TableID{"wash"}},
		toy{"cook", 1, []stage.TableID{"wash"}}, toy{"lay", 0, []stage.TableID{"cut"}}, toy{"serve", 0, []stage.TableID{"cook", "lay"}})
}

func registry(toys ...toy) (list []func() stage.Stage) {
	for _, s := range toys {
		list = append(list, func() stage.Stage { return &s })
	}
	return list
}

// planned is the configuration and the plan of a kitchen in which the named steps are fresh.
func planned(t *testing.T, text string, fresh ...string) (*config.File, *plan.Plan) {
	t.Helper()
	return plannedFor(t, kitchen(), text, fresh...)
}

func plannedFor(t *testing.T, stages []func() stage.Stage, text string, fresh ...string) (*config.File, *plan.Plan) {
	t.Helper()
	f, err := config.Parse("kitchen.yaml", []byte(text), nil, stages)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Build(f, plan.Facts{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Steps {
		p.Steps[i].Fingerprint = "print of " + p.Steps[i].Stage
		if slices.Contains(fresh, p.Steps[i].Stage) {
			p.Steps[i].Status = plan.Fresh
		}
	}
	return f, p
}

// outline is the graph of the jobs: "3 cut-1[4] after 2".
func outline(jobs []Job) string {
	var b strings.Builder
	for i, j := range jobs {
		fmt.Fprintf(&b, "%d %s", i, j.Name)
		if j.Tasks > 0 {
			fmt.Fprintf(&b, "[%d]", j.Tasks)
		}
		if j.Todo != nil {
			fmt.Fprintf(&b, "%v", j.Todo)
		}
		if len(j.After) > 0 {
			fmt.Fprintf(&b, " after %v", j.After)
		}
		fmt.Fprintf(&b, ": %s\n", strings.Join(j.Args, " "))
	}
	return b.String()
}

func TestJobsWaitForWhatTheirStepsRead(t *testing.T) {
	for _, c := range []struct {
		name, fresh string
		done        map[string][]int
		want        string
	}{
		{"everything", "", nil, `0 buy: run --from buy --to wash
1 cut-1[8] after [0]: run --only cut --shards auto/8 --phase 1
2 cut-2[2] after [1]: run --only cut --shards auto/2 --phase 2
3 cut-commit after [2]: commit --only cut
4 cook[5] after [0]: run --only cook --shards auto/5
5 cook-commit after [4]: commit --only cook
6 last after [3 5]: run
`},
		{"what is left", "buy wash cut", map[string][]int{"cook 1 5": {0, 1, 2, 4}}, `0 cook[5][3]: run --only cook --shards auto/5
1 cook-commit after [0]: commit --only cook
2 last after [1]: run
`},
		{"only the commit", "buy wash cut", map[string][]int{"cook 1 5": {0, 1, 2, 3, 4}}, `0 cook-commit: commit --only cook
1 last after [0]: run
`},
		{"one process", "buy wash cut cook", nil, "0 last: run\n"},
		{"nothing", "buy wash cut cook lay serve", nil, ""},
	} {
		f, p := planned(t, "cluster: {shards: 8, stages: {cook: {shards: 5}}}", strings.Fields(c.fresh)...)
		jobs := Jobs(f, p, Facts{Done: func(name, print string, phase, of int) []int {
			if print != "print of "+name {
				t.Errorf("fingerprint %q of %s", print, name)
			}
			return c.done[fmt.Sprintf("%s %d %d", name, phase, of)]
		}})
		if got := outline(jobs); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		for i, j := range jobs {
			if slices.ContainsFunc(j.After, func(at int) bool { return at >= i }) {
				t.Errorf("%s: job %d waits for one behind it", c.name, i)
			}
		}
	}
}

func TestTasksDoNotWaitForSingleProcessesTheyDoNotRead(t *testing.T) {
	f, p := plannedFor(t, registry(toy{"buy", 0, nil}, toy{"wash", 0, []stage.TableID{"buy"}}, toy{"sweep", 0, []stage.TableID{"wash"}},
		toy{"cut", 1, []stage.TableID{"wash"}}, toy{"serve", 0, []stage.TableID{"sweep", "cut"}}), "cluster: {shards: 8}")
	want := `0 buy: run --from buy --to wash
1 sweep after [0]: run --only sweep
2 cut[8] after [0]: run --only cut --shards auto/8
3 cut-commit after [2]: commit --only cut
4 last after [1 3]: run
`
	if got := outline(Jobs(f, p, Facts{})); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestTasksAreSizedByMeasuredCost(t *testing.T) {
	f, p := planned(t, "limits: {memory: 4GiB}\ncluster: {shards: 10, cpus: 2, time: 3h}", "buy", "wash", "cut", "lay", "serve")
	size := func(costs map[string]Cost) string {
		j := Jobs(f, p, Facts{Costs: costs})[0]
		return fmt.Sprintf("%d MiB, %s", j.Memory>>20, time.Duration(j.Time))
	}
	for _, c := range []struct {
		costs map[string]Cost
		want  string
	}{
		{nil, "5120 MiB, 3h0m0s"}, // nothing is known: the limit and a quarter
		{map[string]Cost{"cook": {CPUSeconds: 36000}}, "5120 MiB, 1h20m0s"},                   // an hour a task with 2 CPUs, twice, and slack
		{map[string]Cost{"cook": {CPUSeconds: 10, PeakBytes: 300 << 20}}, "1350 MiB, 20m0s"},  // 3 processes, half as much again
		{map[string]Cost{"cook": {CPUSeconds: 10, PeakBytes: 1 << 20}}, "512 MiB, 20m0s"},     // never less
		{map[string]Cost{"cook": {CPUSeconds: 10, PeakBytes: 8 << 30}}, "5120 MiB, 20m0s"},    // never more than the limit needs
		{map[string]Cost{"cut": {CPUSeconds: 36000, PeakBytes: 1 << 30}}, "5120 MiB, 3h0m0s"}, // of another stage
	} {
		if got := size(c.costs); got != c.want {
			t.Errorf("%+v: %s, want %s", c.costs, got, c.want)
		}
	}
	f.Cluster.Stages = map[string]config.Share{"cook": {Memory: 7 << 30, Time: 5 * time.Hour}}
	if got := size(map[string]Cost{"cook": {CPUSeconds: 10, PeakBytes: 1 << 20}}); got != "7168 MiB, 5h0m0s" {
		t.Errorf("own settings: %s", got)
	}
}

// site has paths and settings that a shell would stumble over.
func site(f *config.File) Site {
	return Site{Cluster: f.Cluster, Run: f.Run, Program: "/opt/chess tools/plyquet", Config: "/scratch/it's/runs/lunch/cluster/config.yaml",
		Base: "/home/ash", Data: "/scratch/it's", Logs: "/scratch/it's/runs/lunch/logs"}
}

const lunch = `
run: lunch
cluster:
  partition: main
  account: chess
  modules: [stockfish/16]
  options: [--qos=long]
  lines: ["export LANG=C"]
  shards: 8
  throttle: 3
  image: registry.example/plyquet:1
  volume: shared-data
`

func TestGolden(t *testing.T) {
	f, p := planned(t, lunch)
	jobs := Jobs(f, p, Facts{})
	manifests, err := site(f).Kubernetes(jobs)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]string{"lunch.sh": site(f).Shell(jobs, "run: lunch\n"), "lunch.yaml": manifests} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || got != string(want) {
			t.Errorf("%s differs (%v); see -update. Got:\n%s", path, err, got)
		}
	}
}

func TestNumbersAsSlurmTakesThem(t *testing.T) {
	for d, want := range map[time.Duration]string{
		20 * time.Minute: "00:20:00", 26 * time.Hour: "1-02:00:00", 24 * time.Hour: "1-00:00:00", 90 * time.Second: "00:01:30",
	} {
		if got := clock(d); got != want {
			t.Errorf("%s: %s, want %s", d, got, want)
		}
	}
	for want, list := range map[string][]int{"": nil, "3": {3}, "0-2": {0, 1, 2}, "1,3-4,9": {1, 3, 4, 9}} {
		if got := ranges(list); got != want {
			t.Errorf("%v: %s, want %s", list, got, want)
		}
	}
	if got := Submit(Job{After: []int{0, 1}, Alone: true}, []string{"7", "9"}); !slices.Equal(got, []string{"--parsable", "--dependency=afterok:7,afterok:9,singleton"}) {
		t.Error(got)
	}
}

func TestKubernetesNames(t *testing.T) {
	s := Site{Run: strings.Repeat("Über_Lunch.", 9) + "x"}
	name := s.k8sName(Job{Name: "position-table-2"}, 12)
	if len(name) > 63-6 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || !strings.HasSuffix(name, "-12-position-table-2") {
		t.Error(name)
	}
}
