package run

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// A ledger is the machinery's side of one execution of a stage: which shards are committed, and what they made.
// Its methods are called by the verbs, which stages call from one goroutine; commit is called by one worker at a time.
type ledger struct {
	job     *stage.Job
	meta    map[string]string        // key/value metadata of every table
	check   func(f stage.File) error // is the committed file still what the record says?
	stop    func() bool
	closing bool // Commit: every shard must have its record; nothing is executed
	hook    func(Point)

	next      int // number of the next Each's first shard
	records   []record
	folds     []*folding
	scattered *ledger // of the first phase, when all of it has been done by tasks
}

// A Point is a moment of the commit protocol, named for tests that kill the process there.
type Point string

// The points of the protocol in order.
const (
	BeforeRename   Point = "before-rename"   // files sealed under temporary names
	BeforeRecord   Point = "before-record"   // files renamed
	AfterRecord    Point = "after-record"    // sidecar renamed
	BeforeManifest Point = "before-manifest" // every shard recorded
	AfterManifest  Point = "after-manifest"  // the step's entry is in the manifest
)

// ledgerOf returns the job's ledger, and makes a plain one for a job built by hand, as tests do.
func ledgerOf(job *stage.Job) *ledger {
	if led, ok := job.Ledger.(*ledger); ok {
		return led
	}
	led := newLedger(job)
	job.Ledger = led
	return led
}

func newLedger(job *stage.Job) *ledger {
	return &ledger{
		job:   job,
		meta:  map[string]string{"stage": job.Stage, "fingerprint": job.Fingerprint},
		check: sameSize,
		stop:  func() bool { return false },
		hook:  func(Point) {},
	}
}

func sameSize(f stage.File) error {
	info, err := os.Stat(f.Path)
	if err != nil {
		return err
	}
	if info.Size() != f.Bytes {
		return fmt.Errorf("%s: %d bytes, the record says %d", f.Name, info.Size(), f.Bytes)
	}
	return nil
}

// claim reserves the numbers of n shards and returns the first.
func (l *ledger) claim(n int) (base int) {
	base = l.next
	l.next += n
	return base
}

// missing returns the shards of [lo, hi) that have to be done. Records of another fingerprint, and records whose
// files are gone or changed, are erased together with their files.
func (l *ledger) missing(base, lo, hi int) (todo []int, err error) {
	for i := lo; i < hi; i++ {
		path := recordPath(l.job.Dir, l.job.Stage, base+i)
		r, found, err := readRecord(l.job.Dir, path)
		if err != nil {
			return nil, fmt.Errorf("record of shard %d: %w", base+i, err)
		}
		if found && l.valid(r, base+i) {
			r.unload()
			l.records = append(l.records, r)
			continue
		}
		todo = append(todo, i)
		if found && !l.reportsOnly() {
			if err := r.erase(l.job.Dir, path, nil); err != nil {
				return nil, fmt.Errorf("clear shard %d: %w", base+i, err)
			}
		}
	}
	if l.reportsOnly() && len(todo) > 0 {
		return nil, &MissingShards{Stage: l.job.Stage, Shards: shift(todo, base)}
	}
	if skipped := hi - lo - len(todo); skipped > 0 && len(todo) > 0 {
		l.job.Log.Info("resuming", "done", skipped, "left", len(todo))
	}
	return todo, nil
}

// reportsOnly: a shard that is missing is not done here but reported.
func (l *ledger) reportsOnly() bool { return l.closing && l.scattered == nil }

func shift(list []int, by int) []int {
	moved := slices.Clone(list)
	for i := range moved {
		moved[i] += by
	}
	return moved
}

func (l *ledger) valid(r record, index int) bool {
	if r.Fingerprint != l.job.Fingerprint || r.Index != index || r.Fold {
		return false
	}
	for _, files := range r.Files {
		for _, f := range files {
			if err := l.check(f); err != nil {
				l.job.Log.Warn("a part has changed and is made again", "shard", index, "reason", err)
				return false
			}
		}
	}
	return true
}

