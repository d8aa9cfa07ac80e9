package command

import (
	"strings"
	"testing"

	"plyquet/pipeline/stage"
)

// environment looks names up in "A=1 B=2".
func environment(text string) func(string) string {
	return func(name string) string {
		for _, pair := range strings.Fields(text) {
			if key, value, _ := strings.Cut(pair, "="); key == name {
				return value
			}
		}
		return ""
	}
}

func TestShardsFromTheScheduler(t *testing.T) {
	for _, c := range []struct {
		flag, env, fault string
		want             stage.ShardRange
	}{
		{"", "SLURM_ARRAY_TASK_ID=3", "", stage.ShardRange{}},
		{"2-4/9", "SLURM_ARRAY_TASK_ID=3", "", stage.ShardRange{A: 2, B: 4, Of: 9}},
		{"auto/8", "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=1", "", stage.ShardRange{A: 5, B: 5, Of: 8}},
		{"auto/8", "JOB_COMPLETION_INDEX=0", "", stage.ShardRange{A: 0, B: 0, Of: 8}},
		{"auto/8", "", "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX", stage.ShardRange{}},
		{"auto/8", "SLURM_ARRAY_TASK_ID=8", "want 0 <= A <= B < N", stage.ShardRange{}},
		{"auto", "SLURM_ARRAY_TASK_ID=1", "want A-B/N", stage.ShardRange{}},
	} {
		got, err := (&Env{getenv: environment(c.env)}).parseShards(c.flag)
		switch {
		case c.fault == "" && (err != nil || got != c.want):
			t.Errorf("%s with %q: %v, %v, want %v", c.flag, c.env, got, err, c.want)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault) || ExitCode(err) != ExitUsage):
			t.Errorf("%s with %q: error %v, want %q", c.flag, c.env, err, c.fault)
		}
	}
}

func TestWorkersFollowTheScheduler(t *testing.T) {
	for env, want := range map[string]int{
		"SLURM_JOB_ID=1 SLURM_CPUS_PER_TASK=3 SLURM_CPUS_ON_NODE=8": 3,
		"SLURM_JOB_ID=1 SLURM_CPUS_ON_NODE=8":                       8,
		"SLURM_JOB_ID=1":                                            0,
		"SLURM_CPUS_PER_TASK=3":                                     0,
		"SLURM_JOB_ID=1 SLURM_CPUS_PER_TASK=3 GOMAXPROCS=2":         0,
	} {
		if got := (&Env{getenv: environment(env)}).allottedCPUs(); got != want {
			t.Errorf("%s: %d, want %d", env, got, want)
		}
	}
}
