package book

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"plyquet/engine/board"
)

// ErrTSV is wrapped by every error about the contents of an opening table.
var ErrTSV = errors.New("bad opening table")

// ReadTSV reads a table in the format of lichess-org/chess-openings: tab-separated, a header that names at least the
// columns eco, name and pgn, and one line a row with its moves in SAN. The name of the source is for the errors, which
// say the line.
func ReadTSV(r io.Reader, source string) (lines []Line, err error) {
	sc := bufio.NewScanner(r)
	var columns tsvColumns
	for row := 1; sc.Scan(); row++ {
		text := strings.TrimSuffix(sc.Text(), "\r")
		if row == 1 {
			columns, err = readHeader(strings.TrimPrefix(text, "\ufeff"))
		} else if text != "" {
			var line Line
			line, err = columns.line(text)
			lines = append(lines, line)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %s:%d: %w", ErrTSV, source, row, err)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", source, err)
	}
	if columns.n == 0 {
		return nil, fmt.Errorf("%w: %s is empty", ErrTSV, source)
	}
	return lines, nil
}

// tsvColumns is where the columns of a table stand.
type tsvColumns struct{ eco, name, pgn, n int }

func readHeader(text string) (tsvColumns, error) {
	header := strings.Split(text, "\t")
	c := tsvColumns{slices.Index(header, "eco"), slices.Index(header, "name"), slices.Index(header, "pgn"), len(header)}
	if min(c.eco, c.name, c.pgn) < 0 {
		return c, fmt.Errorf("header %q lacks eco, name or pgn", text)
	}
	return c, nil
}

func (c tsvColumns) line(text string) (Line, error) {
	fields := strings.Split(text, "\t")
	if len(fields) != c.n {
		return Line{}, fmt.Errorf("%d columns, the header has %d", len(fields), c.n)
	}
	moves, err := readMoves(fields[c.pgn])
	if err != nil {
		return Line{}, err
	}
	return Line{strings.TrimSpace(fields[c.eco]), strings.TrimSpace(fields[c.name]), moves}, nil
}

// readMoves reads "1. e4 c5 2. Nf3" from the usual start position; move numbers carry no information.
func readMoves(text string) (moves []board.Move, err error) {
	p := board.Start()
	for _, word := range strings.Fields(text) {
		word = strings.TrimLeft(word[strings.LastIndexByte(word, '.')+1:], " ")
		if word == "" || strings.Trim(word, "0123456789") == "" {
			continue
		}
		m, err := p.ParseSAN([]byte(word))
		if err != nil {
			return nil, fmt.Errorf("half-move %d, %q: %w", len(moves)+1, word, err)
		}
		moves = append(moves, m)
		p.Play(m)
	}
	if len(moves) == 0 {
		return nil, errors.New("no moves")
	}
	return moves, nil
}
