package metrics

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

func definition(w Weight) ComplexityDefinition {
	d := DefaultComplexity()
	d.Weight = w
	return d
}

// tablesOf builds tables of depth 1, 2, ... in which move i has the centipawns rows[depth-1][i], lines best first.
func tablesOf(rows ...[]int) []DepthTable {
	var tables []DepthTable
	for d, cps := range rows {
		t := DepthTable{Depth: d + 1}
		for move, cp := range cps {
			t.Lines = append(t.Lines, Line{move, Cp(cp)})
		}
		slices.SortStableFunc(t.Lines, func(a, b Line) int { return b.Score.Cmp(a.Score) })
		tables = append(tables, t)
	}
	return tables
}

// spec/signals.md 1.6 A and B.
var (
	handTables      = tablesOf([]int{30, 25, -10, -200}, []int{20, 35, 0, -180}, []int{15, -40, 28, -190})
	recaptureTables = tablesOf(
		[]int{-63, -154, -203, -211, -248}, []int{-63, -154, -203, -268, -240}, []int{-63, -154, -203, -268, -267},
		[]int{-63, -154, -203, -359, -551}, []int{-53, -202, -298, -263, -309}, []int{-74, -152, -205, -268, -297},
		[]int{-75, -136, -154, -272, -257}, []int{-83, -129, -154, -248, -248}, []int{-66, -101, -130, -246, -254},
		[]int{-35, -103, -113, -248, -242}, []int{-58, -103, -108, -253, -254}, []int{-39, -86, -110, -250, -248})
)

func TestComplexityOfPublishedVectors(t *testing.T) {
	cases := []struct {
		name   string
		tables []DepthTable
		weight Weight
		tau    []float64
		value  float64
	}{
		{"hand", handTables, WeightPlain, []float64{.833333, .5}, .333333},
		{"hand", handTables, WeightGap, []float64{.602172, .116298}, .640765},
		{"hand", handTables, WeightElement, []float64{.566995, .093421}, .669792},
		{"hand", handTables, WeightGapElement, []float64{.410609, .012840}, .788275},
		{"recapture", recaptureTables, WeightElement, []float64{.968396, 1, .986489, .968605, .964993, .975951, .987257,
			.988362, .983090, .984535, .985265}, .018823},
		{"recapture", recaptureTables, WeightPlain, []float64{.9, 1, .9, .9, .9, .9, .95, .95, .9, .9, .9}, .081818},
		{"recapture", recaptureTables, WeightGap, nil, .157447},
		{"recapture", recaptureTables, WeightGapElement, nil, .041628},
	}
	for _, c := range cases {
		got := definition(c.weight).Of(c.tables, 20)
		if got.Null != "" || got.Terms != len(c.tables)-1 || got.Moves != len(c.tables[0].Lines) {
			t.Errorf("%s %s: %+v", c.name, c.weight, got)
		}
		near(t, c.name+" "+string(c.weight), got.Value, c.value, 1e-6)
		for i, tau := range c.tau {
			near(t, c.name+" tau", got.Tau[i], tau, 1e-6)
		}
	}
}

// golden_complexity.json: five positions searched by Stockfish 15.1 with all moves to depth 12.
func TestComplexityOfEnginePositions(t *testing.T) {
	raw, err := os.ReadFile(shared(t, "spec/golden_complexity.json"))
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Positions []struct {
			Ply      int
			Tables   map[string][][3]any
			Expected map[Weight]struct {
				Tau        []float64
				Complexity float64
			}
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, p := range golden.Positions {
		tables := engineTables(t, p.Tables)
		for weight, want := range p.Expected {
			got := definition(weight).Of(tables, len(tables[0].Lines))
			near(t, string(weight), got.Value, want.Complexity, 1e-6)
			for i := range want.Tau {
				near(t, string(weight)+" tau", got.Tau[i], want.Tau[i], 1e-6)
			}
			checked++
		}
	}
	if checked != 20 {
		t.Errorf("checked %d values, want 5 positions x 4 weights", checked)
	}
}

func engineTables(t *testing.T, raw map[string][][3]any) []DepthTable {
	t.Helper()
	names := map[string]int{}
	var tables []DepthTable
	for depth, lines := range raw {
		var table DepthTable
		if err := json.Unmarshal([]byte(depth), &table.Depth); err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			move, kind, n := line[0].(string), line[1].(string), int(line[2].(float64))
			if _, ok := names[move]; !ok {
				names[move] = len(names)
			}
			score := Cp(n)
			if kind == "mate" {
				score = MateIn(n)
			}
			table.Lines = append(table.Lines, Line{names[move], score})
		}
		tables = append(tables, table)
	}
	slices.SortFunc(tables, func(a, b DepthTable) int { return a.Depth - b.Depth })
	return tables
}

func randomTables(rng *rand.Rand, depths, moves int) []DepthTable {
	rows := make([][]int, depths)
	for d := range rows {
		for range moves {
			rows[d] = append(rows[d], rng.IntN(600)-300)
		}
	}
	return tablesOf(rows...)
}

