package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var updateLicenses = flag.Bool("update-licenses", false, "write LICENSES.md anew")

const licensesFile = "LICENSES.md"

// licenses are the licences that dependencies may have, told apart by a phrase of their texts. All of them let a program of any
// licence contain the library if the notice is kept.
var licenses = []struct{ id, phrase string }{
	{"Apache-2.0", "Apache License"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any"},
	{"BSD-3-Clause", "Neither the name"},
	{"BSD-3-Clause", "may be used to endorse or promote"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
	{"FTL or GPL-2.0", "The Freetype Project LICENSE"},
	{"FTL or GPL-2.0", "Use of the Freetype-Go software is subject to your choice"},
	{"CC-BY-4.0", "Creative Commons Attribution 4.0 International"},
	{"Unlicense", "This is free and unencumbered software released into the public domain"},
}

// TestLicensesAreListed: LICENSES.md names every module that is part of the program, and each has a licence that is known here.
func TestLicensesAreListed(t *testing.T) {
	if testing.Short() {
		t.Skip("go list takes seconds")
	}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines)
	var b strings.Builder
	b.WriteString("# Licences of the libraries in plyquet\n\n" +
		"Made by `go test -run Licenses . -update-licenses` from the texts that the modules come with.\n\n| module | version | licence |\n|---|---|---|\n")
	for _, line := range slices.Compact(lines) {
		words := strings.Fields(line)
		if len(words) != 3 {
			continue
		}
		id, err := licenseOf(words[2])
		if err != nil {
			t.Errorf("%s: %v", words[0], err)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", words[0], words[1], id)
	}
	if *updateLicenses {
		if err := os.WriteFile(licensesFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(licensesFile)
	if err != nil || string(have) != b.String() {
		t.Errorf("%s is out of date (%v): go test -run Licenses . -update-licenses", licensesFile, err)
	}
}

// licenseOf names the licences in the licence files of a module. Several are those of its parts.
func licenseOf(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var ids []string
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "LICENSE") && !strings.HasPrefix(name, "LICENCE") && !strings.HasPrefix(name, "COPYING") && !strings.HasPrefix(name, "UNLICENSE") {
			continue
		}
		text, err := fs.ReadFile(os.DirFS(dir), filepath.Base(e.Name()))
		if err != nil {
			return "", err
		}
		flat := strings.Join(strings.Fields(string(text)), " ")
		for _, l := range licenses {
			known := slices.Contains(ids, l.id) || l.id == "BSD-2-Clause" && slices.Contains(ids, "BSD-3-Clause") // its text is part of the other
			if strings.Contains(flat, l.phrase) && !known {
				ids = append(ids, l.id)
			}
		}
	}
	if len(ids) > 0 {
		return strings.Join(ids, ", "), nil
	}
	return "", errors.New("its licence is not one of those known: read it, and add it to the list or do without the module")
}
