package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"plyquet/pipeline/plan"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// A Result is what a finished step has made. It holds no time and no host: two runs of the same step have equal ones.
type Result struct {
	Files  map[stage.TableID][]stage.File // in shard order
	Counts stage.Counts
}

// Rejects is the table that the machinery writes for every stage.
const Rejects = plan.Rejects

// Step runs one stage to its end: Run, the equation of the funnel, the stage's rejects. It is what the executor calls for
// each step of a plan, and what a test calls to run a stage on a job it has built by hand.
func Step(ctx context.Context, s stage.Stage, job *stage.Job) (Result, error) {
	led := ledgerOf(job)
	led.describe(s)
	if err := guard(func() error { return s.Run(ctx, job) }); err != nil && !errors.Is(err, errPhase) {
		return Result{}, fmt.Errorf("%s: %w", s.Name(), err)
	}
	return led.result(s)
}

// describe completes the metadata of the step's tables.
func (l *ledger) describe(s stage.Stage) {
	l.meta["stage"] = s.Name()
	l.meta["stage_version"] = strconv.Itoa(s.Version())
}

// result adds up the records. With a part of the shards it is a part of the truth: nothing is checked or written then.
func (l *ledger) result(s stage.Stage) (Result, error) {
	res := Result{Files: map[stage.TableID][]stage.File{}}
	if c, ok := s.(stage.Counted); ok {
		res.Counts.Unit = c.Unit()
	}
	records := l.account()
	for _, r := range records {
		res.Counts.Merge(r.Counts)
		for id, files := range r.Files {
			res.Files[id] = append(res.Files[id], files...)
		}
	}
	if l.job.Shards.Dealt() {
		return res, nil
	}
	if err := res.Counts.Balanced(); err != nil {
		return Result{}, fmt.Errorf("%s: %w", s.Name(), err)
	}
	rejects, err := l.writeRejects(records, declares(s, Rejects))
	if err != nil {
		return Result{}, fmt.Errorf("%s: write rejects: %w", s.Name(), err)
	}
	res.Files[Rejects] = append(res.Files[Rejects], rejects...)
	if len(res.Files[Rejects]) == 0 {
		delete(res.Files, Rejects)
	}
	return res, l.sweep(res.names())
}

// Tidy removes what the first phase of a stage that tasks share has left for the second. It comes when the result is
// safe: until then a Commit that is killed can be done again.
func Tidy(job *stage.Job) error { return forgetPhase(job.Dir, job.Stage) }

func declares(s stage.Stage, id stage.TableID) bool {
	_, writes := s.IO()
	return slices.Contains(writes, id)
}

func (r Result) names() map[string]bool {
	names := map[string]bool{}
	for files := range maps.Values(r.Files) {
		for _, f := range files {
			names[f.Name] = true
		}
	}
	return names
}

// A rejectRow has the columns of stages/rows.Reject. The machinery knows no stage, so it has its own copy; a test of
// stages/stagetest compares the two.
type rejectRow struct {
	Stage   string            `col:"stage,dict"`
	Source  table.Opt[string] `col:"source,dict"`
	Offset  table.Opt[int64]  `col:"offset"`
	Game    table.Opt[int64]  `col:"game_number"`
	Ply     table.Opt[int32]  `col:"ply"`
	Token   table.Opt[string] `col:"token"`
	Reason  string            `col:"reason,dict"`
	Kept    bool              `col:"kept"`
	Context table.Opt[string] `col:"context"`
}

func (l *ledger) rejectRow(f fault) rejectRow {
	return rejectRow{
		Stage: l.job.Stage, Reason: f.Reason, Kept: f.Kept,
		Source: text(f.Source), Token: text(f.Token), Context: text(f.Context),
		Offset: from(0, f.Offset), Game: from(1, f.Game), Ply: from(1, int32(f.Ply)),
	}
}

func text(s string) table.Opt[string] {
	if s == "" {
		return table.Opt[string]{}
	}
	return table.Some(s)
}

// from is n unless it is below the least number that makes sense.
func from[N int32 | int64](least, n N) table.Opt[N] {
	if n < least {
		return table.Opt[N]{}
	}
	return table.Some(n)
}

// writeRejects writes tables/rejects/STAGE.parquet, in shard order. Without a fault there is no file, unless the stage
// says that rejects are part of its output.
//
// Note: a file per shard was rejected: a thousand shards with two faults each are a thousand files.
func (l *ledger) writeRejects(records []record, always bool) ([]stage.File, error) {
	n := 0
	for _, r := range records {
		n += len(r.Faults) + r.away
	}
	if n == 0 && !always {
		return nil, nil
	}
	staging := table.NewStaging(l.job.Dir, rejectsIndex, table.Options{Metadata: l.meta})
	defer staging.Abort()
	w, err := table.CreateNamed[rejectRow](staging, Rejects, l.job.Stage+".parquet")
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		faults, err := r.faults(l.job.Dir)
		if err != nil {
			return nil, err
		}
		for _, f := range faults {
			if err := w.Write(l.rejectRow(f)); err != nil {
				return nil, err
			}
		}
	}
	files, err := staging.Commit()
	if err != nil {
		return nil, err
	}
	return files[Rejects], addContent(files)
}

// rejectsIndex keeps the temporary files of the rejects apart from those of the shards.
const rejectsIndex = 99_999
