package fetch

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plyquet/stages/stagetest"
)

func TestASecondRunTransfersNothing(t *testing.T) {
	zip, pgn := stagetest.Zip(t, "A.pgn", gamesText(3)), []byte(gamesText(5))
	modified := time.Date(2023, 1, 2, 3, 4, 5, 0, time.UTC)
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/A.zip" {
			content(w, r, zip, "a")
			return
		}
		http.ServeContent(w, r, "", modified, bytes.NewReader(pgn)) // Last-Modified alone
	})
	job := newJob(t, t.TempDir())
	s := fromURLs(newFakeTime(), srv.URL+"/A.zip", srv.URL+"/B.pgn")
	first := mustRun(t, s, job)
	srv.requests()

	job.Fingerprint = "another" // a changed setting makes the step stale
	second := mustRun(t, s, job)
	if first.files["A.zip"] != second.files["A.zip"] || second.files["B.pgn"] != string(pgn) {
		t.Error("the second run has other archives")
	}
	for _, r := range srv.requests() {
		if r.Header.Get("If-None-Match") == "" && r.Header.Get("If-Modified-Since") == "" {
			t.Errorf("%s was asked for without a condition", r.URL.Path)
		}
	}
	if e := second.entries["A.zip"]; e.Checked.IsZero() || e.ETag != `"a"` {
		t.Errorf("provenance after 304: %+v", e)
	}
}

func TestChangedContentIsTransferredAgain(t *testing.T) {
	text := gamesText(3)
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { content(w, r, []byte(text), key(text)) })
	job := newJob(t, t.TempDir())
	s := fromURLs(newFakeTime(), srv.URL+"/A.pgn")
	mustRun(t, s, job)
	text, job.Fingerprint = gamesText(4), "another"
	if got := mustRun(t, s, job); got.files["A.pgn"] != text {
		t.Error("old content after a change")
	}
}

func TestADamagedDownloadIsNotTrusted(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { content(w, r, []byte(gamesText(3)), "a") })
	job := newJob(t, t.TempDir())
	s := fromURLs(newFakeTime(), srv.URL+"/A.pgn")
	mustRun(t, s, job)
	file := slotOf(downloads(job.Dir), srv.URL+"/A.pgn", "A.pgn").file()
	if err := os.WriteFile(file, []byte(gamesText(2)), 0o644); err != nil {
		t.Fatal(err)
	}
	job.Fingerprint = "another"
	if got := mustRun(t, s, job); got.files["A.pgn"] != gamesText(3) {
		t.Error("a file that differs from its receipt was used")
	}
}

// An interrupted run has finished archives, an unfinished one, and archives it has not come to.
func TestAnInterruptedFetchResumes(t *testing.T) {
	data := []byte(gamesText(2000))
	ctx, interrupt := context.WithCancelCause(context.Background())
	var calm atomic.Bool
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/b.pgn" && !calm.Load() {
			w.Header().Set("ETag", `"/b.pgn"`)
			w.Header().Set("Content-Length", "156000")
			w.Write(data[:len(data)/2])
			w.(http.Flusher).Flush()
			interrupt(errors.New("stopped here"))
			<-r.Context().Done()
			return
		}
		content(w, r, data, r.URL.Path)
	})
	addresses := []string{srv.URL + "/a.pgn", srv.URL + "/b.pgn", srv.URL + "/c.pgn"}
	job := newJob(t, t.TempDir())
	if _, err := runStageContext(t, ctx, fromURLs(newFakeTime(), addresses...), job); err == nil {
		t.Fatal("the interrupted run succeeded")
	}
	srv.requests()
	calm.Store(true)
	got := mustRun(t, fromURLs(newFakeTime(), addresses...), job)

	undisturbed := mustRun(t, fromURLs(newFakeTime(), addresses...), newJob(t, t.TempDir()))
	for name, want := range undisturbed.files {
		if got.files[name] != want {
			t.Errorf("%s differs from an undisturbed run", name)
		}
	}
	var paths []string
	for _, r := range srv.requests()[:2] {
		paths = append(paths, r.URL.Path)
	}
	slices.Sort(paths)
	if !slices.Equal(paths, []string{"/b.pgn", "/c.pgn"}) {
		t.Errorf("asked again for %v", paths)
	}
}

