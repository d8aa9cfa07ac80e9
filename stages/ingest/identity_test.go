package ingest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"plyquet/stages/stagetest"
)

// keptEvents lists what is kept as EVENT or, for a marked copy, EVENT=ORIGINAL.
func keptEvents(t *testing.T, s *Stage, texts map[string]string) (string, int64) {
	t.Helper()
	res := sample(t, texts, 200).ingest(t, s, 2)
	names := map[int64]string{}
	var list []string
	for _, g := range games(t, res) {
		names[g.GameID] = g.Event.Or("?")
		name := g.Event.Or("?")
		if original, ok := g.DuplicateOf.Get(); ok {
			name += "=" + names[original]
		}
		list = append(list, name)
	}
	return strings.Join(list, " "), res.Counts.Filtered["duplicate"]
}

func TestDuplicates(t *testing.T) {
	const line = "1. e4 e5 2. Nf3 Nc6 1/2-1/2"
	who := "White=Alder, Ann|Black=Birch, B.|Date=2020.01.02|Result=1/2-1/2"
	texts := map[string]string{
		"a.pgn": game("Event=a1|"+who, line) +
			game("Event=a2|White=Alder,A|Black=BIRCH|Date=2020.01.02|Result=1/2-1/2", "1. e2e4 {x} e5 2. Nf3 (2. f4) Nc6 $1 1/2-1/2") +
			game("Event=a3|White=Alder, Ann|Black=Birch, B.|Date=2020.01.03|Result=1/2-1/2", line) +
			game("Event=a4|White=Alder, Ann|Black=Birch, B.|Date=2020.01.02|Result=1-0", "1. e4 e5 2. Nf3 Nc6 1-0") +
			game("Event=a5|White=Cedar|Black=Birch, B.|Date=2020.01.02|Result=1/2-1/2", line) +
			game("Event=a6|"+who, "1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2"),
		"b.pgn": game("Event=b1|"+who, line) +
			game("Event=b2|Site=https://example.org/1|"+who, line) +
			game("Event=b3|Site=https://example.org/2|"+who, line) +
			game("Event=b4|Site=https://example.org/1|"+who, line),
	}
	for _, c := range []struct {
		set     func(s *Stage)
		want    string
		dropped int64
	}{
		{func(s *Stage) {}, "a1 a2=a1 a3 a4 a5 a6 b1=a1 b2 b3 b4=b2", 0},
		{func(s *Stage) { s.Duplicates = Drop }, "a1 a3 a4 a5 a6 b2 b3", 3},
		{func(s *Stage) { s.Duplicates = Keep }, "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4", 0},
		{func(s *Stage) { s.Duplicates, s.SameGame = Drop, ByMoves }, "a1 a6", 8},
		// What is filtered cannot be the original of anything.
		{func(s *Stage) { s.Duplicates, s.SameGame, s.Since = Drop, ByMoves, "2020.01.03" }, "a3", 0},
	} {
		s := New()
		c.set(s)
		if got, dropped := keptEvents(t, s, texts); got != c.want || dropped != c.dropped {
			t.Errorf("%s by %s: kept %q, %d dropped; want %q, %d", s.Duplicates, s.SameGame, got, dropped, c.want, c.dropped)
		}
	}
}

// TestDuplicatesDoNotDependOnTheOrderOfFiles: the totals stay, whichever copy comes first.
func TestDuplicatesDoNotDependOnTheOrderOfFiles(t *testing.T) {
	first, second := manyGames(900), manyGames(400)
	s := New()
	s.Duplicates = Drop
	a := sample(t, map[string]string{"1.pgn": first, "2.pgn": second}, 5000).ingest(t, s, 2)
	b := sample(t, map[string]string{"1.pgn": second, "2.pgn": first}, 5000).ingest(t, s, 2)
	if a.Counts.Kept != b.Counts.Kept || a.Counts.Kept == a.Counts.Seen || fmt.Sprint(a.Counts) != fmt.Sprint(b.Counts) {
		t.Errorf("%+v and %+v", a.Counts, b.Counts)
	}
}

// TestSharedDuplicates: the case of ../shared/cases.
func TestSharedDuplicates(t *testing.T) {
	dir := stagetest.Shared(t, "cases", "59-duplicate-games")
	read := func(name string) string {
		data, err := os.ReadFile(dir + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	s := New()
	s.Duplicates = Drop
	for by, want := range map[string]int64{ByPlayers: 4, ByMoves: 3} {
		s.SameGame = by
		for _, texts := range []map[string]string{
			{"dups.pgn": read("dups.pgn")},
			{"dups.pgn": read("dups.pgn"), "same-file-copy.pgn": read("same-file-copy.pgn")},
		} {
			if got := sample(t, texts, 300).ingest(t, s, 2).Counts.Kept; got != want {
				t.Errorf("%d games by %s of %d files, want %d", got, by, len(texts), want)
			}
		}
	}
}
