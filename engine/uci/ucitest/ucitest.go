// Package ucitest is an engine for tests: the test binary runs itself again and speaks UCI.
//
// It is for tests of engine/uci and of stages that use an engine, on machines without one and for failures that no real
// engine produces on demand. It plays no chess: its scores are hashes. They depend, as a real engine's do, on the
// position, the depth and, through a stand-in for the hash table, on every search since ucinewgame, so that a
// wrong order or a missing clear shows up in the results.
//
// A test package calls Main first thing in its TestMain, and Command for the command line of an engine.
package ucitest

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"plyquet/engine/board"
)

const variable = "PLYQUET_TEST_ENGINE"

// Main plays the engine and exits if this process was started as one; otherwise it returns.
func Main() {
	if len(os.Args) < 3 || os.Args[1] != variable {
		leaveAtOnce()
		return
	}
	e := engine{in: openCommands(), traits: parseOptions(os.Args[2:]), pos: board.Start(), multi: 1}
	e.serve()
	os.Exit(0)
}

// leaveAtOnce asks the race detector not to hold up the processes that this one will start: each would sleep for a second
// when it exits. Test suites that start hundreds of engines spent most of their time in that.
func leaveAtOnce() {
	const option = "atexit_sleep_ms"
	if old := os.Getenv("GORACE"); !strings.Contains(old, option) {
		os.Setenv("GORACE", strings.TrimSpace(old+" "+option+"=0"))
	}
}

// Command is the command line of an engine with the given traits, each "name" or "name=value":
//
//	name=X            the name it gives itself
//	script=FILE       plays the lines of FILE as the answer to every go, then nothing more
//	die=N             exits in its N-th search, counted over the life of the process
//	hang=N            falls silent for ever in its N-th search; isready is not answered either
//	think=DURATION    takes so long for a search, answering isready; obeys stop
//	deaf=N            takes for ever for its N-th search, answering isready; obeys stop
//	poison=FEN        dies on every search of that position (prefix of the FEN)
//	once=FILE         die, hang, garbage and endless happen only if FILE does not exist yet; it is created then
//	garbage=N         prints binary junk in its N-th search and goes on
//	endless=N         prints an endless line in its N-th search
//	nouci             never says uciok
//	exit              leaves at once
//	chatty            prints banners, prose and stderr output everywhere
//	maxpv=N           the maximum of its MultiPV option
//	pvtype=T          the type of its MultiPV option
//	options=X         introduces itself without end: with options ("option"), names ("id"), answers the command compiler so ("compiler")
//	wrong             searches the start position whatever it is sent
//	late              prints readyok owed in a search only behind bestmove
//	nodes=N           nodes it claims for a search of depth 1 (default 100)
func Command(t testing.TB, traits ...string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{self, variable, "x"}, traits...)
}

type options map[string]string

func parseOptions(words []string) options {
	o := options{}
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		o[name] = value
	}
	return o
}

func (o options) has(name string) bool { _, ok := o[name]; return ok }

func (o options) number(name string, def int) int {
	if n, err := strconv.Atoi(o[name]); err == nil {
		return n
	}
	return def
}

func (o options) duration(name string) time.Duration {
	d, _ := time.ParseDuration(o[name])
	return d
}

func (o options) name() string {
	if o.has("name") {
		return o["name"]
	}
	return "Testfish 1"
}

// serve reads commands until quit or the end of the input.
func (e *engine) serve() {
	if e.traits.has("exit") {
		return
	}
	if e.traits.has("chatty") {
		e.say("Testfish, a fish for tests", "", "  it talks a lot")
		fmt.Fprintln(os.Stderr, "warning: a line on stderr")
	}
	for {
		line, _ := e.in.next(time.Time{})
		if line == "quit" {
			return
		}
		e.obey(line)
	}
}

// commands reads lines from standard input, with a deadline: no goroutine is needed to listen during a search.
type commands struct {
	file *os.File
	r    *bufio.Reader
	half string // of a line that was not complete at the last deadline
}

func openCommands() *commands {
	_ = syscall.SetNonblock(0, true) // or else the file has no deadlines
	f := os.NewFile(0, "stdin")
	return &commands{file: f, r: bufio.NewReader(f)}
}

// next returns the next line, or false at the deadline (zero: none). The end of the input reads as quit.
func (c *commands) next(deadline time.Time) (string, bool) {
	_ = c.file.SetReadDeadline(deadline)
	text, err := c.r.ReadString('\n')
	c.half += text
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "", false
	case err != nil:
		return "quit", true
	}
	line := strings.TrimSpace(c.half)
	c.half = ""
	return line, true
}
