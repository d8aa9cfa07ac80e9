package fetch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"time"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// client downloads files into a folder and remembers what it knows about them. It is shared by all workers of one
// execution of the stage; two workers never ask for the same address at the same time.
//
// The folder holds a slot for each address: a complete file that was judged good with its receipt, or an unfinished
// one with what is known of it. Complete files stay: archives/ holds hard links to them, so they cost nothing, and the
// next run asks for them conditionally.
type client struct {
	http    *http.Client
	opt     HTTP
	clock   clock
	pace    *pace
	log     *slog.Logger
	show    stage.Progress
	dir     string
	session string // receipts of this session need not be asked for again

	budget int64              // bytes that one run may transfer
	spent  *run.Locked[int64] // bytes transferred so far
}

func newClient(opt HTTP, c clock, job *stage.Job, session string, budget int64) *client {
	return &client{
		http: opt.httpClient(), opt: opt, clock: c, pace: newPace(c, opt.Delay), log: job.Log, show: job.Progress,
		dir: downloads(job.Dir), session: session, budget: budget, spent: run.NewLocked[int64](0),
	}
}

// Close drops idle connections.
func (c *client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// A request asks for one file.
type request struct {
	url    string
	name   string                                         // what the file is called; its extension matters to judges
	accept string                                         // media type for the Accept header; empty: anything
	limit  int64                                          // bytes; a larger file is a fault
	check  func(path string, got receipt) ([]note, error) // judges the complete file before it counts as one; may be nil
}

func (c *client) slot(r request) slot { return slotOf(c.dir, r.url, r.name) }

// known returns the receipt of a complete download whose file is still what the receipt says.
func (c *client) known(r request) (receipt, bool) {
	var got receipt
	if !readJSON(c.slot(r).receipt(), &got) || got.URL != r.url {
		return receipt{}, false
	}
	sum, size, err := hashFile(c.slot(r).file())
	return got, err == nil && sum == got.SHA256 && size == got.Bytes
}

// forget makes the next run ask for a again, even if it continues this session.
func (c *client) forget(a Archive, got receipt) error {
	if a.URL == "" {
		return nil
	}
	got.Session = ""
	return writeJSON(slotOf(c.dir, a.URL, a.Name).receipt(), got)
}

// get returns the path of a complete and judged copy of r.url. It transfers nothing when this session already has
// it or the server says that it has not changed, and only the missing end when the server allows that. The error is
// a *fault when it concerns this file alone.
func (c *client) get(ctx context.Context, r request) (path string, got receipt, err error) {
	address, err := url.Parse(r.url)
	if err != nil {
		return "", receipt{}, permanent(badAddress, "%q is not an address", r.url)
	}
	if err := checkScheme(address); err != nil {
		return "", receipt{}, err
	}
	old, have := c.known(r)
	if have && old.Session == c.session {
		return c.slot(r).file(), old, nil
	}
	if !have {
		old = receipt{}
	}
	got, err = c.retry(ctx, r, address, old)
	return c.slot(r).file(), got, err
}

// retry makes attempts until one succeeds or its patience is at an end.
func (c *client) retry(ctx context.Context, r request, address *url.URL, old receipt) (receipt, error) {
	patience := patience{opt: c.opt, key: r.url}
	for {
		if err := c.pace.turn(ctx, address.Host); err != nil {
			return receipt{}, err
		}
		got, err := c.attempt(ctx, r, address, old)
		f, ours := asFault(err)
		if ctx.Err() != nil { // whatever failed, it failed because of that, and is not the archive's fault
			return receipt{}, context.Cause(ctx)
		}
		if err == nil || !ours {
			return got, err
		}
		wait, end := patience.after(f, fileSize(c.slot(r).part()))
		if end != nil {
			return receipt{}, end
		}
		c.log.Warn("download failed, trying again", "url", r.url, "why", f.Error(), "wait", wait.Round(time.Millisecond))
		if f.wait > 0 {
			c.pace.hold(address.Host, wait)
		} else if err := c.clock.sleep(ctx, wait); err != nil {
			return receipt{}, err
		}
	}
}

// attempt makes one request and, when it brings a complete file, has it judged and puts it in its place.
func (c *client) attempt(ctx context.Context, r request, address *url.URL, old receipt) (receipt, error) {
	got, err := c.transfer(ctx, r, address, old)
	if err != nil {
		return receipt{}, err
	}
	if got.SHA256 != "" { // not modified
		return got, writeJSON(c.slot(r).receipt(), got)
	}
	return c.accept(r, got)
}

// accept judges a complete part and gives it its name. The receipt is removed first and written last: whatever is
// interrupted in between leaves a file without a receipt, which counts as nothing.
func (c *client) accept(r request, got receipt) (receipt, error) {
	place := c.slot(r)
	if r.check != nil {
		notes, err := r.check(place.part(), got)
		if err != nil {
			return receipt{}, errors.Join(err, remove(place.part(), place.partReceipt()))
		}
		got.Notes = notes
	}
	sum, size, err := hashFile(place.part())
	if err != nil {
		return receipt{}, err
	}
	got.SHA256, got.Bytes, got.Total = sum, size, 0
	got.Fetched, got.Session = c.clock.now().UTC().Truncate(time.Second), c.session
	if err := errors.Join(remove(place.receipt()), os.Rename(place.part(), place.file())); err != nil {
		return receipt{}, err
	}
	if err := writeJSON(place.receipt(), got); err != nil {
		return receipt{}, fmt.Errorf("write receipt of %s: %w", r.url, err)
	}
	return got, remove(place.partReceipt())
}

// resumable returns what is known of an unfinished download, its size so far as Bytes; the zero receipt when there
// is none or no validator belongs to it, without which old and new bytes could be put together.
func (c *client) resumable(r request) receipt {
	var part receipt
	if !readJSON(c.slot(r).partReceipt(), &part) || part.URL != r.url {
		return receipt{}
	}
	part.Bytes = fileSize(c.slot(r).part())
	if _, strong := part.validator(); !strong || part.Bytes == 0 {
		return receipt{}
	}
	return part
}

func fileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// charge counts n transferred bytes against the run's budget. Going over it is fatal, not a fault of one archive:
// which archive is hit depends on timing, and results must not.
func (c *client) charge(n int64) error {
	var before, total int64
	c.spent.With(func(spent *int64) { before = *spent; *spent += n; total = *spent })
	if total>>20 != before>>20 {
		c.show.Note(fmt.Sprintf("%d MiB transferred", total>>20))
	}
	if total > c.budget {
		return fmt.Errorf("limits.total reached: more than %d bytes transferred; raise it and run again, what is complete is kept", c.budget)
	}
	return nil
}
