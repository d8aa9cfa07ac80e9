package metrics

import (
	"math"
	"testing"
)

// workedGame is one game through every system: the engine says +0.20 of the start position, 30 evaluated half-moves
// follow, and White mates with the 31st.
func workedGame() *Sheet {
	s := sheetOf(false, 20, 24, 31, 12, 15, -38, -30, -36, 62, 55, 70, 64, 185, 170, 178, -15, 5, 0, 330, 310, 345, 120,
		118, 125, 610, 590, 940, 905, 0, 0, 0, 0)
	for i, mate := range []Score{MateIn(4), MateIn(3), MateIn(1), HasMated()} {
		s.Positions[28+i].Eval = Read(mate)
	}
	s.Moves[30].Mates = true
	return s
}

func TestWorkedGameMoveByMove(t *testing.T) {
	_, grades := grade(Lichess(Options{}), workedGame())
	for i, want := range [31][3]float64{
		{52.207811, 100.000000, 0.601738}, {52.850518, 98.152675, 0.601738}, {51.104444, 93.446755, 0.721053},
		{51.380429, 99.767496, 0.766384}, {46.507720, 81.276527, 2.234809}, {47.241245, 97.756733, 2.145129},
		{46.690972, 98.557269, 0.500000}, {55.682566, 67.575989, 4.115114}, {55.045627, 98.177874, 4.096811},
		{56.408203, 95.056823, 0.556662}, {55.864215, 98.584839, 0.560022}, {66.400308, 63.039757, 4.843637},
		{65.157139, 95.563648, 4.701219}, {65.822861, 98.052185, 0.507948}, {48.619571, 46.609372, 7.957439},
		{50.460247, 93.053695, 7.712552}, {50.000000, 98.952893, 0.782127}, {77.119769, 29.505290, 12},
		{75.794481, 95.214807, 12}, {78.079711, 91.228165, 0.936907}, {60.869967, 46.595666, 7.631359},
		{60.694424, 100, 8.154442}, {61.307585, 100, 0.500000}, {90.431090, 26.858984, 12},
		{89.774599, 98.092480, 12}, {96.956208, 73.295145, 3.241804}, {96.551983, 99.199872, 3.294302},
		{97.544744, 96.635119, 0.500000}, {97.544744, 100, 0.500000}, {97.544744, 100, 0.500000},
		{97.544744, 100, 0.500000},
	} {
		white := 100 * grades[i].After.V
		if i%2 == 1 {
			white = 100 - white
		}
		near(t, "White's win percent", white, want[0], 6e-7)
		near(t, "accuracy", grades[i].Accuracy, want[1], 6e-7)
		near(t, "weight", grades[i].Weight.V, want[2], 6e-7)
	}
}

func TestWorkedGameInEverySystem(t *testing.T) {
	for _, tc := range []struct {
		name                   string
		profile                Profile
		white, black           float64
		weightedW, harmonicW   float64 // 0: not published
		weightedB, harmonicB   float64
		acplWhite, acplBlack   float64
		roundedWhite, roundedB int
	}{
		{"lichess as shipped", Lichess(Options{AsShipped: true}), 83.6506981984, 65.5597113806,
			82.9105310647, 84.3908653321, 62.5148209312, 68.6046018300, 40.2666666667, 0, 84, 66},
		{"lichess, mating move kept", Lichess(Options{}), 84.1393311225, 65.5597113806,
			83.0563932419, 85.2222690031, 0, 0, 37.75, 0, 84, 66},
		{"lichess, engine's start", Lichess(Options{Start: StartEngine}), 84.1245925148, 65.5287121110, 0, 0, 0, 0, 0, 0, 84, 66},
		{"cap", CAP(Options{}), 85.7705656318, 68.1386055067,
			94.6021680872, 76.9389631764, 83.8348000952, 52.4424109181, 37.75, 165.3333333333, 86, 68},
		{"webchess as shipped", Webchess(Options{AsShipped: true}), 86.6879539777, 72.8657321660, 0, 0, 0, 0, 0, 0, 87, 73},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sums, _ := grade(tc.profile, workedGame())
			near(t, "white", sums[0].Accuracy.Value, tc.white, 1e-9)
			near(t, "black", sums[1].Accuracy.Value, tc.black, 1e-9)
			if roundHalfUp(sums[0].Accuracy.Value) != tc.roundedWhite || roundHalfUp(sums[1].Accuracy.Value) != tc.roundedB {
				t.Errorf("rounded %d %d", roundHalfUp(sums[0].Accuracy.Value), roundHalfUp(sums[1].Accuracy.Value))
			}
			for _, part := range []struct {
				name      string
				got, want float64
			}{
				{"weighted, white", sums[0].Accuracy.Weighted, tc.weightedW},
				{"harmonic, white", sums[0].Accuracy.Harmonic, tc.harmonicW},
				{"weighted, black", sums[1].Accuracy.Weighted, tc.weightedB},
				{"harmonic, black", sums[1].Accuracy.Harmonic, tc.harmonicB},
				{"ACPL, white", sums[0].ACPL.V, tc.acplWhite},
				{"ACPL, black", sums[1].ACPL.V, tc.acplBlack},
			} {
				if part.want != 0 {
					near(t, part.name, part.got, part.want, 1e-9)
				}
			}
		})
	}
	sums, _ := grade(Lichess(Options{AsShipped: true}), workedGame())
	if w, b := roundHalfUp(sums[0].ACPL.V), roundHalfUp(sums[1].ACPL.V); w != 40 || b != 105 {
		t.Errorf("lichess ACPL %d %d, want 40 105", w, b)
	}
	if sums[0].Moves != 16 || sums[0].Graded != 15 {
		t.Errorf("as shipped: %d of %d moves graded, want 15 of 16", sums[0].Graded, sums[0].Moves)
	}
}

