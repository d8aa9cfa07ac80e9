package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plyquet/pipeline/cluster"
	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
)

func slurmCommand(e *Env) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "slurm [CONFIG]",
		Short: "Submit a run to Slurm as job arrays with dependencies",
		Long: "Slurm submits what is stale: an array of tasks for each stage that can be shared, a commit behind it, one process for\n" +
			"the rest. Submitted again, it submits what has failed or is missing, and nothing else. The section cluster of the\n" +
			"configuration holds partition, limits and the number of tasks; `plyquet help cluster` tells the whole.",
		Example: "  plyquet slurm configs/default.yaml --dry-run\n" +
			"  plyquet slurm configs/default.yaml --set cluster.partition=short --set cluster.shards=32\n" +
			"  plyquet slurm status demo\n" +
			"  plyquet slurm data/runs/demo              # submit again what failed or is missing",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := e.spread(cmd.Context(), args)
			if err != nil {
				return err
			}
			if dry {
				text, err := s.file.Resolved()
				if err == nil {
					_, err = fmt.Fprint(e.Stdout, s.site.Shell(s.jobs, string(text)))
				}
				return err
			}
			return e.submit(s)
		},
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, "print a script that submits the jobs, and submit nothing")
	status := &cobra.Command{
		Use:   "status [NAME]",
		Short: "Show which tasks of a run are done, running, waiting, failed",
		Long: "Status shows a line for each job of the last submission, and for each task that failed where, after how long, why and\n" +
			"its log (NAME is the run's name, demo without it).",
		Example: "  plyquet slurm status demo",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return e.slurmStatus(append(args, config.Defaults().Run)[0])
		},
	}
	cmd.AddCommand(status)
	return cmd
}

// A submission is cluster/jobs.json in the run folder: the jobs of the last submission with their numbers.
type submission struct {
	At   string      `json:"at"` // RFC 3339, UTC
	Jobs []submitted `json:"jobs"`
}

type submitted struct {
	cluster.Job
	ID string `json:"id"`
}

// maxJobs is far above the jobs of any run: some for each stage.
const maxJobs = 200

func submissionPath(dir string) string { return filepath.Join(dir, "cluster", "jobs.json") }

func readSubmission(dir string) (s submission, err error) {
	data, err := manifest.ReadSmall(submissionPath(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if len(s.Jobs) > maxJobs {
		return s, fmt.Errorf("%s is damaged: it has %d jobs", submissionPath(dir), len(s.Jobs))
	}
	return s, err
}

// submit hands the jobs to sbatch. When one is refused, those before it are cancelled: half a chain is no run.
func (e *Env) submit(s *spread) error {
	if len(s.jobs) == 0 {
		fmt.Fprintf(e.Stdout, "nothing to do: every step is fresh (%s)\n", e.short(s.dir))
		return nil
	}
	before, err := readSubmission(s.dir)
	if err != nil {
		return err
	}
	if queue, err := squeue(before); err == nil && len(queue) > 0 {
		return fmt.Errorf("run %s has jobs in the queue (%s): wait for them or scancel them first", s.file.Run, queue[0].id)
	}
	if err := s.freeze(); err != nil {
		return err
	}
	now := submission{At: time.Now().UTC().Format(time.RFC3339)}
	var ids []string
	for i, j := range s.jobs {
		script := filepath.Join(s.dir, "cluster", fmt.Sprintf("%02d-%s.sh", i, j.Name))
		if err := manifest.WriteFile(script, []byte(s.site.Script(j))); err != nil {
			return err
		}
		out, err := output("sbatch", append(cluster.Submit(j, ids), script)...)
		if err != nil {
			if len(ids) > 0 {
				_, cancelled := output("scancel", ids...)
				err = errors.Join(err, cancelled)
			}
			return fmt.Errorf("submit %s: %w", j.Name, err)
		}
		id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // ID;CLUSTER
		ids = append(ids, id)
		now.Jobs = append(now.Jobs, submitted{j, id})
		fmt.Fprintf(e.Stdout, "%-9s %s\n", id, describeJob(j))
	}
	data, err := json.MarshalIndent(now, "", " ")
	if err != nil {
		return err
	}
	if err := manifest.WriteFile(submissionPath(s.dir), append(data, '\n')); err != nil {
		return err
	}
	fmt.Fprintf(e.Stdout, "submitted; to see how far it is: plyquet slurm status %s; logs: %s\n", s.file.Run, e.short(s.site.Logs))
	return nil
}

func describeJob(j cluster.Job) string {
	text := j.Name
	if j.Tasks > 0 {
		text += fmt.Sprintf(" (%d tasks)", taskCount(j))
	}
	return text
}

func taskCount(j cluster.Job) int {
	if j.Todo != nil {
		return len(j.Todo)
	}
	return j.Tasks
}

// output runs a program and returns what it prints; what it prints on its error stream becomes the error.
func output(name string, args ...string) (string, error) {
	var out, complaint bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", fmt.Errorf("%s is not on this machine: submit on a login node of the cluster, or use --dry-run", name)
		}
		return "", fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(complaint.String()))
	}
	return out.String(), nil
}

