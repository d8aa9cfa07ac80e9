package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// OptionType is the kind of value an engine option takes.
type OptionType string

const (
	Check  OptionType = "check"  // true or false
	Spin   OptionType = "spin"   // an integer within [Min, Max]
	Combo  OptionType = "combo"  // one of Vars
	Button OptionType = "button" // no value
	String OptionType = "string" // any text
)

// OptionSpec is an option as the engine announces it. Names may contain spaces and are compared without regard to case.
type OptionSpec struct {
	Name     string
	Type     OptionType
	Default  string
	Min, Max int64 // of a spin
	Vars     []string
}

// Option is a value for an engine option.
type Option struct{ Name, Value string }

// ParseOption reads "option name N type T [default D] [min A] [max B] [var V]...". Name, default and each var may be
// several words, and a default may be empty.
func ParseOption(line string) (OptionSpec, bool) {
	words := strings.Fields(line)
	if len(words) < 3 || words[0] != "option" || words[1] != "name" {
		return OptionSpec{}, false
	}
	var spec OptionSpec
	field, value := "name", []string{}
	flush := func() {
		text := strings.Join(value, " ")
		value = value[:0]
		switch field {
		case "name":
			spec.Name = text
		case "type":
			spec.Type = OptionType(text)
		case "default":
			spec.Default = text
		case "min":
			spec.Min, _ = strconv.ParseInt(text, 10, 64)
		case "max":
			spec.Max, _ = strconv.ParseInt(text, 10, 64)
		case "var":
			spec.Vars = append(spec.Vars, text)
		}
	}
	for _, w := range words[2:] {
		switch w {
		case "type", "default", "min", "max", "var":
			flush()
			field = w
		default:
			value = append(value, w)
		}
	}
	flush()
	return spec, spec.Name != "" && spec.Type != ""
}

// OptionError is a value that the engine would not take. Engines do not say so themselves: some abort on a Hash that is
// no number, and all ignore a MultiPV beyond their maximum without a word.
type OptionError struct {
	Option  Option
	Problem string
}

func (e *OptionError) Error() string { return fmt.Sprintf("option %q: %s", e.Option.Name, e.Problem) }

// OptionList is everything an engine announces, in its order.
type OptionList []OptionSpec

// Find returns the option of that name, in any case of letters.
func (l OptionList) Find(name string) (OptionSpec, bool) {
	for _, spec := range l {
		if strings.EqualFold(spec.Name, name) {
			return spec, true
		}
	}
	return OptionSpec{}, false
}

// Check reports every value that the engine would not take, all at once.
func (l OptionList) Check(options []Option) error {
	var errs []error
	for _, o := range options {
		if problem := l.problem(o); problem != "" {
			errs = append(errs, &OptionError{o, problem})
		}
	}
	return errors.Join(errs...)
}

func (l OptionList) problem(o Option) string {
	if strings.ContainsAny(o.Name+o.Value, "\r\n") {
		return "a name or value cannot hold a line break"
	}
	spec, ok := l.Find(o.Name)
	if !ok {
		return "the engine has no such option; it has " + l.names()
	}
	switch spec.Type {
	case Check:
		if o.Value != "true" && o.Value != "false" {
			return fmt.Sprintf("want true or false, not %q", o.Value)
		}
	case Spin:
		n, err := strconv.ParseInt(o.Value, 10, 64)
		if err != nil || n < spec.Min || n > spec.Max {
			return fmt.Sprintf("want a whole number from %d to %d, not %q", spec.Min, spec.Max, o.Value)
		}
	case Combo:
		for _, v := range spec.Vars {
			if strings.EqualFold(v, o.Value) {
				return ""
			}
		}
		return fmt.Sprintf("want one of %s, not %q", list(spec.Vars), o.Value)
	case Button:
		if o.Value != "" {
			return "it is a button and takes no value"
		}
	}
	return ""
}

func (l OptionList) names() string {
	names := make([]string, len(l))
	for i, spec := range l {
		names[i] = spec.Name
	}
	return list(names)
}

// list joins what an engine says for a message.
func list(words []string) string {
	const most = 2000
	text := strings.Join(words, ", ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + " ..."
	}
	return text
}

// command is the line that sets the option.
func (o Option) command() string {
	if o.Value == "" {
		return "setoption name " + o.Name
	}
	return "setoption name " + o.Name + " value " + o.Value
}
