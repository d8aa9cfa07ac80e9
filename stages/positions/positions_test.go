package positions

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/engine/pgn"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// randomGames makes n games of random legal moves, so that long games, repetitions, promotions and en passant occur.
// Every ninth game has no result; every eleventh breaks off with an illegal move.
func randomGames(seed uint64, n, plies int) string {
	rng := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for g := range n {
		outcome := []string{"1-0", "0-1", "1/2-1/2"}[rng.IntN(3)]
		if g%9 == 8 {
			outcome = "*"
		}
		fmt.Fprintf(&b, "[Event \"Random %d\"]\n[White \"Ash, A\"]\n[Black \"Birch, B\"]\n[Result \"%s\"]\n\n", g, outcome)
		p := board.Start()
		for ply := range 1 + rng.IntN(plies) {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			// Early moves come from a narrow choice, so that games share positions.
			m := moves[rng.IntN(min(len(moves), 2+ply))]
			fmt.Fprintf(&b, "%s ", p.AppendSAN(nil, m))
			p.Play(m)
		}
		if g%11 == 10 {
			b.WriteString("Ka9 ")
		}
		b.WriteString(outcome + "\n\n")
	}
	return b.String()
}

// slowTable is the obvious version: a map from text to counts.
type slowTable struct {
	positions map[string]tally
	moves     map[string]tally // "FEN UCI SAN"
}

func slow(t testing.TB, dir string, s *Stage) slowTable {
	t.Helper()
	st := slowTable{map[string]tally{}, map[string]tally{}}
	for _, name := range pgnFiles(t, dir) {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		split := pgn.NewSplitter(f, name, pgn.Sizes{})
		for b, err := split.Next(); err != io.EOF; b, err = split.Next() {
			r := pgn.NewReader(pgn.Options{})
			r.Reset(b)
			for g, err := r.Next(); err == nil; g, err = r.Next() {
				if o, ok := g.Result.Outcome(); ok && !g.CustomStart && g.Variant != pgn.OtherVariant {
					st.game(g, o, s)
				}
			}
		}
		f.Close()
	}
	maps.DeleteFunc(st.moves, func(k string, _ tally) bool {
		fields := strings.Fields(k)
		return st.positions[strings.Join(fields[:3], " ")].total() < uint64(s.MinGames)
	})
	maps.DeleteFunc(st.positions, func(_ string, n tally) bool { return n.total() < uint64(s.MinGames) })
	return st
}

func (st slowTable) game(g *pgn.Game, o board.Outcome, s *Stage) {
	been := map[string]bool{}
	p := g.Start
	for i := 0; ; i++ {
		fen := p.FEN3()
		last := i == len(g.Moves) || s.MaxPlies > 0 && i == s.MaxPlies-1
		if s.Count == everyVisit || !been[fen] {
			been[fen] = true
			bump(st.positions, fen, o)
			if !last && s.Moves {
				move := p.AppendUCI(nil, g.Moves[i].Move, false)
				bump(st.moves, fen+" "+string(p.AppendSAN(append(move, ' '), g.Moves[i].Move)), o)
			}
		}
		if last {
			return
		}
		p.Play(g.Moves[i].Move)
	}
}

func bump(m map[string]tally, key string, o board.Outcome) {
	n := m[key]
	n[o]++
	m[key] = n
}

// check compares a result with the slow table, and its order with what the columns declare.
func (st slowTable) check(t *testing.T, r result) {
	t.Helper()
	got := map[string]tally{}
	list := all[rows.Position](t, r.positions)
	for _, p := range list {
		got[p.FEN] = tally{uint32(p.White), uint32(p.Draws), uint32(p.Black)}
	}
	if !slices.IsSortedFunc(list, func(a, b rows.Position) int { return cmpInt(a.Key, b.Key) }) {
		t.Error("positions are not sorted by key")
	}
	compareTallies(t, "position", got, st.positions)
	got = map[string]tally{}
	moves := all[rows.PositionMove](t, r.moves)
	for _, m := range moves {
		got[m.FEN+" "+m.UCI+" "+m.SAN] = tally{uint32(m.White), uint32(m.Draws), uint32(m.Black)}
	}
	if !slices.IsSortedFunc(moves, func(a, b rows.PositionMove) int {
		return max(-1, min(1, 2*cmpInt(a.Key, b.Key)+strings.Compare(a.UCI, b.UCI)))
	}) {
		t.Error("moves are not sorted by key and move")
	}
	compareTallies(t, "move", got, st.moves)
}

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func compareTallies(t *testing.T, what string, got, want map[string]tally) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d different %ss, want %d", len(got), what, len(want))
	}
	for k, n := range want {
		if got[k] != n {
			t.Errorf("%s %q: %v, want %v", what, k, got[k], n)
			return
		}
	}
}