// queued is one line of squeue: a job, or a task of one.
type queued struct{ id, job, state, reason string }

// squeue asks for the jobs of a submission that have not ended.
func squeue(s submission) (list []queued, err error) {
	var ids []string
	for _, j := range s.Jobs {
		ids = append(ids, j.ID)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	// Without -r a waiting array is one line. Numbers that Slurm has forgotten are an error, so all jobs are asked for.
	out, err := output("squeue", "--noheader", "--array", "--format=%i|%F|%T|%r")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) == 4 && slices.Contains(ids, f[1]) {
			list = append(list, queued{f[0], f[1], f[2], f[3]})
		}
	}
	return list, nil
}

// slurmStatus shows a line for each job, and what is known of tasks that failed.
func (e *Env) slurmStatus(name string) error {
	dir := run.RunDir(e.Data(), name)
	s, err := readSubmission(dir)
	if err != nil {
		return err
	}
	if len(s.Jobs) == 0 {
		return fmt.Errorf("run %q has not been submitted: use plyquet slurm CONFIG first", name)
	}
	m, err := manifest.Read(dir)
	if err != nil {
		return err
	}
	queue, err := squeue(s)
	if err != nil {
		e.Log(e.Stderr).Warn("what is in the queue is not known", "error", err)
	}
	w := e.Stdout
	fmt.Fprintf(w, "%-9s %-18s %6s %6s %8s %8s %7s\n", "job", "name", "tasks", "done", "running", "waiting", "failed")
	var trouble []string
	tasks := map[string][]run.Task{} // by stage
	for _, j := range s.Jobs {
		if _, read := tasks[j.Stage]; !read && j.Tasks > 0 {
			tasks[j.Stage], _ = run.Tasks(dir, j.Stage)
		}
		c := e.count(dir, j, tasks[j.Stage], queue, finished(m, s, j))
		fmt.Fprintf(w, "%-9s %-18s %6d %6d %8d %8d %7d\n", OneLine(j.ID), OneLine(j.Name), c.tasks, c.done, c.running, c.waiting, c.failed)
		trouble = append(trouble, c.trouble...)
	}
	for _, line := range trouble {
		fmt.Fprintln(w, harmless(line))
	}
	if len(trouble) > 0 && len(queue) == 0 {
		fmt.Fprintf(w, "to run what is missing: plyquet slurm %s\n", e.short(dir))
	}
	return nil
}

// progress is how far a job is.
type progress struct {
	tasks, done, running, waiting, failed int
	trouble                               []string
}

func (e *Env) count(dir string, j submitted, tasks []run.Task, queue []queued, finished bool) (p progress) {
	p.tasks = max(taskCount(j.Job), 1)
	for _, q := range queue {
		switch {
		case q.job != j.ID:
		case q.state == "PENDING":
			p.waiting++
		default:
			p.running++
		}
	}
	if j.Tasks == 0 {
		switch {
		case p.running+p.waiting > 0:
		case finished:
			p.done = 1
		default:
			p.failed = 1
			p.trouble = append(p.trouble, fmt.Sprintf("%s has not finished; its log: %s", j.Name, e.short(filepath.Join(dir, "logs", j.Name+"-"+j.ID+".log"))))
		}
		return p
	}
	inQueue := func(t run.Task) bool {
		return slices.ContainsFunc(queue, func(q queued) bool { return q.id == fmt.Sprintf("%s_%d", j.ID, t.First) })
	}
	for _, t := range tasks {
		if t.Phase != j.Phase || t.Of != j.Tasks || t.First != t.Last || j.Todo != nil && !slices.Contains(j.Todo, t.First) {
			continue
		}
		switch {
		case inQueue(t):
		case t.Done():
			p.done++
		default:
			p.trouble = append(p.trouble, fmt.Sprintf("%s: %s; its log: %s", j.Name, t, e.short(filepath.Join(dir, "logs", fmt.Sprintf("%s-%s_%d.log", j.Name, j.ID, t.First)))))
		}
	}
	p.failed = max(0, p.tasks-p.done-p.running-p.waiting)
	return p
}

// finished reports that everything a job was for is in the manifest. The last job may have had nothing left to run.
func finished(m *manifest.Manifest, s submission, j submitted) bool {
	steps := j.Steps
	if j.Last {
		for _, other := range s.Jobs {
			steps = append(steps, other.Steps...)
		}
	}
	for _, name := range steps {
		if m.Steps[name] == nil || m.Steps[name].Run.Finished < s.At {
			return false
		}
	}
	return true
}
