package fetch

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"plyquet/stages/stagetest"
)

func parseFile(t *testing.T, path, base string, sections ...string) ([]offer, error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	return parseIndex(f, u, sections)
}

func TestIndexPage(t *testing.T) {
	offers, err := parseFile(t, "testdata/index.html", "http://files.example/chess/files.html", "openings")
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		name, url, title, moves string
		games                   int64
		refused                 reason
	}
	const site = "http://files.example/chess/"
	want := []row{
		{"Hedgehog.zip", site + "openings/Hedgehog.zip", "Hedgehog", "1.c4 c5 2.Nf3 b6", 1204, ""},
		{"Rook.zip", site + "openings/Rook.zip", "Rook lift 9...Re8", "...", 1, ""},
		{"Unknown.zip", site + "openings/Unknown.zip", "No count here", "", -1, ""},
		{"Evil.zip", "https://elsewhere.example/openings/Evil.zip", "Other host", "", -1, badAddress},
		{"secret.zip", site + "openings/%2e%2e/secret.zip", "Climbs", "", -1, badAddress},
		{"Wrong.zip", site + "players/Wrong.zip", "A player among the openings", "", -1, badAddress},
		{"Ftp.zip", "ftp://files.example/openings/Ftp.zip", "", "", -1, badAddress},
	}
	var got []row
	for _, o := range offers {
		r := row{o.Name, o.URL, o.Title, o.moves, -1, o.Refused}
		if o.Games != nil {
			r.games = *o.Games
		}
		got = append(got, r)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}

