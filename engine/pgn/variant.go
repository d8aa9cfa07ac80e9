package pgn

import "strings"

// Variant is the kind of chess a game is, as far as this toolkit tells them apart.
type Variant uint8

const (
	Standard     Variant = iota // the usual start position
	FromPosition                // the rules of chess from another position
	Chess960                    // Fischer random chess
	OtherVariant                // other rules: the moves are not read
)

func (v Variant) String() string {
	return [...]string{"standard", "from-position", "chess960", "other"}[v]
}

// ParseVariant reads the value of a Variant tag. Names are compared without case, spaces, hyphens and underscores.
// FICS's "wild/n" are the rules of chess from other positions, except "wild/fr", Fischer random. A game of Standard
// is FromPosition when its FEN says so.
func ParseVariant(name string) Variant {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(name))
	switch plain {
	case "", "?", "standard", "normal", "chess", "classical", "classic", "classicalchess", "standardchess", "orthodox",
		"orthochess", "fromposition", "none", "regular", "blitz", "lightning", "untimed", "nocastle":
		return Standard
	case "chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess", "frc",
		"freestyle", "freestylechess", "wild/fr", "chess9lx", "shufflechess960":
		return Chess960
	}
	if strings.HasPrefix(plain, "wild/") {
		return Standard
	}
	return OtherVariant
}
