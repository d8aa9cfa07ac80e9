package fetch

import (
	"fmt"
	"strconv"
	"strings"
)

// A Size is a number of bytes, written as 500MiB, 4GiB, 20GB or a plain number.
type Size int64

var sizeUnits = []struct {
	suffix string
	bytes  float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1}, {"", 1},
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Size) UnmarshalText(text []byte) error {
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(strings.TrimSpace(string(text)), u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || n < 0 || n*u.bytes > 1<<62 {
			break
		}
		*s = Size(n * u.bytes)
		return nil
	}
	return fmt.Errorf("%q is not a size; write it as 500MiB or 4GiB", text)
}

// MarshalText implements encoding.TextMarshaler.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Size) String() string {
	for i := 3; i >= 0; i-- {
		if unit := Size(sizeUnits[i].bytes); s >= unit && s%unit == 0 {
			return fmt.Sprintf("%d%s", s/unit, sizeUnits[i].suffix)
		}
	}
	return strconv.FormatInt(int64(s), 10)
}
