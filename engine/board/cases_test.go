package board

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// rowsOf reads a TSV of ../shared/cases; columns missing at a line's end are empty. Its expect.json says how many rows
// there are.
func rowsOf(t *testing.T, folder, file string, columns int) (rows [][]string) {
	t.Helper()
	dir := sharedDir(t, filepath.Join("cases", folder))
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		rows = append(rows, append(strings.Split(line, "\t"), make([]string, columns)...)[:columns])
	}
	var expect struct {
		Files map[string]struct{ Rows int }
	}
	data, err := os.ReadFile(filepath.Join(dir, "expect.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &expect); err != nil {
		t.Fatal(err)
	}
	if want := expect.Files[file].Rows; len(rows) != want {
		t.Fatalf("%s: %d rows, expect.json says %d", file, len(rows), want)
	}
	return rows
}

func TestCasesOfLegality(t *testing.T) {
	for folder, file := range map[string]string{"37-castling-legality": "castling.tsv", "38-en-passant-pins": "ep.tsv"} {
		for _, row := range rowsOf(t, folder, file, 6) {
			fen, san, verdict, uci := row[0], row[1], row[2], row[3]
			p := mustFEN(t, fen)
			m, err := p.ParseSAN([]byte(san))
			if (err == nil) != (verdict == "legal") || err != nil && err != ErrIllegal {
				t.Errorf("%s: %s: %v, want %s (%s)", fen, san, err, verdict, row[5])
			}
			if err == nil && p.UCI(m, false) != uci {
				t.Errorf("%s: %s is %s, want %s", fen, san, p.UCI(m, false), uci)
			}
			if got := len(p.Moves(nil)); strconv.Itoa(got) != row[4] {
				t.Errorf("%s: %d legal moves, want %s (%s)", fen, got, row[4], row[5])
			}
		}
	}
}

// The reasons that the case states in words, in ours. A row that is not here must fail as syntax.
var caseReasons = map[string]Reasons{
	"no white king": NoWhiteKing, "no black king": NoBlackKing, "two black kings": ManyBlackKings,
	"side not to move is in check": OppositeCheck, "kings touch": KingsTouch,
	"castling right without a rook (engines crash); may be repaired to \"-\" with a warning": BadCastling,
	"more than 16 white pieces": ManyWhitePieces,
	"pawn on rank 1, 9 pawns":   PawnOnBackRank | ManyWhitePawns,
	"en passant square on the wrong rank for the side to move; may be repaired to \"-\"": BadEnPassant,
	"no pawn on e4 behind the en passant square; may be repaired to \"-\"":               BadEnPassant,
}

func TestCasesOfFENValidity(t *testing.T) {
	for _, row := range rowsOf(t, "50-fen-validity", "fens.tsv", 3) {
		fen, verdict, why := row[0], row[1], row[2]
		s, err := ParseFEN(fen)
		reasons := Reasons(0)
		if err == nil {
			reasons = s.Reasons()
		}
		ok := err == nil && reasons == 0
		if verdict == "bad-or-ok" {
			// Ours: missing fields have defaults, text behind the last field is an error.
			verdict = map[bool]string{true: "bad", false: "ok"}[strings.Contains(fen, "comment")]
		}
		if ok != (verdict == "ok") {
			t.Errorf("%q: %v, %v; want %s (%s)", fen, err, reasons, verdict, why)
		}
		if !ok && reasons != caseReasons[why] {
			t.Errorf("%q: %v; want %v", fen, reasons, caseReasons[why])
		}
	}
}

// Keys of the case are placement, side and castling: each must be what FEN3 prints and Packed tells apart.
func TestCasesOfPositionKeys(t *testing.T) {
	packed := map[Packed]string{}
	hashes := map[uint64]string{}
	for _, row := range rowsOf(t, "68-position-keys", "counts.tsv", 3) {
		key := row[0][:strings.LastIndexByte(row[0], ' ')]
		p := mustFEN(t, key)
		if p.FEN3() != key {
			t.Errorf("%q is printed as %q", key, p.FEN3())
		}
		if was, ok := packed[p.Pack()]; ok && was != key {
			t.Errorf("%q and %q have one packing", was, key)
		}
		if was, ok := hashes[p.TableKey()]; ok && was != key {
			t.Errorf("%q and %q have one table key", was, key)
		}
		packed[p.Pack()], hashes[p.TableKey()] = key, key
	}
}

