package evaluate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"plyquet/engine/board"
	"plyquet/engine/uci"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// command finds the engine and makes the configuration of its sessions.
func (s *Stage) command(base string) (uci.Config, error) {
	found, err := uci.System().Find(s.Engine.Path, s.Engine.Args, base)
	if err != nil {
		return uci.Config{}, err
	}
	limits := s.patience
	limits.Search = time.Duration(s.Timeout)
	return uci.Config{
		Command: found.Command, HashMB: s.Engine.HashMB, Options: s.Engine.settings(base), Tries: s.Tries, Timeouts: limits,
	}, nil
}

// settings are the user's options by name. Files are taken relative to base.
func (e *Engine) settings(base string) (list []uci.Option) {
	for _, name := range slices.Sorted(maps.Keys(e.Options)) {
		value := e.Options[name]
		if isFile(name) && value != "" && !filepath.IsAbs(value) {
			if path := filepath.Join(base, value); exists(path) {
				value = path
			}
		}
		list = append(list, uci.Option{Name: name, Value: value})
	}
	return list
}

// isFile reports an option whose value is a network file, which is a part of what a search finds.
func isFile(option string) bool { return strings.HasPrefix(strings.ToLower(option), "evalfile") }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// fingerprint names everything about an engine that its results depend on: its name, which holds the version, its
// network, the size of its hash table and every option that is set. A network file is named by its content. How
// the engine was compiled is left out: builds for different processors search the same nodes.
func (e *Engine) fingerprint(id uci.Identity, options []uci.Option, hashFile func(string) (string, error)) (string, error) {
	parts := []string{id.String(), "Hash " + strconv.Itoa(e.HashMB)}
	for _, o := range options {
		value := o.Value
		if isFile(o.Name) && exists(value) {
			sum, err := hashFile(value)
			if err != nil {
				return "", fmt.Errorf("engine option %s: %w", o.Name, err)
			}
			value = filepath.Base(value) + ":" + sum[:12]
		}
		parts = append(parts, strings.TrimSpace(o.Name+" "+value))
	}
	return strings.Join(parts, ", "), nil
}

// hashFile is the SHA-256 of a file.
func hashFile(path string) (sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// inspection is what a short look at an engine tells.
type inspection struct {
	name   string  // its fingerprint
	memory int64   // bytes one engine takes, 0 if unknown
	speed  float64 // nodes a second, roughly
}

// engineFact is the external fact that holds the engine's fingerprint.
const engineFact = "engine"

// learn finds out about the engine. A task with one engine, and a commit, do with the name that the step was planned with:
// hundreds of tasks that each try the engine for a forecast nobody reads are an hour of work.
func (s *Stage) learn(ctx context.Context, job *stage.Job, cfg uci.Config) (inspection, error) {
	single := job.Workers <= 1 || !job.Shards.Dealt()
	at := slices.IndexFunc(job.Facts, func(f stage.Fact) bool { return f.Name == engineFact })
	if at >= 0 && run.Shared(job) && single {
		return inspection{name: job.Facts[at].Value}, nil
	}
	return s.inspect(ctx, cfg)
}

// inspect starts the engine once and lets it search for a fraction of a second.
func (s *Stage) inspect(ctx context.Context, cfg uci.Config) (in inspection, err error) {
	session := uci.Open(cfg)
	defer func() {
		if closeErr := session.Close(); err == nil {
			err = closeErr
		}
	}()
	id, err := session.Identify(ctx)
	if err != nil {
		return in, err
	}
	if in.name, err = s.Engine.fingerprint(id, cfg.Options, hashFile); err != nil {
		return in, err
	}
	err = session.Unit(ctx, func() error {
		begin := time.Now()
		// A depth, because Ethereal does not mind the nodes when it is given both.
		a, err := session.Search(ctx, uci.Query{Start: board.Start(), MultiPV: 1, Limit: uci.Limit{Depth: 12}})
		if err == nil {
			in.speed = float64(a.Nodes) / time.Since(begin).Seconds()
			in.memory = session.Memory()
		}
		return err
	})
	if _, ok := lost(err); ok {
		return in, nil // a forecast is not worth a run
	}
	return in, err
}

// External implements stage.External: results depend on the engine and on the seed of the choice.
func (s *Stage) External(ctx context.Context, env stage.Env) ([]stage.Fact, error) {
	if s.Source == FromComments {
		return nil, nil
	}
	cfg, err := s.command(env.Base)
	if err != nil {
		return nil, err
	}
	session := uci.Open(cfg)
	id, err := session.Identify(ctx)
	if closeErr := session.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, err
	}
	name, err := s.Engine.fingerprint(id, cfg.Options, env.HashFile)
	if err != nil {
		return nil, err
	}
	return []stage.Fact{{Name: engineFact, Value: name}, {Name: "seed", Value: strconv.FormatUint(env.Seed, 10)}}, nil
}
