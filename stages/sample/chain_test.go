package sample_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/stages/fetch"
	"plyquet/stages/rows"
	"plyquet/stages/sample"
	"plyquet/stages/stagetest"
)

// openings is what the site offers: real files where they are there, else two of our own.
func openings(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{
		"Hedgehog": "[Event \"Club\"]\n[Result \"1-0\"]\n\n1. c4 c5 1-0\n\n[Event \"Club\"]\n\n1. c4 c5 2. Nf3 *\n",
		"Rook":     "[Event \"Club\"]\r\n\r\n1. e4 {[Event \"x\"]} e5 1/2-1/2\r\n",
	}
	names, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "pgnmentor", "sampled_games", "*.pgn"))
	for _, n := range names[:min(len(names), 25)] {
		data, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(n), ".pgn")] = string(data)
	}
	return texts
}

// site serves an index page and a zip for each text.
func site(t *testing.T, texts map[string]string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	var page strings.Builder
	page.WriteString(`<html><h2 id="openings">Openings</h2><table>`)
	for name, text := range texts {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		f, err := w.Create(name + ".pgn")
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, text)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, `<tr><td><a href="openings/%[1]s.zip">Download</a></td><td>%[1]s<br>7 games</td></tr>`, name)
		mux.HandleFunc("/openings/"+name+".zip", func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "", time.Unix(1_600_000_000, 0), bytes.NewReader(b.Bytes()))
		})
	}
	mux.HandleFunc("/files.html", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, page.String()+"</table>") })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func TestWhatTheSiteHasIsWhatIsSampled(t *testing.T) {
	texts := openings(t)
	server := site(t, texts)
	f := fetch.New()
	f.Source = "pgnmentor"
	f.PGNMentor.Index = server.URL + "/files.html"
	f.HTTP.Delay, f.HTTP.Parallel = 0, 4
	dir := t.TempDir()
	step := func(s stage.Stage, inputs map[stage.TableID][]stage.File) run.Result {
		t.Helper()
		res, err := run.Step(context.Background(), s, &stage.Job{
			Stage: s.Name(), Dir: dir, Base: dir, Workers: 2, Seed: 1, Fingerprint: "test", Inputs: inputs,
			Log: slog.New(slog.DiscardHandler), Progress: stagetest.Quiet{},
		})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	fetched := step(f, nil)
	if fetched.Counts.Kept != int64(len(texts)) {
		t.Fatalf("fetched %+v of %d", fetched.Counts, len(texts))
	}
	got := step(sample.New(), fetched.Files)
	if len(got.Files[rows.Sampled]) != len(texts) {
		t.Errorf("%d files, want %d", len(got.Files[rows.Sampled]), len(texts))
	}
	for _, file := range got.Files[rows.Sampled] {
		name := strings.TrimSuffix(filepath.Base(file.Name), ".pgn")
		if data, err := os.ReadFile(file.Path); err != nil || string(data) != texts[name] {
			t.Errorf("%s is not what the site has (%v)", file.Name, err)
		}
	}
}
