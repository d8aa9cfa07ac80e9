package positions

import (
	"maps"
	"testing"

	"plyquet/engine/board"
)

// FuzzTableEqualsAMap drives a table by bytes, four a visit: position, move, outcome and number, and now and then a
// spill in between. All positions have the same hash, so that only the comparison of planes tells them apart.
func FuzzTableEqualsAMap(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0x80, 0, 2, 2, 3})
	f.Add([]byte{7, 1, 0, 0x83, 7, 2, 0, 0x83, 7, 1, 1, 0x83, 8, 0, 0, 0})
	f.Fuzz(func(t *testing.T, script []byte) {
		type key struct {
			planes board.Planes
			move   board.Move
		}
		table, want := NewTable(t.TempDir(), 0), map[key]tally{}
		spills := 0
		for ; len(script) >= 4; script = script[4:] {
			v := visit{planes: board.Planes{0, 1 << (script[0] % 64)}, move: board.Move(script[1] % 5),
				outcome: board.Outcome(script[2] % 3), n: 1 + script[3]%4}
			k := key{v.planes, v.move}
			n := want[k]
			n[v.outcome] += uint32(v.n)
			want[k] = n
			part := partitionOf(v.planes.TableKey())
			if err := table.add(part, []visit{v}); err != nil {
				t.Fatal(err)
			}
			if script[3]&0x80 != 0 && spills < 10 {
				spills++
				table.parts[part].With(func(p *partition) {
					if err := table.spillPartition(part, p); err != nil {
						t.Fatal(err)
					}
				})
			}
		}
		got := map[key]tally{}
		for _, l := range table.parts {
			l.With(func(p *partition) {
				for pos, err := range p.merged() {
					if err != nil {
						t.Fatal(err)
					}
					for _, m := range pos.moves {
						got[key{pos.planes, m.move}] = m.counts
					}
				}
			})
		}
		if !maps.Equal(got, want) {
			t.Errorf("table %v\nwant  %v", got, want)
		}
	})
}
