package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// work brings one archive after the other; it is the same value for all workers, because what they share (pace,
// budget) is locked and the rest is read-only.
type work struct {
	stage  *Stage
	client *client
	lock   lock
	base   string // for naming local files
}

// job is the job with as many workers as downloads are wanted at the same time. Waiting for a server needs no core,
// so the run's own number does not bound it; the sequential path stays sequential.
func (w *work) job(job *stage.Job) *stage.Job {
	j := *job
	if w.base = job.Base; j.Workers > 0 && w.stage.Source != "local" {
		j.Workers = w.stage.HTTP.Parallel
	}
	return &j
}

// fetch is the work on one shard.
func fetch(ctx context.Context, w *work, a Archive, out *run.Out) error {
	out.Seen(1)
	got, path, err := w.obtain(ctx, a)
	f, ours := asFault(err)
	if ours && w.lock != nil {
		return fmt.Errorf("lock: %s: %w; a locked run needs every archive", a.Name, err)
	}
	if ours {
		w.client.log.Error("archive failed", "name", a.Name, "from", a.origin(), "why", f.Error())
		out.Fault(stage.Reject{Source: a.Name, Offset: -1, Game: -1, Ply: -1,
			Token: w.from(a), Reason: string(f.reason), Context: f.Error()})
		return w.refused(a, f)
	}
	if err != nil {
		return err
	}
	if err := w.lock.check(a, got); err != nil {
		return errors.Join(err, w.client.forget(a, got))
	}
	if err := store(out, a, path, got); err != nil {
		return err
	}
	out.Keep(1)
	out.Add("bytes", got.Bytes)
	for _, n := range got.Notes {
		out.Warn(stage.Reject{Source: a.Name, Offset: -1, Game: -1, Ply: -1, Token: n.Entry, Reason: string(n.Reason)})
	}
	return writeJSON(entryPath(w.client.dir, a), entry{Name: a.Name, Title: a.Title, Games: a.Games, receipt: got})
}

// store puts the file into archives/. A download is linked, because the client owns it and never changes it; a file
// of the user's is copied, because somebody may append to it tomorrow. Somebody may be doing so now: what was judged and
// what is copied must be the same bytes.
func store(out *run.Out, a Archive, path string, got receipt) error {
	name := "archives/" + a.Name
	if a.URL != "" {
		return out.LinkFile(rows.Archives, name, path)
	}
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := out.CreateFile(rows.Archives, name)
	if err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, sum), io.LimitReader(from, got.Bytes+1))
	if err == nil && (n != got.Bytes || hex.EncodeToString(sum.Sum(nil)) != got.SHA256) {
		err = fmt.Errorf("%s changes while it is read: run again when it is complete", path)
	}
	return err
}

// refused notes the failure for the provenance file.
func (w *work) refused(a Archive, f *fault) error {
	return writeJSON(entryPath(w.client.dir, a), entry{
		Name: a.Name, Title: a.Title, Games: a.Games, receipt: receipt{URL: w.from(a)}, Refused: f.reason, Why: f.Error(),
	})
}

// from names where an archive is from, without a path of this machine where that can be avoided.
func (w *work) from(a Archive) string {
	if a.URL != "" {
		return a.URL
	}
	return relative(w.base, a.Path)
}

// obtain returns a complete, judged file.
func (w *work) obtain(ctx context.Context, a Archive) (receipt, string, error) {
	switch {
	case a.Refused != "":
		return receipt{}, "", permanent(a.Refused, "%s: refused: another host or outside of its folder", a.URL)
	case a.URL == "":
		got, err := w.local(a)
		return got, a.Path, err
	}
	path, got, err := w.client.get(ctx, request{
		url: a.URL, name: a.Name, accept: a.Accept, limit: limited(w.stage.Limits.Archive),
		check: func(path string, got receipt) ([]note, error) { return judge(path, a, got) },
	})
	return got, path, err
}

// local judges a file of this machine. That it cannot be read fails it alone; that it has vanished since the list
// was made fails the run, because the fingerprint counted on it.
func (w *work) local(a Archive) (receipt, error) {
	sum, size, err := hashFile(a.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return receipt{}, err
	}
	if err != nil {
		return receipt{}, &fault{reason: unreadable, detail: w.from(a), err: err}
	}
	got := receipt{URL: w.from(a), Bytes: size, SHA256: sum}
	got.Notes, err = judge(a.Path, a, got)
	return got, err
}
