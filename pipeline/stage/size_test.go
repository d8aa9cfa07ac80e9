package stage

import "testing"

func TestSizeReadsWhatItWrites(t *testing.T) {
	for text, want := range map[string]Size{
		"none": 0, "0": 0, "1": 1, "4GiB": 4 << 30, "1.5 GiB": 3 << 29, "512MiB": 512 << 20, "100MB": 100e6, "7kB": 7000, "12B": 12,
	} {
		var s, again Size
		if err := s.UnmarshalText([]byte(text)); err != nil || s != want {
			t.Errorf("%q: %d, %v; want %d", text, s, err, want)
		}
		printed, _ := s.MarshalText()
		if err := again.UnmarshalText(printed); err != nil || again != want {
			t.Errorf("%q printed as %q is read as %d, %v", text, printed, again, err)
		}
	}
	for _, text := range []string{"", "GiB", "-1", "4 gib", "4GiBs", "Inf", "NaN", "0x10", "1e3", "9999999TiB"} {
		if err := new(Size).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestShardRangesCoverEveryShardOnce(t *testing.T) {
	for n := range 40 {
		for of := 1; of < 12; of++ {
			next := 0
			for task := range of {
				lo, hi := ShardRange{A: task, B: task, Of: of}.Bounds(n)
				if lo != next || hi < lo {
					t.Fatalf("task %d of %d over %d shards: [%d, %d), want to start at %d", task, of, n, lo, hi, next)
				}
				next = hi
			}
			if next != n {
				t.Fatalf("%d tasks cover %d of %d shards", of, next, n)
			}
		}
	}
}

func TestParseShardRange(t *testing.T) {
	for text, want := range map[string]ShardRange{"0-3/16": {0, 3, 16}, "5/8": {5, 5, 8}, "0/1": {0, 0, 1}} {
		if got, err := ParseShardRange(text); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "3", "3-1/8", "-1/8", "8/8", "a/8", "0-8/8", "0/0", "0/x"} {
		if got, err := ParseShardRange(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestFunnelAddsUp(t *testing.T) {
	c := Counts{Unit: "games", Seen: 10, Kept: 5}
	c.Merge(Counts{Filtered: map[string]int64{"short": 2}, Rejected: map[string]int64{"illegal_move": 2, "bad_fen": 1}})
	if err := c.Balanced(); err != nil {
		t.Error(err)
	}
	if got := c.RejectRate(); got != 0.3 {
		t.Errorf("reject rate %g, want 0.3", got)
	}
	c.Kept++
	if c.Balanced() == nil {
		t.Error("6 + 2 + 3 is taken for 10")
	}
}
