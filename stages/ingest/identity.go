package ingest

import (
	"context"
	"encoding/binary"
	"maps"
	"strings"
	"unicode"

	"plyquet/engine/pgn"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// identifier hashes what makes a game the game it is.
type identifier struct {
	movesAlone bool
	buf        []byte
}

// of is the identity of a game: the start position and the moves of its main line and, unless moves alone count, the
// result, the date and the family names of the players.
//
// Family names, because "Alder, Ann", "Alder,A" and "Alder, A." are one player in different collections; the event is
// left out for the same reason. Where a game has an address of its own (Lichess, chess.com), that counts as well: two
// short games of the same players on one day may have the same moves.
//
// FNV-1a of 64 bits: a million games have a chance of 3 in 10^8 that two of them are taken for equal.
func (h *identifier) of(g *pgn.Game) uint64 {
	b := binary.LittleEndian.AppendUint64(h.buf[:0], g.Start.Key())
	for i := range g.Moves {
		b = binary.LittleEndian.AppendUint16(b, uint16(g.Moves[i].Move))
	}
	if !h.movesAlone {
		b = append(b, byte(g.Result))
		d := played(g)
		b = binary.LittleEndian.AppendUint16(b, uint16(d.Year))
		b = append(b, d.Month, d.Day)
		b = appendPlayer(b, g, "White")
		b = appendPlayer(b, g, "Black")
		b = append(b, address(g)...)
	}
	h.buf = b
	return fnv1a(b)
}

func appendPlayer(b []byte, g *pgn.Game, tag string) []byte {
	name, _ := text(g, tag).Get()
	family, _, _ := strings.Cut(name, ",")
	for _, c := range family {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '-' {
			b = append(b, string(unicode.ToLower(c))...)
		}
	}
	return append(b, 0)
}

// address is the game's own web address, or "".
func address(g *pgn.Game) string {
	for _, tag := range []string{"Site", "Link"} {
		if value, _ := g.Tag(tag); strings.Contains(value, "://") {
			return value
		}
	}
	return ""
}

func fnv1a(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// originals holds, for every identity that more than one game has, the game_id of the first.
type originals map[uint64]int64

// of returns the first game with that identity, if the game id is not the first itself.
func (o originals) of(hash uint64, id int64) (original int64, again bool) {
	original, known := o[hash]
	return original, known && original != id
}

// seen is one worker's account of the games it has read: the first game_id of each identity, and which came again.
type seen struct {
	*worker
	first    map[uint64]int64
	repeated map[uint64]bool
}

// findOriginals reads the games that the policies keep and finds which are the same. The parts may be dealt to workers
// in any way: the smallest game_id wins.
//
// Every task of a sharded run does this over all games, because no task sees the others' games. It is the cheaper half:
// most of the time of this stage goes into writing plies.
func (s *Stage) findOriginals(ctx context.Context, job *stage.Job, parts []part) (originals, error) {
	whole := *job
	whole.Shards = stage.ShardRange{}
	workers, err := run.Fold(ctx, &whole, parts, func() (*seen, error) {
		return &seen{newWorker(s, job, true), map[uint64]int64{}, map[uint64]bool{}}, nil
	}, func(ctx context.Context, w *seen, p part, _ *run.Out) error {
		return w.each(ctx, p, func(g *pgn.Game, id int64) error {
			if w.policy.judge(g).kept() {
				w.note(w.id.of(g), id)
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return merge(workers), nil
}

func (w *seen) note(hash uint64, id int64) {
	other, known := w.first[hash]
	if known {
		w.repeated[hash] = true
		id = min(id, other)
	}
	w.first[hash] = id
}

// merge joins the workers' accounts into the first one and keeps what came again.
func merge(workers []*seen) originals {
	found := originals{}
	if len(workers) == 0 {
		return found
	}
	all := workers[0]
	for _, w := range workers[1:] {
		for hash, id := range w.first {
			all.note(hash, id)
		}
		maps.Copy(all.repeated, w.repeated)
		w.first = nil
	}
	for hash := range all.repeated {
		found[hash] = all.first[hash]
	}
	return found
}
