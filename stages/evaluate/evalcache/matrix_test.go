package evalcache

import (
	"bytes"
	"encoding/binary"
	"testing"

	"plyquet/metrics"
)

// Any bytes are either refused or mean one thing.
func FuzzDecode(f *testing.F) {
	f.Add(encode(nil))
	f.Add(encode([]Matrix{{Legal: 3, Depths: []Depth{{1, 10, []Line{{Move: "e2e4", Score: metrics.Cp(-5), Win: 1, Draw: 2, Loss: 997, HasWDL: true}}}}}}))
	f.Add(encode([]Matrix{{}, {Legal: 1, Depths: []Depth{{7, 1 << 40, []Line{{Move: "a7a8q", Score: metrics.MateIn(-3)}}}}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, text := range [][]byte{data, sealed(data)} {
			m, err := decode(text)
			if err != nil {
				continue
			}
			again, err := decode(encode(m))
			if err != nil || !bytes.Equal(encode(again), encode(m)) {
				t.Fatalf("%+v comes back as %+v, %v", m, again, err)
			}
		}
	})
}

// sealed puts a right checksum behind data, for otherwise no mutation gets past it.
func sealed(data []byte) []byte { return appendSum(bytes.Clone(data)) }

func TestEveryFlippedBitIsNoticed(t *testing.T) {
	data := encode([]Matrix{{Legal: 3, Depths: []Depth{{1, 10, []Line{{Move: "e2e4", Score: metrics.Cp(-5)}}}}}})
	for i := range len(data) * 8 {
		bad := bytes.Clone(data)
		bad[i/8] ^= 1 << (i % 8)
		if _, err := decode(bad); err == nil {
			t.Errorf("bit %d", i)
		}
	}
}

// A number of things is believed only when there are bytes for so many: a byte must not take the memory of fifty.
func TestCountsNeedBytes(t *testing.T) {
	b := appendSum(append(binary.AppendUvarint(nil, 1<<20), make([]byte, 1<<20)...)) // of matrices, two bytes each at least
	if allocated := testing.AllocsPerRun(10, func() {
		if _, err := decode(b); err == nil {
			t.Fatal("no error")
		}
	}); allocated != 0 {
		t.Errorf("%v allocations for matrices that are not there", allocated)
	}
}
