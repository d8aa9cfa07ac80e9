package gamerecord_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plyquet/engine/board"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

// archive makes parts of games of 0 to 30 half-moves, whose rows the row groups of plies cut anywhere. The UCI of a
// half-move says where it belongs.
func archive(t testing.TB, rng *rand.Rand, parts, group int) (games, plies []stage.File) {
	t.Helper()
	dir := t.TempDir()
	id := int64(0)
	for part := range parts {
		var heads []rows.Game
		var moves []rows.Ply
		for range rng.IntN(12) {
			id += 1 + rng.Int64N(5)
			g := rows.Game{GameID: id, PlyCount: int32(rng.IntN(31))}
			heads = append(heads, g)
			for n := range g.PlyCount {
				moves = append(moves, rows.Ply{GameID: id, Ply: n + 1, UCI: fmt.Sprint(id, "/", n+1)})
			}
		}
		games = append(games, stagetest.Write(t, dir, part, rows.Games, heads...)...)
		plies = append(plies, stagetest.WriteGroups(t, dir, part, rows.Plies, group, moves...)...)
	}
	return games, plies
}

func TestGamesHaveTheirOwnHalfMovesWhereverRowGroupsEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		games, plies := archive(t, rng, 3, 1+rng.IntN(40))
		share := rng.Float64()
		wanted := map[int64]int32{}
		var order, got []int64
		for _, g := range stagetest.Rows[rows.Game](t, games) {
			if rng.Float64() < share {
				wanted[g.GameID] = g.PlyCount
				order = append(order, g.GameID)
			}
		}
		want := func(g *gamerecord.Tags) bool { _, ok := wanted[g.GameID]; return ok }
		for g, err := range gamerecord.Games(t.Context(), games, plies, want) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, g.GameID)
			if len(g.Plies) != int(wanted[g.GameID]) {
				t.Fatalf("game %d: %d half-moves, want %d", g.GameID, len(g.Plies), wanted[g.GameID])
			}
			for n, p := range g.Plies {
				if p.UCI != fmt.Sprint(g.GameID, "/", n+1) {
					t.Fatalf("game %d has half-move %s as number %d", g.GameID, p.UCI, n+1)
				}
			}
		}
		if !slices.Equal(got, order) {
			t.Fatalf("games %v, want %v", got, order)
		}
	}
}

func TestNilWantsEveryGame(t *testing.T) {
	games, plies := archive(t, rand.New(rand.NewPCG(3, 4)), 4, 7)
	n := 0
	for _, err := range gamerecord.Games(t.Context(), games, plies, nil) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if want := len(stagetest.Rows[rows.Game](t, games)); n != want || n == 0 {
		t.Errorf("%d games, want %d", n, want)
	}
}

func TestTablesThatDoNotBelongTogetherAreRefused(t *testing.T) {
	game := func(id int64, n int32) rows.Game { return rows.Game{GameID: id, PlyCount: n} }
	ply := func(id int64, n int32) rows.Ply { return rows.Ply{GameID: id, Ply: n} }
	for name, tc := range map[string]struct {
		games []rows.Game
		plies []rows.Ply
		want  string
	}{
		"a half-move too few":  {[]rows.Game{game(1, 2)}, []rows.Ply{ply(1, 1)}, "game 1: 1 plies in the table, the game says 2"},
		"of another game":      {[]rows.Game{game(1, 1), game(2, 1)}, []rows.Ply{ply(2, 1), ply(1, 1)}, "game 1: 0 plies"},
		"a half-move too many": {[]rows.Game{game(1, 1)}, []rows.Ply{ply(1, 1), ply(2, 1)}, "2 plies, the games have 1"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			games, plies := stagetest.Write(t, dir, 0, rows.Games, tc.games...), stagetest.Write(t, dir, 0, rows.Plies, tc.plies...)
			if err := first(gamerecord.Games(t.Context(), games, plies, nil)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
	games, plies := archive(t, rand.New(rand.NewPCG(5, 6)), 2, 9)
	if _, err := gamerecord.Pair(games, plies[:1]); err == nil {
		t.Error("two parts of games and one of plies are paired")
	}
	if _, err := gamerecord.Pair(games, []stage.File{plies[1], plies[0]}); err == nil {
		t.Error("parts of other numbers are paired")
	}
}

// first is the first error of a sequence.
func first[T any](seq func(yield func(T, error) bool)) (err error) {
	seq(func(_ T, e error) bool {
		err = e
		return e == nil
	})
	return err
}

func TestCancelledReadingEnds(t *testing.T) {
	games, plies := archive(t, rand.New(rand.NewPCG(7, 8)), 2, 9)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := first(gamerecord.Games(ctx, games, plies, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestSpanIsTheFirstAndTheLastGame(t *testing.T) {
	dir := t.TempDir()
	part := func(index int, games ...rows.Game) gamerecord.Part {
		return gamerecord.Part{Games: stagetest.Write(t, dir, index, rows.Games, games...)[0]}
	}
	first, last, ok, err := part(0, rows.Game{GameID: 3}, rows.Game{GameID: 5}, rows.Game{GameID: 9}).Span()
	if first != 3 || last != 9 || !ok || err != nil {
		t.Errorf("span %d to %d, %v, %v", first, last, ok, err)
	}
	if _, _, ok, err := part(1).Span(); ok || err != nil {
		t.Errorf("a part without games: %v, %v", ok, err)
	}
}

func TestStart(t *testing.T) {
	usual, err := gamerecord.Start(table.Opt[string]{})
	if err != nil || usual != board.Start() {
		t.Errorf("no FEN: %v, %v", usual.FEN(), err)
	}
	const fen = "8/8/8/3k4/8/3K4/4P3/8 b - - 3 40"
	if own, err := gamerecord.Start(table.Some(fen)); err != nil || own.FEN() != fen {
		t.Errorf("%s: %v, %v", fen, own.FEN(), err)
	}
	for _, bad := range []string{"", "8/8/8/8/8/8/8/8 w - - 0 1", "castle"} {
		if _, err := gamerecord.Start(table.Some(bad)); err == nil {
			t.Errorf("%q is a start", bad)
		}
	}
}

// The tables may be of a run from elsewhere: after a game with a negative number of half-moves the next was a panic.
func TestNegativeNumberOfHalfMovesIsAnError(t *testing.T) {
	dir := t.TempDir()
	games := stagetest.Write(t, dir, 0, rows.Games, rows.Game{GameID: 1, PlyCount: -5}, rows.Game{GameID: 2, PlyCount: 1})
	plies := stagetest.Write(t, dir, 0, rows.Plies, rows.Ply{GameID: 2, Ply: 1})
	err := first(gamerecord.Games(t.Context(), games, plies, func(g *gamerecord.Tags) bool { return g.GameID == 2 }))
	if err == nil || !strings.Contains(err.Error(), "-5 half-moves") {
		t.Error(err)
	}
}
