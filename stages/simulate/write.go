package simulate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"plyquet/engine/uci"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// playShard plays the games of a shard and writes its PGN file and labels. A game that the engine cannot finish is a
// reject; its number in the file goes to the next one.
func (s *Stage) playShard(ctx context.Context, job *stage.Job, th thinker, sh shard, out *run.Out) error {
	pgn, err := out.CreateFile(rows.Simulated, "simulated/"+sh.file())
	if err != nil {
		return err
	}
	labels, err := table.Create[rows.Label](out.Staging, rows.Labels)
	if err != nil {
		return err
	}
	written := int64(0)
	for _, p := range sh.games {
		out.Seen(1)
		white, black := &sh.roster.players[p.white], &sh.roster.players[p.black]
		g, err := s.play(ctx, th, rng(job.Seed, sh.roster.league.Name, p.number), white, black)
		var poison *uci.PoisonError
		if errors.As(err, &poison) {
			out.Fault(stage.Reject{Source: sh.file(), Offset: -1, Game: int64(p.number) + 1, Ply: -1, Reason: "engine_failed", Context: err.Error()})
			continue
		}
		if err != nil {
			return fmt.Errorf("game %d of league %s: %w", p.number+1, sh.roster.league.Name, err)
		}
		written++
		if _, err := pgn.Write(encode(sh.roster.league, p, g, white, black)); err != nil {
			return err
		}
		if err := labels.Write(label(sh, written, g, [2]*persona{white, black})...); err != nil {
			return err
		}
		out.Keep(1)
		job.Progress.Add(1)
	}
	return nil
}

// encode writes a game in PGN's export format.
func encode(l League, p pairing, g played, white, black *persona) []byte {
	var b bytes.Buffer
	tag := func(name, value string) { fmt.Fprintf(&b, "[%s %q]\n", name, value) }
	tag("Event", "Simulated league "+l.Name)
	tag("Site", "?")
	tag("Date", "????.??.??")
	tag("Round", strconv.Itoa(p.round))
	tag("White", white.name)
	tag("Black", black.name)
	tag("Result", g.result)
	tag("WhiteElo", strconv.Itoa(white.elo))
	tag("BlackElo", strconv.Itoa(black.elo))
	tag("Termination", g.reason)
	b.WriteByte('\n')
	line := 0
	word := func(text string) {
		switch {
		case line == 0:
		case line+1+len(text) > 79:
			b.WriteByte('\n')
			line = 0
		default:
			b.WriteByte(' ')
			line++
		}
		b.WriteString(text)
		line += len(text)
	}
	for i, m := range g.moves {
		if i%2 == 0 {
			word(strconv.Itoa(i/2+1) + ".")
		}
		word(m.san)
	}
	word(g.result)
	b.WriteString("\n\n")
	return b.Bytes()
}

// label makes the rows of one game.
func label(sh shard, number int64, g played, players [2]*persona) []rows.Label {
	out := make([]rows.Label, len(g.moves))
	for i, m := range g.moves {
		p := players[i%2]
		out[i] = rows.Label{
			Source: sh.file(), GameNumber: number, Ply: int32(i + 1), League: sh.roster.league.Name,
			Player: p.name, Elo: int16(p.elo), Model: p.model, Assistance: string(p.help.Kind), Share: float32(p.help.Share),
			SecondEngine: p.second, Helped: m.helped, Played: m.uci, Best: m.bestUCI,
			Loss: float32(m.loss), Difficulty: float32(m.difficulty),
		}
		if m.chance >= 0 {
			out[i].Chance = table.Some(float32(m.chance))
		}
	}
	return out
}