func variants() map[string]*Stage {
	list := map[string]*Stage{"default": New(), "once": New(), "two": New(), "one": New(), "all": New(), "all once": New(), "frequent": New(), "no moves": New()}
	list["once"].Count = oncePerGame
	list["two"].MaxPlies = 2
	list["one"].MaxPlies = 1
	list["all"].MaxPlies = 0
	list["all once"].MaxPlies, list["all once"].Count = 0, oncePerGame
	list["frequent"].MinGames = 3
	list["no moves"].Moves = false
	return list
}

func TestEqualsTheObviousTable(t *testing.T) {
	dir := written(t, map[string]string{"a.pgn": randomGames(1, 300, 150), "b.pgn": randomGames(2, 200, 40)})
	run := newRun(t, dir, 4096)
	for name, s := range variants() {
		t.Run(name, func(t *testing.T) { slow(t, dir, s).check(t, run.execute(t, s, 0, 0)) })
	}
}

func TestWorkersAndBlocksDoNotChangeTheBytes(t *testing.T) {
	dir := written(t, map[string]string{"a.pgn": randomGames(3, 500, 150)})
	s := New()
	s.MaxPlies = 0
	want := newRun(t, dir, 1<<20).execute(t, s, 0, 0)
	for _, workers := range []int{0, 1, 2, 3, 8} {
		for _, block := range []int{2000, 50_000} {
			r := newRun(t, dir, block)
			if got := r.execute(t, s, workers, 0); got.digests() != want.digests() {
				t.Errorf("%d workers, blocks of %d: other bytes\n%s%s", workers, block, got.digests(), want.digests())
			} else if !reflect.DeepEqual(got.counts, want.counts) {
				t.Errorf("%d workers, blocks of %d: counts %+v, want %+v", workers, block, got.counts, want.counts)
			}
		}
	}
}

// A limit of one byte means the smallest partitions there are: with 90,000 positions each is spilled more than once.
func TestSpillingDoesNotChangeTheBytes(t *testing.T) {
	dir := written(t, map[string]string{"a.pgn": randomGames(4, 1000, 300)})
	s := New()
	s.MaxPlies = 0
	want := newRun(t, dir, 1<<20).execute(t, s, 0, 0)
	for _, workers := range []int{2} {
		r := newRun(t, dir, 1<<20)
		got := r.execute(t, s, workers, 1)
		if got.digests() != want.digests() {
			t.Errorf("%d workers: other bytes", workers)
		}
		if _, after, _ := strings.Cut(got.log, "runs="); atoi(after) < partitions*3/2 {
			t.Errorf("too few runs were spilled, the test shows nothing: %s", got.log)
		}
		if _, err := os.Stat(filepath.Join(r.dir, "tmp", "positions-runs")); !os.IsNotExist(err) {
			t.Errorf("runs are left behind: %v", err)
		}
	}
}

// atoi reads the number that s begins with.
func atoi(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	n, _ := strconv.Atoi(s[:max(end, 0)])
	return n
}

