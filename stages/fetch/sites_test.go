package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plyquet/stages/stagetest"
)

func TestLichessDatabase(t *testing.T) {
	good, bad := stagetest.Zstd(t, gamesText(3)), stagetest.Zstd(t, gamesText(4))
	sum := sha256.Sum256(good)
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/standard/sha256sums.txt":
			fmt.Fprintf(w, "%s  lichess_db_standard_rated_2013-01.pgn.zst\n", hex.EncodeToString(sum[:]))
			fmt.Fprintf(w, "%064d  lichess_db_standard_rated_2013-02.pgn.zst\n", 1)
		case "/standard/lichess_db_standard_rated_2013-01.pgn.zst":
			w.Write(good)
		case "/standard/lichess_db_standard_rated_2013-02.pgn.zst":
			w.Write(bad)
		default:
			http.NotFound(w, r)
		}
	})
	s := New()
	s.Source, s.clock = "lichess-database", newFakeTime().clock()
	s.LichessDatabase.Site, s.LichessDatabase.Months = srv.URL, []string{"2013-01..2013-03"}
	got := mustRun(t, s, newJob(t, t.TempDir()))
	want := []string{"lichess_db_standard_rated_2013-02.pgn.zst: wrong_checksum", "lichess_db_standard_rated_2013-03.pgn.zst: http_status"}
	if !slices.Equal(got.reasons(), want) {
		t.Errorf("rejects %v, want %v", got.reasons(), want)
	}
	if got.files["lichess_db_standard_rated_2013-01.pgn.zst"] != string(good) {
		t.Error("the good month did not come")
	}

	s.LichessDatabase.Variant, s.LichessDatabase.Months = "chess960", []string{"2020-05"}
	got = mustRun(t, s, newJob(t, t.TempDir())) // no checksums published: not an error of the list
	if want := []string{"lichess_db_chess960_rated_2020-05.pgn.zst: http_status"}; !slices.Equal(got.reasons(), want) {
		t.Errorf("rejects %v, want %v", got.reasons(), want)
	}
}

func TestLichessUser(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept") != "application/x-chess-pgn" {
			w.WriteHeader(http.StatusNotAcceptable)
			return
		}
		w.(http.Flusher).Flush() // a stream without a length
		w.Write([]byte(gamesText(3)))
	})
	s := New()
	s.Source, s.clock = "lichess-user", newFakeTime().clock()
	s.LichessUser = LichessUser{Site: srv.URL + "/", Users: []string{"Mara_A", "tobin-q"}, Since: day("2024-01-01"), Until: day("2024-01-31"),
		Max: 50, PerfTypes: []string{"blitz", "rapid"}, RatedOnly: true}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	got := mustRun(t, s, newJob(t, t.TempDir()))
	if got.files["lichess-Mara_A.pgn"] != gamesText(3) || got.files["lichess-tobin-q.pgn"] == "" {
		t.Errorf("rejects %v", got.reasons())
	}
	q := srv.requests()[0].URL
	for key, want := range map[string]string{"since": "1704067200000", "until": "1706745599999", "max": "50", "perfType": "blitz,rapid",
		"rated": "true", "evals": "false", "clocks": "true"} {
		if got := q.Query().Get(key); got != want {
			t.Errorf("%s = %q, want %q", key, got, want)
		}
	}
	if !strings.HasPrefix(q.Path, "/api/games/user/") {
		t.Errorf("path %s", q.Path)
	}
}

func TestChesscomUserMonths(t *testing.T) {
	var srv *server
	srv = serve(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/archives") {
			fmt.Fprintf(w, `{"archives":["%[1]s/pub/player/mara/games/2019/12","%[1]s/pub/player/mara/games/2020/01",
				"%[1]s/pub/player/mara/games/2020/02","https://evil.example/pub/player/mara/games/2020/02"]}`, srv.URL)
			return
		}
		w.Write([]byte(gamesText(1)))
	})
	run := func(change func(u *ChesscomUser)) fetched {
		s := New()
		s.Source, s.clock = "chesscom-user", newFakeTime().clock()
		s.ChesscomUser.Site, s.ChesscomUser.Users = srv.URL, []string{"Mara"}
		change(&s.ChesscomUser)
		return mustRun(t, s, newJob(t, t.TempDir()))
	}
	names := func(f fetched) string {
		var list []string
		for n := range f.files {
			list = append(list, strings.TrimSuffix(strings.TrimPrefix(n, "chesscom-Mara-"), ".pgn"))
		}
		slices.Sort(list)
		return strings.Join(list, " ")
	}
	all := run(func(*ChesscomUser) {})
	if got := names(all); got != "2019-12 2020-01 2020-02" {
		t.Errorf("all: %s", got)
	}
	if r := all.reasons(); len(r) != 1 || !strings.HasSuffix(r[0], "bad_address") {
		t.Errorf("another host: %v", r)
	}
	if got := names(run(func(u *ChesscomUser) { u.Since, u.Until = day("2019-12-31"), day("2020-01-01") })); got != "2019-12 2020-01" {
		t.Errorf("overlapping months: %s", got)
	}
	if got := names(run(func(u *ChesscomUser) { u.Since = day("2020-01-01") })); got != "2020-01 2020-02" {
		t.Errorf("since: %s", got)
	}
}

func TestAnAnswerThatIsNotAListOfMonths(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("<html>")) })
	s := New()
	s.Source, s.clock = "chesscom-user", newFakeTime().clock()
	s.ChesscomUser.Site, s.ChesscomUser.Users = srv.URL, []string{"mara"}
	if _, err := runStage(t, s, newJob(t, t.TempDir())); err == nil || !strings.Contains(err.Error(), "not the list of months") {
		t.Errorf("error %v", err)
	}
}

func TestDefaultsAreValid(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Error(err)
	}
	for _, name := range Sources() {
		s := New()
		s.Source = name
		if _, ok := s.source(); !ok {
			t.Errorf("source %s is not in the catalog", name)
		}
	}
}

func TestEveryProblemAtOnce(t *testing.T) {
	s := New()
	s.Source = "lichess-user"
	s.LichessUser = LichessUser{Site: "lichess", Users: []string{"a b"}, Since: day("2024-02-01"), Until: day("2024-01-01"), Max: -1}
	s.HTTP.Parallel, s.HTTP.UserAgent, s.HTTP.Stall = 0, "", 0
	err := s.Validate()
	for _, want := range []string{"lichess-user.site", "lichess-user.users", "lichess-user.until", "lichess-user.max", "http.parallel", "http.user_agent", "http.stall"} {
		if err == nil || !strings.Contains(err.Error(), want+":") {
			t.Errorf("%s is missing in %v", want, err)
		}
	}
	s.Source = "gopher"
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "lichess-database") {
		t.Errorf("unknown source: %v", err)
	}
}
