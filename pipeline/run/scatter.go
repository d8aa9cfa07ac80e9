package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plyquet/pipeline/stage"
)

// Shared reports whether the stage's shards are done by tasks that do not see each other's memory. A stage that works
// in two phases then calls Scatter where it would Fold.
func Shared(job *stage.Job) bool { return job.Shards.Dealt() || ledgerOf(job).closing }

// errPhase ends the work of a task that has done its share of the first phase.
var errPhase = errors.New("the first phase is done")

// Scatter is the first phase of a stage that tasks share: it maps shards to intermediate files, which Each turns into
// the parts of the tables when all of them are there. It is for Shared stages.
//
// A task of phase 1 does its share and ends with an error that Step takes for success. For a task of phase 2, and for
// Commit, every shard must have been done; they get the intermediate files by artifact, in shard order. Counts and
// rejects of the shards belong to the stage as those of Each do; the files are removed when the stage has been entered.
//
// Note: the work of phase 2 is small, so that Commit does what of it no task has done. A stage without reduce tasks is
// complete all the same.
func Scatter[S, W any](ctx context.Context, job *stage.Job, shards []S, newWorker func() (W, error),
	do func(ctx context.Context, w W, shard S, out *Out) error) (map[stage.TableID][]stage.File, error) {
	led := ledgerOf(job)
	first := *job
	first.Stage = firstPhase(job.Stage)
	sub := newLedger(&first)
	sub.stop, sub.hook = led.stop, led.hook
	first.Ledger = sub
	mapping := job.Shards.Dealt() && job.Phase <= 1 && !led.closing
	if !mapping {
		first.Shards, sub.closing = stage.ShardRange{}, true
	}
	if err := Each(ctx, &first, shards, newWorker, do); err != nil {
		var missing *MissingShards
		if errors.As(err, &missing) {
			missing.Stage, missing.Phase = job.Stage, 1
		}
		return nil, err
	}
	if mapping {
		return nil, errPhase
	}
	led.scattered = sub
	return sub.files(), nil
}

// firstPhase is the name that the records and temporary files of a first phase are kept under.
func firstPhase(stageName string) string { return stageName + ".map" }

// files are the files of all records by artifact, in shard order.
func (l *ledger) files() map[stage.TableID][]stage.File {
	files := map[stage.TableID][]stage.File{}
	for _, r := range l.ordered() {
		for id, list := range r.Files {
			files[id] = append(files[id], list...)
		}
	}
	return files
}

// forgetPhase erases the intermediate files of a stage and their records.
func forgetPhase(dir, stageName string) error {
	paths, err := recordPaths(dir, firstPhase(stageName))
	if err != nil {
		return err
	}
	for _, path := range paths {
		r, _, err := readRecord(dir, path)
		if err == nil {
			err = r.erase(dir, path, nil)
		}
		if err != nil {
			return fmt.Errorf("remove intermediate files: %w", err)
		}
	}
	// The folders go when they are empty, so that a run by tasks leaves what a run in one process leaves.
	for _, folder := range []string{stateDir(dir, firstPhase(stageName)), filepath.Join(dir, partial, stageName), filepath.Join(dir, partial)} {
		_ = os.Remove(folder)
	}
	return nil
}

// partial is the folder of intermediate files in the run folder.
const partial = "partial"

// PartialName is the name, relative to the run folder, of the intermediate file of a shard.
func PartialName(job *stage.Job, shard int) string {
	return fmt.Sprintf("%s/%s/%05d", partial, job.Stage, shard)
}
