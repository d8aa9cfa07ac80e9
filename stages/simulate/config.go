package simulate

import (
	"errors"
	"fmt"
	"regexp"

	"plyquet/metrics"
	"plyquet/pipeline/stage"
)

// A League is players of about the same strength who meet in rounds.
type League struct {
	Name    string `yaml:"name"`    // part of file and player names
	Rating  int    `yaml:"rating"`  // of the first player
	Spread  int    `yaml:"spread"`  // difference between the first and the last player; the others lie evenly between
	Players int    `yaml:"players"` // an even number
	Rounds  int    `yaml:"rounds"`  // games of each player

	Model    string  `yaml:"model"`     // powers, or top_lines: a weak engine level
	Lines    int     `yaml:"lines"`     // top_lines: varies among this many first moves ...
	MarginCp float64 `yaml:"margin_cp"` // ... within this many centipawns of the first

	Helped []Help `yaml:"helped"` // kinds of assisted players; the others are honest
}

// A Help is a number of players of a league who are assisted in one way.
type Help struct {
	Players      int     `yaml:"players"`
	Kind         string  `yaml:"kind"`          // any, critical, near, games or few
	Share        float64 `yaml:"share"`         // any, critical, near: of decisions; games: of games
	MarginCp     float64 `yaml:"margin_cp"`     // the helper's move is within this of the best; 0: its first
	PerGame      int     `yaml:"per_game"`      // few: at most this many moves a game
	SecondEngine bool    `yaml:"second_engine"` // helped by a search of its own (engine.helper_depth)
}

// Names of the models.
const (
	modelPowers   = "powers"
	modelTopLines = "top_lines"
)

func (h Help) assistance() metrics.Assistance {
	return metrics.Assistance{Kind: metrics.AssistKind(h.Kind), Share: h.Share, Margin: h.MarginCp, PerGame: h.PerGame}
}

// fileName is what a league may be called: its name becomes a file name.
var fileName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,40}$`)

// Validate implements stage.Stage.
func (s *Stage) Validate() error {
	c := checker{}
	c.want(s.Source == sourceEngine || s.Source == sourceSynthetic, "source", "want engine or synthetic")
	c.want(s.MaxPlies >= 20 && s.MaxPlies <= 600, "max_plies", "want 20 to 600")
	c.want(s.HelpFrom >= 1, "help_from", "want a full move from 1 on")
	c.want(s.PilotGames >= 1 && s.PilotGames <= 100, "pilot_games", "want 1 to 100")
	c.want(s.Engine.Depth >= 1 && s.Engine.Depth <= 40, "engine.depth", "want 1 to 40")
	c.want(s.Engine.HelperDepth >= 1 && s.Engine.HelperDepth <= 40, "engine.helper_depth", "want 1 to 40")
	c.want(s.Engine.MultiPV >= 2 && s.Engine.MultiPV <= 500, "engine.multipv", "want 2 to 500")
	c.want(s.Engine.HashMB >= 1, "engine.hash_mb", "want 1 or more")
	c.want(len(s.Leagues) > 0, "leagues", "want at least one")
	names := map[string]bool{}
	for i, l := range s.Leagues {
		at := fmt.Sprintf("leagues[%d]", i)
		c.want(!names[l.Name], at+".name", fmt.Sprintf("%q is taken", l.Name))
		names[l.Name] = true
		c.league(at, l)
	}
	return errors.Join(c...)
}

// A checker collects problems.
type checker []error

func (c *checker) want(ok bool, path, problem string) {
	if !ok {
		*c = append(*c, &stage.FieldError{Path: path, Problem: problem})
	}
}

func (c *checker) league(at string, l League) {
	c.want(fileName.MatchString(l.Name), at+".name", "want small letters, digits, - and _")
	c.want(l.Rating >= 100 && l.Rating <= 3500, at+".rating", "want 100 to 3500")
	c.want(l.Spread >= 0 && l.Spread < l.Rating, at+".spread", "want 0 or more, below the rating")
	c.want(l.Players >= 2 && l.Players%2 == 0, at+".players", "want an even number from 2 on")
	c.want(l.Rounds >= 1, at+".rounds", "want 1 or more")
	switch l.Model {
	case modelPowers:
	case modelTopLines:
		c.want(l.Lines >= 1, at+".lines", "want 1 or more")
		c.want(l.MarginCp >= 0, at+".margin_cp", "want 0 or more")
	default:
		c.want(false, at+".model", "want powers or top_lines")
	}
	helped := 0
	for i, h := range l.Helped {
		c.help(fmt.Sprintf("%s.helped[%d]", at, i), h)
		helped += h.Players
	}
	c.want(helped <= l.Players, at+".helped", fmt.Sprintf("%d assisted players in a league of %d", helped, l.Players))
}

func (c *checker) help(at string, h Help) {
	c.want(h.Players >= 1, at+".players", "want 1 or more")
	kind, err := metrics.ParseAssistKind(h.Kind)
	if err != nil || kind == metrics.AssistNone {
		c.want(false, at+".kind", "want any, critical, near, games or few")
	}
	c.want(h.MarginCp >= 0 && h.MarginCp <= metrics.LossCapCp, at+".margin_cp", "want 0 to 1000")
	if kind == metrics.AssistFew {
		c.want(h.PerGame >= 1, at+".per_game", "want 1 or more")
		return
	}
	c.want(h.Share > 0 && h.Share <= 1, at+".share", "want a share above 0")
}
