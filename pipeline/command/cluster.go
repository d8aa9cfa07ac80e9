package command

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plyquet/pipeline/cluster"
	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/plan"
	"plyquet/pipeline/run"
)

// A spread is a run that is to be spread over a cluster.
type spread struct {
	file *config.File
	site cluster.Site
	dir  string // of the run
	jobs []cluster.Job
}

// spread plans the jobs of a configuration.
func (e *Env) spread(ctx context.Context, args []string) (*spread, error) {
	file, err := e.Load(args)
	if err != nil {
		return nil, err
	}
	opt := e.Options()
	p, err := run.Plan(ctx, file, opt)
	if err != nil {
		return nil, err
	}
	dir := run.RunDir(opt.Data, file.Run)
	if err := refuse(p); err != nil {
		return nil, err
	}
	costs, err := measured(file, p, opt.Data)
	if err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the path of this program: %w", err)
	}
	jobs := cluster.Jobs(file, p, cluster.Facts{Costs: costs, Done: func(name, fingerprint string, phase, of int) []int {
		return done(dir, name, fingerprint, phase, of)
	}})
	site := cluster.Site{
		Cluster: file.Cluster, Run: file.Run, Program: program, Config: filepath.Join(dir, "cluster", "config.yaml"),
		Base: e.Base, Data: opt.Data, Logs: filepath.Join(dir, "logs"),
	}
	return &spread{file, site, dir, jobs}, nil
}

// refuse finds what would make every job fail.
func refuse(p *plan.Plan) error {
	for _, s := range p.Steps {
		if s.Status == plan.Damaged {
			return fmt.Errorf("%s: %s", s.Stage, strings.Join(s.Reasons, "\n"))
		}
	}
	return nil
}

// done are the tasks of a stage that have finished. A phase counts only as a whole when phases follow it: its records
// are looked at again by every task.
func done(dir, name, fingerprint string, phase, of int) (list []int) {
	tasks, err := run.Tasks(dir, name)
	if err != nil {
		return nil // they are done again, which takes a moment each
	}
	for _, t := range tasks {
		if t.Done() && t.Fingerprint == fingerprint && t.Phase == phase && t.Of == of {
			for i := t.First; i <= t.Last; i++ {
				list = append(list, i)
			}
		}
	}
	return list
}

// measured are the costs of stages in the run that the configuration names, or in an earlier execution of this one,
// scaled by the size of the sample. Stages with other settings have none.
func measured(file *config.File, p *plan.Plan, data string) (map[string]cluster.Cost, error) {
	own, err := manifest.Read(run.RunDir(data, file.Run))
	if err != nil {
		return nil, err
	}
	pilot := own
	if name := file.Cluster.Measured; name != "" {
		if pilot, err = manifest.Read(run.RunDir(data, name)); err != nil {
			return nil, err
		}
		if len(pilot.Steps) == 0 {
			return nil, &run.UsageError{Text: fmt.Sprintf("cluster.measured: there is no finished step of a run %q", name)}
		}
	}
	scale, known := scaleOf(pilot, own)
	costs := map[string]cluster.Cost{}
	for _, s := range p.Steps {
		m := pilot.Steps[s.Stage]
		if m == nil || !known || m.Run.CPUSeconds == 0 || settingsOf(m.Result.Parts) != settingsOf(s.Parts) {
			continue
		}
		c := cluster.Cost{CPUSeconds: m.Run.CPUSeconds * scale}
		if scale <= 1 {
			c.PeakBytes = m.Run.PeakBytes
		}
		costs[s.Stage] = c
	}
	return costs, nil
}

// scaleOf is how much larger this run is than the measured one, by what was sampled or fetched.
func scaleOf(pilot, own *manifest.Manifest) (scale float64, known bool) {
	if pilot == own {
		return 1, true
	}
	for _, step := range []string{"sample", "fetch"} {
		a, b := pilot.Steps[step], own.Steps[step]
		if a == nil || b == nil {
			continue
		}
		if was, now := bytesOf(a.Result), bytesOf(b.Result); was > 0 {
			return float64(now) / float64(was), true
		}
	}
	return 0, false
}

func bytesOf(r manifest.Result) (sum int64) {
	for files := range maps.Values(r.Files) {
		_, bytes := total(files)
		sum += bytes
	}
	return sum
}

// settingsOf are the parts of a fingerprint that say how the work is done.
func settingsOf(parts []manifest.Part) string {
	var list []string
	for _, p := range parts {
		if p.Name == "version" || strings.HasPrefix(p.Name, "config.") {
			list = append(list, p.Name+"="+p.Value)
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// freeze writes the configuration that the jobs read: the file on the command line may change while they wait.
func (s *spread) freeze() error {
	text, err := s.file.Resolved()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.site.Logs, 0o755); err != nil {
		return err
	}
	return manifest.WriteFile(s.site.Config, text)
}
