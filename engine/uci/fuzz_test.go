package uci

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// Whatever an engine prints, the parser does not panic and gives nothing that is not in the line.
func FuzzParseInfo(f *testing.F) {
	f.Add([]byte("info depth 11 seldepth 15 multipv 1 score cp 44 lowerbound nodes 12000 nps 900000 hashfull 3 tbhits 0 time 13 pv e2e4"))
	f.Add([]byte("info multipv 2 pv a7a8q score mate -3 wdl 0 0 1000 depth 9"))
	f.Add([]byte("info string score cp 1"))
	f.Add([]byte("bestmove (none)"))
	f.Fuzz(func(t *testing.T, line []byte) {
		info, ok := ParseInfo(line)
		if move, _ := ParseBestMove(line); move != nil && !isMove(move) {
			t.Fatalf("best move %q", move)
		}
		if !ok {
			return
		}
		if info.Rank < 1 || info.Rank > maxRank || info.Depth < 0 || info.Depth > maxDepth {
			t.Fatalf("out of range: %+v", info)
		}
		if info.Move != nil && (!isMove(info.Move) || !bytes.Contains(line, info.Move)) {
			t.Fatalf("move %q", info.Move)
		}
		if _, isCp := info.Score.Cp(); !info.HasScore && !isCp {
			t.Fatalf("a score out of nothing: %+v", info)
		}
	})
}

func FuzzParseOption(f *testing.F) {
	f.Add("option name Clear Hash type button")
	f.Add("option name UCI_Variant type combo default chess var 3check var 5check")
	f.Add("option name Debug Log File type string default ")
	f.Fuzz(func(t *testing.T, line string) {
		if spec, ok := ParseOption(line); ok && (spec.Name == "" || spec.Type == "") {
			t.Fatalf("%+v", spec)
		}
	})
}

// The rows of a search are complete, sorted and made of lines that came, whatever comes.
func FuzzCollector(f *testing.F) {
	f.Add("info depth 1 multipv 1 score cp 1 pv a2a3\ninfo depth 1 multipv 2 score cp 3 pv a2a4\n", uint8(2), uint8(1))
	f.Add("info depth 0 score mate 0\ninfo depth 20 multipv 1 score cp 28 nodes 100 pv e2e4\n", uint8(1), uint8(0))
	f.Fuzz(func(t *testing.T, text string, want, limit uint8) {
		n := int(want%5) + 1
		var c collector
		c.reset(n, int(limit))
		for line := range strings.Lines(text) {
			if info, ok := ParseInfo([]byte(line)); ok {
				c.add(info)
			}
		}
		c.end()
		for d := 1; d <= c.deepest(); d++ {
			r := c.rows[d-1]
			if len(r.cells) != 0 && len(r.cells) != n {
				t.Fatalf("depth %d has %d of %d lines", d, len(r.cells), n)
			}
			for i := range r.cells {
				if !isMove(r.cells[i].text()) || i > 0 && r.cells[i-1].score.Cmp(r.cells[i].score) < 0 {
					t.Fatalf("depth %d rank %d: %q", d, i+1, r.cells[i].text())
				}
			}
		}
	})
}

// The line reader gives the same lines whatever the pieces the stream comes in; too long ones are left out.
func FuzzLineReader(f *testing.F) {
	f.Add([]byte("a\nbc\r\n\nd"))
	f.Fuzz(func(t *testing.T, text []byte) {
		read := func(r io.Reader) (lines []string) {
			l := &lineReader{r: r}
			for {
				line, err := l.next()
				if err != nil {
					return lines
				}
				lines = append(lines, string(line))
			}
		}
		whole, bytewise := read(bytes.NewReader(text)), read(iotest.OneByteReader(bytes.NewReader(text)))
		if strings.Join(whole, "\n") != strings.Join(bytewise, "\n") || len(whole) != len(bytewise) {
			t.Fatalf("%q and %q", whole, bytewise)
		}
		if len(text) < maxLine && len(whole) != bytes.Count(text, []byte("\n")) {
			t.Fatalf("%d lines of %q", len(whole), text)
		}
	})
}

func TestLongLineIsSkippedAndTheNextOneRead(t *testing.T) {
	text := "before\n" + strings.Repeat("x", 200_000) + "\nafter\n"
	l := &lineReader{r: iotest.HalfReader(strings.NewReader(text))}
	for _, want := range []string{"before", "after"} {
		line, err := l.next()
		if err != nil || string(line) != want {
			t.Errorf("got %q, %v, want %q", line, err, want)
		}
	}
	if _, err := l.next(); err != io.EOF {
		t.Error(err)
	}
}
