package evaluate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"plyquet/pipeline/stage"
)

// Source is where evaluations come from.
type Source string

const (
	FromEngine   Source = "engine"
	FromComments Source = "comments"
)

// Engine says which engine is used and how it is set. Each process searches with one thread: more threads would make
// no search repeatable, and two processes get more done than one with two threads.
type Engine struct {
	Path    string            `yaml:"path" fingerprint:"-"` // executable, or auto: $STOCKFISH, then PATH, then the usual places
	Args    []string          `yaml:"args" fingerprint:"-"` // arguments of the executable
	HashMB  int               `yaml:"hash_mb"`              // size of the hash table, MB; part of what a search finds
	Options map[string]string `yaml:"options"`              // further UCI options, checked against the engine's own list
}

// HashUse is how the searches of a game share what the engine has learned.
type HashUse string

const (
	WarmBackward HashUse = "warm-backward" // one ucinewgame before the game, its positions from the last to the first
	ClearedHash  HashUse = "cleared"       // cleared before each position, which then belongs to no game
)

// Grade is the search of whole games.
type Grade struct {
	Games   Amount  `yaml:"games"`   // how many games, chosen by the seed; all: every game; 0: no such search
	Depth   int     `yaml:"depth"`   // depth limit; 0 if nodes is set
	Nodes   int64   `yaml:"nodes"`   // node limit, instead of or beside depth; 0: none
	MultiPV int     `yaml:"multipv"` // lines
	Hash    HashUse `yaml:"hash"`    // warm-backward or cleared
}

// Pool is where complexity takes its positions from.
type Pool string

const (
	Graded Pool = "graded" // the games of the grade search
	All    Pool = "all"    // all games
)

// Profile is a named depth of the complexity search.
type Profile string

const (
	Fast     Profile = "fast"
	Standard Profile = "standard"
	Deep     Profile = "deep"
	Paper    Profile = "paper"
)

// profileDepths: what a profile costs and how well its values agree with those of depth 19. Shares are medians over 22 real positions,
// MultiPV 50, Stockfish 15.1; the correlations are Spearman's over the same positions.
var profileDepths = map[Profile]int{
	Fast:     10, // 1.8 % of the nodes of depth 19, rank correlation 0.98 with it
	Standard: 12, // 5.6 %, 0.99
	Deep:     14, // 15 %, 1.00
	Paper:    19, // 33 million nodes a position, half a minute and more
}

// allMoves is the MultiPV of the complexity search: no common position has more moves. Fewer lines measure another quantity:
// with 5, 10 or 20 its rank correlation with the value over all moves is 0.02, 0.21 and 0.45.
const allMoves = 50

// Complexity is the search of single positions.
type Complexity struct {
	Positions Amount   `yaml:"positions"`   // how many positions, chosen by the seed; all: every one that qualifies; 0: none
	From      Pool     `yaml:"from"`        // graded: from the games of the grade search; all: from all games
	Profile   Profile  `yaml:"profile"`     // fast, standard, deep or paper
	Depth     int      `yaml:"depth"`       // depth, instead of the profile's; 0: the profile's
	MultiPV   int      `yaml:"multipv"`     // lines; fewer than 50 measure another quantity
	MaxNodes  int64    `yaml:"max_nodes"`   // budget: no more positions than are expected to cost so many nodes; 0: none
	FromMove  int      `yaml:"from_move"`   // first move of a game that qualifies
	PerGame   int      `yaml:"per_game"`    // at most so many positions of a game; 0: no limit
	Phases    []string `yaml:"phases"`      // opening, middlegame, endgame; empty: all
	MaxEvalCp int      `yaml:"max_eval_cp"` // skip positions that a short search finds more decided than this; 0: no limit
}

// depth is the depth of the search.
func (c *Complexity) depth() int {
	if c.Depth > 0 {
		return c.Depth
	}
	return profileDepths[c.Profile]
}

// Amount is a number of things, or all of them.
type Amount int

const every Amount = math.MaxInt32

