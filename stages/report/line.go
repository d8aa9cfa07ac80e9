package report

import "fmt"

// numbered is one move of a line from the start position, with the spaces and the number that a score sheet has:
// "1. e4", " c5", " 2. Nf3".
func numbered(ply int, san string) string {
	switch {
	case ply == 0:
		return "1. " + san
	case ply%2 == 0:
		return fmt.Sprintf(" %d. %s", ply/2+1, san)
	}
	return " " + san
}

// moveNumber is the number before a move that stands alone or begins a list: "12." for White, "12..." for Black.
// Ply is 1-based.
func moveNumber(ply int32, side string) string {
	if side == "white" {
		return fmt.Sprintf("%d.", (ply+1)/2)
	}
	return fmt.Sprintf("%d...", (ply+1)/2)
}
