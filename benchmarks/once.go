package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"

	"plyquet/pipeline/command"
	"plyquet/stages/positions"
)

// countOnce is the one-shot process that peers are compared with: a file in, a table of positions in memory, its
// cost on standard output.
func (f *flags) countOnce(ctx context.Context, e *command.Env) error {
	s := positions.New()
	s.MaxPlies, s.Moves = f.maxPlies, f.moves
	if err := s.Validate(); err != nil {
		return err
	}
	info, err := os.Stat(f.once)
	if err != nil {
		return err
	}
	stop, err := f.startProfile()
	if err != nil {
		return fmt.Errorf("bench: profile: %w", err)
	}
	start, cpu := time.Now(), ownCPU()
	stats, counts, err := positions.CountFile(ctx, f.once, s, f.workers, f.whole)
	took, used := time.Since(start).Seconds(), ownCPU()-cpu
	if err := errors.Join(err, stop()); err != nil {
		return err
	}
	plies := counts.Extra["plies"]
	fmt.Fprintf(e.Stdout, "%d games, %d plies, %d positions: %.3f s, %.3f CPU-s, %.0f MB/s, %.0f games/s, %.1f M plies/s, %.1f bytes a position\n",
		counts.Kept, plies, stats.Positions, took, used.Seconds(), float64(info.Size())/1e6/took, float64(counts.Kept)/took, float64(plies)/1e6/took,
		float64(stats.Bytes)/float64(max(stats.Positions, 1)))
	return nil
}

// startProfile starts a CPU profile when a folder is given; stop ends it and writes the heap profile.
func (f *flags) startProfile() (stop func() error, err error) {
	if f.profile == "" {
		return func() error { return nil }, nil
	}
	if err := os.MkdirAll(f.profile, 0o777); err != nil {
		return nil, err
	}
	cpu, err := os.Create(filepath.Join(f.profile, "cpu.prof"))
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return nil, errors.Join(err, cpu.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		mem, err := os.Create(filepath.Join(f.profile, "mem.prof"))
		if err != nil {
			return errors.Join(err, cpu.Close())
		}
		runtime.GC()
		return errors.Join(pprof.WriteHeapProfile(mem), mem.Close(), cpu.Close())
	}, nil
}
