package fetch

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"plyquet/pipeline/stage"
	"plyquet/stages/stagetest"
)

// content serves data with a strong ETag, ranges and conditions, as a good server does.
func content(w http.ResponseWriter, r *http.Request, data []byte, tag string) {
	w.Header().Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// cut announces all of data and closes the connection after n bytes.
func cut(w http.ResponseWriter, data []byte, n int) {
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Write(data[:n])
	panic(http.ErrAbortHandler)
}

func TestTooManyRequestsWaitsAsLongAsAsked(t *testing.T) {
	data := stagetest.Zip(t, "A.pgn", gamesText(3))
	n := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		content(w, r, data, "a")
	})
	when := newFakeTime()
	got := mustRun(t, fromURLs(when, srv.URL+"/A.zip"), newJob(t, t.TempDir()))
	if got.files["A.zip"] != string(data) {
		t.Error("the archive did not come")
	}
	if w := when.waits(); !slices.Contains(w, 7*time.Second) {
		t.Errorf("waited %v, want 7s among it", w)
	}
}

func TestTooManyRequestsWithoutATimeWaitsAMinute(t *testing.T) {
	n := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		content(w, r, []byte(gamesText(1)), "a")
	})
	when := newFakeTime()
	mustRun(t, fromURLs(when, srv.URL+"/A.pgn"), newJob(t, t.TempDir()))
	if w := when.waits(); !slices.Contains(w, time.Minute) {
		t.Errorf("waited %v, want 1m among it", w)
	}
}

func TestAServerThatAsksForAnHourFailsTheArchive(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	when := newFakeTime()
	got := mustRun(t, fromURLs(when, srv.URL+"/A.pgn"), newJob(t, t.TempDir()))
	if !slices.Equal(got.reasons(), []string{"A.pgn: http_status"}) || len(when.waits()) != 0 {
		t.Errorf("rejects %v after waiting %v", got.reasons(), when.waits())
	}
}

func TestServerErrorsArePassing(t *testing.T) {
	n := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n <= 2 {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		content(w, r, []byte(gamesText(2)), "a")
	})
	when := newFakeTime()
	got := mustRun(t, fromURLs(when, srv.URL+"/A.pgn"), newJob(t, t.TempDir()))
	if got.files["A.pgn"] != gamesText(2) || got.counts.Kept != 1 {
		t.Errorf("counts %+v", got.counts)
	}
	if w := when.waits(); len(w) < 2 {
		t.Errorf("waits %v, want a back-off after each failure", w)
	}
}

func TestNotFoundIsNotTriedAgain(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "gone.zip") {
			http.NotFound(w, r)
			return
		}
		content(w, r, []byte(gamesText(2)), "a")
	})
	s := fromURLs(newFakeTime(), srv.URL+"/gone.zip", srv.URL+"/A.pgn")
	got := mustRun(t, s, newJob(t, t.TempDir()))
	if !slices.Equal(got.reasons(), []string{"gone.zip: http_status"}) || got.files["A.pgn"] == "" {
		t.Errorf("rejects %v, files %d: one failure must not touch the other archive", got.reasons(), len(got.files))
	}
	if n := len(srv.requests()); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
	if e := got.entries["gone.zip"]; e.Refused != httpStatus || !strings.Contains(e.Why, "404") {
		t.Errorf("provenance %+v", e)
	}
}

func TestACutDownloadGoesOnWhereItStopped(t *testing.T) {
	data := stagetest.Zip(t, "A.pgn", gamesText(3000))
	n := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			w.Header().Set("ETag", `"v1"`)
			cut(w, data, len(data)/2)
		}
		content(w, r, data, "v1")
	})
	got := mustRun(t, fromURLs(newFakeTime(), srv.URL+"/A.zip"), newJob(t, t.TempDir()))
	if got.files["A.zip"] != string(data) {
		t.Error("the pieces were put together wrongly")
	}
	reqs := srv.requests()
	if len(reqs) != 2 || !strings.HasPrefix(reqs[1].Header.Get("Range"), "bytes=") || reqs[1].Header.Get("If-Range") != `"v1"` {
		t.Errorf("second request: %v", reqs[len(reqs)-1].Header)
	}
}

func TestACutDownloadOfChangedContentStartsOver(t *testing.T) {
	before, after := []byte(gamesText(4000)), []byte(gamesText(5000))
	n := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			w.Header().Set("ETag", `"v1"`)
			cut(w, before, len(before)/2)
		}
		content(w, r, after, "v2") // If-Range "v1" does not hold: 200 with all of it
	})
	got := mustRun(t, fromURLs(newFakeTime(), srv.URL+"/A.pgn"), newJob(t, t.TempDir()))
	if got.files["A.pgn"] != string(after) {
		t.Error("old and new bytes were mixed")
	}
}

