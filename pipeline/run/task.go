package run

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
)

// A Task is the word that a task with Shards leaves in state/tasks/STAGE/: when it begins, and again when it ends. It is
// for people and for the planning of further runs; what has been done, the records of the shards say.
type Task struct {
	Stage       string  `json:"stage"`
	Phase       int     `json:"phase"` // from 1
	First       int     `json:"first"` // of the tasks it stands for, 0-based
	Last        int     `json:"last"`
	Of          int     `json:"of"`
	Fingerprint string  `json:"fingerprint"`
	Host        string  `json:"host"`
	Job         string  `json:"job,omitempty"` // the scheduler's number
	Started     string  `json:"started"`       // RFC 3339, UTC
	Ended       bool    `json:"ended"`         // false: it is running, or was killed
	Error       string  `json:"error,omitempty"`
	Seconds     float64 `json:"seconds"`
	CPUSeconds  float64 `json:"cpu_seconds"` // with its engines
	PeakBytes   int64   `json:"peak_bytes"`  // of the largest of its processes
}

// Done reports that the task has done its share.
func (t Task) Done() bool { return t.Ended && t.Error == "" }

// Range writes the task as --shards takes it.
func (t Task) Range() string {
	if t.First == t.Last {
		return fmt.Sprintf("%d/%d", t.First, t.Of)
	}
	return fmt.Sprintf("%d-%d/%d", t.First, t.Last, t.Of)
}

func (t Task) String() string {
	name := fmt.Sprintf("task %s", t.Range())
	if t.Phase > 1 {
		name += fmt.Sprintf(" of phase %d", t.Phase)
	}
	switch {
	case !t.Ended:
		return fmt.Sprintf("%s did not finish (on %s, since %s)", name, t.Host, t.Started)
	case t.Error != "":
		return fmt.Sprintf("%s failed on %.80s after %.0f s: %.500s", name, t.Host, t.Seconds, t.Error)
	}
	return fmt.Sprintf("%s is done (on %s, %.0f s)", name, t.Host, t.Seconds)
}

func taskDir(dir, stageName string) string { return filepath.Join(dir, "state", "tasks", stageName) }

func (t Task) write(dir string) error {
	data, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%d-%05d-%05d-of-%05d.json", t.Phase, t.First, t.Last, t.Of)
	return manifest.Replace(filepath.Join(taskDir(dir, t.Stage), name), append(data, '\n'))
}

// Tasks reads the words of the tasks of a stage in the run folder dir, by phase and number.
func Tasks(dir, stageName string) ([]Task, error) {
	paths, err := sidecars(taskDir(dir, stageName))
	if err != nil {
		return nil, err
	}
	var list []Task
	for _, path := range paths {
		data, err := manifest.ReadSmall(path)
		if err != nil {
			return nil, err
		}
		var t Task
		if json.Unmarshal(data, &t) == nil && t.Of > 0 {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b Task) int {
		return cmp.Or(a.Phase-b.Phase, a.Of-b.Of, a.First-b.First)
	})
	return list, nil
}

// begin says that a task has started; the function it returns says how it ended.
func begin(job *stage.Job, jobName string) (end func(error), err error) {
	host, _ := os.Hostname()
	started, before := time.Now(), used()
	t := Task{
		Stage: job.Stage, Phase: max(job.Phase, 1), First: job.Shards.A, Last: job.Shards.B, Of: job.Shards.Of,
		Fingerprint: job.Fingerprint, Host: host, Job: jobName, Started: started.UTC().Format(time.RFC3339),
	}
	if err := t.write(job.Dir); err != nil {
		return nil, fmt.Errorf("leave word of the task: %w", err)
	}
	return func(err error) {
		u := used()
		t.Ended, t.Seconds, t.CPUSeconds, t.PeakBytes = true, time.Since(started).Seconds(), u.cpu-before.cpu, u.peak
		if err != nil {
			t.Error = err.Error()
		}
		if err := t.write(job.Dir); err != nil {
			job.Log.Warn("cannot leave word of the task", "error", err)
		}
	}, nil
}

// usage is what the work has taken; used tells, where the system does.
type usage struct {
	cpu  float64 // seconds
	peak int64   // bytes
}
