package metrics

import "fmt"

// Class is the verdict on one move. Which classes exist is a matter of the profile; ClassUnmarked is a move that was
// judged and found without a fault by a profile that only names faults.
type Class uint8

const (
	ClassUnmarked Class = iota
	ClassBrilliant
	ClassGreat
	ClassBest
	ClassExcellent
	ClassGood
	ClassBook
	ClassInaccuracy
	ClassMiss
	ClassMistake
	ClassBlunder
	ClassPending // the evaluations are too shallow for a verdict
	NumClasses   = int(iota)
)

var classNames = [NumClasses]string{"unmarked", "brilliant", "great", "best", "excellent", "good", "book",
	"inaccuracy", "miss", "mistake", "blunder", "pending"}

// String is the name in tables.
func (c Class) String() string {
	if int(c) < NumClasses {
		return classNames[c]
	}
	return fmt.Sprintf("Class(%d)", uint8(c))
}

// ladder is a list of classes from mild to severe, each up to a limit; beyond the last the move is a blunder.
type ladder [4]rung

type rung struct {
	limit float64
	class Class
}

// verdict takes a rung as inclusive: a loss exactly on it has the rung's class.
func (l ladder) verdict(loss float64) Class {
	for _, r := range l {
		if loss <= r.limit {
			return r.class
		}
	}
	return ClassBlunder
}

// milder returns the less severe of two classes of a ladder.
func milder(a, b Class) Class { return min(a, b) }
