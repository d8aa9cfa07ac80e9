package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/notnil/chess"

	"plyquet/engine/board"
	"plyquet/pipeline/command"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// An answer is what a run knows of a position.
type answer struct {
	position board.Position
	found    bool
	total    tally
	moves    []next // most games first
	depth    string // how many positions of a game were counted
}

// A tally is how games ended.
type tally struct{ white, draws, black int64 }

func (t tally) games() int64 { return t.white + t.draws + t.black }

// score is the share of points the given side made, a draw being half a point.
func (t tally) score(side board.Color) float64 {
	points := float64(t.white) + float64(t.draws)/2
	if side == board.Black {
		points = float64(t.black) + float64(t.draws)/2
	}
	return points / float64(t.games())
}

type next struct {
	san string
	tally
}

// ask looks the position up. Tables are sorted by key, so one row group of each can have it, rarely two.
func ask(m *manifest.Manifest, p board.Position) (answer, error) {
	positions, moves, depth, err := tablesOf(m)
	if err != nil {
		return answer{}, err
	}
	a := answer{position: p, depth: depth}
	key, fen := int64(p.TableKey()), p.FEN3()
	err = lookUp(positions, key, func(row *rows.Position) {
		if row.Key == key && row.FEN == fen {
			a.found, a.total = true, tally{int64(row.White), int64(row.Draws), int64(row.Black)}
		}
	})
	if err != nil || !a.found {
		return a, err
	}
	err = lookUp(moves, key, func(row *rows.PositionMove) {
		if row.Key == key && row.FEN == fen {
			a.moves = append(a.moves, next{row.SAN, tally{int64(row.White), int64(row.Draws), int64(row.Black)}})
		}
	})
	slices.SortStableFunc(a.moves, func(x, y next) int {
		return cmp.Or(cmp.Compare(y.games(), x.games()), strings.Compare(x.san, y.san))
	})
	return a, err
}

// lookUp calls fn with the rows of every row group that can hold the key, by the bounds in the footers.
func lookUp[T any](files []stage.File, key int64, fn func(row *T)) error {
	for _, f := range files {
		groups, err := table.Int64Bounds(f, "key")
		if err != nil {
			return err
		}
		for g, b := range groups {
			if key < b.Min || key > b.Max {
				continue
			}
			for row, err := range table.ReadGroup[T](f, g) {
				if err != nil {
					return err
				}
				fn(row)
			}
		}
	}
	return nil
}

func (a answer) text() string {
	var b strings.Builder
	b.WriteString(draw(&a.position))
	side := a.position.Turn()
	fmt.Fprintf(&b, "\n%s to move\n%s\n\n", title(side), a.position.EPD())
	if !a.found {
		b.WriteString("No game of this run reached this position")
		if a.depth != "" && a.depth != "0" {
			fmt.Fprintf(&b, " within its first %s positions", command.OneLine(a.depth))
		}
		b.WriteString(".\n")
		return b.String()
	}
	games := a.total.games()
	for _, line := range []struct {
		what string
		n    int64
	}{{"White won", a.total.white}, {"Drawn", a.total.draws}, {"Black won", a.total.black}} {
		fmt.Fprintf(&b, "%-10s %5.1f %%  %9s games\n", line.what, percent(line.n, games), command.Thousands(line.n))
	}
	fmt.Fprintf(&b, "%-10s          %9s games\n", "", command.Thousands(games))
	a.writeMoves(&b, side)
	return b.String()
}

func (a answer) writeMoves(b *strings.Builder, side board.Color) {
	if len(a.moves) == 0 {
		b.WriteString("\nNo next move is known: the games were not counted further than this position.\n")
		return
	}
	fmt.Fprintf(b, "\n%-8s %9s %8s   %7s %7s %7s   %s\n", "move", "games", "share", "White", "drawn", "Black", "score of "+title(side))
	var known int64
	for _, m := range a.moves {
		known += m.games()
	}
	for _, m := range a.moves {
		n := m.games()
		fmt.Fprintf(b, "%-8s %9s %6.1f %%   %5.1f %% %5.1f %% %5.1f %%   %5.1f %%\n", command.OneLine(m.san), command.Thousands(n), percent(n, known),
			percent(m.white, n), percent(m.draws, n), percent(m.black, n), 100*m.score(side))
	}
}

func percent(n, of int64) float64 { return 100 * float64(n) / float64(max(of, 1)) }

func title(c board.Color) string {
	if c == board.White {
		return "White"
	}
	return "Black"
}

// draw is the board as notnil/chess draws it.
func draw(p *board.Position) string {
	pieces := map[chess.Square]chess.Piece{}
	for sq := board.A1; sq <= board.H8; sq++ {
		if piece := p.At(sq); piece != board.NoPiece {
			pieces[chess.Square(sq)] = theirs(piece)
		}
	}
	return chess.NewBoard(pieces).Draw()
}

func theirs(p board.Piece) chess.Piece {
	for _, q := range []chess.Piece{
		chess.WhiteKing, chess.WhiteQueen, chess.WhiteRook, chess.WhiteBishop, chess.WhiteKnight, chess.WhitePawn,
		chess.BlackKing, chess.BlackQueen, chess.BlackRook, chess.BlackBishop, chess.BlackKnight, chess.BlackPawn,
	} {
		letter := strings.ToUpper(q.Type().String())
		if q.Color() == chess.Black {
			letter = strings.ToLower(letter)
		}
		if letter == p.String() {
			return q
		}
	}
	return chess.NoPiece
}
