package report

import (
	"strings"
	"testing"
)

func TestNamesAreHarmlessInASpreadsheet(t *testing.T) {
	for name, want := range map[string]string{
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "+1": "'+1", "-1": "'-1", "@sum(1)": "'@sum(1)",
		"\t=1": "'=1", "Stone, Ada": "Stone, Ada", "O'Hara": "O'Hara",
	} {
		if got := cell((aliases{mode: RealNames}).of(name)); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestNamesOnThePageAreShort(t *testing.T) {
	if got := (aliases{mode: RealNames}).of(strings.Repeat("é", 8000)); len(got) > 250 || !strings.HasSuffix(got, "é...") {
		t.Errorf("%d bytes", len(got))
	}
}

// The tables may be of a run from elsewhere: a grade for a half-move that the game has not got was a panic.
func TestGradesOfNoHalfMoveAreErrors(t *testing.T) {
	b := &builder{games: map[int64]gameHead{1: {}}}
	sheet := []sheetMove{{ply: 1, uci: "e4"}}
	for _, ply := range []int32{0, -5, 1, 2, 1 << 30} {
		if _, err := b.moment(sheet, loss{GameID: 1, Ply: ply}); err == nil {
			t.Errorf("half-move %d", ply)
		}
	}
}
