package metrics

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lichessGame is one exported game as far as the tests need it: per half-move of the main line.
type lichessGame struct {
	tags map[string]string
	line []lichessMove
}

type lichessMove struct {
	san     string
	eval    Reading
	verdict Class // Lichess's own
}

// readLichess is a small reader of Lichess's exports, which are regular; engine/pgn reads everything else, and
// metrics must not depend on it.
func readLichess(text string) []lichessGame {
	var games []lichessGame
	for _, chunk := range regexp.MustCompile(`(?m)^\[Event `).Split(text, -1)[1:] {
		chunk = "[Event " + chunk
		g := lichessGame{tags: map[string]string{}}
		for _, m := range regexp.MustCompile(`(?m)^\[(\w+) "(.*)"\]`).FindAllStringSubmatch(chunk, -1) {
			g.tags[m[1]] = m[2]
		}
		if i := strings.Index(chunk, "\n\n"); i >= 0 {
			g.line = readMoves(chunk[i:])
		}
		games = append(games, g)
	}
	return games
}

func readMoves(text string) []lichessMove {
	var line []lichessMove
	depth := 0
	for _, token := range regexp.MustCompile(`\{[^}]*\}|[()]|[^\s(){}]+`).FindAllString(text, -1) {
		switch {
		case token == "(":
			depth++
		case token == ")":
			depth--
		case depth > 0:
		case token[0] == '{' && len(line) > 0:
			line[len(line)-1].comment(token)
		case token[0] == '{' || token[0] == '$' || token == "*" || token[0] >= '0' && token[0] <= '9':
		default:
			san := strings.TrimRight(token, "?!")
			line = append(line, lichessMove{san: san, verdict: glyphs[token[len(san):]]})
		}
	}
	return line
}

var evalPattern = regexp.MustCompile(`\[%eval (#?)(-?[0-9.]+)`)

func (m *lichessMove) comment(text string) {
	if e := evalPattern.FindStringSubmatch(text); e != nil {
		m.eval = readEval(e[1] + e[2])
	}
}

// glyphs are the judgements as Lichess exports them: "Qe3?!". The words in the comment name the kind of fault, but
// not how grave it is when a mate is involved ("Checkmate is now unavoidable").
var glyphs = map[string]Class{"?!": ClassInaccuracy, "?": ClassMistake, "??": ClassBlunder}

// readEval reads "0.35" (pawns) and "#-3".
func readEval(text string) Reading {
	if mate, ok := strings.CutPrefix(text, "#"); ok {
		n, _ := strconv.Atoi(mate)
		return Read(MateIn(n))
	}
	cp, _ := strconv.Atoi(strings.Replace(fmt.Sprintf("%.2f", must(strconv.ParseFloat(text, 64))), ".", "", 1))
	return Read(Cp(cp))
}

func must(f float64, err error) float64 {
	if err != nil {
		panic(err)
	}
	return f
}

// sheet is the game for the grader; the last move of a mate gets its evaluation from the rules.
func (g *lichessGame) sheet() *Sheet {
	black := strings.Contains(g.tags["FEN"], " b ")
	s := &Sheet{Positions: make([]Judged, 1), Drawn: g.tags["Result"] == "1/2-1/2"}
	for _, m := range g.line {
		played := Played{Black: black, Mates: strings.HasSuffix(m.san, "#")}
		if played.Mates {
			m.eval = Read(HasMated())
			if black {
				m.eval = Read(Mated())
			}
		}
		s.Positions = append(s.Positions, Judged{Eval: m.eval})
		s.Moves = append(s.Moves, played)
		black = !black
	}
	return s
}

