package uci_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"plyquet/engine/uci"
)

// The options of an engine are kept, so a list without end took all memory before the time for a start was over.
func TestIntroductionWithoutEndIsGarbage(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"option", "id"} {
		_, err := fake(t, "options="+what).Identify(context.Background())
		var f *uci.Failure
		if !errors.As(err, &f) || f.Kind != uci.Garbage {
			t.Errorf("%s: %v", what, err)
		}
	}
	report, err := fake(t, "options=compiler", "name=Stockfish 1").Compiler(context.Background())
	if err == nil {
		t.Errorf("a report of %d bytes", len(report))
	}
}

// Names go into tables, logs and messages.
func TestNamesOfEnginesAreHarmless(t *testing.T) {
	id, err := fake(t, "name=\x1b[2JEvil\xff\xfe\u202efish "+strings.Repeat("é", 5000)).Identify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(id.Name, "[2JEvilfish é") || !utf8.ValidString(id.Name) || len(id.Name) > 200 {
		t.Errorf("%q", id.Name)
	}
}

// A maximum below 1 was a panic where MultiPV is no spin, whose value is checked before.
func TestMultiPVOfAnotherTypeIsOneLine(t *testing.T) {
	a, err := search(fake(t, "pvtype=string", "maxpv=-5"), depth(2, 3))
	if err != nil || len(a.Final().Lines) != 1 {
		t.Errorf("%v", err)
	}
}

func TestMessagesDoNotListTenThousandOptions(t *testing.T) {
	var many uci.OptionList
	for range 10_000 {
		many = append(many, uci.OptionSpec{Name: strings.Repeat("x", 20), Type: uci.Combo, Vars: make([]string, 10_000)})
	}
	err := many.Check([]uci.Option{{Name: "Contempt", Value: "1"}, {Name: many[0].Name, Value: "2"}})
	if err == nil || len(err.Error()) > 10_000 {
		t.Errorf("%d bytes", len(err.Error()))
	}
}