// UnmarshalText reads a number or "all".
func (a *Amount) UnmarshalText(text []byte) error {
	if string(text) == "all" {
		*a = every
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || Amount(n) >= every {
		return fmt.Errorf("want a number or all, got %q", text)
	}
	*a = Amount(n)
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (a Amount) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

func (a Amount) String() string {
	if a == every {
		return "all"
	}
	return strconv.Itoa(int(a))
}

// Duration is a time span in YAML: 90s, 30m, 2h.
type Duration time.Duration

const defaultTimeout = Duration(30 * time.Minute)

// UnmarshalText reads a time span above zero.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v <= 0 {
		return fmt.Errorf("want a time such as 90s, 30m or 2h, got %q", text)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes what UnmarshalText reads.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// Validate implements stage.Stage.
func (s *Stage) Validate() error {
	var v validation
	v.oneOf("source", string(s.Source), string(FromEngine), string(FromComments))
	v.check("tries", s.Tries >= 1, "want 1 or more")
	v.check("engine.path", s.Engine.Path != "", "want a path, or auto")
	v.check("engine.hash_mb", s.Engine.HashMB >= 1, "want 1 or more")
	for name := range s.Engine.Options {
		v.check("engine.options", !managed(name), name+" is set by plyquet itself")
	}
	s.Grade.validate(&v)
	s.Complexity.validate(&v)
	v.check("complexity.from", s.Complexity.Positions == 0 || s.Complexity.From != Graded || s.Grade.Games > 0,
		"graded, but grade.games is 0: want all")
	return errors.Join(v...)
}

// managed are the options whose values follow from the rest of the section.
func managed(option string) bool {
	return slices.ContainsFunc([]string{"Hash", "MultiPV", "Threads", "UCI_Chess960", "UCI_ShowWDL", "Clear Hash"},
		func(name string) bool { return strings.EqualFold(name, option) })
}

func (g *Grade) validate(v *validation) {
	v.check("grade.depth", g.Depth >= 0 && g.Depth <= maxDepth, fmt.Sprintf("want 0 to %d", maxDepth))
	v.check("grade.nodes", g.Nodes >= 0, "want 0 or more")
	v.check("grade.depth", g.Depth > 0 || g.Nodes > 0, "set depth or nodes: without a limit a search never ends")
	v.check("grade.multipv", g.MultiPV >= 1 && g.MultiPV <= maxMultiPV, fmt.Sprintf("want 1 to %d", maxMultiPV))
	v.oneOf("grade.hash", string(g.Hash), string(WarmBackward), string(ClearedHash))
}

const (
	maxDepth   = 100
	maxMultiPV = 218 // no position has more moves
)

func (c *Complexity) validate(v *validation) {
	v.oneOf("complexity.from", string(c.From), string(Graded), string(All))
	v.oneOf("complexity.profile", string(c.Profile), string(Fast), string(Standard), string(Deep), string(Paper))
	v.check("complexity.depth", c.Depth >= 0 && c.Depth <= maxDepth, fmt.Sprintf("want 0 to %d", maxDepth))
	v.check("complexity.depth", c.Depth != 1, "want 2 or more: complexity compares depths")
	v.check("complexity.multipv", c.MultiPV >= 2 && c.MultiPV <= maxMultiPV, fmt.Sprintf("want 2 to %d", maxMultiPV))
	v.check("complexity.max_nodes", c.MaxNodes >= 0, "want 0 or more")
	v.check("complexity.from_move", c.FromMove >= 1, "want 1 or more")
	v.check("complexity.per_game", c.PerGame >= 0, "want 0 or more")
	v.check("complexity.max_eval_cp", c.MaxEvalCp >= 0, "want 0 or more")
	for i, p := range c.Phases {
		v.oneOf(fmt.Sprintf("complexity.phases[%d]", i), p, "opening", "middlegame", "endgame")
	}
}

// validation collects the problems of a section.
type validation []error

func (v *validation) check(path string, good bool, problem string) {
	if !good {
		*v = append(*v, &stage.FieldError{Path: path, Problem: problem})
	}
}

func (v *validation) oneOf(path, value string, names ...string) {
	v.check(path, slices.Contains(names, value), "want "+strings.Join(names, ", ")+", not "+strconv.Quote(value))
}
