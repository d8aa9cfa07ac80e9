package gamerecord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"plyquet/metrics"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

func TestScoreOfALineIsWhites(t *testing.T) {
	cp, mate, over := table.Some[int32], table.Some[int32], table.Some[string]
	none := metrics.Reading{}
	for _, tc := range []struct {
		line gamerecord.Line
		want metrics.Reading
	}{
		{gamerecord.Line{Cp: cp(-35)}, metrics.Read(metrics.Cp(-35))},
		{gamerecord.Line{Mate: mate(-3)}, metrics.Read(metrics.MateIn(-3))},
		{gamerecord.Line{Mate: mate(0)}, none},
		{gamerecord.Line{}, none},
		{gamerecord.Line{Mate: mate(0), Terminal: over("white_mated")}, metrics.Read(metrics.Mated())},
		{gamerecord.Line{Mate: mate(0), Terminal: over("black_mated")}, metrics.Read(metrics.HasMated())},
		{gamerecord.Line{Cp: cp(0), Terminal: over("stalemate")}, metrics.Read(metrics.Cp(0))},
	} {
		if got := tc.line.Score(); got != tc.want {
			t.Errorf("%+v: %v, want %v", tc.line, got, tc.want)
		}
	}
	p := gamerecord.Ply{EvalMate: mate(2)}
	if got := p.Eval(); got != metrics.Read(metrics.MateIn(2)) {
		t.Errorf("comment %v", got)
	}
}

// cell is a row of evaluations, named by its place.
func cell(search string, game int64, ply int32, depth, rank int16) rows.Evaluation {
	return rows.Evaluation{Search: search, GameID: game, Ply: ply, Depth: depth, Rank: rank, Cp: table.Some[int32](0), Engine: "E"}
}

func describe(lines []gamerecord.Line) string {
	var words []string
	for _, l := range lines {
		words = append(words, fmt.Sprintf("%d.%d:%d.%d", l.GameID, l.Ply, l.Depth, l.Rank))
	}
	return strings.Join(words, " ")
}

func TestPositionsAreWholeAndOfOneSearch(t *testing.T) {
	part := stagetest.WriteGroups(t, t.TempDir(), 0, rows.Evaluations, 2, // groups that cut positions
		cell("grade", 1, 0, 9, 1),
		cell("complexity", 1, 4, 1, 1), cell("complexity", 1, 4, 1, 2), cell("complexity", 1, 4, 2, 1),
		cell("complexity", 1, 5, 1, 1),
		cell("grade", 2, 5, 9, 1),
		cell("complexity", 2, 5, 1, 1), cell("complexity", 2, 5, 3, 1), cell("complexity", 2, 5, 3, 2))
	var got, deepest []string
	for lines, err := range gamerecord.Positions(part[0], rows.SearchComplexity) {
		if err != nil {
			t.Fatal(err)
		}
		got, deepest = append(got, describe(lines)), append(deepest, describe(gamerecord.Deepest(lines)))
	}
	if want := []string{"1.4:1.1 1.4:1.2 1.4:2.1", "1.5:1.1", "2.5:1.1 2.5:3.1 2.5:3.2"}; !slices.Equal(got, want) {
		t.Errorf("positions %q, want %q", got, want)
	}
	if want := []string{"1.4:2.1", "1.5:1.1", "2.5:3.1 2.5:3.2"}; !slices.Equal(deepest, want) {
		t.Errorf("deepest %q, want %q", deepest, want)
	}
	torn := stagetest.Write(t, t.TempDir(), 0, rows.Evaluations, cell("grade", 1, 0, 9, 1), cell("grade", 1, 0, 8, 1))
	if err := first(gamerecord.Positions(torn[0], rows.SearchGrade)); err == nil || !strings.Contains(err.Error(), "game 1 ply 0 depth 8") {
		t.Errorf("depths out of order: %v", err)
	}
}

func TestIndexFindsTheLinesOfGamesInAnyOrderOfParts(t *testing.T) {
	dir := t.TempDir()
	var files []stage.File
	for i, part := range [][]rows.Evaluation{
		{cell("grade", 5, 0, 7, 1), cell("grade", 5, 1, 7, 1), cell("grade", 9, 0, 7, 1)},
		{cell("grade", 1, 0, 6, 1), cell("grade", 1, 0, 7, 1), cell("grade", 1, 0, 7, 2), cell("grade", 3, 0, 7, 1), cell("grade", 5, 2, 7, 1)},
		{cell("complexity", 3, 1, 1, 1)},
		{},
	} {
		files = append(files, stagetest.WriteGroups(t, dir, i, rows.Evaluations, 2, part...)...)
	}
	x, err := gamerecord.NewIndex(t.Context(), files, rows.SearchGrade)
	if err != nil {
		t.Fatal(err)
	}
	var lines []gamerecord.Line
	for _, tc := range []struct {
		first, last int64
		want        string
	}{
		{1, 5, "1.0:7.1 1.0:7.2 3.0:7.1 5.0:7.1 5.1:7.1 5.2:7.1"},
		{2, 4, "3.0:7.1"},
		{9, 20, "9.0:7.1"},
		{10, 20, ""},
	} {
		if lines, err = x.Deepest(lines, tc.first, tc.last); err != nil || describe(lines) != tc.want {
			t.Errorf("games %d to %d: %s, %v, want %s", tc.first, tc.last, describe(lines), err, tc.want)
		}
	}
	if lines, err = x.Deepest(lines, 1, 9); err != nil {
		t.Fatal(err)
	}
	game, rest := gamerecord.CutGame(lines, 3)
	if describe(game) != "3.0:7.1" || !strings.HasPrefix(describe(rest), "5.0:7.1") {
		t.Errorf("cut %s, rest %s", describe(game), describe(rest))
	}
	var ids []int64
	for id, err := range gamerecord.Searched(files, rows.SearchGrade) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if want := []int64{5, 5, 9, 1, 1, 1, 3, 5}; !slices.Equal(ids, want) {
		t.Errorf("searched games %v, want %v", ids, want)
	}
}
