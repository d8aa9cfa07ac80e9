package doctor

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plyquet/engine/uci"
)

func nowhere() uci.Finder {
	return uci.Finder{
		Getenv:   func(string) string { return "" },
		LookPath: func(string) (string, error) { return "", errors.New("not found") },
		Runnable: func(string) error { return errors.New("not found") },
	}
}

func TestMissingEngineComesWithTheCommandThatInstallsIt(t *testing.T) {
	f := engineFinding(t.Context(), nowhere(), uci.Auto, ".")
	if f.found != "none found" || !strings.Contains(f.remedy, uci.InstallHint("linux")) && !strings.Contains(f.remedy, "install") {
		t.Errorf("%+v", f)
	}
}

func TestProgramThatIsNoEngineIsAFault(t *testing.T) {
	script := filepath.Join(t.TempDir(), "engine")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	finder := nowhere()
	finder.Runnable = func(string) error { return nil }
	f := engineFinding(t.Context(), finder, script, ".")
	if f.remedy == "" || !strings.Contains(f.found, "does not answer") {
		t.Errorf("%+v", f)
	}
}

func TestDiskAndDataAreThoseOfTheNearestFolder(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "not", "yet", "there")
	if got := nearest(data); got != dir {
		t.Errorf("nearest %s, want %s", got, dir)
	}
	if f := diskFinding(data); !strings.Contains(f.found, dir) {
		t.Errorf("%+v", f)
	}
	if f := writeFinding(data); f.remedy != "" {
		t.Errorf("%+v", f)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if f := writeFinding(file); f.remedy == "" {
		t.Errorf("a file passes for a folder: %+v", f)
	}
}

func TestLittleMemoryIsAFault(t *testing.T) {
	if f := memoryFinding(100 << 20); f.remedy == "" {
		t.Errorf("%+v", f)
	}
	if f := memoryFinding(8 << 30); f.remedy != "" {
		t.Errorf("%+v", f)
	}
	if f := memoryFinding(0); f.remedy != "" {
		t.Errorf("%+v", f)
	}
}
