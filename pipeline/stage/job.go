package stage

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
)

// Job is what one execution of a stage is given. It is read-only for the stage; results leave through run.Out.
type Job struct {
	// Stage is the name of the step.
	Stage string
	// Dir is the absolute run folder, data/runs/NAME.
	Dir string
	// Base is the absolute folder that relative paths of the configuration are taken from.
	Base string
	// Cache is the absolute folder shared by all runs (evaluation cache), beside the run folders.
	Cache string
	// Seed is the run's seed.
	Seed uint64
	// Workers is the number of goroutines the verbs of pipeline/run may use; 0 is the sequential path: the same
	// code on the calling goroutine, without a pool.
	Workers int
	// Memory is the configured limit in bytes; 0 means none.
	Memory int64
	// MaxRejectRate is the share of rejected units above which the step ends with exit code 3.
	MaxRejectRate float64
	// Shards selects a part of the stage's shards; the zero value selects all of them.
	Shards ShardRange
	// Phase is which phase of the stage a task with Shards does, from 1; 0 is the first.
	Phase int
	// Scratch is the absolute folder for files that die with the process. A task has one on its own node.
	Scratch string
	// Fingerprint identifies the step's configuration and inputs; it is written into every part.
	Fingerprint string
	// Facts are what the stage has stated as External, when this process planned the step.
	Facts []Fact
	// Inputs are the files of every artifact the stage reads, by id, in commit order. They come from the manifest,
	// never from a directory listing.
	Inputs map[TableID][]File
	// Run is the run's name, and Config its resolved configuration as YAML, without what differs between machines.
	Run, Config string
	// Before is the account of every step that the manifest holds, in the order of the steps.
	Before []StepCounts
	// Log is never nil.
	Log *slog.Logger
	// Progress is never nil.
	Progress Progress
	// Ledger is the machinery's record of what this execution has committed (pipeline/run). Stages leave it alone;
	// the verbs of pipeline/run fill it in when it is nil.
	Ledger any
}

// StepCounts is the funnel of one finished step.
type StepCounts struct {
	Stage  string
	Counts Counts
}

// File is one committed file of a table or another artifact.
type File struct {
	// Path is absolute.
	Path string `json:"-"`
	// Name is relative to the run folder, with forward slashes.
	Name   string `json:"name"`
	Rows   int64  `json:"rows,omitempty"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Content is the digest of what a Parquet file holds without its footer, where the fingerprint of the step is
	// noted; empty for other files. What follows a step depends on the content alone: if a changed configuration
	// makes the same rows, nothing downstream is stale.
	Content string `json:"content,omitempty"`
}

// Digest identifies the file's content: Content where there is one, SHA256 elsewhere.
func (f File) Digest() string {
	if f.Content != "" {
		return f.Content
	}
	return f.SHA256
}

// Progress shows how far a stage has come. Implementations are safe for concurrent use and cheap.
type Progress interface {
	// Start sets the total in the given unit ("games", "positions", "MB"); 0 means unknown.
	Start(total int64, unit string)
	// Add reports n more units done.
	Add(n int64)
	// Note replaces the short free text beside the bar, such as "1.2 Mnps".
	Note(text string)
}

// ShardRange selects shards A..B (0-based, inclusive) when the shards of a stage are dealt to Of tasks:
// task t owns the contiguous block [t*n/Of, (t+1)*n/Of) of n shards. The zero value means all shards.
type ShardRange struct{ A, B, Of int }

// All reports whether the range selects every shard.
func (r ShardRange) All() bool { return r.Of == 0 || (r.A == 0 && r.B == r.Of-1) }

// Of n shards, Bounds returns the half-open range [lo, hi) that is selected.
func (r ShardRange) Bounds(n int) (lo, hi int) {
	if r.Of == 0 {
		return 0, n
	}
	return r.A * n / r.Of, (r.B + 1) * n / r.Of
}

// ParseShardRange reads "A-B/N" or "A/N".
func ParseShardRange(s string) (ShardRange, error) {
	span, of, ok := strings.Cut(s, "/")
	if !ok {
		return ShardRange{}, fmt.Errorf("shards %q: want A-B/N, for example 0-3/16", s)
	}
	a, b, ranged := strings.Cut(span, "-")
	if !ranged {
		b = a
	}
	var r ShardRange
	for _, f := range []struct {
		text string
		into *int
	}{{a, &r.A}, {b, &r.B}, {of, &r.Of}} {
		n, err := strconv.Atoi(f.text)
		if err != nil {
			return ShardRange{}, fmt.Errorf("shards %q: %q is not a number", s, f.text)
		}
		*f.into = n
	}
	if r.A < 0 || r.B < r.A || r.Of <= r.B {
		return ShardRange{}, fmt.Errorf("shards %q: want 0 <= A <= B < N", s)
	}
	return r, nil
}
