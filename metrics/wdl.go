package metrics

import "math"

// WDL is win, draw and loss in per mille, as engines print it after "wdl".
type WDL struct{ Win, Draw, Loss int }

// Expected is the expected score of the side the numbers belong to, 0 to 1.
func (w WDL) Expected() float64 { return (float64(w.Win) + float64(w.Draw)/2) / 1000 }

// Neg is the same from the other side.
func (w WDL) Neg() WDL { return WDL{w.Loss, w.Draw, w.Win} }

// WDLModel is Stockfish's model of the result of its own games (uci.cpp, win_rate_params): logistic in the internal
// value v, with location a and scale b that are cubic in the material or the ply. By construction +1.00 wins half of
// the games; that is 75 % of the points, where Lichess's curve of human games has 59 %. The two are never mixed.
//
// It is for reading old output; when the engine prints WDL itself, that is what tables keep.
type WDLModel struct {
	Version  string
	a, b     [4]float64 // cubic coefficients, highest first
	material bool       // argument is the material / 58, otherwise the ply by plyArgument
	perPawn  float64    // internal value of 100 centipawns; 0: a
	argument func(ply int) float64
	limit    float64 // |v| is cut here; 0: not
}

// WDLModels are the models of the releases, newest first. Coefficients: tags sf_18, sf_17.1, sf_17, sf_16.1, sf_16, sf_15.1.
func WDLModels() []WDLModel {
	plies64 := func(ply int) float64 { return float64(min(240, ply)) / 64 }
	moves32 := func(ply int) float64 { return float64(min(max(ply/2+1, 8), 120)) / 32 }
	return []WDLModel{
		{"18", [4]float64{-72.32565836, 185.93832038, -144.58862193, 416.44950446},
			[4]float64{83.86794042, -136.06112997, 69.98820887, 47.62901433}, true, 0, nil, 0},
		{"17.1", [4]float64{-13.50030198, 40.92780883, -36.82753545, 386.83004070},
			[4]float64{96.53354896, -165.79058388, 90.89679019, 49.29561889}, true, 0, nil, 0},
		{"17", [4]float64{-37.45051876, 121.19101539, -132.78783573, 420.70576692},
			[4]float64{90.26261072, -137.26549898, 71.10130540, 51.35259597}, true, 0, nil, 0},
		{"16.1", [4]float64{-1.06249702, 7.42016937, 0.89425629, 348.60356174},
			[4]float64{-5.33122190, 39.57831533, -90.84473771, 123.40620748}, false, 356, moves32, 0},
		{"16", [4]float64{0.38036525, -2.82015070, 23.17882135, 307.36768407},
			[4]float64{-2.29434733, 13.27689788, -14.26828904, 63.45318330}, false, 328, plies64, 4000},
		{"15.1", [4]float64{-0.58270499, 2.68512549, 15.24638015, 344.49745382},
			[4]float64{-2.65734562, 15.96509799, -20.69040836, 73.61029937}, false, 361, plies64, 4000},
	}
}

// WDL is the model's prediction for a score of cp centipawns. Material counts both sides, pawn 1, knight and bishop
// 3, rook 5, queen 9; the models from 17 on use it, the older ones the ply.
func (m WDLModel) WDL(cp, material, ply int) WDL {
	a, b := m.parameters(material, ply)
	perPawn := m.perPawn
	if perPawn == 0 {
		perPawn = a
	}
	v := float64(cp) * perPawn / 100
	if m.limit > 0 {
		v = min(max(v, -m.limit), m.limit)
	}
	win, loss := permille((a-v)/b), permille((a+v)/b)
	return WDL{win, 1000 - win - loss, loss}
}

func (m WDLModel) parameters(material, ply int) (a, b float64) {
	x := float64(min(max(material, 17), 78)) / 58
	if !m.material {
		x = m.argument(ply)
	}
	return cubic(m.a, x), cubic(m.b, x)
}

func cubic(c [4]float64, x float64) float64 { return ((c[0]*x+c[1])*x+c[2])*x + c[3] }

func permille(x float64) int { return int(0.5 + 1000/(1+math.Exp(x))) }

// LC0WDL is lc0's win, draw and loss from its evaluation Q (-1 to 1) and draw probability D.
func LC0WDL(q, d float64) WDL {
	win, loss := int(math.Round(500*(1+q-d))), int(math.Round(500*(1-q-d)))
	return WDL{win, 1000 - win - loss, loss}
}

// LC0Centipawns is lc0's score type "centipawn" of Q. It is not Stockfish's centipawn.
func LC0Centipawns(q float64) float64 { return 90 * math.Tan(1.5637541897*q) }
