package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// game writes a game with the given tags ("Name=value", separated by "|") and movetext.
func game(tags, moves string) string {
	var out strings.Builder
	for tag := range strings.SplitSeq(tags, "|") {
		name, value, _ := strings.Cut(tag, "=")
		fmt.Fprintf(&out, "[%s %q]\n", name, value)
	}
	return out.String() + "\n" + moves + "\n\n"
}

// TestPolicies: each policy alone, on a text where it matters.
func TestPolicies(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	text := game("Event=whole|Result=1-0|WhiteElo=2000|BlackElo=2100|TimeControl=180+2|Date=2024.05.31", "1. e4 e5 2. Nf3 Nc6 1-0") +
		game("Event=illegal|Result=0-1|WhiteElo=1500|BlackElo=2500|TimeControl=600|Date=2024.05.??", "1. e4 e5 2. Ke3 0-1") +
		game("Event=open|Result=*|WhiteElo=?|BlackElo=1800?|TimeControl=-|Date=2023.??.??", "1. d4 d5 2. c4 *") +
		game("Event=forfeit|Result=1-0|Date=????.??.??", "1-0") +
		game("Event=from|Result=1-0|FEN="+fen+"|Date=1999.12.31", "1. e4 Kd7 1-0") +
		game("Event=960|Variant=Chess960|Result=1-0|FEN=rbbqnkrn/pppppppp/8/8/8/8/PPPPPPPP/RBBQNKRN w GAga - 0 1", "1. O-O f5 1-0") +
		game("Event=hill|Variant=King of the Hill|Result=1-0", "1. e4 e5 1-0") +
		game("Event=bad|FEN=8/8/8/8/8/8/8/8 w - - 0 1", "1. e4 1-0") +
		game("Event=null at once|Result=1-0", "1. -- e5 1-0")
	all := "whole illegal open from 960"
	for name, c := range map[string]struct {
		set              func(s *Stage)
		kept             string
		filtered, faults string
	}{
		"defaults":         {func(s *Stage) {}, all, "map[no_moves:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"reject illegal":   {func(s *Stage) { s.IllegalMove = RejectGame }, "whole open from 960", "map[no_moves:1 variant_king_of_the_hill:1]", "map[bad_fen:1 illegal_move:1 null_move:1]"},
		"drop unfinished":  {func(s *Stage) { s.NoResult = Drop }, "whole illegal from 960", "map[no_moves:1 no_result:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"no other starts":  {func(s *Stage) { s.Variants.FromPosition = false }, "whole illegal open 960", "map[no_moves:1 variant_from_position:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"no 960":           {func(s *Stage) { s.Variants.Chess960 = false }, "whole illegal open from", "map[no_moves:1 variant_chess960:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"960 alone":        {func(s *Stage) { s.Variants = Variants{Chess960: true} }, "960", "map[variant_from_position:1 variant_king_of_the_hill:1 variant_standard:6]", "map[]"},
		"without moves":    {func(s *Stage) { s.MinPlies = 0 }, "whole illegal open forfeit from 960", "map[variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"long":             {func(s *Stage) { s.MinPlies = 3 }, "whole open", "map[no_moves:1 too_short:2 variant_king_of_the_hill:1]", "map[bad_fen:1 illegal_move:1 null_move:1]"},
		"strong":           {func(s *Stage) { s.MinElo = 1600 }, "whole", "map[no_moves:1 rating:4 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"weak":             {func(s *Stage) { s.MaxElo = 2100 }, "whole", "map[no_moves:1 rating:4 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"blitz, rapid":     {func(s *Stage) { s.Speeds = []string{"blitz", "rapid"} }, "whole illegal", "map[no_moves:1 time_control:3 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"correspondence":   {func(s *Stage) { s.Speeds = []string{"correspondence"} }, "open", "map[no_moves:1 time_control:4 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"one control":      {func(s *Stage) { s.TimeControls = []string{"600"} }, "illegal", "map[no_moves:1 time_control:4 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"since a month":    {func(s *Stage) { s.Since = "2024.05" }, "whole illegal", "map[date:3 no_moves:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"since a day":      {func(s *Stage) { s.Since = "2024.05.02" }, "whole", "map[date:4 no_moves:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"until a year":     {func(s *Stage) { s.Until = "2023" }, "open from", "map[date:3 no_moves:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"between":          {func(s *Stage) { s.Since, s.Until = "2024", "2024.05.30" }, "", "map[date:5 no_moves:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"the usual only":   {func(s *Stage) { s.Variants = Variants{Standard: true} }, "whole illegal open", "map[no_moves:1 variant_chess960:1 variant_from_position:1 variant_king_of_the_hill:1]", "map[bad_fen:1 null_move:1]"},
		"everything fails": {func(s *Stage) { s.MinPlies = 100; s.IllegalMove = RejectGame }, "", "map[no_moves:1 too_short:4 variant_king_of_the_hill:1]", "map[bad_fen:1 illegal_move:1 null_move:1]"},
	} {
		t.Run(name, func(t *testing.T) {
			s := New()
			c.set(s)
			res := one(t, s, text)
			var kept []string
			for _, g := range games(t, res) {
				kept = append(kept, g.Event.Or(""))
			}
			if got := strings.Join(kept, " "); got != c.kept {
				t.Errorf("kept %q, want %q", got, c.kept)
			}
			if got := fmt.Sprint(res.Counts.Filtered); got != c.filtered {
				t.Errorf("filtered %s, want %s", got, c.filtered)
			}
			if got := fmt.Sprint(res.Counts.Rejected); got != c.faults {
				t.Errorf("rejected %s, want %s", got, c.faults)
			}
			if res.Counts.Seen != 9 {
				t.Errorf("%d seen", res.Counts.Seen)
			}
		})
	}
}

func TestValidateReportsEveryProblem(t *testing.T) {
	s := &Stage{IllegalMove: "x", NoResult: "x", Duplicates: "x", SameGame: "x", MinPlies: -1, MinElo: 2000, MaxElo: 1000,
		Speeds: []string{"blitz", "fast"}, Since: "2024", Until: "May"}
	err := s.Validate()
	for _, path := range []string{"illegal_move", "no_result", "duplicates", "same_game", "min_plies", "max_elo", "variants", "speeds[1]", "until"} {
		if !strings.Contains(fmt.Sprint(err), path+": ") {
			t.Errorf("no problem of %s in %v", path, err)
		}
	}
	var field *stage.FieldError
	if !errors.As(err, &field) {
		t.Error("no FieldError")
	}
	if err := New().Validate(); err != nil {
		t.Errorf("the defaults: %v", err)
	}
	s = New()
	s.Since, s.Until = "2024.05", "2024.04.30"
	if err := s.Validate(); err == nil {
		t.Error("until before since")
	}
}

func TestRejectsSayWhereAndWhy(t *testing.T) {
	res := one(t, New(), game("Event=first|Result=1-0", "1. e4 1-0")+game("Event=second|Result=1-0", "1. e4 e5 2. Ke3 Nc6 1-0")+game("FEN=x", "*"))
	rejects := stagetest.Rows[rows.Reject](t, res.Files[rows.Rejects])
	if len(rejects) != 2 {
		t.Fatalf("%d rejects", len(rejects))
	}
	got := fmt.Sprint(rejects[0].Source, rejects[0].Offset, rejects[0].Game, rejects[0].Ply, rejects[0].Token, rejects[0].Reason, rejects[0].Kept)
	want := fmt.Sprint(table.Some("a.pgn"), table.Some(int64(43)), table.Some(int64(2)), table.Some(int32(3)), table.Some("Ke3"), "illegal_move", true)
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if near := rejects[0].Context.Or(""); !strings.Contains(near, "2. Ke3 Nc6") || len(near) > 200 {
		t.Errorf("context %q", near)
	}
	if r := rejects[1]; r.Kept || r.Reason != "bad_fen" || r.Ply != (table.Opt[int32]{}) {
		t.Errorf("bad start position: %+v", r)
	}
	if res.Counts.Warned["illegal_move"] != 1 || res.Counts.Kept != 2 {
		t.Errorf("counts %+v", res.Counts)
	}
}

// TestSharedSampleCounts: the totals of data/pgnmentor/baseline.json, and the same bytes for any number of workers and
// for shards done by several tasks.
func TestSharedSampleCounts(t *testing.T) {
	stagetest.Sequential(t) // what workers do is seen in TestSameBytesForAnyWorkersAndShards
	texts := readTexts(t, stagetest.Shared(t, "data", "pgnmentor", "sampled_games"), "*.pgn")
	if testing.Short() {
		t.Skip("short")
	}
	in := sample(t, texts, 1<<20)
	var want string
	for _, workers := range []int{0, 3} {
		res := in.ingest(t, New(), workers)
		if res.Counts.Seen != 13745 || res.Counts.Kept != 13745 || res.Counts.Extra["plies"] != 1097590 || res.Counts.Extra["duplicates"] != 3 {
			t.Errorf("counts %+v", res.Counts)
		}
		if got := sums(res); want == "" {
			want = got
			results := map[string]int{}
			for _, g := range games(t, res) {
				results[g.Result]++
			}
			if fmt.Sprint(results) != "map[0-1:4076 1-0:5290 1/2-1/2:4379]" {
				t.Errorf("results %v", results)
			}
		} else if got != want {
			t.Errorf("%d workers: other bytes\n%s\n%s", workers, got, want)
		}
	}
}

// sums names the files of a result with their digests.
func sums(res run.Result) string {
	var list []string
	for _, id := range []stage.TableID{rows.Games, rows.Plies, rows.Rejects} {
		for _, f := range res.Files[id] {
			list = append(list, f.Name+" "+f.SHA256)
		}
	}
	return strings.Join(list, "\n")
}

// manyGames is a text of n games of which some are the same.
func manyGames(n int) string {
	var out strings.Builder
	for i := range n {
		moves := "1. e4 e5 2. Nf3 Nc6 1-0"
		if i%3 > 0 {
			moves = "1. d4 { " + strings.Repeat("a long comment ", i%400) + "} d5 1-0"
		}
		out.WriteString(game(fmt.Sprintf("Event=%d|White=Alder %d|Black=Birch|Result=1-0", i, i%700), moves))
	}
	return out.String()
}

func TestSameBytesForAnyWorkersAndShards(t *testing.T) {
	texts := map[string]string{}
	for i := range 7 {
		texts[fmt.Sprintf("f%d.pgn", i)] = manyGames(1500 + i)
	}
	in := sample(t, texts, 1<<20)
	want := sums(in.ingest(t, New(), 0))
	if n := strings.Count(want, "games/"); n < 4 {
		t.Fatalf("%d parts are too few for this test", n)
	}
	if got := sums(in.ingest(t, New(), 3)); got != want {
		t.Errorf("3 workers: other bytes")
	}
	if err := os.RemoveAll(filepath.Join(in.dir, "state")); err != nil {
		t.Fatal(err)
	}
	ctx, s := context.Background(), New()
	for task := range 2 {
		if _, err := run.Step(ctx, s, in.job(s, 1, stage.ShardRange{A: task, B: task, Of: 2})); err != nil {
			t.Fatal(err)
		}
	}
	res, err := run.Step(ctx, s, in.job(s, 0, stage.ShardRange{}))
	if err != nil {
		t.Fatal(err)
	}
	if got := sums(res); got != want {
		t.Errorf("two tasks: other bytes\n%s\n%s", got, want)
	}
}

func TestPartsCoverTheBlocksInOrder(t *testing.T) {
	var blocks []rows.Block
	for i := range 100 {
		blocks = append(blocks, rows.Block{Offset: int64(i), Bytes: int64(1 + i%7)})
	}
	for _, size := range []int64{1, 10, 50, 1000} {
		var got []rows.Block
		for _, p := range group(blocks, size) {
			got = append(got, p.blocks...)
		}
		if !slices.Equal(got, blocks) {
			t.Errorf("parts of %d bytes lose or move blocks", size)
		}
	}
	if parts := group(nil, 10); len(parts) != 1 || len(parts[0].blocks) != 0 {
		t.Errorf("no blocks: %v", parts)
	}
}

func TestNoGamesMakeEmptyTables(t *testing.T) {
	res := one(t, New(), "")
	if len(res.Files[rows.Games]) != 1 || len(res.Files[rows.Plies]) != 1 || len(games(t, res)) != 0 {
		t.Errorf("files %v", res.Files)
	}
}

func TestMissingFileIsAnErrorThatNamesIt(t *testing.T) {
	in := sample(t, map[string]string{"gone.pgn": "1. e4 *\n"}, 100)
	if err := os.Remove(filepath.Join(in.dir, "sampled", "gone.pgn")); err != nil {
		t.Fatal(err)
	}
	s := New()
	_, err := run.Step(context.Background(), s, in.job(s, 0, stage.ShardRange{}))
	if err == nil || !strings.Contains(err.Error(), "gone.pgn") {
		t.Errorf("error %v", err)
	}
}
