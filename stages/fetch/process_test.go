package fetch

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"plyquet/pipeline/run"
)

// The test binary is also the process that gets killed: with this variable set it fetches and nothing else.
const victimVariable = "PLYQUET_TEST_FETCH"

func TestMain(m *testing.M) {
	if args := os.Getenv(victimVariable); args != "" {
		victim(strings.Split(args, "\n"))
		return
	}
	goleak.VerifyTestMain(m) // a client that is not closed leaves connections behind
}

// victim fetches addresses[1:] into the run folder addresses[0].
func victim(addresses []string) {
	s := fromURLs(newFakeTime(), addresses[1:]...)
	if _, err := run.Step(context.Background(), s, jobAt(addresses[0], addresses[0])); err != nil {
		os.Exit(1)
	}
}

func TestAKilledFetchResumes(t *testing.T) {
	data := []byte(gamesText(3000))
	reached := make(chan struct{})
	hang := true
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if hang && r.URL.Path == "/c.pgn" {
			w.Header().Set("ETag", `"/c.pgn"`)
			w.Header().Set("Content-Length", "1000000")
			w.Write(data[:len(data)/2])
			w.(http.Flusher).Flush()
			close(reached)
			<-r.Context().Done()
			return
		}
		content(w, r, data, r.URL.Path)
	})
	var addresses []string
	for _, name := range []string{"a", "b", "c", "d"} {
		addresses = append(addresses, srv.URL+"/"+name+".pgn")
	}
	job := newJob(t, t.TempDir())
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), victimVariable+"="+strings.Join(append([]string{job.Dir}, addresses...), "\n"))
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	<-reached
	part := slotOf(downloads(job.Dir), addresses[2], "c.pgn").part()
	for fileSize(part) == 0 { // the bytes are on their way from the socket to the file
		if process.ProcessState != nil {
			t.Fatal("the process ended by itself")
		}
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	process.Wait()
	hang = false
	srv.requests()

	got := mustRun(t, fromURLs(newFakeTime(), addresses...), job)
	for _, a := range addresses {
		if name := a[strings.LastIndexByte(a, '/')+1:]; got.files[name] != string(data) {
			t.Errorf("%s: wrong content", name)
		}
	}
	var asked []string
	for _, r := range srv.requests() {
		asked = append(asked, r.URL.Path+" "+r.Header.Get("Range"))
	}
	slices.Sort(asked)
	if len(asked) != 2 || !strings.HasPrefix(asked[0], "/c.pgn bytes=") || asked[1] != "/d.pgn " {
		t.Errorf("asked again for %q; want the rest of c and d", asked)
	}
}

// The transport reads the variables once a process and never uses a proxy for loopback, so this takes a process of
// its own and a host that does not exist.
func TestProxyVariablesAreObeyed(t *testing.T) {
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(gamesText(1))) })
	dir := t.TempDir()
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), "HTTP_PROXY="+proxy.URL, "http_proxy="+proxy.URL, "NO_PROXY=", "no_proxy=",
		victimVariable+"="+dir+"\nhttp://archives.invalid/a.pgn")
	if out, err := process.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	asked := proxy.requests()
	if len(asked) != 1 || asked[0].URL.String() != "http://archives.invalid/a.pgn" || fileSize(dir+"/archives/a.pgn") == 0 {
		t.Errorf("the proxy was asked %d times", len(asked))
	}
}
