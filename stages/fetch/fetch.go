// Package fetch is the stage that brings PGN archives into a run: from local paths, from an index page, from a list
// of addresses, or from the export interfaces of Lichess and Chess.com.
//
// It is for getting bytes, all of them and unchanged, and for refusing those that cannot be used; it is not for
// reading chess: whether a file holds games is asked of engine/pgn, and choosing among games is the business of
// sample. An archive is stored as it came; nothing is unpacked.
//
// The path of an archive:
//
//	source.list -> []Archive -> client.get (pace, retry, range, condition) -> judge (magic bytes, CRC, limits)
//	            -> downloads/KEY + receipt -> archives/NAME -> provenance.json
//
// Who owns what: a source owns the knowledge of one site and makes requests through the client only; the client owns
// the folder downloads/ of the run; the list of archives is frozen in downloads/session.json when a run begins, so that a
// resumed run has the same shards even if the site has changed in between.
//
// A failed archive is a reject, not the end of the run. A wrong sha256 under a lock, a full disk and an interrupt are.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"math"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// Stage is the section `fetch` of a configuration.
type Stage struct {
	Source string   `yaml:"source"` // local, pgnmentor, urls, lichess-database, lichess-user or chesscom-user
	Paths  []string `yaml:"paths"`  // local: files, folders and globs, relative to the working directory
	URLs   []string `yaml:"urls"`   // urls: addresses of archives or PGN files

	PGNMentor       PGNMentor       `yaml:"pgnmentor"`
	LichessDatabase LichessDatabase `yaml:"lichess-database"`
	LichessUser     LichessUser     `yaml:"lichess-user"`
	ChesscomUser    ChesscomUser    `yaml:"chesscom-user"`

	HTTP   HTTP   `yaml:"http"`
	Limits Limits `yaml:"limits"`
	Lock   string `yaml:"lock"` // a lock file; a run refuses archives that differ from it

	clock clock
}

// Limits bound what one run takes from others. Zero is no limit.
type Limits struct {
	Archive stage.Size `yaml:"archive"` // largest archive, as transferred
	Total   stage.Size `yaml:"total"`   // all transfers of one run together
}

// limited is a limit as a number to compare with.
func limited(s stage.Size) int64 {
	if s == 0 {
		return math.MaxInt64
	}
	return int64(s)
}

// New returns the stage with its defaults: local PGN files of data/sample.
func New() *Stage {
	return &Stage{
		Source:          "local",
		Paths:           []string{"data/sample/*.pgn"},
		PGNMentor:       defaultPGNMentor(),
		LichessDatabase: defaultLichessDatabase(),
		LichessUser:     defaultLichessUser(),
		ChesscomUser:    defaultChesscomUser(),
		HTTP:            defaultHTTP(),
		Limits:          Limits{Archive: 1 << 30, Total: 16 << 30},
		clock:           wallClock(),
	}
}

func (*Stage) Name() string { return "fetch" }

// Version of the meaning of archives/.
func (*Stage) Version() int { return 1 }

// Unit is what the funnel counts.
func (*Stage) Unit() string { return "archives" }

// Strict makes a single failed archive show in the exit code.
func (*Stage) Strict() {}

func (*Stage) IO() (reads, writes []stage.TableID) { return nil, []stage.TableID{rows.Archives} }

// A problem is a configuration value that cannot be used; path is relative to the section.
type problem struct{ path, text string }

// Validate checks the chosen source, the transport and the limits. Sections of sources that are not chosen are left
// alone: a file may keep several and switch between them.
func (s *Stage) Validate() error {
	var found []problem
	if src, ok := s.source(); ok {
		found = src.validate()
	} else {
		found = append(found, problem{"source", fmt.Sprintf("%q is unknown; one of %v", s.Source, Sources())})
	}
	found = append(found, s.HTTP.validate()...)
	var errs []error
	for _, p := range found {
		errs = append(errs, &stage.FieldError{Path: p.path, Problem: p.text})
	}
	return errors.Join(errs...)
}

// Run brings every archive of the source into archives/ and writes provenance.json beside the manifest.
func (s *Stage) Run(ctx context.Context, job *stage.Job) error {
	src, ok := s.source()
	if !ok {
		return fmt.Errorf("fetch: source %q is unknown", s.Source)
	}
	lock, err := readLock(job.Base, s.Lock)
	if err != nil {
		return fmt.Errorf("fetch: lock: %w", err)
	}
	session, err := openSession(job, s.clock)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	c := newClient(s.HTTP, s.clock, job, session.ID, limited(s.Limits.Total))
	defer c.Close()
	if err := session.list(func() ([]Archive, error) { return src.list(ctx, job, c) }); err != nil {
		return fmt.Errorf("fetch: list %s: %w", s.Source, err)
	}
	if err := lock.complete(session.Archives); err != nil {
		return err
	}
	w := &work{stage: s, client: c, lock: lock}
	err = run.Each(ctx, w.job(job), session.Archives, func() (*work, error) { return w, nil }, fetch)
	if err != nil {
		return err
	}
	failed, err := writeProvenance(job.Dir, session.Archives)
	if failed > 0 {
		job.Log.Warn("archives have failed; `plyquet run --from fetch --force` asks for them again and transfers nothing else twice",
			"failed", failed, "of", len(session.Archives))
	}
	return errors.Join(err, session.close(job))
}
