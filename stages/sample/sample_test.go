package sample

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/pgn"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// gamesText is a PGN text of n different small games.
func gamesText(n int, event string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Event \"%s %d\"]\n[EventDate \"2020.01.02\"]\n[White \"Ashdown, Mara\"]\n[Result \"1-0\"]\n\n1. e4 {[Event \"x\"]} e5 1-0\n\n", event, i)
	}
	return b.String()
}

// put writes files of archives/ into a new run folder: name, content, name, content ...
func put(t testing.TB, pairs ...string) (dir string, files []stage.File) {
	t.Helper()
	dir = t.TempDir()
	for i := 0; i < len(pairs); i += 2 {
		path := filepath.Join(dir, "archives", filepath.FromSlash(pairs[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(pairs[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, stage.File{Path: path, Name: "archives/" + pairs[i], Bytes: int64(len(pairs[i+1]))})
	}
	return dir, files
}

type sampled struct {
	counts stage.Counts
	files  map[string]string // name below sampled/ -> content
	blocks []rows.Block
	hashes []string // of everything written, in commit order
}

func runSample(t testing.TB, s *Stage, workers int, files []stage.File) sampled {
	t.Helper()
	job := &stage.Job{
		Stage: "sample", Dir: t.TempDir(), Workers: workers, Seed: 42, Fingerprint: "test",
		Inputs: map[stage.TableID][]stage.File{rows.Archives: files},
		Log:    slog.New(slog.DiscardHandler), Progress: stagetest.Quiet{},
	}
	res, err := run.Step(context.Background(), s, job)
	if err != nil {
		t.Fatal(err)
	}
	got := sampled{counts: res.Counts, files: map[string]string{}}
	for _, f := range res.Files[rows.Sampled] {
		data, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		got.files[strings.TrimPrefix(f.Name, "sampled/")] = string(data)
		got.hashes = append(got.hashes, f.Name+" "+f.SHA256)
	}
	for _, f := range res.Files[rows.Blocks] {
		got.hashes = append(got.hashes, f.Name+" "+f.SHA256)
	}
	for b, err := range table.Read[rows.Block](res.Files[rows.Blocks]) {
		if err != nil {
			t.Fatal(err)
		}
		got.blocks = append(got.blocks, *b)
	}
	return got
}

func with(change func(s *Stage)) *Stage {
	s := New()
	change(s)
	return s
}

func atRate(r float64) *Stage { return with(func(s *Stage) { s.Rate = r }) }

// games cuts a text as engine/pgn does.
func games(t testing.TB, text string) []string {
	t.Helper()
	var list []string
	split := pgn.NewSplitter(strings.NewReader(text), "test", pgn.Sizes{})
	for {
		b, err := split.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		from := 0
		for _, end := range b.Ends {
			list = append(list, string(b.Data[from:end]))
			from = end
		}
	}
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func zipped(t testing.TB, pairs ...string) string { return string(stagetest.Zip(t, pairs...)) }
func gzipped(t testing.TB, text string) string    { return string(stagetest.Gzip(t, text)) }
func zstded(t testing.TB, text string) string     { return string(stagetest.Zstd(t, text)) }

func TestRateOneIsTheInput(t *testing.T) {
	awkward := readFile(t, "testdata/awkward.pgn")
	texts := map[string]string{
		"awkward":     awkward,
		"crlf":        strings.ReplaceAll(awkward, "\n", "\r\n"),
		"mark":        "\uFEFF" + gamesText(2, "a") + "\uFEFF" + gamesText(1, "b"),
		"prose first": "Some words before.\n\n" + gamesText(2, "a"),
		"latin-1":     "[White \"M\xfcller\"]\n\n1. e4 *\n",
		"large":       gamesText(15_000, "large"),
		"white space": "\n \n\t\n",
		"empty":       "",
		"long tail":   gamesText(1, "a") + strings.Repeat("\n", 3<<20),
	}
	for name, text := range texts {
		kinds := map[string]string{"a.pgn": text}
		if len(text) < 1<<20 {
			kinds = map[string]string{"a.pgn": text, "a.zip": zipped(t, "a.pgn", text), "a.pgn.gz": gzipped(t, text), "a.pgn.zst": zstded(t, text)}
		}
		for kind, data := range kinds {
			_, files := put(t, kind, data)
			got := runSample(t, New(), 2, files)
			if got.files["a.pgn"] != text {
				t.Errorf("%s in %s: %d bytes instead of %d", name, kind, len(got.files["a.pgn"]), len(text))
			}
			if n := int64(len(games(t, text))); got.counts.Seen != n || got.counts.Kept != n {
				t.Errorf("%s in %s: counts %+v, want %d games", name, kind, got.counts, n)
			}
			checkBlocks(t, got)
		}
	}
}

// checkBlocks holds the table to what it promises: blocks tile the file, hold whole games and know their numbers.
func checkBlocks(t *testing.T, got sampled) {
	t.Helper()
	at, game := map[string]int64{}, map[string]int64{}
	lastNo := int32(-1)
	for _, b := range got.blocks {
		text := got.files[b.Source]
		if b.Offset != at[b.Source] || b.FirstGame != game[b.Source]+1 || b.SourceNo < lastNo {
			t.Errorf("block %+v does not follow byte %d, game %d, source %d", b, at[b.Source], game[b.Source], lastNo)
		}
		part := text[b.Offset : b.Offset+b.Bytes]
		if n := int64(len(games(t, part))); n != b.Games || n == 0 {
			t.Errorf("block %+v holds %d games", b, n)
		}
		at[b.Source] += b.Bytes
		game[b.Source] += b.Games
		lastNo = b.SourceNo
	}
	for name, text := range got.files {
		n := int64(len(games(t, text)))
		if game[name] != n || (n > 0 && at[name] != int64(len(text))) {
			t.Errorf("%s: the blocks hold %d games in %d bytes, the file %d in %d", name, game[name], at[name], n, len(text))
		}
	}
}

func TestBlocksAreAboutAMebibyte(t *testing.T) {
	_, files := put(t, "a.pgn", gamesText(40_000, "a"))
	got := runSample(t, New(), 1, files)
	if len(got.blocks) < 4 {
		t.Fatalf("%d blocks", len(got.blocks))
	}
	for _, b := range got.blocks[:len(got.blocks)-1] {
		if b.Bytes < blockSize || b.Bytes > blockSize+1000 {
			t.Errorf("block of %d bytes", b.Bytes)
		}
	}
}

func manyFiles(t testing.TB) []stage.File {
	_, files := put(t, "a.pgn", gamesText(3000, "a"), "b.zip", zipped(t, "b.pgn", gamesText(2000, "b")), "c.pgn.zst", zstded(t, gamesText(500, "c")),
		"d.zip", zipped(t, "one.pgn", gamesText(100, "d1"), "two.pgn", gamesText(50, "d2")), "e.pgn", gamesText(7, "e"))
	return files
}

func TestTheSameSampleForAnyWorkersAndOrder(t *testing.T) {
	files := manyFiles(t)
	for name, s := range map[string]*Stage{
		"all":      New(),
		"rate":     atRate(0.1),
		"max":      with(func(s *Stage) { s.Rate, s.MaxGames = 0.5, 300 }),
		"stratify": with(func(s *Stage) { s.Rate, s.Stratify = 0.1, ByFile }),
		"both":     with(func(s *Stage) { s.MaxGames, s.Stratify = 300, ByFile }),
	} {
		want := runSample(t, s, 0, files).hashes
		for i, workers := range []int{1, 3, 8} {
			shuffled := slices.Clone(files)
			r := rand.New(rand.NewPCG(1, uint64(i)))
			r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			if got := runSample(t, s, workers, shuffled).hashes; !slices.Equal(got, want) {
				t.Errorf("%s, %d workers: other files than on one goroutine", name, workers)
			}
		}
	}
}

func TestARateKeepsItsShare(t *testing.T) {
	const n = 20_000
	_, files := put(t, "a.pgn", gamesText(n/2, "a"), "b.pgn", gamesText(n/2, "b"))
	for _, rate := range []float64{0.005, 0.1, 0.5, 0.95} {
		got := runSample(t, atRate(rate), 2, files)
		sigma := math.Sqrt(n * rate * (1 - rate))
		if d := math.Abs(float64(got.counts.Kept) - n*rate); d > 4*sigma {
			t.Errorf("rate %v keeps %d of %d: %.1f sigma off", rate, got.counts.Kept, n, d/sigma)
		}
		if got.counts.Filtered[string(notSampled)] != n-got.counts.Kept || got.counts.Seen != n {
			t.Errorf("counts %+v", got.counts)
		}
		checkBlocks(t, got)
	}
	if got := runSample(t, atRate(0), 1, files); got.counts.Kept != 0 || got.files["a.pgn"] != "" {
		t.Errorf("rate 0: %+v", got.counts)
	}
}

// The draw must not favour any part of a file, whose offsets are far from random.
func TestDrawsAreUniform(t *testing.T) {
	const cells, n = 64, 1 << 16
	for _, step := range []int64{1, 64, 1 << 20} {
		var count [cells]float64
		d := newDrum(42, "some/source.pgn")
		for i := range int64(n) {
			count[d.draw(i*step)>>58]++
		}
		chi := 0.0
		for _, c := range count {
			chi += (c - n/cells) * (c - n/cells) / (n / cells)
		}
		if chi > 63+4*math.Sqrt(2*63) { // mean and spread of chi-squared with 63 degrees of freedom
			t.Errorf("step %d: chi-squared %.1f", step, chi)
		}
	}
}

func TestKeptGamesAreWholeGames(t *testing.T) {
	text := strings.Repeat(readFile(t, "testdata/awkward.pgn")+"\r\n\r\n", 200)
	_, files := put(t, "a.pgn", text)
	whole := map[string]bool{}
	for _, g := range games(t, text) {
		whole[g] = true
	}
	got := runSample(t, atRate(0.3), 2, files)
	if got.counts.Seen != 800 {
		t.Errorf("%d games, want 800", got.counts.Seen)
	}
	for _, g := range games(t, got.files["a.pgn"]) {
		if !whole[g] {
			t.Errorf("not a game of the input: %q", g)
		}
	}
}

func TestASmallerRateIsASubset(t *testing.T) {
	_, files := put(t, "a.pgn", gamesText(5000, "a"))
	large := map[string]bool{}
	for _, g := range games(t, runSample(t, atRate(0.2), 1, files).files["a.pgn"]) {
		large[g] = true
	}
	small := games(t, runSample(t, atRate(0.05), 1, files).files["a.pgn"])
	for _, g := range small {
		if !large[g] {
			t.Fatalf("kept at 0.05 and not at 0.2: %q", g)
		}
	}
	if len(small) == 0 || len(large) <= len(small) {
		t.Errorf("%d at 0.05, %d at 0.2", len(small), len(large))
	}
}

func TestAnotherSeedIsAnotherSample(t *testing.T) {
	a, b := newDrum(1, "x"), newDrum(2, "x")
	c := newDrum(1, "y")
	if a.draw(0) == b.draw(0) || a.draw(0) == c.draw(0) {
		t.Error("the number does not depend on seed and source")
	}
	facts, err := atRate(0.5).External(context.Background(), stage.Env{Seed: 7})
	if err != nil || len(facts) != 1 || facts[0] != (stage.Fact{Name: "seed", Value: "7"}) {
		t.Errorf("facts %v, %v", facts, err)
	}
	if facts, _ := New().External(context.Background(), stage.Env{Seed: 7}); len(facts) != 0 {
		t.Errorf("everything is kept, but a new seed would make it stale: %v", facts)
	}
}

func TestMaxGamesKeepsTheSmallestTickets(t *testing.T) {
	files := manyFiles(t)
	got := runSample(t, with(func(s *Stage) { s.MaxGames = 1500 }), 3, files)
	if got.counts.Kept != 1500 || got.counts.Filtered[string(overMax)] != got.counts.Seen-1500 {
		t.Errorf("counts %+v", got.counts)
	}
	smaller := runSample(t, with(func(s *Stage) { s.MaxGames = 100 }), 3, files)
	all := got.files["a.pgn"] + got.files["b.pgn"] + got.files["c.pgn"] + got.files["d/one.pgn"] + got.files["d/two.pgn"] + got.files["e.pgn"]
	for name, text := range smaller.files {
		for _, g := range games(t, text) {
			if !strings.Contains(all, g) {
				t.Fatalf("%s: one of the 100 smallest is not among the 1500 smallest", name)
			}
		}
	}
	if got := runSample(t, with(func(s *Stage) { s.MaxGames = 1_000_000 }), 2, files); got.counts.Kept != got.counts.Seen {
		t.Errorf("more than there are: %+v", got.counts)
	}
}

// The bowls throw tickets away in batches; whatever the numbers, the right ones must be left.
func TestMaxGamesForAnyNumberOfGames(t *testing.T) {
	_, files := put(t, "a.pgn", gamesText(4096, "a"))
	for _, limit := range []int64{1, 511, 512, 513, 1024, 2048, 4095, 4096, 4097} {
		for _, workers := range []int{0, 2} {
			got := runSample(t, with(func(s *Stage) { s.MaxGames = limit }), workers, files)
			if want := min(limit, 4096); got.counts.Kept != want {
				t.Errorf("max_games %d, %d workers: kept %d", limit, workers, got.counts.Kept)
			}
		}
	}
}

func TestStrataGetTheirExactShare(t *testing.T) {
	files := manyFiles(t)
	count := func(s sampled) map[string]int {
		n := map[string]int{}
		for name, text := range s.files {
			n[name] = len(games(t, text))
		}
		return n
	}
	got := count(runSample(t, with(func(s *Stage) { s.Rate, s.Stratify = 0.1, ByFile }), 2, files))
	want := map[string]int{"a.pgn": 300, "b.pgn": 200, "c.pgn": 50, "d/one.pgn": 10, "d/two.pgn": 5, "e.pgn": 1}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("rate 0.1: %v, want %v", got, want)
	}
	// 5657 games, 100 seats: 53.03 35.36 8.84 1.77 0.88 0.12 -> 53 35 8 1 0 0, and the largest remainders get the 3 left.
	got = count(runSample(t, with(func(s *Stage) { s.MaxGames, s.Stratify = 100, ByFile }), 2, files))
	want = map[string]int{"a.pgn": 53, "b.pgn": 35, "c.pgn": 9, "d/one.pgn": 2, "d/two.pgn": 1, "e.pgn": 0}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("100 games: %v, want %v", got, want)
	}
}

func TestSourceNames(t *testing.T) {
	g := gamesText(1, "g")
	for _, c := range []struct {
		pairs []string
		want  string
	}{
		{[]string{"Modern.zip", zipped(t, "Modern.pgn", g)}, "Modern.pgn"},
		{[]string{"x.zip", zipped(t, "deep/folder/A.PGN", g, "readme.txt", "hello")}, "A.PGN"},
		{[]string{"x.zip", zipped(t, "a/G.pgn", g, "b/G.pgn", g, "a/g.pgn", g)}, "x/G-2.pgn x/G.pgn x/g-3.pgn"},
		{[]string{"x.zip", zipped(t, "Games.pgn", g), "y.zip", zipped(t, "games.pgn", g), "z.pgn.gz", gzipped(t, g)}, "x/Games.pgn y/games.pgn z.pgn"},
		{[]string{"m.pgn.zst", zstded(t, g), "m.pgn", g}, "m/m-2.pgn m/m.pgn"},
		{[]string{"x", g, "x.zip", zipped(t, "a.pgn", g, "a.pgn/b.pgn", g)}, "x x-files/a.pgn x-files/b.pgn"},
		{[]string{"q.zip", zipped(t, "what?.pgn", g)}, "what_.pgn"},
	} {
		_, files := put(t, c.pairs...)
		var names []string
		for n := range runSample(t, New(), 1, files).files {
			names = append(names, n)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// A game over the limit is counted and left out as a whole; its neighbours stay.
func TestAGameOverTheLimitIsRejected(t *testing.T) {
	var file bytes.Buffer
	out := &run.Out{}
	w := &textWriter{choice: New().byRate(1), out: out, file: &file, blocks: newCutter(nil, source{})}
	for _, p := range []piece{{number: 1, data: []byte("one ")}, {number: 2, data: []byte("head of two"), cut: 1 << 30}, {number: 3, data: []byte("three")}} {
		if err := w.piece(p); err != nil {
			t.Fatal(err)
		}
	}
	if file.String() != "one three" || w.blocks.block.Games != 2 {
		t.Errorf("wrote %q, %d games", file.String(), w.blocks.block.Games)
	}
}

func TestUTF16IsSampledAsUTF8(t *testing.T) {
	text := gamesText(2, "Žluť")
	wide := []byte{0xFF, 0xFE}
	for _, r := range text {
		wide = append(wide, byte(r), byte(r>>8))
	}
	_, files := put(t, "a.pgn", string(wide))
	if got := runSample(t, New(), 1, files).files["a.pgn"]; got != text {
		t.Errorf("got %q", got)
	}
}

func TestValidation(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Error(err)
	}
	err := (&Stage{Rate: math.NaN(), MaxGames: -1, Stratify: "country"}).Validate()
	for _, want := range []string{"rate:", "max_games:", "stratify:"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is missing in %v", want, err)
		}
	}
}

func TestTheSeedCorpusIsKeptWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("232 files: not with -short")
	}
	dir := stagetest.Shared(t, "data", "pgnmentor", "sampled_games")
	names, err := filepath.Glob(filepath.Join(dir, "*.pgn"))
	if err != nil || len(names) == 0 {
		t.Fatal("no files", err)
	}
	var files []stage.File
	for _, n := range names {
		files = append(files, stage.File{Path: n, Name: "archives/" + filepath.Base(n)})
	}
	got := runSample(t, New(), 2, files)
	if got.counts.Kept != 13_745 || len(got.files) != 232 {
		t.Errorf("%d games in %d files, want 13745 in 232", got.counts.Kept, len(got.files))
	}
	for _, n := range names {
		if got.files[filepath.Base(n)] != readFile(t, n) {
			t.Errorf("%s: not byte-identical", filepath.Base(n))
		}
	}
}
