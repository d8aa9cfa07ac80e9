package grade

import (
	"fmt"
	"path"

	"plyquet/pipeline/stage"
)

// shard is a part of games and the part of plies that holds the same games.
type shard struct{ games, plies stage.File }

func (s shard) String() string { return s.games.Name }

// pair joins the parts of games and plies by their part name: the stage that writes them puts the rows of a game
// into parts of the same number, and a game into one part only.
func pair(games, plies []stage.File) ([]shard, error) {
	if len(games) != len(plies) {
		return nil, fmt.Errorf("%d parts of games and %d of plies do not belong together", len(games), len(plies))
	}
	shards := make([]shard, len(games))
	for i := range games {
		if path.Base(games[i].Name) != path.Base(plies[i].Name) {
			return nil, fmt.Errorf("%s and %s do not belong together", games[i].Name, plies[i].Name)
		}
		shards[i] = shard{games[i], plies[i]}
	}
	return shards, nil
}