func TestEveryGameIsAccountedFor(t *testing.T) {
	head := func(tags string) string { return "[Event \"?\"]\n[White \"Elm\"]\n[Black \"Fir\"]\n" + tags + "\n" }
	const other = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"
	text := head("[Result \"1-0\"]\n") + "1. e4 e5 1-0\n\n" +
		head("[Result \"1-0\"]\n") + "1. e4 e5 1-0\n\n" + // the same, byte for byte
		head("[Result \"*\"]\n") + "1. e4 *\n\n" +
		head("[Result \"0-1\"]\n") + "1. d4 Ke5 2. c4 0-1\n\n" + // illegal
		head("[Result \"0-1\"]\n"+other) + "1. e4 Kd7 0-1\n\n" +
		head("[Result \"0-1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n") + "1. e4 0-1\n\n" +
		head("[Result \"0-1\"]\n[Variant \"Atomic\"]\n") + "1. e4 d5 0-1\n\n" +
		head("[Result \"1/2-1/2\"]\n") + "1/2-1/2\n\n" // no moves
	run := newRun(t, written(t, map[string]string{"a.pgn": text}), 1<<20)

	got := run.execute(t, New(), 0, 0).counts
	want := stage.Counts{Unit: "games", Seen: 8, Kept: 4,
		Filtered: map[string]int64{"no_result": 1, "start_position": 1, "variant": 1},
		Rejected: map[string]int64{"bad_fen": 1}, Warned: map[string]int64{"illegal_move": 1},
		Extra: map[string]int64{"plies": 5, "duplicates": 1, "positions": 4, "rare_positions": 0, "visits": 9}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("counts\n%+v, want\n%+v", got, want)
	}

	s := New()
	s.Starts, s.Duplicates = anyStart, dropDuplicates
	r := run.execute(t, s, 0, 0)
	if r.counts.Kept != 4 || r.counts.Filtered["duplicate"] != 1 || r.counts.Filtered["start_position"] != 0 {
		t.Errorf("counts %+v", r.counts)
	}
	if n := len(all[rows.Position](t, r.positions)); n != 7 { // 3 positions more
		t.Errorf("%d positions, want 7", n)
	}
}

func TestNoGamesGiveEmptyTables(t *testing.T) {
	for _, files := range []map[string]string{{}, {"a.pgn": ""}, {"a.pgn": "\n\n"}} {
		r := newRun(t, written(t, files), 1<<20).execute(t, New(), 2, 0)
		if len(r.positions) != 1 || r.positions[0].Rows != 0 || len(r.moves) != 1 || r.moves[0].Rows != 0 {
			t.Errorf("%v: %+v", files, r)
		}
	}
}

func TestValidateNamesEveryField(t *testing.T) {
	s := &Stage{MaxPlies: -1, MinGames: -1, Count: "twice", Starts: "x", Duplicates: "y"}
	err := s.Validate()
	for _, path := range []string{"max_plies:", "min_games:", "count:", "starts:", "duplicates:"} {
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%v does not name %s", err, path)
		}
	}
	if err := New().Validate(); err != nil {
		t.Error(err)
	}
}

// The totals of the seed project's own input, counted by another program.
func TestAgreesWithThePublishedBaseline(t *testing.T) {
	dir := shared(t, "data/pgnmentor")
	r := newRun(t, filepath.Join(dir, "sampled_games"), 256<<10).execute(t, New(), 2, 0)
	byKey := map[string]int{}
	increments, games := 0, tally{}
	for _, p := range all[rows.Position](t, r.positions) {
		for outcome, n := range []int32{p.White, p.Draws, p.Black} {
			if n > 0 {
				byKey[p.FEN+" "+[]string{"1-0", "1/2-1/2", "0-1"}[outcome]] = int(n)
				increments += int(n)
			}
		}
		if p.FEN == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq" {
			games = tally{uint32(p.White), uint32(p.Draws), uint32(p.Black)}
		}
	}
	if r.counts.Kept != 13_745 || increments != 274_554 || len(byKey) != 112_724 || games != (tally{5290, 4379, 4076}) {
		t.Errorf("%d games, %d increments, %d keys, results %v", r.counts.Kept, increments, len(byKey), games)
	}
	f, err := os.Open(filepath.Join(dir, "baseline-keys.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	n := 0
	for ; lines.Scan(); n++ {
		key, count, _ := strings.Cut(lines.Text(), "\t")
		if want, err := strconv.Atoi(count); err != nil || byKey[key] != want {
			t.Errorf("%s: %d, want %s", key, byKey[key], count)
		}
	}
	if n == 0 {
		t.Error("the baseline has no rows")
	}
}
