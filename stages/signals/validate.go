package signals

import (
	"context"
	"errors"
	"fmt"
	"math"

	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// Validate is the stage that measures the signals themselves: the section `validate` of a configuration. It takes the
// honest decisions of a run, calibrates a judge on one half of the games, replaces moves by a helper's in the other
// half, and asks of every signal, kind and amount of help, and number of decisions how much is found, and how many
// honest players are hit.
//
// It lives beside signals because it runs the very same signals over the very same evidence.
type Validate struct {
	Settings  Stage      `yaml:"signals"`   // settings of the signals, as in the section of that name
	Decisions []int      `yaml:"decisions"` // of each player
	Players   int        `yaml:"players"`   // of each kind
	Help      []Scenario `yaml:"help"`      // kinds of help, and the shares of moves that have it
	Honest    string     `yaml:"honest"`    // recorded: the moves really played; model: redrawn from the fitted model
	MinElo    int        `yaml:"min_elo"`   // of the players whose decisions are drawn
	MaxElo    int        `yaml:"max_elo"`   // of the players whose decisions are drawn
}

// A Scenario is a way of helping in several amounts.
type Scenario struct {
	Kind     string    `yaml:"kind"`
	Shares   []float64 `yaml:"shares"`
	MarginCp float64   `yaml:"margin_cp"`
	PerGame  int       `yaml:"per_game"`
}

// Where the honest moves of a trial come from.
const (
	honestRecorded = "recorded"
	honestModel    = "model"
)

// NewValidate returns the stage with its defaults.
func NewValidate() *Validate {
	return &Validate{
		Settings: *New(), Decisions: []int{30, 60, 120, 240, 480}, Players: 200, Honest: honestRecorded, MaxElo: 4000,
		Help: []Scenario{
			{Kind: "any", Shares: []float64{.05, .1, .2, .3, .5, 1}},
			{Kind: "near", Shares: []float64{.1, .3, 1}, MarginCp: 15},
			{Kind: "critical", Shares: []float64{.1, .2}},
			{Kind: "games", Shares: []float64{.2, .5}},
			{Kind: "few", Shares: []float64{1}, PerGame: 2},
		},
	}
}

// Name implements stage.Stage.
func (v *Validate) Name() string { return "validate" }

// Version implements stage.Stage.
func (v *Validate) Version() int { return 1 }

// Unit is what the funnel counts.
func (v *Validate) Unit() string { return "decisions" }

// OptIn says that validate runs only when asked to.
func (v *Validate) OptIn() {}

// MayLack says that complexity may be switched off.
func (v *Validate) MayLack() []stage.TableID { return []stage.TableID{rows.Complexity} }

// IO implements stage.Stage.
func (v *Validate) IO() (reads, writes []stage.TableID) {
	reads, _ = v.Settings.IO()
	return reads, []stage.TableID{rows.Validation, rows.ValidationZ}
}

// External names what the result depends on outside the run folder.
func (v *Validate) External(ctx context.Context, env stage.Env) ([]stage.Fact, error) {
	return v.Settings.External(ctx, env)
}

// Validate implements stage.Stage.
func (v *Validate) Validate() error {
	var errs []error
	want := func(ok bool, path, problem string) {
		if !ok {
			errs = append(errs, &stage.FieldError{Path: path, Problem: problem})
		}
	}
	for _, err := range each(v.Settings.Validate()) {
		var field *stage.FieldError
		if errors.As(err, &field) {
			want(false, "signals."+field.Path, field.Problem)
		}
	}
	want(len(v.Decisions) > 0, "decisions", "want at least one number")
	for i, n := range v.Decisions {
		want(n >= 10, fmt.Sprintf("decisions[%d]", i), "want 10 or more")
	}
	want(v.Players >= 20 && v.Players <= 100_000, "players", "want 20 or more")
	want(len(v.Help) > 0, "help", "want at least one")
	for i, h := range v.Help {
		kind, err := metrics.ParseAssistKind(h.Kind)
		want(err == nil && kind != metrics.AssistNone, fmt.Sprintf("help[%d].kind", i), "want any, near, critical, games or few")
		want(len(h.Shares) > 0, fmt.Sprintf("help[%d].shares", i), "want at least one")
		for k, share := range h.Shares {
			want(share > 0 && share <= 1, fmt.Sprintf("help[%d].shares[%d]", i, k), "want a share above 0")
		}
	}
	want(v.Honest == honestRecorded || v.Honest == honestModel, "honest", "want recorded or model")
	want(v.MinElo <= v.MaxElo, "min_elo", "want no more than max_elo")
	return errors.Join(errs...)
}

// each lists the errors of a join.
func each(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return nil
}

// A condition is what one group of a trial plays under.
type condition struct {
	assistance metrics.Assistance
	decisions  int
}

func (c condition) String() string {
	return fmt.Sprintf("%s %.2f of %d decisions", c.assistance.Kind, c.assistance.Share, c.decisions)
}

// cells lists the honest conditions first, then all others.
func (v *Validate) cells() (all []condition) {
	for _, n := range v.Decisions {
		all = append(all, condition{metrics.Assistance{Kind: metrics.AssistNone}, n})
	}
	for _, h := range v.Help {
		for _, share := range h.Shares {
			for _, n := range v.Decisions {
				all = append(all, condition{metrics.Assistance{Kind: metrics.AssistKind(h.Kind), Share: share, Margin: h.MarginCp,
					PerGame: h.PerGame}, n})
			}
		}
	}
	return all
}

// Run implements stage.Stage. A shard is a condition.
func (v *Validate) Run(ctx context.Context, job *stage.Job) error {
	b, err := v.Settings.baseline(job.Base)
	if err != nil {
		return err
	}
	shards, setting, err := v.Settings.measureAll(ctx, job, b)
	if err != nil {
		return err
	}
	t, err := v.trial(ctx, job, clean(flatten(shards)), setting, b)
	if err != nil {
		return err
	}
	return run.Each(ctx, job, v.cells(), func() (struct{}, error) { return struct{}{}, nil },
		func(_ context.Context, _ struct{}, c condition, out *run.Out) error {
			return v.runCell(t, c, job.Seed, out)
		})
}

// trial makes the judge from one half of the games and the pool from the other.
func (v *Validate) trial(ctx context.Context, job *stage.Job, all []sample, setting Setting, fallback Baseline) (Trial, error) {
	var within []sample
	for _, s := range all {
		if s.elo >= v.MinElo && s.elo <= v.MaxElo {
			within = append(within, s)
		}
	}
	rest, half := halves(within, 0)
	t := Trial{Settings: &v.Settings, Players: v.Players, Seed: job.Seed}
	for _, s := range half {
		t.Pool = append(t.Pool, s.situations)
	}
	judge, err := v.Settings.calibrate(ctx, rest, setting)
	switch {
	case errors.Is(err, errNotEnough):
		job.Log.Warn("too few games for a judge of their own: z stays uncalibrated", "baseline", fallback.Name, "error", err)
		t.Judge = fallback
	case err != nil:
		return Trial{}, err
	default:
		judge.Name = "other half of this run"
		t.Judge = judge
	}
	if v.Honest == honestModel {
		points, err := fitPoints(half)
		if err != nil {
			return Trial{}, fmt.Errorf("model of the honest players: %w", err)
		}
		t.Honest = points[len(points)/2].model()
	}
	return t, nil
}

// runCell plays one condition against the honest players of the same number of decisions.
func (v *Validate) runCell(t Trial, c condition, seed uint64, out *run.Out) error {
	summary, err := table.Create[rows.ValidationRow](out.Staging, rows.Validation)
	if err != nil {
		return err
	}
	single, err := table.Create[rows.ValidationZRow](out.Staging, rows.ValidationZ)
	if err != nil {
		return err
	}
	honest := t.Play(metrics.Assistance{Kind: metrics.AssistNone}, c.decisions)
	group := honest
	if c.assistance.Kind != metrics.AssistNone {
		group = t.Play(c.assistance, c.decisions)
	}
	in := t.Inputs()
	for _, s := range scored() {
		z := group.Z(s, in)
		if err := single.Write(zRows(s, c, z)...); err != nil {
			return err
		}
		if c.assistance.Kind == metrics.AssistNone {
			continue
		}
		boot := metrics.Bootstrap{Draws: 500, Seed: seed ^ seedOf(c.String(), s.Name), Level: .95}
		null := honest.Z(s, in)
		if sep, ok := separate(z, null, boot); ok {
			if err := summary.Write(t.row(s, c, sep, len(null), len(z))); err != nil {
				return err
			}
		}
	}
	return nil
}

func zRows(s Signal, c condition, z []float64) []rows.ValidationZRow {
	out := make([]rows.ValidationZRow, len(z))
	for i, v := range z {
		out[i] = rows.ValidationZRow{Signal: s.Name, Assistance: string(c.assistance.Kind), Share: float32(c.assistance.Share),
			Decisions: int32(c.decisions), Player: int32(i), Z: float32(v)}
	}
	return out
}

func (t Trial) row(s Signal, c condition, sep separation, honest, assisted int) rows.ValidationRow {
	_, measured := t.Judge.calibration(s)
	r := rows.ValidationRow{
		Signal: s.Name, Assistance: string(c.assistance.Kind), Share: float32(c.assistance.Share), Decisions: int32(c.decisions),
		Honest: int32(honest), Assisted: int32(assisted), AUC: float32(sep.Area), TPR1: float32(sep.TPR1), TPR01: float32(sep.TPR01),
		Find2: float32(sep.Find2), False2: float32(sep.False2), Find3: float32(sep.Find3), False3: float32(sep.False3),
		HonestMean: float32(sep.HonestMean), HonestSD: float32(sep.Spread), Baseline: t.Judge.Name, Calibrated: measured,
	}
	if sep.AUC.High > sep.AUC.Low && !math.IsNaN(sep.AUC.Low) {
		r.AUCLow, r.AUCHigh = some(sep.AUC.Low, true), some(sep.AUC.High, true)
	}
	return r
}
