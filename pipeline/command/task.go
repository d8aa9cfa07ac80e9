package command

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// parseShards reads --shards. auto/N takes the task's number from the scheduler. N stands there always: what Slurm
// says of it is 1 when a single task of an array is submitted again.
func (e *Env) parseShards(text string) (stage.ShardRange, error) {
	if text == "" {
		return stage.ShardRange{}, nil
	}
	if of, auto := strings.CutPrefix(text, "auto/"); auto {
		index := e.getenv("SLURM_ARRAY_TASK_ID")
		if index == "" {
			index = e.getenv("JOB_COMPLETION_INDEX")
		}
		if index == "" {
			return stage.ShardRange{}, &run.UsageError{Text: "--shards auto/" + of +
				": neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; this is for tasks of a job array"}
		}
		text = index + "/" + of
	}
	r, err := stage.ParseShardRange(text)
	if err != nil {
		return r, &run.UsageError{Text: "--" + err.Error()}
	}
	return r, nil
}

// ownFolders gives a task its cache and its temporary files on its own node; done removes them.
func (e *Env) ownFolders(opt *run.Options) (done func(), err error) {
	dir, err := os.MkdirTemp("", "plyquet-task-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the files of this task: %w", err)
	}
	opt.Cache, opt.Scratch = filepath.Join(dir, "cache"), filepath.Join(dir, "scratch")
	return func() { os.RemoveAll(dir) }, nil
}

// useAllottedCPUs makes `workers: auto` what the scheduler has given to this task. Without cgroups a task of one CPU
// sees all of its node.
func (e *Env) useAllottedCPUs() {
	if n := e.allottedCPUs(); n > 0 {
		runtime.GOMAXPROCS(n)
	}
}

// allottedCPUs is 0 outside a scheduler.
func (e *Env) allottedCPUs() int {
	if e.getenv("SLURM_JOB_ID") == "" || e.getenv("GOMAXPROCS") != "" {
		return 0
	}
	for _, name := range []string{"SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"} {
		if n, err := strconv.Atoi(e.getenv(name)); err == nil && n > 0 {
			return n
		}
	}
	return 0
}
