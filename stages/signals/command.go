package signals

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// Command is `plyquet calibrate`.
func Command(e *command.Env) *cobra.Command {
	var c calibrateCommand
	cmd := &cobra.Command{
		Use:   "calibrate [NAME] --out FILE",
		Short: "Make a baseline for signals from the clean games of a run",
		Long: "Calibrate fits the model of human choice to the rated players of a run, in each band of ratings, and measures how\n" +
			"far the z values of honest players are spread. The games must be free of help as far as anybody can tell. The\n" +
			"baseline holds for the engine, depth, lines and filters of the run and no other; use it with\n" +
			"`--set signals.baseline=FILE`.",
		Example: "  plyquet calibrate clean-games --out baselines/club.json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, m, err := e.OpenRun(args)
			if err != nil {
				return err
			}
			c.name, c.source = cmp.Or(c.name, m.Run), cmp.Or(c.source, "games of the run "+m.Run)
			inputs := map[stage.TableID][]stage.File{}
			for _, step := range m.Steps {
				maps.Copy(inputs, step.Result.Files)
			}
			return c.run(cmd.Context(), e, dir, inputs)
		},
	}
	cmd.Flags().StringVar(&c.out, "out", "", "the file to write (required)")
	cmd.Flags().StringVar(&c.name, "name", "", "name of the baseline; the run's without it")
	cmd.Flags().StringVar(&c.source, "source", "", "where the games come from, for the record")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err) // the flag is defined four lines above
	}
	return cmd
}

// calibrateCommand is what the command line asks for.
type calibrateCommand struct{ out, name, source string }

// run makes the baseline from the run in dir, writes it and shows it.
func (c calibrateCommand) run(ctx context.Context, e *command.Env, dir string, inputs map[stage.TableID][]stage.File) error {
	b, err := c.measure(ctx, e, dir, inputs)
	if err != nil {
		return err
	}
	raw, err := b.Encode()
	if err != nil {
		return err
	}
	if !filepath.IsAbs(c.out) {
		c.out = filepath.Join(e.Base, c.out)
	}
	if err := os.WriteFile(c.out, raw, 0o644); err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	return tell(e, b)
}

// measure works on the finished tables of a run, with the signals settings it was made with.
func (c calibrateCommand) measure(ctx context.Context, e *command.Env, dir string, inputs map[stage.TableID][]stage.File) (Baseline, error) {
	f, err := e.Load([]string{dir})
	if err != nil {
		return Baseline{}, err
	}
	section, ok := f.Section("signals")
	settings, isOurs := section.Stage.(*Stage)
	if !ok || !isOurs {
		return Baseline{}, errors.New("the run has no section signals")
	}
	progress, done := run.Quiet(e.Stderr).Step("calibrate")
	defer done()
	job := &stage.Job{Stage: "calibrate", Dir: dir, Base: e.Base, Seed: f.Seed, Workers: f.Workers.Count(),
		Inputs: inputs, Log: e.Log(e.Stderr), Progress: progress}
	reads, _ := settings.IO()
	for _, id := range reads {
		if len(job.Inputs[id]) == 0 && !slices.Contains(settings.MayLack(), id) {
			return Baseline{}, fmt.Errorf("the run has no table %s yet: plyquet run --to evaluate", id)
		}
	}
	return settings.Calibrate(ctx, job, c.name, c.source)
}

// tell prints the baseline for people.
func tell(e *command.Env, b Baseline) error {
	fmt.Fprintf(e.Stdout, "%s\n%s\n\n%6s %8s %8s %10s\n", b.Name, b.Setting, "Elo", "s", "c", "decisions")
	for _, p := range b.Points {
		fmt.Fprintf(e.Stdout, "%6d %8.4f %8.4f %10d\n", p.Elo, p.S, p.C, p.Decisions)
	}
	if b.ComplexityBeta != 0 {
		fmt.Fprintf(e.Stdout, "\nodds of the first move change with complexity: beta %.2f, held out\n", b.ComplexityBeta)
	}
	fmt.Fprintf(e.Stdout, "\n%-26s %6s %6s %8s\n", "z of honest players", "mean", "sd", "samples")
	for _, s := range List() {
		if c, ok := b.Calibrations[s.Name]; ok {
			fmt.Fprintf(e.Stdout, "%-26s %+6.2f %6.2f %8d\n", s.Name, c.Mean, c.SD, c.Players)
		}
	}
	if len(b.Calibrations) == 0 {
		fmt.Fprintf(e.Stdout, "none measured: fewer than %d samples of enough decisions\n", minSpreads)
	}
	return nil
}
