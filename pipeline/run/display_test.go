package run

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestMeterCountsShardsUntilTheStageCounts(t *testing.T) {
	m := newMeter("grade")
	tick := m.shards(8)
	tick()
	tick()
	start := time.Now()
	m.begin(start)
	now := start.Add(2 * time.Second)
	if r := m.read(now); r.done != 2 || r.total != 8 || r.unit != "shards" || r.left != 6*time.Second {
		t.Errorf("%+v", r)
	}
	m.Start(1000, "moves")
	m.Add(900)
	m.Start(1000, "moves") // the second phase
	m.Add(500)
	m.Note("1.2 Mnps")
	m.begin(start)
	if r := m.read(now); r.text() != " 500/1000 moves  250/s  2s left  1.2 Mnps" {
		t.Errorf("%+v: %q", r, r.text())
	}
}

func TestLineOfProgressHasNumbersForScripts(t *testing.T) {
	var out bytes.Buffer
	l := Lines(&out, slog.New(slog.NewTextHandler(&out, nil)), time.Hour).(*lines)
	m := newMeter("grade")
	m.Start(10, "moves")
	m.Add(5)
	start := time.Now()
	m.begin(start)
	l.line(m, m.read(start.Add(time.Second)))
	if want := "msg=progress stage=grade done=5 total=10 unit=moves per_second=5 left=1s"; !strings.Contains(out.String(), want) {
		t.Errorf("%s, want %s", out.String(), want)
	}
	_, end := l.Step("report")
	end()
	end() // ending twice is harmless
	l.Close()
}

func TestBarsLetTextThroughBeforeAndAfter(t *testing.T) {
	var out bytes.Buffer
	b := Bars(&out)
	p, end := b.Step("grade")
	p.Start(10, "moves")
	p.Add(10)
	if _, err := b.Write([]byte("above\n")); err != nil {
		t.Error(err)
	}
	end()
	b.Close()
	if _, err := b.Write([]byte("after\n")); err != nil {
		t.Error(err)
	}
	if !strings.Contains(out.String(), "above") || !strings.HasSuffix(out.String(), "after\n") {
		t.Errorf("%q", out.String())
	}
}
