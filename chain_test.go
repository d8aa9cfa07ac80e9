package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plyquet/pipeline/command"
	"plyquet/stages"
	"plyquet/stages/rows"
)

// A moodySite serves an index page and zips, and misbehaves at the first requests for most of them.
type moodySite struct {
	mu    sync.Mutex
	asked map[string]int
	zips  map[string][]byte
	moods map[string]int
}

func newMoodySite(t *testing.T, texts map[string]string) *httptest.Server {
	t.Helper()
	s := &moodySite{asked: map[string]int{}, zips: map[string][]byte{}, moods: map[string]int{}}
	var page strings.Builder
	page.WriteString(`<html><h2 id="openings">Openings</h2><table border="3">`)
	for i, name := range slices.Sorted(maps.Keys(texts)) {
		path := "/openings/" + name + ".zip"
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		f, err := w.Create(name + ".pgn")
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, texts[name])
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		s.zips[path], s.moods[path] = b.Bytes(), i%6
		fmt.Fprintf(&page, `<tr><td><a href="openings/%[1]s.zip">Download</a></td><td>%[1]s<br>7 games</td></tr>`, name)
	}
	page.WriteString(`<tr><td><a href="openings/Gone.zip">Download</a></td></tr><tr><td><a href="openings/Closed.zip">Download</a></td></tr></table>`)
	mux := http.NewServeMux()
	mux.HandleFunc("/files.html", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, page.String()) })
	mux.HandleFunc("/openings/Closed.zip", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<html>closed</html>") })
	mux.HandleFunc("/openings/", s.archive)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func (s *moodySite) archive(w http.ResponseWriter, r *http.Request) {
	data, ok := s.zips[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	s.asked[r.URL.Path]++
	nth := s.asked[r.URL.Path]
	s.mu.Unlock()
	w.Header().Set("ETag", `"`+r.URL.Path+`"`)
	switch mood := s.moods[r.URL.Path]; {
	case mood == 1 && nth <= 2:
		w.WriteHeader(http.StatusInternalServerError)
	case mood == 2 && nth == 1:
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusTooManyRequests)
	case mood == 3 && nth == 1: // cut at half
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.Write(data[:len(data)/2])
		panic(http.ErrAbortHandler)
	case mood == 4 && nth == 1: // wrong length
		w.Header().Set("Content-Length", strconv.Itoa(len(data)-30))
		w.Write(data[:len(data)-30])
	case mood == 5 && nth == 1:
		io.WriteString(w, "<html>come back later</html>")
	default:
		w.Header().Set("Content-Type", "text/plain") // wrong, and of no account
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}
}

// siteTexts is the corpus of the seed project when it is there, else a few games of our own.
func siteTexts(t *testing.T) (texts map[string]string, games, visits int64) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "shared", "data", "pgnmentor", "sampled_games", "*.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	texts = map[string]string{}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(p), ".pgn")] = string(data)
	}
	if len(texts) > 0 {
		return texts, 13_745, 274_554
	}
	for i := range 12 {
		texts[fmt.Sprintf("Opening%02d", i)] = "[Event \"Club\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"Club\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n"
	}
	return texts, 24, 12 * (5 + 3)
}

// TestFromAMoodySiteToPositions runs the chain fetch, sample, ingest, positions from a server on loopback.
func TestFromAMoodySiteToPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("the whole chain: not with -short")
	}
	texts, games, visits := siteTexts(t)
	site := newMoodySite(t, texts)
	dir := t.TempDir()
	out, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	program := command.Program{Registry: stages.All, Schema: rows.SchemaVersion, Version: "test"}
	code := program.Main(context.Background(), []string{"run", "--data", dir, "--to", "positions", "--set", "run=moody", "--set", "fetch.source=pgnmentor",
		"--set", "fetch.pgnmentor.index=" + site.URL + "/files.html", "--set", "fetch.http.delay=0s", "--set", "fetch.http.parallel=4",
		"--set", "fetch.http.backoff=1ms"}, out, out)
	if code != command.ExitRejects { // two archives never come
		text, _ := os.ReadFile(out.Name())
		t.Fatalf("exit code %d\n%s", code, text)
	}
	data, err := os.ReadFile(filepath.Join(dir, "runs", "moody", "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Steps map[string]struct {
			Result struct {
				Counts struct {
					Seen, Kept int64
					Rejected   map[string]int64
					Extra      map[string]int64
				}
			}
		}
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	fetched := manifest.Steps["fetch"].Result.Counts
	if fetched.Kept != int64(len(texts)) || fetched.Rejected["http_status"] != 1 || fetched.Rejected["not_an_archive"] != 1 {
		t.Errorf("fetch: %+v, want %d archives and two rejects", fetched, len(texts))
	}
	for _, step := range []string{"sample", "ingest", "positions"} {
		if c := manifest.Steps[step].Result.Counts; c.Seen != games || c.Kept != games {
			t.Errorf("%s: %+v, want %d games", step, c, games)
		}
	}
	if got := manifest.Steps["positions"].Result.Counts.Extra["visits"]; got != visits {
		t.Errorf("%d visits of positions, want %d", got, visits)
	}
}
