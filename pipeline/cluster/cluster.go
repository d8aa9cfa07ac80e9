// Package cluster turns a plan into the jobs of a batch system: Slurm job arrays with dependencies, or Indexed Jobs of
// Kubernetes. It is pure: a configuration, a plan and measured costs come in, jobs and texts come out; who submits
// them is package command.
//
//	fetch, sample        one job each, or one for several in a row: a single process
//	positions            an array (map), an array (merge), a commit
//	evaluate             an array, a commit
//	the rest             the last job: `plyquet run`, which also checks that everything is there
//
// Every task is `plyquet run --only STAGE --shards auto/N`, every commit `plyquet commit --only STAGE`; nothing else
// knows of the batch system. Tasks can be repeated, and N is written out everywhere, so that a task that failed can be
// submitted alone.
package cluster

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"plyquet/pipeline/config"
	"plyquet/pipeline/plan"
	"plyquet/pipeline/stage"
)

// A Job is one submission: a single process or an array of tasks.
type Job struct {
	Name   string   `json:"name"`
	Stage  string   `json:"stage,omitempty"` // whose tasks they are, or whose commit
	Steps  []string `json:"steps,omitempty"` // the stages that are in the manifest behind it and not before
	Phase  int      `json:"phase,omitempty"` // of the tasks, from 1
	Args   []string `json:"args"`            // of plyquet, without the configuration
	Tasks  int      `json:"tasks,omitempty"` // of the array; 0: no array
	Todo   []int    `json:"todo,omitempty"`  // the tasks that are left to do; nil: all
	After  []int    `json:"after,omitempty"` // positions of the jobs that must have succeeded
	Alone  bool     `json:"alone,omitempty"` // it writes the manifest: one at a time
	Last   bool     `json:"last,omitempty"`
	CPUs   int      `json:"cpus"`
	Memory int64    `json:"memory"` // bytes
	Time   Duration `json:"time"`   // limit
}

// Duration is a time limit; JSON shows it in seconds.
type Duration time.Duration

// MarshalText writes seconds.
func (d Duration) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%.0fs", time.Duration(d).Seconds()), nil
}

// UnmarshalText reads what MarshalText writes.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// Facts are what the jobs depend on besides configuration and plan.
type Facts struct {
	// Costs are measured costs of stages by name, scaled to the run at hand.
	Costs map[string]Cost
	// Done are the tasks of a stage's phase that need not be done again, of so many.
	Done func(stageName, fingerprint string, phase, of int) []int
}

// A Cost is what a stage takes.
type Cost struct {
	CPUSeconds float64
	PeakBytes  int64 // of one process; 0: unknown at this size
}

// Jobs lists what has to be submitted, in an order in which every job comes after those it waits for. A plan
// without work has none.
func Jobs(f *config.File, p *plan.Plan, facts Facts) []Job {
	b := builder{file: f, facts: facts, commit: map[string]int{}}
	var single []plan.Step // steps in a row that are done by one process
	for _, s := range p.Steps {
		if s.Status == plan.Fresh || s.Status == plan.Skipped {
			continue
		}
		phases := b.phases(s.Stage)
		if phases == 0 {
			single = append(single, s)
			continue
		}
		n := needed(single, s)
		b.process(single[:n])
		b.process(single[n:]) // beside the tasks
		single = nil
		b.arrays(s, phases)
	}
	if len(b.jobs) > 0 || len(single) > 0 {
		b.last(single)
	}
	return b.jobs
}

// needed is how many of the steps in a row have to be done before s can begin.
func needed(row []plan.Step, s plan.Step) (n int) {
	for i, r := range row {
		if slices.Contains(s.Needs, r.Stage) {
			n = i + 1
		}
	}
	return n
}

type builder struct {
	file   *config.File
	facts  Facts
	jobs   []Job
	commit map[string]int // the job after which a stage is in the manifest
}

// phases is how often tasks go over a stage; 0: one process does it.
func (b *builder) phases(name string) int {
	section, _ := b.file.Section(name)
	if _, light := section.Stage.(stage.Light); light && b.file.Cluster.Stages[name].Shards == 0 {
		return 0
	}
	if d, ok := section.Stage.(stage.Divisible); ok {
		return d.Phases()
	}
	return 0
}

// process adds the job of steps that one process does.
func (b *builder) process(steps []plan.Step) {
	if len(steps) == 0 {
		return
	}
	first, last := steps[0].Stage, steps[len(steps)-1].Stage
	job := b.job(first, 1, steps...)
	job.Name, job.Alone, job.Args = first, true, []string{"run", "--from", first, "--to", last}
	if first == last {
		job.Args = []string{"run", "--only", first}
	}
	job.After = b.after(steps...)
	b.add(job, steps...)
}

