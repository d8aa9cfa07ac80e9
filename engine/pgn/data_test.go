package pgn

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"testing"

	"plyquet/engine/board"
)

var long = flag.Bool("long", false, "also read the corpus of 100 MB")

type tally struct {
	games, plies, faults, others int
	white, draws, black, unknown int
}

func (a tally) String() string {
	return fmt.Sprintf("%d games, %d plies, %d faults, %d of other variants, +%d =%d -%d *%d",
		a.games, a.plies, a.faults, a.others, a.white, a.draws, a.black, a.unknown)
}

func (a *tally) add(t testing.TB, path string) {
	for _, g := range readAll(t, path, Sizes{}) {
		a.games++
		a.plies += g.Plies
		switch g.Result {
		case board.WhiteWins.String():
			a.white++
		case board.Draw.String():
			a.draws++
		case board.BlackWins.String():
			a.black++
		default:
			a.unknown++
		}
		if g.fault != nil {
			a.faults++
		}
		if g.FinalFEN == "" {
			a.others++
		}
	}
}

// TestSharedDataCounts compares whole files with counts measured once with python-chess 1.11.2 (read_game,
// mainline_moves, Result header). Games of other variants are read without their moves, on purpose.
func TestSharedDataCounts(t *testing.T) {
	for file, want := range map[string]tally{
		"lichess/corentings-big-1000games-eval-clk.pgn": {games: 1000, plies: 74721, white: 566, draws: 97, black: 337},
		"lichess/lichess_db_2025-05_438games.pgn":       {games: 438, plies: 28538, white: 204, draws: 19, black: 215},
		"lichess/lichess_mliebelt_2024-01-03.pgn":       {games: 8, plies: 604, white: 4, draws: 2, black: 2},
		"lichess/lichess_multiple_command.pgn":          {games: 1, plies: 73, white: 1},
		"broadcast/twic1599_1000k.pgn":                  {games: 1110, plies: 101487, white: 413, draws: 373, black: 324},
		"chess960/chess960rwch-mainz2009.pgn":           {games: 20, plies: 1692, white: 8, draws: 2, black: 10},
		"chess960/cutechess-fischerrandom.pgn":          {games: 4, plies: 396, white: 2, black: 2},
		"chesscom/chess_hair-random_games.pgn":          {games: 208, plies: 18339, white: 92, draws: 26, black: 90},
		"pgnmentor/players/Morphy_latin1.pgn":           {games: 211, plies: 13835, white: 135, draws: 18, black: 58},
		"pgnmentor/players/Morphy_utf8bom.pgn":          {games: 211, plies: 13835, white: 135, draws: 18, black: 58},
		"pgnmentor/players/PolgarZ-freeeve.pgn":         {games: 909, plies: 70175, white: 283, draws: 439, black: 187},
		"variants/pychess-schess.pgn":                   {games: 504, others: 504, white: 250, draws: 12, black: 237, unknown: 5},
		"variants/pychess-atomic.pgn":                   {games: 10, others: 10, white: 5, black: 5},
		"variants/antichess-programfox.pgn":             {games: 2, others: 2, white: 1, draws: 1},
		"variants/pychess-sittuyin.pgn":                 {games: 3, others: 3, white: 2, draws: 1},
		"variants/saturs-jannlee-zh-lichess.pgn":        {games: 1, others: 1, black: 1},
	} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var got tally
			got.add(t, shared(t, "data", filepath.FromSlash(file)))
			if got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// TestSharedSampleCounts: the totals of data/pgnmentor/baseline.json.
func TestSharedSampleCounts(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "data", "pgnmentor", "sampled_games"), "*"))
	var got tally
	for _, file := range files {
		got.add(t, file)
	}
	want := tally{games: 13745, plies: 1097590, white: 5290, draws: 4379, black: 4076}
	if len(files) != 232 || got != want {
		t.Errorf("%d files: %v, want 232: %v", len(files), got, want)
	}
}

// TestSharedCorpusCounts: 165,000 games from a zstd archive. Shakmaty, chess-library and others count the same games and
// results and stop at the same one illegal move (38...Bf3); they counted its four half-moves.
func TestSharedCorpusCounts(t *testing.T) {
	path := shared(t, "data", "perf", "corpus-165k-games.pgn.zst")
	if !*long {
		t.Skip("100 MB: go test ./engine/pgn -run Corpus -long")
	}
	a, err := Open(path, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	text, err := a.Next()
	if err != nil {
		t.Fatal(err)
	}
	split, r := NewSplitter(text, text.Name, Sizes{Block: 1 << 20}), NewReader(Options{MovesOnly: true})
	var plies, faults int
	results := map[board.Result]int{}
	for {
		b, err := split.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		r.Reset(b)
		for g, err := r.Next(); err == nil; g, err = r.Next() {
			plies += len(g.Moves)
			results[g.Result]++
			if g.Fault != nil {
				faults++
			}
		}
	}
	want := map[board.Result]int{board.WhiteWins: 57_661, board.Draw: 66_823, board.BlackWins: 40_486, board.Unknown: 30}
	if !maps.Equal(results, want) || plies != 13_596_853-4 || faults != 1 {
		t.Errorf("%v, %d plies, %d faults", results, plies, faults)
	}
}