func TestWithoutAValidatorNothingIsContinued(t *testing.T) {
	data := []byte(gamesText(3000))
	n := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			cut(w, data, len(data)/2)
		}
		w.Write(data)
	})
	got := mustRun(t, fromURLs(newFakeTime(), srv.URL+"/A.pgn"), newJob(t, t.TempDir()))
	if got.files["A.pgn"] != string(data) {
		t.Error("wrong content")
	}
	if r := srv.requests()[1].Header.Get("Range"); r != "" {
		t.Errorf("asked for range %q of content that may be another", r)
	}
}

func TestAPartialAnswerForAnotherRangeIsNotUsed(t *testing.T) {
	data := []byte(gamesText(3000))
	n := 0
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		n++
		w.Header().Set("ETag", `"v1"`)
		switch n {
		case 1:
			cut(w, data, len(data)/2)
		case 2:
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 0-99/%d", len(data)))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(data[:100])
		default:
			content(w, r, data, "v1")
		}
	})
	got := mustRun(t, fromURLs(newFakeTime(), srv.URL+"/A.pgn"), newJob(t, t.TempDir()))
	if got.files["A.pgn"] != string(data) {
		t.Error("wrong content")
	}
}

func TestAlwaysCutFailsAfterTheConfiguredAttempts(t *testing.T) {
	data := []byte(gamesText(3000))
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { cut(w, data, len(data)/2) })
	s := fromURLs(newFakeTime(), srv.URL+"/A.pgn")
	s.HTTP.Attempts = 3
	got := mustRun(t, s, newJob(t, t.TempDir()))
	if !slices.Equal(got.reasons(), []string{"A.pgn: cut_short"}) {
		t.Errorf("rejects %v", got.reasons())
	}
	if n := len(srv.requests()); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
}

func TestCutsWithProgressDoNotUseUpTheAttempts(t *testing.T) {
	data := []byte(gamesText(20_000))
	const pieces = 10
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		start := 0
		fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &start)
		end := min(start+len(data)/pieces+1, len(data))
		w.Header().Set("ETag", `"v1"`)
		w.Header().Set("Content-Length", strconv.Itoa(len(data)-start))
		if start > 0 {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", start, len(data)-1, len(data)))
			w.WriteHeader(http.StatusPartialContent)
		}
		w.Write(data[start:end])
		if end < len(data) {
			panic(http.ErrAbortHandler)
		}
	})
	s := fromURLs(newFakeTime(), srv.URL+"/A.pgn")
	s.HTTP.Attempts = 3
	got := mustRun(t, s, newJob(t, t.TempDir()))
	if got.files["A.pgn"] != string(data) {
		t.Errorf("rejects %v", got.reasons())
	}
}

// A length that is too small cuts a zip in a way that HTTP does not notice; its missing directory gives it away.
func TestWrongLengthIsTruncated(t *testing.T) {
	data := stagetest.Zip(t, "A.pgn", gamesText(300))
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(data)-60))
		w.Write(data[:len(data)-60])
	})
	got := mustRun(t, fromURLs(newFakeTime(), srv.URL+"/A.zip"), newJob(t, t.TempDir()))
	if !slices.Equal(got.reasons(), []string{"A.zip: truncated"}) || len(got.files) != 0 {
		t.Errorf("rejects %v, files %d", got.reasons(), len(got.files))
	}
	if n := len(srv.requests()); n != contentTries {
		t.Errorf("%d transfers of bad content, want %d", n, contentTries)
	}
}

func TestATrickleStalls(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for w.Header().Set("Content-Length", "1000000"); r.Context().Err() == nil; {
			w.Write([]byte("["))
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	s := fromURLs(newFakeTime(), srv.URL+"/A.pgn")
	s.HTTP.Stall, s.HTTP.Attempts = 50*time.Millisecond, 2
	got := mustRun(t, s, newJob(t, t.TempDir()))
	if !slices.Equal(got.reasons(), []string{"A.pgn: stalled"}) {
		t.Errorf("rejects %v", got.reasons())
	}
}

func TestASilentServerTimesOut(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	s := fromURLs(newFakeTime(), srv.URL+"/A.pgn")
	s.HTTP.Answer, s.HTTP.Attempts = 30*time.Millisecond, 2
	got := mustRun(t, s, newJob(t, t.TempDir()))
	if !slices.Equal(got.reasons(), []string{"A.pgn: unreachable"}) {
		t.Errorf("rejects %v", got.reasons())
	}
}

func TestRedirects(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content(w, r, []byte(gamesText(1)), "other")
	}))
	defer other.Close()
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		to := map[string]string{
			"/loop.pgn":   "/loop.pgn",
			"/moved.pgn":  "/there.pgn",
			"/away.pgn":   other.URL + "/x.pgn",
			"/file.pgn":   "file:///etc/passwd",
			"/scheme.pgn": "ftp://example.org/a.pgn",
		}[r.URL.Path]
		if to != "" {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
			return
		}
		content(w, r, []byte(gamesText(1)), "here")
	})
	s := fromURLs(newFakeTime(), srv.URL+"/loop.pgn", srv.URL+"/moved.pgn", srv.URL+"/away.pgn", srv.URL+"/file.pgn", srv.URL+"/scheme.pgn")
	got := mustRun(t, s, newJob(t, t.TempDir()))
	want := []string{"loop.pgn: bad_redirect", "away.pgn: bad_redirect", "file.pgn: bad_redirect", "scheme.pgn: bad_redirect"}
	if !slices.Equal(got.reasons(), want) {
		t.Errorf("rejects %v, want %v", got.reasons(), want)
	}
	if e := got.entries["moved.pgn"]; e.Final != srv.URL+"/there.pgn" || got.files["moved.pgn"] == "" {
		t.Errorf("redirect within the site: %+v", e)
	}

	s = fromURLs(newFakeTime(), srv.URL+"/away.pgn")
	s.HTTP.AllowedHosts = []string{strings.TrimPrefix(other.URL, "http://")}
	if got := mustRun(t, s, newJob(t, t.TempDir())); got.files["away.pgn"] == "" {
		t.Errorf("allowed host refused: %v", got.reasons())
	}
}