// arrays adds the tasks of a step, a job for each phase, and its commit.
func (b *builder) arrays(s plan.Step, phases int) {
	after := b.after(s)
	for phase := 1; phase <= phases; phase++ {
		tasks := cmp.Or(b.file.Cluster.Stages[s.Stage].Shards, b.file.Cluster.Shards)
		if phase > 1 {
			tasks = (tasks + reduceShare - 1) / reduceShare
		}
		job := b.job(s.Stage, tasks, s)
		job.Name, job.Stage, job.Phase, job.Tasks, job.After = s.Stage, s.Stage, phase, tasks, after
		job.Args = []string{"run", "--only", s.Stage, "--shards", fmt.Sprintf("auto/%d", tasks)}
		if phases > 1 {
			job.Name += fmt.Sprintf("-%d", phase)
			job.Args = append(job.Args, "--phase", fmt.Sprint(phase))
		}
		if job.Todo = b.todo(s, phase, tasks); job.Todo != nil && len(job.Todo) == 0 {
			continue // all of them are done
		}
		b.add(job)
		after = []int{len(b.jobs) - 1}
	}
	job := b.job(s.Stage, 1)
	job.Name, job.Stage, job.Alone, job.After = s.Stage+"-commit", s.Stage, true, after
	job.Args = []string{"commit", "--only", s.Stage}
	b.add(job, s)
}

// reduceShare: the second phase of a stage takes a small part of the time of the first, so fewer tasks do it.
const reduceShare = 4

// todo are the tasks that are left; nil: all of them.
func (b *builder) todo(s plan.Step, phase, tasks int) []int {
	if b.facts.Done == nil || s.Fingerprint == "" {
		return nil
	}
	done := b.facts.Done(s.Stage, s.Fingerprint, phase, tasks)
	if len(done) == 0 {
		return nil
	}
	left := []int{}
	for i := range tasks {
		if !slices.Contains(done, i) {
			left = append(left, i)
		}
	}
	return left
}

// last adds the job that runs what is left and checks the whole.
func (b *builder) last(steps []plan.Step) {
	job := b.job("report", 1, steps...)
	job.Name, job.Alone, job.Last, job.Args = "last", true, true, []string{"run"}
	waitedFor := map[int]bool{}
	for _, j := range b.jobs {
		for _, i := range j.After {
			waitedFor[i] = true
		}
	}
	for i := range b.jobs {
		if !waitedFor[i] {
			job.After = append(job.After, i)
		}
	}
	b.add(job, steps...)
}

func (b *builder) add(j Job, makes ...plan.Step) {
	for _, s := range makes {
		j.Steps = append(j.Steps, s.Stage)
	}
	b.jobs = append(b.jobs, j)
	for _, s := range makes {
		b.commit[s.Stage] = len(b.jobs) - 1
	}
}

// after are the jobs that make what the steps need.
func (b *builder) after(steps ...plan.Step) (list []int) {
	for _, s := range steps {
		for _, need := range s.Needs {
			if at, ok := b.commit[need]; ok && !slices.Contains(list, at) {
				list = append(list, at)
			}
		}
	}
	slices.Sort(list)
	return list
}

// job sizes a job that does so many steps in the given number of tasks.
func (b *builder) job(name string, tasks int, steps ...plan.Step) Job {
	c, own := &b.file.Cluster, b.file.Cluster.Stages[name]
	j := Job{CPUs: cmp.Or(own.CPUs, c.CPUs)}
	j.Memory = cmp.Or(int64(own.Memory), int64(c.Memory), b.memory(j.CPUs, steps))
	j.Time = Duration(cmp.Or(own.Time, b.time(tasks*j.CPUs, steps), c.Time))
	return j
}

const (
	leastMemory = 512 << 20
	slack       = 15 * time.Minute // start, a slow file system, the last part
)

// memory is what a task with so many workers needs: as measured, with room; else the limit the stages keep to and a
// quarter more, for the limit is one of tables and engines.
func (b *builder) memory(cpus int, steps []plan.Step) int64 {
	bound := int64(b.file.Limits.Memory) / 4 * 5
	var need int64
	for _, s := range steps {
		peak := b.facts.Costs[s.Stage].PeakBytes
		if peak == 0 {
			return bound
		}
		need = max(need, peak*int64(cpus+1)/2*3) // a process and its engines, half as much again
	}
	if need == 0 {
		return bound
	}
	need = max(need, leastMemory)
	if bound > 0 {
		need = min(need, bound)
	}
	return need
}

// time is twice the measured cost of a task, rounded up to ten minutes; 0 if a step has not been measured.
func (b *builder) time(cpus int, steps []plan.Step) time.Duration {
	seconds := 0.0
	for _, s := range steps {
		cost, ok := b.facts.Costs[s.Stage]
		if !ok {
			return 0
		}
		seconds += cost.CPUSeconds
	}
	if seconds == 0 {
		return 0
	}
	const step = 10 * time.Minute
	each := time.Duration(2*seconds/float64(max(cpus, 1))*float64(time.Second)) + slack
	return time.Duration(math.Ceil(float64(each)/float64(step))) * step
}
