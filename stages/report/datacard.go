package report

import (
	"fmt"
	"io"
	"strings"

	"plyquet/pipeline/command"
	"plyquet/stages/rows"
	"plyquet/stages/rows/dictionary"
)

// cardHead says what holds for every table. It depends on nothing but the program, so the card is the same everywhere.
const cardHead = `# The tables of this run

Every table is a folder of Parquet files (zstd, in the order of the games). ` + "`plyquet tables --sql`" + ` prints a view of each for
DuckDB; ` + "`plyquet tables`" + ` says how many rows there are. Schema version %d.

- Absent values are null, never a number that stands for nothing.
- Scores are from White's point of view, except in columns whose name begins with mover_.
- A mate is not a large number of centipawns: it has a column of its own.
- game_id joins games, plies, evaluations, grades, game_accuracy, complexity and move_signals; ply joins moves. In plies,
  grades and move_signals ply n is the nth half-move; in evaluations and complexity n half-moves have been played, so the
  position before move p has ply p - 1.
- key is a 64-bit hash as a signed number: join by it, never do arithmetic with it. In positions, join by key and fen.

## Licence and origin

The tables are made from the games named in provenance.json and in the column source of games. Moves and results are
facts; the collections they come from have terms of their own, which hold for copies of these tables as well:
games of the Lichess database are in the public domain (CC0 1.0); PGN Mentor, Chess.com and other sites state their own
terms; a file of your own is yours. Opening names come from github.com/notnil/chess (MIT) unless the configuration names another
table. Names in games are those of living people more often than not: think before you publish. The
tables keep names as they are written; with ` + "`report.names: pseudonyms`" + ` everything in report/ (page, plots, players.csv,
signals.csv) has aliases instead. Evaluations are made by the engine named in their column engine; the engine's licence
does not cover its output.

Fair-play columns (signals, move_signals, validation) describe moves. None of them is evidence against a person.
`

// writeDataCard writes tables/README.md: every table that plyquet can make, with type, unit and meaning of each column.
func (b *builder) writeDataCard(w io.Writer) error {
	docs, err := dictionary.Tables()
	if err != nil {
		return err
	}
	var s strings.Builder
	fmt.Fprintf(&s, cardHead, rows.SchemaVersion)
	for _, d := range docs {
		writeTableDoc(&s, d)
	}
	_, err = io.WriteString(w, s.String())
	return err
}

func writeTableDoc(s *strings.Builder, d command.TableDoc) {
	fmt.Fprintf(s, "\n## %s\n\n%s\n\n| column | type | unit | meaning |\n|---|---|---|---|\n", d.ID, d.Doc)
	for _, c := range d.Columns {
		fmt.Fprintf(s, "| %s | %s | %s | %s |\n", c.Name, c.Type, c.Unit, strings.ReplaceAll(c.Doc, "|", "\\|"))
	}
}
