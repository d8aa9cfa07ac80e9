package ingest

import (
	"fmt"
	"testing"

	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// TestSharedFunnels: the counts that the cases of ../shared ask for.
func TestSharedFunnels(t *testing.T) {
	drop := New()
	drop.NoResult = Drop
	for _, c := range []struct {
		dir  string
		s    *Stage
		want string
	}{
		{"09-no-result-token", drop, "4 seen, 3 kept, map[no_result:1] filtered, map[] rejected, map[] damaged"},
		{"10-games-without-moves", New(), "5 seen, 1 kept, map[no_moves:4] filtered, map[] rejected, map[] damaged"},
		{"32-null-moves", New(), "4 seen, 4 kept, map[] filtered, map[] rejected, map[null_move:2] damaged"},
		{"36-illegal-move-in-the-middle", New(), "4 seen, 4 kept, map[] filtered, map[] rejected, map[illegal_move:2] damaged"},
		{"42-unfinished-games-in-the-middle", drop, "5 seen, 3 kept, map[no_result:2] filtered, map[] rejected, map[] damaged"},
		{"46-from-position-variant", New(), "8 seen, 8 kept, map[] filtered, map[] rejected, map[] damaged"},
		{"48-drops-without-a-variant-tag", New(), "2 seen, 2 kept, map[] filtered, map[] rejected, map[drop:1] damaged"},
	} {
		res := sample(t, readTexts(t, stagetest.Shared(t, "cases", c.dir), "*.pgn"), 300).ingest(t, c.s, 2)
		n := res.Counts
		got := fmt.Sprintf("%d seen, %d kept, %v filtered, %v rejected, %v damaged", n.Seen, n.Kept, n.Filtered, n.Rejected, n.Warned)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.dir, got, c.want)
		}
	}
}

// TestSharedVariants: games of other rules are left out and counted by name.
func TestSharedVariants(t *testing.T) {
	res := sample(t, readTexts(t, stagetest.Shared(t, "data", "variants"), "*.pgn"), 1<<20).ingest(t, New(), 2)
	want := "map[variant_antichess:2 variant_atomic:10 variant_crazyhouse:105 variant_seirawan:401 variant_sittuyin:3]"
	if got := fmt.Sprint(res.Counts.Filtered); got != want || res.Counts.Kept != 0 {
		t.Errorf("%d kept, filtered %s, want %s", res.Counts.Kept, got, want)
	}
}

// TestSharedTextIsUTF8: names of old encodings arrive as the right letters.
func TestSharedTextIsUTF8(t *testing.T) {
	res := sample(t, readTexts(t, stagetest.Shared(t, "cases", "03-latin1-cp1252"), "*.pgn"), 300).ingest(t, New(), 0)
	names := map[string]bool{}
	for _, g := range games(t, res) {
		names[g.White.Or("")] = true
		names[g.Site.Or("")] = true
		names[g.Event.Or("")] = true
	}
	for _, want := range []string{"Müller, A", "Müller, A – B", "Hoyvík FAI", "The “Big” Cup"} {
		if !names[want] {
			t.Errorf("no %q in %v", want, names)
		}
	}
}

// TestSharedThinkTimes: spent_ms of the case, null where it is not known.
func TestSharedThinkTimes(t *testing.T) {
	res := sample(t, readTexts(t, stagetest.Shared(t, "cases", "52-think-times"), "*.pgn"), 300).ingest(t, New(), 0)
	none := table.Opt[int32]{}
	want := []table.Opt[int32]{table.Some[int32](0), table.Some[int32](0), none, table.Some[int32](6000), table.Some[int32](4000), none,
		table.Some[int32](0), none, table.Some[int32](46000)}
	for i, p := range stagetest.Rows[rows.Ply](t, res.Files[rows.Plies]) {
		if p.SpentMs != want[i] {
			t.Errorf("%s: %v, want %v", p.SAN, p.SpentMs, want[i])
		}
	}
}
