package evaluate

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"plyquet/engine/uci"
	"plyquet/stages/evaluate/evalcache"
)

// warmQuery asks for a station of a game with all moves from the game's start, so that the engine sees repetitions.
func warmQuery(g *game, ply int) uci.Query {
	return uci.Query{Start: g.start, Moves: g.moves[:ply], Chess960: g.chess960}
}

// clearedQuery asks for a station by its position alone, so that the answer serves every game that reaches it. Only when
// a position has occurred twice since the last capture or pawn move do the moves since then matter to an engine, and go along.
func clearedQuery(g *game, stations []station, ply int) uci.Query {
	q := uci.Query{Start: stations[ply].pos, Chess960: g.chess960}
	if st := &stations[ply]; st.repeated {
		q.Start, q.Moves = stations[st.since].pos, g.moves[st.since:ply]
	}
	return q
}

// describe writes the position of a query: all six fields of its FEN, for the counters shape the scores, and the moves.
func describe(q *uci.Query) string {
	var b strings.Builder
	b.WriteString(q.Start.FEN())
	if q.Chess960 {
		b.WriteString(" chess960")
	}
	pos := q.Start
	for i, m := range q.Moves {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteByte(' ')
		b.Write(pos.AppendUCI(nil, m, q.Chess960))
		pos.Play(m)
	}
	return b.String()
}

// clearedIdentity tells positions apart for cleared searches. 128 bits of SHA-256: no two positions will ever meet.
func clearedIdentity(g *game, stations []station, ply int) (id [16]byte) {
	q := clearedQuery(g, stations, ply)
	sum := sha256.Sum256([]byte(describe(&q)))
	copy(id[:], sum[:])
	return id
}

// clearedKey is the cache key of a cleared search. The depth is no part of it, for a deeper search serves a shallower;
// a node limit is. More lines than there are moves make no difference.
func clearedKey(engine string, q *uci.Query, legal int) evalcache.Key {
	text := fmt.Sprintf("multipv %d", min(q.MultiPV, legal))
	if q.Limit.Nodes > 0 {
		text += fmt.Sprintf(" nodes %d depth %d", q.Limit.Nodes, q.Limit.Depth)
	}
	return evalcache.Key{Kind: evalcache.Cleared, Engine: engine, Text: text + " " + describe(q)}
}

// gameKey is the cache key of a game walked backwards.
func gameKey(engine string, g *game, set *Grade) evalcache.Key {
	q := warmQuery(g, len(g.moves))
	outcome := ""
	if g.drawn {
		outcome = " drawn" // decides whether the last position is over
	}
	return evalcache.Key{Kind: evalcache.Game, Engine: engine,
		Text: fmt.Sprintf("backward multipv %d depth %d nodes %d%s %s", set.MultiPV, set.Depth, set.Nodes, outcome, describe(&q))}
}
