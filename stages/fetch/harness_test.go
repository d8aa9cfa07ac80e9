package fetch

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// gamesText is a PGN text of n small games between invented players.
func gamesText(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Event \"Club evening %d\"]\n[White \"Ashdown, Mara\"]\n[Black \"Quill, Tobin\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n", i)
	}
	return b.String()
}

// fakeTime is a clock that never waits but remembers what it was asked to wait; it moves on a little with each look.
type fakeTime struct {
	mu    sync.Mutex
	at    time.Time
	slept []time.Duration
}

func newFakeTime() *fakeTime { return &fakeTime{at: time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)} }

func (f *fakeTime) clock() clock {
	return clock{
		now: func() time.Time {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.at = f.at.Add(time.Microsecond)
			return f.at
		},
		sleep: func(ctx context.Context, d time.Duration) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.at = f.at.Add(d)
			if d > 0 {
				f.slept = append(f.slept, d)
			}
			return ctx.Err()
		},
	}
}

func (f *fakeTime) waits() []time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	var rounded []time.Duration
	for _, d := range f.slept {
		rounded = append(rounded, d.Round(time.Millisecond))
	}
	return rounded
}

// newJob is a job in a run folder of its own.
func newJob(t testing.TB, dir string) *stage.Job {
	t.Helper()
	return jobAt(dir, t.TempDir())
}

func jobAt(dir, base string) *stage.Job {
	return &stage.Job{
		Stage: "fetch", Dir: dir, Base: base, Workers: 2, Fingerprint: "test",
		Log: slog.New(slog.DiscardHandler), Progress: stagetest.Quiet{},
	}
}

// fetched is what a run of the stage has left.
type fetched struct {
	counts  stage.Counts
	files   map[string]string // name below archives/ -> content
	rejects []rows.Reject
	entries map[string]entry // provenance by archive name
}

func runStage(t testing.TB, s *Stage, job *stage.Job) (fetched, error) {
	t.Helper()
	return runStageContext(t, context.Background(), s, job)
}

func runStageContext(t testing.TB, ctx context.Context, s *Stage, job *stage.Job) (fetched, error) {
	t.Helper()
	job.Ledger = nil
	res, err := run.Step(ctx, s, job)
	if err != nil {
		return fetched{}, err
	}
	got := fetched{counts: res.Counts, files: map[string]string{}, entries: map[string]entry{}}
	for _, f := range res.Files[rows.Archives] {
		data, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		got.files[strings.TrimPrefix(f.Name, "archives/")] = string(data)
	}
	for r, err := range table.Read[rows.Reject](res.Files[rows.Rejects]) {
		if err != nil {
			t.Fatal(err)
		}
		got.rejects = append(got.rejects, *r)
	}
	var p provenance
	if !readJSON(provenancePath(job.Dir), &p) {
		t.Fatal("no provenance.json")
	}
	for _, e := range p.Archives {
		got.entries[e.Name] = e
	}
	return got, nil
}

// mustRun is runStage for runs that have to succeed.
func mustRun(t testing.TB, s *Stage, job *stage.Job) fetched {
	t.Helper()
	got, err := runStage(t, s, job)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// reasons lists "archive: reason" of the rejects that were not kept.
func (f fetched) reasons() []string {
	var list []string
	for _, r := range f.rejects {
		if !r.Kept {
			list = append(list, r.Source.Or("?")+": "+r.Reason)
		}
	}
	return list
}

func (f fetched) warnings() []string {
	var list []string
	for _, r := range f.rejects {
		if r.Kept {
			list = append(list, r.Source.Or("?")+": "+r.Token.Or("")+": "+r.Reason)
		}
	}
	return list
}

// fromURLs is the stage for addresses, on a clock that does not wait.
func fromURLs(f *fakeTime, addresses ...string) *Stage {
	s := New()
	s.Source, s.URLs = "urls", addresses
	s.clock = f.clock()
	return s
}

// server counts the requests and answers by path.
type server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

func serve(t testing.TB, handler http.HandlerFunc) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen = append(s.seen, r)
		s.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// requests returns what was asked since the last call.
func (s *server) requests() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.seen
	s.seen = nil
	return seen
}