func TestSeveralSectionsInPageOrder(t *testing.T) {
	offers, err := parseFile(t, "testdata/index.html", "http://files.example/files.html", "events", "players")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, o := range offers {
		names = append(names, o.section+" "+o.Name)
	}
	if want := []string{"players Ashdown.zip", "events Riverside1931.pgn"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}

func TestAPageWithoutArchivesIsAnError(t *testing.T) {
	for _, page := range []string{"", "<html><p>The site is being updated</p>", `{"error":"maintenance"}`, "<h2 id=openings><a href=http://other.example/openings/a.zip>x</a>"} {
		base, _ := url.Parse("http://files.example/files.html")
		if _, err := parseIndex(strings.NewReader(page), base, []string{"openings"}); err == nil || !strings.Contains(err.Error(), "page layout changed") {
			t.Errorf("%q: error %v", page, err)
		}
	}
}

func TestCase61IndexPages(t *testing.T) {
	dir := stagetest.Shared(t, "cases", "61-pgnmentor-page")
	const site = "https://www.pgnmentor.com/"
	var expect struct {
		Files struct {
			Files struct {
				Openings        [][3]any
				Players, Events []string
			} `json:"files.html"`
			Odd struct {
				Openings []string
				Refused  int
			} `json:"odd.html"`
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "expect.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &expect); err != nil {
		t.Fatal(err)
	}
	page := func(name, section string) (rows [][3]any, addresses []string, refused int, offers []offer) {
		t.Helper()
		offers, err := parseFile(t, filepath.Join(dir, name), site+"files.html", section)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range offers {
			if o.Refused != "" {
				refused++
				continue
			}
			address := strings.TrimPrefix(o.URL, site)
			addresses = append(addresses, address)
			if o.Games != nil {
				rows = append(rows, [3]any{address, o.Title, float64(*o.Games)})
			}
		}
		return rows, addresses, refused, offers
	}
	rows, _, _, offers := page("files.html", "openings")
	if !reflect.DeepEqual(rows, expect.Files.Files.Openings) {
		t.Errorf("openings %v, want %v", rows, expect.Files.Files.Openings)
	}
	if m := offers[1].moves; m != "1.d4 Nf6 2.c4 e6 3.g3 Bb4+" {
		t.Errorf("moves %q", m)
	}
	if _, got, _, _ := page("files.html", "players"); !slices.Equal(got, expect.Files.Files.Players) {
		t.Errorf("players %v", got)
	}
	if _, got, _, _ := page("files.html", "events"); !slices.Equal(got, expect.Files.Files.Events) {
		t.Errorf("events %v", got)
	}
	_, odd, refused, offers := page("odd.html", "openings")
	if !slices.Equal(odd, expect.Files.Odd.Openings) || refused != expect.Files.Odd.Refused {
		t.Errorf("odd: %v, %d refused; want %v, %d", odd, refused, expect.Files.Odd.Openings, expect.Files.Odd.Refused)
	}
	for _, o := range offers {
		if o.Name == "Colle.zip" && o.Games != nil {
			t.Errorf("Colle: %d games, want unknown", *o.Games)
		}
		if strings.HasPrefix(o.Title, "Reti") && o.Name != "Reti 2c4.zip" {
			t.Errorf("Reti is called %q", o.Name)
		}
	}
	for _, name := range []string{"empty.html", "not-html.json"} {
		if _, err := parseFile(t, filepath.Join(dir, name), site+"files.html", "openings"); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestChooseByGlob(t *testing.T) {
	offers, err := parseFile(t, "testdata/index.html", "http://files.example/files.html", "openings")
	if err != nil {
		t.Fatal(err)
	}
	got, err := PGNMentor{Choose: []string{"hedge*"}}.pick(offers)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{got[0].Name}
	for _, a := range got[1:] {
		if a.Refused == "" {
			names = append(names, a.Name)
		}
	}
	if !slices.Equal(names, []string{"Hedgehog.zip"}) {
		t.Errorf("chose %v", names)
	}
	if _, err := (PGNMentor{Choose: []string{"Sicilian*"}}).pick(offers); err == nil || !strings.Contains(err.Error(), "Hedgehog") {
		t.Errorf("error %v should name an archive that there is", err)
	}
}

func TestPGNMentorFromAServer(t *testing.T) {
	page, err := os.ReadFile("testdata/index.html")
	if err != nil {
		t.Fatal(err)
	}
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/files.html":
			content(w, r, page, "page")
		case "/openings/Hedgehog.zip":
			content(w, r, stagetest.Zip(t, "Hedgehog.pgn", gamesText(4)), "h")
		default:
			http.NotFound(w, r)
		}
	})
	s := New()
	s.Source, s.clock = "pgnmentor", newFakeTime().clock()
	s.PGNMentor.Index = srv.URL + "/files.html"
	got := mustRun(t, s, newJob(t, t.TempDir()))
	want := []string{"Rook.zip: http_status", "Unknown.zip: http_status", "Evil.zip: bad_address", "secret.zip: bad_address",
		"Wrong.zip: bad_address", "Ftp.zip: bad_address"}
	if !slices.Equal(got.reasons(), want) {
		t.Errorf("rejects %v, want %v", got.reasons(), want)
	}
	if got.counts.Seen != 7 || got.counts.Kept != 1 {
		t.Errorf("counts %+v", got.counts)
	}
	for _, r := range srv.requests() {
		if !strings.HasPrefix(r.UserAgent(), "plyquet") {
			t.Errorf("User-Agent %q", r.UserAgent())
		}
	}
}

func FuzzIndexPage(f *testing.F) {
	page, err := os.ReadFile("testdata/index.html")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(page))
	f.Add(`<h2 id=openings><a href="openings/a.zip">x`)
	f.Add(`<table id="openings"><tr><td><a href="//[::1/openings/a.zip"></td><td><img alt=king><br>9,9 games`)
	base, err := url.Parse("http://files.example/files.html")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, page string) {
		offers, err := parseIndex(strings.NewReader(page), base, []string{"openings"})
		if err != nil {
			return
		}
		for _, o := range offers {
			u, err := url.Parse(o.URL)
			if o.Refused == "" && (err != nil || !sameSite(u, base) || slices.Contains(strings.Split(u.Path, "/"), "..") || u.Fragment != "") {
				t.Errorf("took %q", o.URL)
			}
		}
	})
}

// A page with 100,000 links in one row took hours, and its title would have stood in the list of archives as often.
func TestIndexWithAllLinksInOneRowIsReadOnce(t *testing.T) {
	base, err := url.Parse("https://example.org/files.html")
	if err != nil {
		t.Fatal(err)
	}
	const links = 20_000
	var page strings.Builder
	page.WriteString(`<h2 id="openings">Openings</h2><table><tr><td>all</td><td>`)
	for i := range links {
		fmt.Fprintf(&page, "<table><tr><td><a href='openings/inner%d.pgn'>x</a></td></tr></table><a href='openings/outer%d.pgn'>y</a>", i, i)
	}
	fmt.Fprintf(&page, "<a href='openings/%s.pgn'>z</a></td></tr></table>", strings.Repeat("z", 1<<20))
	offers, err := parseIndex(strings.NewReader(page.String()), base, []string{"openings"})
	if err != nil || len(offers) != 2*links {
		t.Fatalf("%d offers, %v", len(offers), err)
	}
	for _, o := range offers {
		if len(o.Title) > maxText || len(o.Name) > 100 {
			t.Fatalf("title of %d bytes, name of %d", len(o.Title), len(o.Name))
		}
	}
}
