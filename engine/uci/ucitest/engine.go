package ucitest

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"plyquet/engine/board"
)

// engine is the state of the test engine.
type engine struct {
	in       *commands
	traits   options
	pos      board.Position
	multi    int
	frc      bool
	searches int
	table    uint64 // stand-in for the hash table: a hash of every search since ucinewgame
}

func (e *engine) say(lines ...string) {
	for _, l := range lines {
		fmt.Println(l)
	}
}

func (e *engine) obey(line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	switch words[0] {
	case "uci":
		e.introduce()
	case "isready":
		e.say("readyok")
	case "ucinewgame":
		e.table = 0
	case "setoption":
		e.setOption(line)
	case "position":
		e.setPosition(words[1:])
	case "go":
		e.search(words[1:])
	case "compiler":
		for e.traits["options"] == "compiler" {
			e.say("Compiled by " + strings.Repeat("x", 5000))
		}
	default:
		e.say("Unknown command: " + line)
	}
}

func (e *engine) introduce() {
	if e.traits.has("nouci") {
		return
	}
	for e.traits["options"] == "option" || e.traits["options"] == "id" {
		e.say(e.traits["options"] + " name " + strings.Repeat("x", 5000) + " type string")
	}
	e.say("id name "+e.traits.name(), "id author nobody",
		"option name Hash type spin default 16 min 1 max 1024",
		"option name Clear Hash type button",
		fmt.Sprintf("option name MultiPV type %s default 1 min 1 max %d", cmp.Or(e.traits["pvtype"], "spin"), e.traits.number("maxpv", 500)),
		"option name Threads type spin default 1 min 1 max 8",
		"option name UCI_Chess960 type check default false",
		"option name UCI_ShowWDL type check default false",
		"option name Style type combo default solid var solid var wild and free",
		"option name EvalFile type string default tt-0123456789ab.nnue",
		"uciok")
}

func (e *engine) setOption(line string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(line, "setoption name "), " value ")
	switch name {
	case "MultiPV":
		e.multi, _ = strconv.Atoi(value)
	case "UCI_Chess960":
		e.frc = value == "true"
	case "Hash", "Clear Hash":
		e.table = 0
	}
}

// setPosition behaves as Stockfish 15.1 does: what it cannot read it leaves out without a word.
func (e *engine) setPosition(words []string) {
	e.pos = board.Start()
	if e.traits.has("wrong") {
		return
	}
	moves := slices.Index(words, "moves")
	if words[0] == "fen" {
		end := len(words)
		if moves >= 0 {
			end = moves
		}
		setup, err := board.ParseFEN(strings.Join(words[1:end], " "))
		if err != nil {
			os.Exit(139)
		}
		if e.pos, err = setup.Position(); err != nil {
			os.Exit(139)
		}
	}
	if moves < 0 {
		return
	}
	for _, text := range words[moves+1:] {
		m, err := e.pos.ParseUCI(text)
		if err != nil {
			return
		}
		e.pos.Play(m)
	}
}

func (e *engine) search(words []string) {
	e.searches++
	if e.traits.has("poison") && strings.HasPrefix(e.pos.FEN(), e.traits["poison"]) {
		os.Exit(139)
	}
	e.misbehave()
	if file := e.traits["script"]; file != "" {
		e.script(file)
		return
	}
	depth := 1
	for i := 0; i+1 < len(words); i++ {
		if words[i] == "depth" {
			depth, _ = strconv.Atoi(words[i+1])
		}
		if words[i] == "nodes" {
			depth = 4
		}
	}
	think := e.traits.duration("think")
	if e.searches == e.traits.number("deaf", 0) {
		think = 1000 * time.Hour
	}
	owed := e.think(think)
	e.print(depth)
	for ; owed > 0; owed-- {
		e.say("readyok")
	}
}

// think waits, answering isready, until stop. It returns the answers it still owes.
func (e *engine) think(d time.Duration) (owed int) {
	if d == 0 {
		return 0
	}
	end := time.Now().Add(d)
	for {
		line, ok := e.in.next(end)
		switch {
		case !ok || line == "stop":
			return owed
		case line == "quit":
			os.Exit(0)
		case line == "isready" && e.traits.has("late"):
			owed++
		case line == "isready":
			e.say("readyok")
		}
	}
}

func (e *engine) misbehave() {
	is := func(name string) bool {
		if e.searches != e.traits.number(name, 0) {
			return false
		}
		once := e.traits["once"]
		if once == "" {
			return true
		}
		f, err := os.OpenFile(once, os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			f.Close()
		}
		return err == nil
	}
	switch {
	case is("die"):
		e.say("info depth 1 multipv 1 score cp 1 nodes 1 pv", "info depth 1 multip")
		os.Exit(1)
	case is("hang"):
		e.say("info depth 1 seldepth 1 multipv 1 score cp 1 nodes 1 pv a2a3")
		time.Sleep(1000 * time.Hour)
	case is("garbage"):
		os.Stdout.Write([]byte("\x00\xff\x1f\x03 info depth 77 \xfe\n"))
	case is("endless"):
		block := bytes.Repeat([]byte("x"), 1<<16)
		for {
			if _, err := os.Stdout.Write(block); err != nil {
				os.Exit(1)
			}
		}
	}
}

func (e *engine) script(file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		os.Exit(2)
	}
	os.Stdout.Write(text)
}

// print writes the whole search, depth by depth, and bestmove.
func (e *engine) print(depth int) {
	moves := e.pos.Moves(nil)
	if len(moves) == 0 {
		e.say("info depth 0 score cp 0", "bestmove (none)")
		return
	}
	nodes := int64(e.traits.number("nodes", 100))
	best := ""
	for d := 1; d <= depth; d++ {
		lines := e.rank(moves, d)
		for i, l := range lines[:min(e.multi, len(lines))] {
			e.say(fmt.Sprintf("info depth %d seldepth %d multipv %d score cp %d wdl %d 0 %d nodes %d time 1 pv %s",
				d, d, i+1, l.cp, 500+l.cp/4, 500-l.cp/4, nodes, l.uci))
		}
		best = lines[0].uci
		nodes *= 2
		if e.traits.has("chatty") {
			e.say("done with another depth", "info string a comment with score cp 99 pv e2e4")
		}
	}
	e.table = e.digest(uint64(depth), "searched")
	e.say("bestmove " + best)
}

type line struct {
	uci string
	cp  int
}

func (e *engine) rank(moves []board.Move, depth int) []line {
	lines := make([]line, len(moves))
	for i, m := range moves {
		uci := string(e.pos.AppendUCI(nil, m, e.frc))
		lines[i] = line{uci, int(e.digest(uint64(depth), uci)%1001) - 500}
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(b.cp-a.cp, strings.Compare(a.uci, b.uci))
	})
	return lines
}

func (e *engine) digest(depth uint64, text string) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, e.pos.FEN(), depth, text, e.table)
	return h.Sum64()
}
