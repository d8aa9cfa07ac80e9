package config

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"
)

// hostileTexts are configurations that cost more than they should, or that put characters into messages which a terminal obeys.
func hostileTexts() map[string]string {
	var bomb strings.Builder // each level names the one before it nine times
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&bomb, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), ", "))
	}
	var settings strings.Builder // the same with mappings, below a key that is not decoded
	settings.WriteString("x-0: &a0 {k: 1}\n")
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&settings, "x-%d: &a%d {k: *a%d, l: *a%d}\n", i, i, i-1, i-1)
	}
	settings.WriteString("run: *a29\n")
	var steps strings.Builder
	for i := range 1400 {
		steps.WriteString(strings.Repeat(" ", i) + "k:\n")
	}
	var unknown strings.Builder
	for i := range 9000 {
		fmt.Fprintf(&unknown, "k%d: 1\n", i)
	}
	return map[string]string{
		"aliases":                      bomb.String(),
		"alias of itself":              "a: &a [*a]\n",
		"anchors that hold themselves": "x-a: &a {b: &b {c: *a, d: *b}, e: *a}\nrun: *a\n",
		"aliases of settings":          settings.String(),
		"dashes":                       "run:\n" + strings.Repeat("- ", 400_000),
		"question marks":               strings.Repeat("? ", 400_000),
		"steps":                        steps.String(),
		"keys":                         strings.Repeat("k: 1\n", 150_000),
		"merge keys":                   strings.Repeat("<<: *a\n", 100_000),
		"flow keys":                    "run: {" + strings.Repeat("k: 1, ", 150_000) + "}",
		"unknown keys":                 unknown.String(),
		"long name":                    "run: |\n" + strings.Repeat(" x\n", 200_000),
		"depth":                        "run: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000),
		"depth of mappings":            strings.Repeat("{a: ", 5000) + strings.Repeat("}", 5000),
		"escapes":                      "run: \"\\e[2J\\u202Egnp\"\n\"\\e[31mkey\": 1\n",
		"long line":                    "run: " + strings.Repeat("x", 1<<20) + "\n",
		"name":                         "run: ../../etc\n",
		"zero byte":                    "run: \"a\\0b\"\n",
	}
}

// TestHostileConfigurationsAreErrors: each is refused, at once and with a message that can be shown.
func TestHostileConfigurationsAreErrors(t *testing.T) {
	for name, text := range hostileTexts() {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("f.yaml", []byte(text), nil, registry)
			if err == nil {
				t.Fatal("it is accepted")
			}
			message := err.Error()
			if len(message) > 1<<16 {
				t.Errorf("the message has %d bytes", len(message))
			}
			for _, r := range message {
				if r != '\n' && !unicode.IsPrint(r) {
					t.Errorf("%U in %.300q", r, message)
					break
				}
			}
		})
	}
}

// A link to a device as the configuration was read until memory was full.
func TestFileWithoutAnEndIsRefused(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no /dev/zero here")
	}
	if _, err := Load("/dev/zero", nil, registry); err == nil || !strings.Contains(err.Error(), "no configuration is that long") {
		t.Error(err)
	}
}

// The configuration in a run folder from elsewhere is decoded as it is, to compare two runs.
func TestPlainTakesWhatPlyquetWritesAndNothingElse(t *testing.T) {
	var v map[string]any
	if err := Plain([]byte("run: demo\nsow: {shards: 3}\nunknown: [1, 2]\n"), &v); err != nil || v["run"] != "demo" {
		t.Errorf("%v, %v", v, err)
	}
	for name, text := range hostileTexts() {
		if strings.Contains(text, "&a") || name == "dashes" || name == "steps" {
			var v any
			if err := Plain([]byte(text), &v); err == nil || len(err.Error()) > 1000 {
				t.Errorf("%s: %.100v", name, err)
			}
		}
	}
}
