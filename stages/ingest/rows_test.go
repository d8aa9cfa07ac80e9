package ingest

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"plyquet/stages/rows"
	"plyquet/stages/stagetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// printRow lists the columns of a row that are not null, zero or false.
func printRow(out *strings.Builder, row any) {
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("col"), ",")
		cell := v.Field(i)
		if get := cell.MethodByName("Get"); get.IsValid() {
			got := get.Call(nil)
			if got[1].Bool() {
				fmt.Fprintf(out, "  %s=%v", name, got[0].Interface())
			}
		} else if !cell.IsZero() && !strings.HasSuffix(name, "key") && !strings.HasSuffix(name, "hash") {
			fmt.Fprintf(out, "  %s=%v", name, cell.Interface())
		}
	}
	out.WriteString("\n")
}

// TestGoldenRows reads testdata/columns.pgn, which has every column somewhere, and compares all cells of both tables.
// Keys are compared by TestKeysJoin.
func TestGoldenRows(t *testing.T) {
	text, err := os.ReadFile("testdata/columns.pgn")
	if err != nil {
		t.Fatal(err)
	}
	res := one(t, New(), string(text))
	var got strings.Builder
	plies := stagetest.Rows[rows.Ply](t, res.Files[rows.Plies])
	for _, g := range games(t, res) {
		got.WriteString("game")
		printRow(&got, g)
		for _, p := range plies {
			if p.GameID == g.GameID {
				printRow(&got, p)
			}
		}
	}
	fmt.Fprintf(&got, "counts %+v\n", res.Counts)
	const golden = "testdata/columns.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// TestKeysJoin: the key of a ply is that of the position before the move; equal positions have equal keys in any game.
func TestKeysJoin(t *testing.T) {
	res := one(t, New(), game("Event=a", "1. d4 d5 2. c4 e6 3. Nc3 *")+game("Event=b", "1. c4 e6 2. d4 d5 3. Nc3 *")+game("Event=c", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *"))
	keys := map[int64][]int64{}
	for _, p := range stagetest.Rows[rows.Ply](t, res.Files[rows.Plies]) {
		keys[p.GameID] = append(keys[p.GameID], p.Key)
	}
	list := games(t, res)
	a, b, c := list[0], list[1], list[2]
	const start = 0x463b96181691fc9c // the first of the nine vectors of Polyglot's book format
	if keys[a.GameID][0] != start || keys[c.GameID][4] != start {
		t.Errorf("start position: %x, %x", keys[a.GameID][0], keys[c.GameID][4])
	}
	if keys[a.GameID][4] != keys[b.GameID][4] || a.FinalKey != b.FinalKey || keys[a.GameID][2] == keys[b.GameID][2] {
		t.Error("two orders of the same moves do not meet in the same keys")
	}
	if a.GameHash == b.GameHash {
		t.Error("two orders of the same moves are one game")
	}
}

// TestFactsOfTheLastPosition: one game for each way to end on the board.
func TestFactsOfTheLastPosition(t *testing.T) {
	for want, moves := range map[string]string{
		"checkmate":     "[Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
		"stalemate":     "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2",
		"threefold":     "[Event \"x\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
		"fifty_moves":   "[FEN \"4k3/8/8/8/8/8/R7/4K3 w - - 99 90\"]\n\n90. Ra3 1/2-1/2",
		"dead_material": "[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n1. Kxe2 1/2-1/2",
		"":              "[Event \"x\"]\n\n1. e4 1-0",
	} {
		res := one(t, New(), moves+"\n")
		var got []string
		v := reflect.ValueOf(games(t, res)[0])
		for i := range v.NumField() {
			if v.Field(i).Kind() == reflect.Bool && v.Field(i).Bool() {
				got = append(got, v.Type().Field(i).Tag.Get("col"))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v", want, got)
		}
	}
}
