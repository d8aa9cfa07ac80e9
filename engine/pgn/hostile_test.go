package pgn

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLimitsKeepTheNeighbours: a game over one of the limits has a fault or a note, and the games around it are read as ever.
func TestLimitsKeepTheNeighbours(t *testing.T) {
	for name, c := range map[string]struct {
		game   string
		reason Reason
		moves  int
	}{
		"depth of variations": {"[Event \"x\"]\n\n1. e4 " + strings.Repeat("(1. d4 ", maxDepth+1) + strings.Repeat(")", maxDepth+1) + " e5 1-0\n\n", TooDeep, 1},
		"allowed depth":       {"[Event \"x\"]\n\n1. e4 " + strings.Repeat("(1. d4 ", maxDepth) + strings.Repeat(")", maxDepth) + " e5 1-0\n\n", NoFault, 2},
		"tags":                {strings.Repeat("[Tag \"x\"]\n", 4*maxTags) + "\n1. e4 e5 1-0\n\n", NoFault, 2},
		"line of a tag":       {"[Event \"" + strings.Repeat("x", 1<<20) + "\"]\n\n1. e4 e5 1-0\n\n", NoFault, 2},
		"name of a tag":       {"[" + strings.Repeat("x", 1<<16) + " \"y\"]\n[Event \"x\"]\n\n1. e4 e5 1-0\n\n", NoFault, 2},
		"line of moves":       {"[Event \"x\"]\n\n1. e4" + strings.Repeat(" ", 1<<20) + "e5 1-0\n\n", NoFault, 2},
		"comment":             {"[Event \"x\"]\n\n1. e4 {" + strings.Repeat("y", 1<<20) + "} e5 1-0\n\n", NoFault, 2},
		"token":               {"[Event \"x\"]\n\n1. e4 " + strings.Repeat("N", 1<<20) + " e5 1-0\n\n", BadToken, 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := NewReader(Options{})
			r.Reset(Block{Data: []byte(gameOne + c.game + gameTwo)})
			var events []string
			for n := 0; ; n++ {
				g, err := r.Next()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				event, _ := g.Tag("Event")
				events = append(events, event[:min(len(event), 5)])
				if n != 1 {
					continue
				}
				if len(g.Tags) > maxTags {
					t.Errorf("%d tags", len(g.Tags))
				}
				if reason := faultOf(g); reason != c.reason || len(g.Moves) != c.moves {
					t.Errorf("fault %v after %d moves, want %v after %d", reason, len(g.Moves), c.reason, c.moves)
				}
			}
			if len(events) != 3 || events[0] != "One" || events[2] != "Two" {
				t.Errorf("games %q", events)
			}
		})
	}
}

// overlapping is a zip whose directory names the same packed bytes n times, as bombs do; claim is what it says they are.
func overlapping(t testing.TB, text string, n int, claim uint32) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("a.pgn")
	if err == nil {
		_, err = io.WriteString(f, text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	at := bytes.Index(data, []byte("PK\x01\x02"))
	end := bytes.LastIndex(data, []byte("PK\x05\x06"))
	entry, tail := bytes.Clone(data[at:end]), bytes.Clone(data[end:])
	if claim > 0 {
		binary.LittleEndian.PutUint32(entry[20:], claim)
	}
	out := append(bytes.Clone(data[:at]), bytes.Repeat(entry, n)...)
	binary.LittleEndian.PutUint16(tail[8:], uint16(n))
	binary.LittleEndian.PutUint16(tail[10:], uint16(n))
	binary.LittleEndian.PutUint32(tail[12:], uint32(n*len(entry)))
	return append(out, tail...)
}

// unpacked reads every text of an archive and returns their bytes, and the errors.
func unpacked(t testing.TB, data []byte, limits Limits) (n int64, errs []error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.zip")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	a, err := Open(path, limits)
	if err != nil {
		return 0, []error{err}
	}
	defer a.Close()
	for range 1 << 16 {
		text, err := a.Next()
		if err == io.EOF {
			return n, errs
		}
		if err == nil {
			var more int64
			more, err = io.Copy(io.Discard, text)
			n += more
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	t.Fatal("the archive does not end")
	return 0, nil
}

// TestBombOfOverlappingEntries: many entries share the packed bytes of one, so each for itself is within its limit.
func TestBombOfOverlappingEntries(t *testing.T) {
	text := strings.Repeat(gameOne, 60_000) // 1.5 MB that pack to a few kB
	bomb := overlapping(t, text, 400, 0)
	n, errs := unpacked(t, bomb, Limits{})
	if len(errs) == 0 || !errors.Is(errs[0], ErrTooLarge) {
		t.Errorf("errors %v", errs)
	}
	if most := int64(400*len(bomb)) + ratioFrom; n > most {
		t.Errorf("%d bytes out of %d", n, len(bomb))
	}
}

// TestDirectoryThatLies claims a packed size that lets any text pass as well packed. The reader of zips may refuse it before.
func TestDirectoryThatLies(t *testing.T) {
	bomb := overlapping(t, strings.Repeat(" ", 32<<20), 1, 1<<31)
	n, errs := unpacked(t, bomb, Limits{})
	if most := ratioFrom + 200*int64(len(bomb)); len(errs) == 0 || n > most {
		t.Errorf("%d bytes out of %d, errors %v", n, len(bomb), errs)
	}
}

// FuzzArchive: whatever the bytes, an archive ends, keeps to its limits, and names its texts so that they cannot lead outside.
func FuzzArchive(f *testing.F) {
	f.Add(overlapping(f, gameOne, 3, 0))
	f.Add(overlapping(f, gameOne, 1, 77))
	f.Add([]byte(gzipped(gameOne)))
	f.Add([]byte(zstandard(gameOne)))
	f.Add([]byte("BZh91AY&SY"))
	f.Add([]byte(gameOne))
	limits := Limits{EntryBytes: 1 << 20, Ratio: 20}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "a.zip")
		if len(data) > 0 && data[0]%2 == 0 {
			path = filepath.Join(filepath.Dir(path), "a.pgn")
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		a, err := Open(path, limits)
		if err != nil {
			return
		}
		defer a.Close()
		for range 1000 {
			text, err := a.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				continue
			}
			if !filepath.IsLocal(text.Name) || strings.Contains(text.Name, "\\") {
				t.Fatalf("name %q", text.Name)
			}
			if n, _ := io.Copy(io.Discard, text); n > limits.EntryBytes {
				t.Fatal(fmt.Sprint(n, " bytes"))
			}
		}
	})
}

func faultOf(g *Game) Reason {
	if g.Fault == nil {
		return NoFault
	}
	return g.Fault.Reason
}