func TestComplexityOfUnchangedRankingIsZero(t *testing.T) {
	row := []int{40, 40, 12, -7, -300}
	for _, w := range Weights() {
		near(t, string(w), definition(w).Of(tablesOf(row, row, row), 9).Value, 0, 0)
	}
}

func TestComplexityOfReversalIsOne(t *testing.T) {
	tables := tablesOf([]int{30, 20, 10, 0}, []int{0, 10, 20, 30}, []int{30, 20, 10, 0})
	for _, w := range Weights() {
		near(t, string(w), definition(w).Of(tables, 4).Value, 1, 1e-12)
	}
}

func TestComplexityIgnoresInputOrderAndMovesOfOneDepth(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		tables := randomTables(rng, 5, 8)
		for _, w := range Weights() {
			want := definition(w).Of(tables, 8)
			shuffled := slices.Clone(tables)
			for i := range shuffled {
				lines := slices.Clone(shuffled[i].Lines)
				rng.Shuffle(len(lines), func(a, b int) { lines[a], lines[b] = lines[b], lines[a] })
				shuffled[i].Lines = append(lines, Line{100 + i, Cp(55)})
			}
			got := definition(w).Of(shuffled, 8)
			near(t, string(w), got.Value, want.Value, 1e-12)
			if got.Value < 0 || got.Value > 1 {
				t.Errorf("complexity %g outside [0, 1]", got.Value)
			}
		}
	}
}

func TestComplexityNullReasons(t *testing.T) {
	two := tablesOf([]int{1, 2}, []int{2, 1})
	mateFirst := []DepthTable{{1, []Line{{0, MateIn(3)}, {1, Cp(10)}, {2, Cp(5)}}}, {2, []Line{{0, Cp(90)}, {1, Cp(10)}, {2, Cp(5)}}}}
	mateLast := []DepthTable{{1, []Line{{1, Cp(10)}, {2, Cp(5)}, {0, MateIn(-2)}}}, {2, []Line{{1, Cp(10)}, {2, Cp(5)}, {0, MateIn(-2)}}}}
	cases := []struct {
		name   string
		mates  MatePolicy
		tables []DepthTable
		legal  int
		null   NullReason
		forced bool
	}{
		{"game over", MatesDropMove, nil, 0, NullTerminal, false},
		{"one legal move", MatesDropMove, tablesOf([]int{5}, []int{6}), 1, "", true},
		{"one line", MatesDropMove, tablesOf([]int{5}, []int{6}), 3, NullMoves, false},
		{"one depth", MatesDropMove, two[:1], 2, NullDepths, false},
		{"nothing", MatesDropMove, nil, 2, NullDepths, false},
		{"mate anywhere", MatesExcludePosition, mateLast, 3, NullMate, false},
		{"mate anywhere dropped", MatesDropMove, mateLast, 3, "", false},
		{"mate not in the first line", MatesExcludeBest, mateLast, 3, "", false},
		{"mate in the first line", MatesExcludeBest, mateFirst, 3, NullMate, false},
		{"mate clamped", MatesClamp, mateFirst, 3, "", false},
		{"gap in the depths", MatesDropMove, []DepthTable{{1, two[0].Lines}, {3, two[1].Lines}}, 2, NullMoves, false},
	}
	for _, c := range cases {
		d := DefaultComplexity()
		d.Mates = c.mates
		got := d.Of(c.tables, c.legal)
		if got.Null != c.null || got.Forced != c.forced {
			t.Errorf("%s: null %q forced %v, want %q %v", c.name, got.Null, got.Forced, c.null, c.forced)
		}
	}
}

func TestComplexityDepthRangeSelectsTables(t *testing.T) {
	d := DefaultComplexity()
	d.MinDepth, d.MaxDepth = 5, 9
	got := d.Of(recaptureTables, 5)
	if got.MinDepth != 5 || got.MaxDepth != 9 || got.Terms != 4 {
		t.Errorf("range %d-%d with %d terms, want 5-9 with 4", got.MinDepth, got.MaxDepth, got.Terms)
	}
	want := 1 - (.964993+.975951+.987257+.988362)/4
	near(t, "depths 5-9", got.Value, want, 1e-6)
}

func TestComplexityUnknownNamesAreErrors(t *testing.T) {
	if _, err := ParseWeight("element"); err == nil {
		t.Error("weight accepted")
	}
	if _, err := ParseMatePolicy("drop"); err == nil {
		t.Error("mate policy accepted")
	}
	if w, err := ParseWeight("gap"); err != nil || w != WeightGap {
		t.Error(w, err)
	}
}

func BenchmarkComplexity(b *testing.B) {
	tables := randomTables(rand.New(rand.NewPCG(3, 4)), 12, 35)
	d := DefaultComplexity()
	for b.Loop() {
		if c := d.Of(tables, 35); c.Terms != 11 {
			b.Fatal(c)
		}
	}
}