func TestAWebPageInsteadOfAnArchiveNamesTheAnswer(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/page.zip":
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte("<!DOCTYPE html><title>Closed</title>"))
		case "/json.pgn":
			w.Header().Set("Content-Type", "application/json")
			w.Write([]byte(`{"error":"maintenance"}`))
		case "/empty.pgn":
		case "/prose.pgn":
			w.Write([]byte("The server is down for maintenance.\n"))
		default: // the type is a claim; the bytes decide
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(gamesText(1)))
		}
	})
	s := fromURLs(newFakeTime(), srv.URL+"/page.zip", srv.URL+"/json.pgn", srv.URL+"/empty.pgn", srv.URL+"/prose.pgn", srv.URL+"/good.pgn")
	got := mustRun(t, s, newJob(t, t.TempDir()))
	want := []string{"page.zip: not_an_archive", "json.pgn: not_an_archive", "empty.pgn: empty_file", "prose.pgn: no_pgn"}
	if !slices.Equal(got.reasons(), want) {
		t.Errorf("rejects %v, want %v", got.reasons(), want)
	}
	if why := got.entries["page.zip"].Why; !strings.Contains(why, `"<!DOCTYPE`) || !strings.Contains(why, "text/html") {
		t.Errorf("why = %q", why)
	}
	if got.files["good.pgn"] == "" {
		t.Error("a game text was refused for its Content-Type")
	}
}

func TestLimitPerArchive(t *testing.T) {
	data := []byte(gamesText(1000))
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/chunked.pgn" {
			w.(http.Flusher).Flush() // no length announced
		}
		w.Write(data)
	})
	s := fromURLs(newFakeTime(), srv.URL+"/known.pgn", srv.URL+"/chunked.pgn")
	s.Limits.Archive = stage.Size(len(data) - 1)
	got := mustRun(t, s, newJob(t, t.TempDir()))
	if want := []string{"known.pgn: too_large", "chunked.pgn: too_large"}; !slices.Equal(got.reasons(), want) {
		t.Errorf("rejects %v, want %v", got.reasons(), want)
	}
	s.Limits.Archive++
	if got := mustRun(t, s, newJob(t, t.TempDir())); got.counts.Kept != 2 {
		t.Errorf("exactly at the limit: %v", got.reasons())
	}
}

func TestLimitPerRunStopsTheRunAndKeepsWhatIsThere(t *testing.T) {
	data := []byte(gamesText(1000))
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { content(w, r, data, r.URL.Path) })
	s := fromURLs(newFakeTime(), srv.URL+"/a.pgn", srv.URL+"/b.pgn")
	s.Limits.Total = stage.Size(len(data) + 10)
	job := newJob(t, t.TempDir())
	if _, err := runStage(t, s, job); err == nil || !strings.Contains(err.Error(), "limits.total") {
		t.Fatalf("error %v", err)
	}
	srv.requests()
	s.Limits.Total *= 10
	if got := mustRun(t, s, job); got.counts.Kept != 2 {
		t.Errorf("counts %+v", got.counts)
	}
	for _, r := range srv.requests() {
		if r.URL.Path == "/a.pgn" {
			t.Error("the finished archive was asked for again")
		}
	}
}

func TestAddressesThatAreNotHTTPAreConfigurationErrors(t *testing.T) {
	s := New()
	s.Source = "urls"
	s.URLs = []string{"https://example.org/a.pgn", "file:///etc/passwd", "ftp://example.org/a.pgn", "a.pgn"}
	err := s.Validate()
	for _, path := range []string{"urls[1]", "urls[2]", "urls[3]"} {
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%v does not name %s", err, path)
		}
	}
	if strings.Contains(err.Error(), "urls[0]") {
		t.Errorf("%v names a good address", err)
	}
}
