package stage

import (
	"fmt"
	"strconv"
	"strings"
)

// Size is a number of bytes, written in YAML as "4GiB", "512MiB", "100MB" or a plain number of bytes; "none" is 0.
type Size int64

// sizeUnits in the order they are tried for printing; the binary ones come first, because limits of memory are binary.
var sizeUnits = []struct {
	suffix string
	bytes  int64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"KB", 1e3}, {"B", 1},
}

// UnmarshalText reads a size.
func (s *Size) UnmarshalText(text []byte) error {
	t := strings.TrimSpace(string(text))
	if t == "none" {
		*s = 0
		return nil
	}
	number, unit := t, int64(1)
	for _, u := range sizeUnits {
		if rest, ok := strings.CutSuffix(t, u.suffix); ok {
			number, unit = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	// ParseFloat also reads "Inf", "NaN" and hexadecimal; a size is digits with at most a point.
	if err != nil || strings.Trim(number, "0123456789.") != "" {
		return fmt.Errorf("want a size such as 4GiB, 512MiB or none, got %q", t)
	}
	if bytes := n * float64(unit); bytes < 1<<62 {
		*s = Size(bytes)
		return nil
	}
	return fmt.Errorf("%s is more than any machine has", t)
}

// MarshalText writes the size in the largest unit that divides it.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Size) String() string {
	if s == 0 {
		return "none"
	}
	for _, u := range sizeUnits {
		if int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.suffix
		}
	}
	return strconv.FormatInt(int64(s), 10)
}
