package grade

import (
	"context"
	"fmt"

	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/gamerecord"
	"plyquet/stages/rows"
)

// worker grades the games of one part at a time. It owns its scratch.
type worker struct {
	maker   *sheetMaker
	graders []*metrics.Grader
	index   gamerecord.Index
	lines   []gamerecord.Line // of the part's games
	book    library
	grades  []metrics.Grade

	gradeRows    []rows.Grade
	accuracyRows []rows.PlayerAccuracy
}

func newWorker(s *Stage, index gamerecord.Index, book library) *worker {
	w := &worker{maker: newSheetMaker(s), index: index, book: book}
	for _, p := range s.profiles() {
		w.graders = append(w.graders, metrics.NewGrader(p))
	}
	return w
}

func (w *worker) shard(ctx context.Context, part gamerecord.Part, out *run.Out) error {
	if err := w.load(part); err != nil {
		return err
	}
	grades, err := table.Create[rows.Grade](out.Staging, rows.Grades)
	if err != nil {
		return err
	}
	accuracy, err := table.Create[rows.PlayerAccuracy](out.Staging, rows.GameAccuracy)
	if err != nil {
		return err
	}
	rest := w.lines
	for g, err := range part.All(ctx, nil) {
		if err != nil {
			return err
		}
		var lines []gamerecord.Line
		lines, rest = gamerecord.CutGame(rest, g.GameID)
		w.game(g, lines, out)
		if err := grades.Write(w.gradeRows...); err != nil {
			return err
		}
		if err := accuracy.Write(w.accuracyRows...); err != nil {
			return err
		}
	}
	return nil
}

// load reads the evaluations of the part's games.
func (w *worker) load(part gamerecord.Part) error {
	first, last, ok, err := part.Span()
	if err != nil || !ok {
		w.lines = w.lines[:0]
		return err
	}
	if w.lines, err = w.index.Deepest(w.lines, first, last); err != nil {
		return fmt.Errorf("read evaluations: %w", err)
	}
	return nil
}

// game makes the rows of one game.
func (w *worker) game(g *gamerecord.Game, lines []gamerecord.Line, out *run.Out) {
	out.Seen(1)
	w.gradeRows, w.accuracyRows = w.gradeRows[:0], w.accuracyRows[:0]
	evaluated := w.maker.make(g, lines)
	var x extras
	if w.book != nil {
		var err error
		if x.opening, err = w.maker.book(g, w.book); err != nil {
			out.Warn(stage.Reject{Source: g.Source, Offset: g.Offset, Game: g.Number, Ply: -1,
				Reason: "game_does_not_replay", Context: err.Error()})
		}
	}
	if evaluated {
		out.Keep(1)
		out.Add("moves_graded", int64(len(g.Plies)))
	} else {
		out.Filter("no_evaluations", 1)
	}
	x.guess, x.guessed = metrics.ChesskitOf(&w.maker.sheet)
	for _, grader := range w.graders {
		w.grades = grader.Grade(w.grades, &w.maker.sheet)
		if evaluated {
			w.moves(g, grader.Profile())
		}
		w.players(g, &x, grader)
	}
}

// moves adds a row for each move by one profile.
func (w *worker) moves(g *gamerecord.Game, p *metrics.Profile) {
	for i := range g.Plies {
		w.gradeRows = append(w.gradeRows, w.move(g, p, i))
	}
}

func (w *worker) move(g *gamerecord.Game, p *metrics.Profile, i int) rows.Grade {
	ply, gr, m := &g.Plies[i], &w.grades[i], w.maker
	player, _ := g.Player(ply.Color())
	row := rows.Grade{
		GameID: g.GameID, Profile: p.Name, Ply: ply.Ply, Side: ply.Side, Player: player, Phase: ply.Phase, UCI: ply.UCI,
		MoverWinBefore: float(gr.Before), MoverWinAfter: float(gr.After), Weight: float(gr.Weight), Book: gr.Book,
		PlayedRank: m.rank(i, ply.UCI), ClockMs: ply.ClockMs, SpentMs: ply.SpentMs, Depth: m.positions[i].depth,
		Evals: m.source,
	}
	if gr.Graded {
		row.WinLost = table.Some(float32(gr.Loss))
		row.CpLost = table.Some(int32(gr.Centipawns))
		row.Accuracy = table.Some(float32(gr.Accuracy))
		row.EPClass = table.Some(metrics.ExpectedPointsClass(gr.Loss).String())
	}
	if gr.Graded || gr.Class != metrics.ClassUnmarked {
		row.Class = table.Some(gr.Class.String())
	}
	w.engineSays(&row, p, i)
	return row
}

// onlyMoveGap is how far the second line must be behind for a move to be the only one: ten points of win chance,
// which Lichess calls a mistake.
const onlyMoveGap = 0.10

// engineSays fills in what only an engine's lines tell.
func (w *worker) engineSays(row *rows.Grade, p *metrics.Profile, i int) {
	here, next := w.maker.positions[i].lines, w.maker.positions[i+1].lines
	black := w.maker.sheet.Moves[i].Black
	if len(here) == 0 {
		return
	}
	row.BestMove = here[0].Move
	row.LegalMoves = table.Some(here[0].Legal)
	row.MoverWDLBefore = expected(here, black)
	row.MoverWDLAfter = expected(next, black)
	second := w.maker.sheet.Positions[i].Second
	if !second.OK {
		if here[0].Legal == 1 {
			row.OnlyMove = table.Some(true)
		}
		return
	}
	first := here[0].Score()
	if black {
		first, second = first.Neg(), second.Neg()
	}
	gap := p.Curve.Win(first.Score) - p.Curve.Win(second.Score)
	row.MoverGap = table.Some(float32(gap))
	row.OnlyMove = table.Some(gap >= onlyMoveGap)
}

// expected is the mover's expected score by the engine's own win, draw and loss.
func expected(lines []gamerecord.Line, black bool) table.Opt[float32] {
	if len(lines) == 0 {
		return table.Opt[float32]{}
	}
	wdl, ok := lines[0].WDL()
	if !ok {
		return table.Opt[float32]{}
	}
	if black {
		wdl = wdl.Neg()
	}
	return table.Some(float32(wdl.Expected()))
}

func float(m metrics.Maybe) table.Opt[float32] {
	if !m.OK {
		return table.Opt[float32]{}
	}
	return table.Some(float32(m.V))
}