func readShared(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(shared(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestPublishedNumbersOfLichess(t *testing.T) {
	type player struct{ Inaccuracy, Mistake, Blunder, ACPL, Accuracy int }
	api := readLichess(readShared(t, "data/reference/lichess-api-q7ZvsdUF.pgn"))[0]
	for _, tc := range []struct {
		file     string
		acplTol  int
		comments bool // the judgements of that year hold today
	}{{"q7ZvsdUF", 0, true}, {"NchH5KBj", 0, true}, {"9Llyao5C", 0, false}, {"XOvyEHA8", 1, false}} {
		sheet, want := api.sheet(), [2]player{{5, 2, 1, 26, 90}, {3, 3, 1, 26, 90}}
		if tc.file != "q7ZvsdUF" {
			var ref struct {
				White, Black player
				Moves, Evals []string
			}
			if err := json.Unmarshal([]byte(readShared(t, "data/reference/lichess-"+tc.file+".json")), &ref); err != nil {
				t.Fatal(err)
			}
			g := lichessGame{}
			for i, san := range ref.Moves {
				m := lichessMove{san: san}
				if i < len(ref.Evals) {
					m.eval = readJSONEval(ref.Evals[i])
				}
				g.line = append(g.line, m)
			}
			sheet, want = g.sheet(), [2]player{ref.White, ref.Black}
		}
		sums, _ := grade(Lichess(Options{AsShipped: true}), sheet)
		for side, w := range want {
			s := sums[side]
			if d := roundHalfUp(s.ACPL.V) - w.ACPL; d < -tc.acplTol || d > tc.acplTol {
				t.Errorf("%s side %d: ACPL %.3f, published %d", tc.file, side, s.ACPL.V, w.ACPL)
			}
			if w.Accuracy != 0 && roundHalfUp(s.Accuracy.Value) != w.Accuracy {
				t.Errorf("%s side %d: accuracy %.3f, published %d", tc.file, side, s.Accuracy.Value, w.Accuracy)
			}
			got := player{s.Counts[ClassInaccuracy], s.Counts[ClassMistake], s.Counts[ClassBlunder], w.ACPL, w.Accuracy}
			if tc.comments && got != w {
				t.Errorf("%s side %d: judgements %+v, published %+v", tc.file, side, got, w)
			}
			t.Logf("%s side %d: accuracy %.3f, ACPL %.3f (published %d), judgements %d %d %d", tc.file, side,
				s.Accuracy.Value, s.ACPL.V, w.ACPL, got.Inaccuracy, got.Mistake, got.Blunder)
		}
	}
}

func readJSONEval(text string) Reading {
	if strings.HasPrefix(text, "#") {
		return readEval(text)
	}
	cp, _ := strconv.Atoi(text)
	return Read(Cp(cp))
}

// Lichess's own judgements in a thousand games, against ours from the evaluations alone. Every move that Lichess
// judged has the same judgement here. The other way round the comments do not tell enough: Lichess never judges the
// engine's first choice, and an unmarked move does not say whether it was that. 144 unmarked moves are faults by their
// evaluations. That they are the engine's own moves was checked once, by hand: Stockfish 15.1 with 400,000 nodes
// chooses 115 of them (of moves that Lichess did judge, 2 %), with a million nodes 20 more at some depth, and calls 7 of
// the remaining 9 within five points of its choice; the last two are half-move 43 of rEtLifkp and 65 of zS7D6tjL.
func TestJudgementsOfAThousandGames(t *testing.T) {
	games := readLichess(readShared(t, "data/lichess/corentings-big-1000games-eval-clk.pgn"))
	classes := []Class{ClassUnmarked, ClassInaccuracy, ClassMistake, ClassBlunder}
	var table [4][4]int // Lichess, ours
	moves, unmarked := 0, 0
	for n := range games {
		s := games[n].sheet()
		_, grades := grade(Lichess(Options{AsShipped: true}), s)
		for i, m := range games[n].line {
			if !grades[i].Graded || !m.eval.OK {
				continue
			}
			moves++
			table[slices.Index(classes, m.verdict)][slices.Index(classes, grades[i].Class)]++
			if m.verdict == grades[i].Class {
				continue
			}
			what := fmt.Sprintf("%s half-move %d %s: %v -> %v is %v on Lichess, %v here", games[n].tags["Site"], i+1, m.san,
				s.Positions[i].Eval.Score, m.eval.Score, m.verdict, grades[i].Class)
			if m.verdict != ClassUnmarked {
				t.Error(what)
				continue
			}
			unmarked++
			t.Log(what + ": the engine's own choice")
		}
	}
	t.Logf("%d games, %d moves with both evaluations; rows Lichess, columns here, %v: %v", len(games), moves, classes, table)
	const inFile = 4013 + 1476 + 1954 // moves with ?!, ? and ?? in the file
	if judged := table[1][1] + table[2][2] + table[3][3]; judged != inFile {
		t.Errorf("%d judgements agree, the file has %d", judged, inFile)
	}
	if unmarked != 144 {
		t.Errorf("%d unmarked moves are faults by their evaluations, want 144", unmarked)
	}
}

// Accuracy and centipawn loss of 764 games, computed independently from Lichess's formulas (to two decimals).
func TestComputedNumbersOfManyGames(t *testing.T) {
	var ref struct {
		Games []struct {
			Site, File                               string
			AccWhite, AccBlack, AcplWhite, AcplBlack float64
		}
	}
	if err := json.Unmarshal([]byte(readShared(t, "data/reference/lichess-fully-evaluated-computed.json")), &ref); err != nil {
		t.Fatal(err)
	}
	games := map[string]*lichessGame{}
	for _, want := range ref.Games {
		if games[want.File] == nil {
			list := readLichess(readShared(t, "data/lichess/"+want.File))
			for i := range list {
				games[list[i].tags["Site"]] = &list[i]
			}
			games[want.File] = &lichessGame{}
		}
		sums, _ := grade(Lichess(Options{AsShipped: true}), games[want.Site].sheet())
		near(t, want.Site+" white", sums[0].Accuracy.Value, want.AccWhite, 0.0051)
		near(t, want.Site+" black", sums[1].Accuracy.Value, want.AccBlack, 0.0051)
		near(t, want.Site+" ACPL of white", sums[0].ACPL.V, want.AcplWhite, 0.0051)
		near(t, want.Site+" ACPL of black", sums[1].ACPL.V, want.AcplBlack, 0.0051)
	}
	t.Logf("%d games", len(ref.Games))
}
