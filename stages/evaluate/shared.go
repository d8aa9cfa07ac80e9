package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/evaluate/evalcache"
)

// Phases implements stage.Divisible: the choice of positions is a function of the data and the seed, so that each task makes
// it again.
func (*Stage) Phases() int { return 1 }

// A task has a cache of its own on its node, because locks of network file systems are not to be trusted. Its file is
// copied into the run folder when the task ends, and taken over into the common cache when the stage is committed.

// taskCache is where a task leaves its cache. Tasks are told apart by their first shard and their number.
func taskCache(job *stage.Job) string {
	return filepath.Join(job.Dir, filepath.FromSlash(run.PartialName(job, job.Shards.A))+fmt.Sprintf("-of-%05d.sqlite", job.Shards.Of))
}

// takeUp brings what an earlier attempt at the same task has found to this node.
func takeUp(job *stage.Job) {
	if !job.Shards.Dealt() {
		return
	}
	if err := copyFile(taskCache(job), filepath.Join(job.Cache, evalcache.FileName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		job.Log.Warn("cannot take up the cache of an earlier attempt", "error", err)
	}
}

// leave copies the closed cache of a task into the run folder.
func leave(job *stage.Job) {
	if !job.Shards.Dealt() {
		return
	}
	if err := copyFile(filepath.Join(job.Cache, evalcache.FileName), taskCache(job)); err != nil {
		job.Log.Warn("cannot leave the evaluation cache of this task", "error", err)
	}
}

// copyFile makes a copy that is complete under its name.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.CreateTemp(filepath.Dir(to), ".cache-*")
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err == nil {
		err = os.Rename(out.Name(), to)
	}
	if err != nil {
		return errors.Join(err, os.Remove(out.Name()))
	}
	return nil
}

// Gather implements stage.Gatherer: it takes the caches of the tasks over into the common one.
func (s *Stage) Gather(job *stage.Job) error {
	pattern := filepath.Join(filepath.Dir(taskCache(job)), "*.sqlite")
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		return err
	}
	ctx := context.Background()
	if store := s.openCache(ctx, job); store != nil {
		for _, file := range files {
			err = errors.Join(err, store.Merge(ctx, file))
		}
		err = errors.Join(err, store.Close())
	}
	for _, file := range files {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}