// What the site lists may change between an interrupt and the resume; the shards must not.
func TestAResumedRunKeepsItsList(t *testing.T) {
	months := `"/pub/player/mara/games/2020/01","/pub/player/mara/games/2020/02"`
	var broken atomic.Bool
	broken.Store(true)
	var base string
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/archives"):
			w.Write([]byte(`{"archives":[` + strings.ReplaceAll(months, `"/pub`, `"`+base+`/pub`) + `]}`))
		case broken.Load() && strings.HasSuffix(r.URL.Path, "/02/pgn"):
			w.(http.Flusher).Flush()
			broken.Store(false)
			panic(http.ErrAbortHandler)
		default:
			w.Write([]byte(gamesText(2)))
		}
	})
	base = srv.URL
	s := New()
	s.Source, s.clock = "chesscom-user", newFakeTime().clock()
	s.ChesscomUser.Site, s.ChesscomUser.Users = srv.URL, []string{"Mara"}
	job := newJob(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	s.clock.sleep = func(_ context.Context, d time.Duration) error {
		if d > 0 && !broken.Load() {
			cancel() // during the wait after the cut
		}
		return ctx.Err()
	}
	if _, err := runStageContext(t, ctx, s, job); err == nil {
		t.Fatal("the interrupted run succeeded")
	}
	months = `"/pub/player/mara/games/2019/12",` + months
	s.clock = newFakeTime().clock()
	got := mustRun(t, s, job)
	if len(got.files) != 2 || got.files["chesscom-Mara-2020-02.pgn"] == "" {
		t.Errorf("files %v", got.files)
	}
	job.Fingerprint = "another"
	if got := mustRun(t, s, job); len(got.files) != 3 {
		t.Errorf("a new run has %d archives, want the new list of 3", len(got.files))
	}
}

func TestLockRefusesChangedContent(t *testing.T) {
	text := gamesText(3)
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { content(w, r, []byte(text), key(text)) })
	job := newJob(t, t.TempDir())
	s := fromURLs(newFakeTime(), srv.URL+"/A.pgn")
	mustRun(t, s, job)
	lockPath := filepath.Join(job.Base, "archives.lock")
	if err := writeLock(job.Dir, lockPath); err != nil {
		t.Fatal(err)
	}

	s.Lock, job.Fingerprint = "archives.lock", "locked"
	mustRun(t, s, job)

	text, job.Fingerprint = gamesText(4), "changed"
	if _, err := runStage(t, s, job); err == nil || !strings.Contains(err.Error(), "A.pgn") || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("changed content: error %v", err)
	}
	text = gamesText(3)
	mustRun(t, s, job) // the old content is back: nothing of the refusal is left

	text, job.Fingerprint = "<html>closed</html>", "failed"
	if _, err := runStage(t, s, job); err == nil || !strings.Contains(err.Error(), "needs every archive") {
		t.Errorf("a locked archive that fails: error %v", err)
	}
	text = gamesText(3)
	mustRun(t, s, job)

	s.URLs, job.Fingerprint = append(s.URLs, srv.URL+"/B.pgn"), "more"
	if _, err := runStage(t, s, job); err == nil || !strings.Contains(err.Error(), "not in the lock") {
		t.Errorf("an archive that the lock does not know: error %v", err)
	}
	s.URLs, job.Fingerprint = []string{srv.URL + "/B.pgn"}, "fewer"
	if _, err := runStage(t, s, job); err == nil || !strings.Contains(err.Error(), "does not offer") {
		t.Errorf("a locked archive that is not offered: error %v", err)
	}
}

func TestALockFileIsStable(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { content(w, r, []byte(gamesText(3)), "a") })
	var files []string
	for i := range 2 {
		when := newFakeTime()
		when.at = when.at.AddDate(0, 0, i)
		job := newJob(t, t.TempDir())
		mustRun(t, fromURLs(when, srv.URL+"/A.pgn", srv.URL+"/B.pgn"), job)
		path := filepath.Join(t.TempDir(), "lock")
		if err := writeLock(job.Dir, path); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(data))
	}
	if files[0] != files[1] {
		t.Errorf("two fetches of the same, two locks:\n%s\n%s", files[0], files[1])
	}
}

func TestNoLockOfAnIncompleteFetch(t *testing.T) {
	srv := serve(t, http.NotFound)
	job := newJob(t, t.TempDir())
	mustRun(t, fromURLs(newFakeTime(), srv.URL+"/A.pgn"), job)
	if err := writeLock(job.Dir, filepath.Join(t.TempDir(), "lock")); err == nil || !strings.Contains(err.Error(), "A.pgn") {
		t.Errorf("error %v", err)
	}
	if err := writeLock(t.TempDir(), filepath.Join(t.TempDir(), "lock")); err == nil {
		t.Error("a lock of nothing")
	}
	s := fromURLs(newFakeTime(), srv.URL+"/A.pgn")
	s.Lock = "missing.lock"
	if _, err := runStage(t, s, newJob(t, t.TempDir())); err == nil || !strings.Contains(err.Error(), "fetch --lock") {
		t.Errorf("missing lock file: error %v", err)
	}
}