// web-chess also prints one number for both players together; it is no column here, but it pins the weights.
func TestWorkedGameOverallOfWebchess(t *testing.T) {
	_, grades := grade(Webchess(Options{AsShipped: true}), workedGame())
	overall := accuracySum{floor: 1}
	for i := range grades {
		overall.add(grades[i].Accuracy, grades[i].Weight.V)
	}
	m, _ := overall.mean()
	near(t, "overall", m.Value, 79.4307709310, 1e-9)
}

func TestWorkedGameJudgements(t *testing.T) {
	sums, grades := grade(Lichess(Options{}), workedGame())
	want := map[int]Class{8: ClassInaccuracy, 12: ClassMistake, 15: ClassBlunder, 18: ClassBlunder, 21: ClassBlunder,
		24: ClassBlunder, 26: ClassInaccuracy, 28: ClassMistake}
	for i := range grades {
		if grades[i].Class != want[i+1] {
			t.Errorf("half-move %d: %v, want %v", i+1, grades[i].Class, want[i+1])
		}
	}
	if n := sums[0].Counts[ClassBlunder] + sums[1].Counts[ClassBlunder]; n != 4 {
		t.Errorf("%d blunders counted, want 4", n)
	}
	curve := LichessJudgementCurve()
	for move, delta := range map[int]float64{8: .179832, 12: .210722, 15: .344066, 18: .542395, 21: .344195, 24: .582470, 26: .143632} {
		s := workedGame()
		d := curve.Win(s.Positions[move-1].Eval.Score) - curve.Win(s.Positions[move].Eval.Score)
		near(t, "delta", max(2*d, -2*d), delta, 5e-7)
	}
}

func TestWorkedGameWeightsOfCAP(t *testing.T) {
	_, grades := grade(CAP(Options{}), workedGame())
	for i, want := range []float64{.5052, .5052, .7350, 2.0696, 4.2207, .5, 4.9961, .5, 7.6813, 12, .5, 8.6926, 12, 3.2626,
		1.5219, .5} {
		near(t, "weight", grades[2*i].Weight.V, want, 6e-5)
	}
}

// A game cut into phases: one phase alone is the game itself, and no phase borrows from another.
func TestPhasesAreGamesOfTheirOwn(t *testing.T) {
	for _, p := range []Profile{Lichess(Options{Start: StartEngine}), CAP(Options{}), Webchess(Options{}), Webchess(Options{AsShipped: true})} {
		s := workedGame()
		whole, _ := grade(p, s)
		near(t, p.Name+": opening of a game without other phases", whole[0].Phases[Opening].Accuracy.V, whole[0].Accuracy.Value, 0)
		if whole[0].Phases[Endgame].Accuracy.OK || whole[0].Phases[Endgame].Moves != 0 {
			t.Errorf("%s: an endgame that was not played has an accuracy", p.Name)
		}
		for i := range s.Moves {
			if i >= 9 {
				s.Moves[i].Phase = Middlegame
			}
			if i >= 20 {
				s.Moves[i].Phase = Endgame
			}
		}
		cut, _ := grade(p, s)
		for phase, span := range [NumPhases][2]int{{0, 9}, {9, 20}, {20, 31}} {
			slice := &Sheet{Positions: s.Positions[span[0] : span[1]+1], Moves: s.Moves[span[0]:span[1]]}
			alone, _ := grade(p, slice)
			for side := range cut {
				near(t, p.Name+" "+GamePhase(phase).String(), cut[side].Phases[phase].Accuracy.V, alone[side].Accuracy.Value, 0)
				near(t, p.Name+" ACPL", cut[side].Phases[phase].ACPL.V, alone[side].ACPL.V, 0)
			}
		}
		near(t, p.Name+": the whole", cut[1].Accuracy.Value, whole[1].Accuracy.Value, 0)
	}
}

// roundHalfUp rounds as Lichess does for display.
func roundHalfUp(x float64) int { return int(math.Floor(x + 0.5)) }
