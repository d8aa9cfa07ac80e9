package benchmarks

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"

	"plyquet/pipeline/manifest"
	"plyquet/stages/rows"
)

// quietly runs a process whose output matters only when it fails.
func quietly(ctx context.Context, program string, args []string) error {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, lastLine(said.String()))
	}
	return nil
}

// sampled returns the games and PGN bytes that the sample step of a run has kept.
func sampled(dir string) (games, size int64, err error) {
	m, err := manifest.Read(dir)
	if err != nil {
		return 0, 0, err
	}
	step := m.Steps["sample"]
	if step == nil {
		return 0, 0, fmt.Errorf("%s has no sample", dir)
	}
	for _, f := range step.Result.Files[rows.Sampled] {
		size += f.Bytes
	}
	return step.Result.Counts.Kept, size, nil
}
