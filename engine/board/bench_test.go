package board

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A script is the main line of a game as text. All scripts of a benchmark start at the usual position.
type script [][]byte

// randomScripts plays random games; the seed fixes them.
func randomScripts(n, plies int) (games []script) {
	rng := rand.New(rand.NewPCG(7, 21))
	for range n {
		p := Start()
		var g script
		for range plies {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			g = append(g, p.AppendSAN(nil, m))
			p.Play(m)
		}
		games = append(games, g)
	}
	return games
}

// realScripts reads the moves of n files of real games that have no comments: enough for a benchmark of the board, no PGN reader.
func realScripts(b testing.TB, n int) (games []script) {
	files, err := filepath.Glob(filepath.Join(sharedDir(b, "data/pgnmentor/sampled_games"), "*.pgn"))
	if err != nil || len(files) == 0 {
		b.Fatal("no games: ", err)
	}
	for _, f := range files[:min(n, len(files))] {
		text, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		for _, section := range strings.Split(strings.ReplaceAll(string(text), "\r", ""), "\n\n") {
			if g := scriptOf(section); g != nil {
				games = append(games, g)
			}
		}
	}
	return games
}

func scriptOf(section string) (g script) {
	if strings.HasPrefix(strings.TrimSpace(section), "[") {
		return nil
	}
	for _, word := range strings.Fields(section) {
		word = word[strings.LastIndexByte(word, '.')+1:]
		if word == "" || strings.Contains("1-0 0-1 1/2-1/2 *", word) {
			continue
		}
		g = append(g, []byte(word))
	}
	return g
}

// replay plays all scripts and returns the number of plies and a sum of all keys.
func replay(b testing.TB, games []script) (plies int, sum uint64) {
	for _, g := range games {
		p := Start()
		for _, san := range g {
			m, err := p.ParseSAN(san)
			if err != nil {
				b.Fatalf("%s: %q: %v", p.FEN(), san, err)
			}
			p.Play(m)
			sum += p.key
			plies++
		}
	}
	return plies, sum
}

func benchmarkReplay(b *testing.B, games []script) {
	plies, sum := replay(b, games)
	b.ResetTimer()
	for b.Loop() {
		if n, s := replay(b, games); n != plies || s != sum {
			b.Fatal("another result in the second replay")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(plies), "ns/ply")
}

func BenchmarkSANPlayRandom(b *testing.B) { benchmarkReplay(b, randomScripts(200, 120)) }
func BenchmarkSANPlayReal(b *testing.B)   { benchmarkReplay(b, realScripts(b, 40)) }

func BenchmarkPlay(b *testing.B) {
	games := randomScripts(200, 120)
	var line []Move
	var want uint64
	for _, g := range games {
		p := Start()
		for _, san := range g {
			m, _ := p.ParseSAN(san)
			line = append(line, m)
			p.Play(m)
			want += p.key
		}
		line = append(line, NoMove)
	}
	b.ResetTimer()
	for b.Loop() {
		p, sum := Start(), uint64(0)
		for _, m := range line {
			if m == NoMove {
				p = Start()
				continue
			}
			p.Play(m)
			sum += p.key
		}
		if sum != want {
			b.Fatal("keys differ")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(line)-len(games)), "ns/ply")
}

const busyFEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func BenchmarkMoves(b *testing.B) {
	p := mustFEN(b, busyFEN)
	var buf [256]Move
	for b.Loop() {
		if n := len(p.Moves(buf[:0])); n != 48 {
			b.Fatal(n, "moves")
		}
	}
}

func BenchmarkAppendSAN(b *testing.B) {
	p := mustFEN(b, busyFEN)
	moves := p.Moves(nil)
	var buf []byte
	for b.Loop() {
		buf = buf[:0]
		for _, m := range moves {
			buf = append(p.AppendSAN(buf, m), ' ')
		}
		if !bytes.Contains(buf, []byte("O-O-O ")) {
			b.Fatalf("%s", buf)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(moves)), "ns/move")
}

func BenchmarkPack(b *testing.B) {
	p := Start()
	want := p.Pack()
	for b.Loop() {
		if p.Pack() != want {
			b.Fatal("another packing")
		}
	}
}

func BenchmarkPlanes(b *testing.B) {
	p := Start()
	want := p.Planes()
	for b.Loop() {
		if p.Planes() != want {
			b.Fatal("other planes")
		}
	}
}

func BenchmarkKey(b *testing.B) {
	p := mustFEN(b, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
	for b.Loop() {
		if p.Key() != 0x22a48b5a8e47ff78 {
			b.Fatal("another key")
		}
	}
}

func BenchmarkDivider(b *testing.B) {
	p := Start()
	for b.Loop() {
		var d Divider
		d.Add(&p)
		if _, ok := d.Middle(); ok {
			b.Fatal("no opening")
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	p := mustFEN(b, busyFEN)
	for b.Loop() {
		if n := Perft(p, 3); n != 97862 {
			b.Fatal(n)
		}
	}
	b.ReportMetric(97862*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

func BenchmarkSANPlayOne(b *testing.B) { benchmarkReplay(b, realScripts(b, 40)[100:101]) }
func BenchmarkSANPlayTen(b *testing.B) { benchmarkReplay(b, realScripts(b, 40)[100:110]) }