// caseGame is the part of a case's expected game that needs only the board.
type caseGame struct {
	Status, FinalFEN, StartFEN string
	Plies                      int
	UCI, SAN                   []string
}

// The files of these cases hold one game of bare moves each, so that cutting at blanks is reading.
func TestCasesOfSAN(t *testing.T) {
	for _, folder := range []string{"29-castling-notation", "31-promotion-notation", "33-overspecified-and-long-algebraic"} {
		dir := sharedDir(t, filepath.Join("cases", folder))
		data, err := os.ReadFile(filepath.Join(dir, "expect.json"))
		if err != nil {
			t.Fatal(err)
		}
		var expect struct {
			Files map[string]struct{ Games []caseGame }
		}
		if err := json.Unmarshal(data, &expect); err != nil {
			t.Fatal(err)
		}
		for name, file := range expect.Files {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for i, section := range movetexts(string(text)) {
				checkCaseGame(t, folder+"/"+name, section, file.Games[i])
			}
		}
	}
}

// movetexts returns the sections without tags; comments are cut out.
func movetexts(text string) (sections []string) {
	for _, s := range strings.Split(text, "\n\n") {
		if strings.HasPrefix(s, "[") {
			continue
		}
		if open, end := strings.IndexByte(s, '{'), strings.IndexByte(s, '}'); open >= 0 {
			s = s[:open] + s[end+1:]
		}
		sections = append(sections, s)
	}
	return sections
}

func checkCaseGame(t *testing.T, name, text string, want caseGame) {
	t.Helper()
	fen := StartFEN
	if want.StartFEN != "" {
		fen = want.StartFEN
	}
	p := mustFEN(t, fen)
	plies := 0
	for _, san := range scriptOf(text) {
		m, err := p.ParseSAN(san)
		if err != nil {
			break
		}
		if plies >= want.Plies || p.UCI(m, false) != want.UCI[plies] || p.SAN(m) != want.SAN[plies] {
			t.Fatalf("%s: ply %d: %q is %s, want %v", name, plies+1, san, p.SAN(m), want.SAN)
		}
		p.Play(m)
		plies++
	}
	if plies != want.Plies || p.FEN() != want.FinalFEN {
		t.Errorf("%s: %d plies to %s; want %d to %s", name, plies, p.FEN(), want.Plies, want.FinalFEN)
	}
}

// Programs wrote these files: every move must be legal here, and printed as they print it.
func TestRealGamesArePrintedAsWritten(t *testing.T) {
	plies := 0
	var buf []byte
	for _, g := range realScripts(t, 1000) {
		p := Start()
		for _, san := range g {
			m, err := p.ParseSAN(san)
			if err != nil {
				t.Fatalf("%s: %q: %v", p.FEN(), san, err)
			}
			buf = p.AppendSAN(buf[:0], m)
			if strings.TrimRight(string(buf), "+#") != strings.TrimRight(string(san), "+#") {
				t.Fatalf("%s: %q is printed %q", p.FEN(), san, buf)
			}
			p.Play(m)
			plies++
		}
	}
	if plies < 1_000_000 {
		t.Errorf("only %d plies", plies)
	}
}

// The Strategic Test Suite writes ten moves a position in both notations.
func TestSuiteMovesInBothNotations(t *testing.T) {
	pairs := 0
	for _, line := range readLines(t, filepath.Join(sharedDir(t, "data/epd"), "STS1-STS15_LAN_v6.epd")) {
		s, ops, err := ParseEPD(line)
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Position()
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		sans, ucis := epdWords(ops, "c7"), epdWords(ops, "c9")
		for i, san := range sans {
			m, err := p.ParseSAN([]byte(san))
			if err != nil || p.UCI(m, false) != ucis[i] || p.SAN(m) != san {
				t.Errorf("%s: %s is %s in print and %s: %v; want %s", p.FEN(), san, p.SAN(m), p.UCI(m, false), err, ucis[i])
			}
			pairs++
		}
	}
	if pairs < 10_000 {
		t.Errorf("only %d pairs", pairs)
	}
}

// epdWords is the words of one quoted operand.
func epdWords(operations, opcode string) []string {
	_, rest, _ := strings.Cut(operations, opcode+` "`)
	text, _, _ := strings.Cut(rest, `"`)
	return strings.Fields(text)
}
