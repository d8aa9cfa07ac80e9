package uci

import (
	"reflect"
	"testing"
)

func TestOptionLines(t *testing.T) {
	for line, want := range map[string]OptionSpec{
		"option name Debug Log File type string default ":                                   {Name: "Debug Log File", Type: String},
		"option name Hash type spin default 16 min 1 max 33554432":                          {Name: "Hash", Type: Spin, Default: "16", Min: 1, Max: 33554432},
		"option name Skill Level type spin default 20 min -20 max 20":                       {Name: "Skill Level", Type: Spin, Default: "20", Min: -20, Max: 20},
		"option name Clear Hash type button":                                                {Name: "Clear Hash", Type: Button},
		"option name Analysis Contempt type combo default Both var Off var White and Black": {Name: "Analysis Contempt", Type: Combo, Default: "Both", Vars: []string{"Off", "White and Black"}},
		"option name SyzygyPath type string default <empty>":                                {Name: "SyzygyPath", Type: String, Default: "<empty>"},
	} {
		if got, ok := ParseOption(line); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", line, got, want)
		}
	}
	for _, line := range []string{"option", "option name", "option name X", "info depth 1", "option type spin"} {
		if got, ok := ParseOption(line); ok {
			t.Errorf("%q: %+v", line, got)
		}
	}
}

func TestOptionValues(t *testing.T) {
	list := OptionList{
		{Name: "Hash", Type: Spin, Min: 1, Max: 64}, {Name: "Use NNUE", Type: Check}, {Name: "Clear Hash", Type: Button},
		{Name: "Style", Type: Combo, Vars: []string{"Risky", "Solid"}}, {Name: "EvalFile", Type: String},
	}
	for o, good := range map[Option]bool{
		{"hash", "64"}: true, {"Hash", "65"}: false, {"Hash", "0"}: false, {"Hash", "abc"}: false, {"Hash", ""}: false, {"Hash", "1.5"}: false,
		{"Use NNUE", "true"}: true, {"Use NNUE", "yes"}: false,
		{"Clear Hash", ""}: true, {"Clear Hash", "x"}: false,
		{"Style", "solid"}: true, {"Style", "wild"}: false,
		{"EvalFile", "my nets/a.nnue"}: true, {"EvalFile", "a\nquit"}: false,
		{"Contempt", "0"}: false,
	} {
		if err := list.Check([]Option{o}); (err == nil) != good {
			t.Errorf("%v: %v", o, err)
		}
	}
}
