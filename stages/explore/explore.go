// Package explore is the command that answers one question from the tables of a run: how did games go on from this
// position? It reads positions and position_moves and writes nothing. It is no stage.
package explore

import (
	"fmt"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
)

// Command is `plyquet explore`.
func Command(e *command.Env) *cobra.Command {
	var q query
	var name string
	cmd := &cobra.Command{
		Use:   "explore (--fen FEN | --pgn FILE [--game N] [--ply N]) [--run NAME]",
		Short: "Show a position: the board, how its games ended, the next moves",
		Long: "Explore looks a position up in the tables of a run. The position is a FEN (the text or a file that holds it) or a\n" +
			"game in a PGN file: its last position, or the one after --ply half-moves.",
		Example: `  plyquet explore --fen "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
  plyquet explore --pgn game.pgn --ply 6`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			p, err := q.position()
			if err != nil {
				return err
			}
			_, m, err := e.OpenRun([]string{name})
			if err != nil {
				return err
			}
			answer, err := ask(m, p)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(e.Stdout, answer.text())
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&q.fen, "fen", "", "the position as FEN, or a file that holds it")
	f.StringVar(&q.pgn, "pgn", "", "a PGN file (plain or packed)")
	f.IntVar(&q.game, "game", 1, "number of the game in the PGN file")
	f.IntVar(&q.ply, "ply", -1, "half-moves played; the end of the game without it")
	f.StringVar(&name, "run", "", "name of the run (demo without it)")
	cmd.MarkFlagsOneRequired("fen", "pgn")
	cmd.MarkFlagsMutuallyExclusive("fen", "pgn")
	return cmd
}

// tablesOf returns the files that answer questions, and how many positions of a game were counted (as configured).
func tablesOf(m *manifest.Manifest) (positions, moves []stage.File, depth string, err error) {
	step := m.Steps["positions"]
	if step == nil {
		return nil, nil, "", fmt.Errorf("run %s has no table of positions yet: plyquet run %[1]s --to positions makes it", m.Run)
	}
	for _, p := range step.Result.Parts {
		if p.Name == "config.max_plies" {
			depth = p.Value
		}
	}
	return step.Result.Files[rows.Positions], step.Result.Files[rows.PositionMoves], depth, nil
}