// crew is the work force for the given shards of the step.
func (l *ledger) crew(job *stage.Job, todo []int) crew {
	c := crew{size: min(max(job.Workers, 0), len(todo)), todo: todo, stop: l.stop, tick: func() {}}
	if m, ok := job.Progress.(interface{ shards(total int) func() }); ok {
		c.tick = m.shards(len(todo))
	}
	return c
}

func (l *ledger) out(index int) *Out {
	return &Out{
		Staging: table.NewStaging(l.job.Dir, index, table.Options{Metadata: l.meta}),
		Index:   index,
		ledger:  l,
	}
}

// commit makes a shard's results visible and writes its record.
func (l *ledger) commit(o *Out) error {
	l.hook(BeforeRename)
	files, err := o.Publish()
	if err != nil {
		return err
	}
	if err := addContent(files); err != nil {
		return err
	}
	l.hook(BeforeRecord)
	r := record{
		Stage: l.job.Stage, Fingerprint: l.job.Fingerprint, Index: o.Index,
		Files: files, Counts: o.counts, Faults: o.faults,
	}
	if err := r.write(l.job.Dir); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	l.hook(AfterRecord)
	r.unload()
	l.records = append(l.records, r)
	return nil
}

// addContent completes the digests that the writer has not made itself.
func addContent(files map[stage.TableID][]stage.File) error {
	for _, list := range files {
		for i, f := range list {
			if f.Content != "" || !strings.HasSuffix(f.Name, ".parquet") {
				continue
			}
			digest, err := contentDigest(f.Path)
			if err != nil {
				return fmt.Errorf("digest of %s: %w", f.Name, err)
			}
			list[i].Content = digest
		}
	}
	return nil
}

// account returns the records that the counts and rejects of the step come from.
func (l *ledger) account() []record {
	if l.scattered == nil {
		return l.ordered()
	}
	var first []record
	for _, r := range l.scattered.ordered() {
		r.Files = nil // intermediate
		first = append(first, r)
	}
	return append(first, l.ordered()...)
}

// ordered returns the records by shard number, those of folds first.
func (l *ledger) ordered() []record {
	var all []record
	for _, f := range l.folds {
		all = append(all, f.record)
	}
	slices.SortFunc(l.records, func(a, b record) int { return a.Index - b.Index })
	return append(all, l.records...)
}

// sweep erases what is left of an earlier execution with more shards.
func (l *ledger) sweep(keep map[string]bool) error {
	paths, err := recordPaths(l.job.Dir, l.job.Stage)
	if err != nil {
		return err
	}
	current := map[string]bool{}
	for _, r := range l.records {
		current[recordPath(l.job.Dir, l.job.Stage, r.Index)] = true
	}
	for _, path := range paths {
		if current[path] {
			continue
		}
		r, _, err := readRecord(l.job.Dir, path)
		if err != nil {
			return err
		}
		if err := r.erase(l.job.Dir, path, keep); err != nil {
			return fmt.Errorf("clear %s: %w", filepath.Base(path), err)
		}
	}
	return nil
}

// folding gathers the counts of a Fold. They are not written to disk on their own: a fold is done again as a whole.
type folding struct{ record record }

func (l *ledger) fold() *folding {
	return &folding{record{Stage: l.job.Stage, Fingerprint: l.job.Fingerprint, Fold: true}}
}

func (f *folding) commit(o *Out) error {
	f.record.Counts.Merge(o.counts)
	f.record.Faults = append(f.record.Faults, o.faults...)
	return nil
}

// MissingShards is the error of Commit when tasks of a distributed run have not finished.
type MissingShards struct {
	Stage  string
	Phase  int // of a stage that has more than one, from 1; 0 elsewhere
	Shards []int
}

func (e *MissingShards) Error() string {
	const shown = 10
	list := strings.Trim(fmt.Sprint(e.Shards[:min(shown, len(e.Shards))]), "[]")
	if len(e.Shards) > shown {
		list += " ..."
	}
	if e.Phase > 0 {
		return fmt.Sprintf("%d shards of phase %d are not done: %s", len(e.Shards), e.Phase, list)
	}
	return fmt.Sprintf("%d shards are not done: %s", len(e.Shards), list)
}
