package simulate

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"plyquet/metrics"
)

// A persona is one player: a name, a way of choosing and perhaps help.
type persona struct {
	name   string
	elo    int
	model  string
	powers metrics.Powers // of modelPowers
	weak   metrics.TopLines
	help   metrics.Assistance
	second bool
}

// choose draws an honest move.
func (p *persona) choose(rng *rand.Rand, c metrics.Choice, scratch []float64) (move int, chances []float64) {
	if p.model == modelTopLines {
		return p.weak.Move(rng, c), nil
	}
	chances = p.powers.Probabilities(scratch[:0], c.Scaled)
	return metrics.Draw(rng, chances), chances
}

// A roster is a league with its players.
type roster struct {
	league  League
	players []persona
}

// rosters names the players of every league and learns what a critical moment is where somebody needs to know.
func (s *Stage) rosters(ctx context.Context, seed uint64, newThinker func() (thinker, error)) ([]roster, error) {
	var out []roster
	for _, l := range s.Leagues {
		r := roster{league: l, players: personas(l)}
		if err := s.setThresholds(ctx, seed, &r, newThinker); err != nil {
			return nil, fmt.Errorf("pilot games of league %s: %w", l.Name, err)
		}
		out = append(out, r)
	}
	return out, nil
}

func personas(l League) []persona {
	out := make([]persona, l.Players)
	for i := range out {
		elo := l.Rating
		if l.Players > 1 {
			elo -= l.Spread * i / (l.Players - 1)
		}
		model, _ := metrics.PowersAt(float64(elo))
		out[i] = persona{name: fmt.Sprintf("Simulated, %s %03d", l.Name, i+1), elo: elo, model: l.Model, powers: model,
			weak: metrics.TopLines{Lines: l.Lines, Margin: l.MarginCp}, help: metrics.Assistance{Kind: metrics.AssistNone}}
	}
	// Help goes round the ratings: the assisted of a league are not its strongest or weakest players.
	at := 0
	for _, h := range l.Helped {
		for range h.Players {
			p := &out[at*l.Players/max(1, helpedPlayers(l))]
			p.help, p.second = h.assistance(), h.SecondEngine
			at++
		}
	}
	return out
}

func helpedPlayers(l League) (n int) {
	for _, h := range l.Helped {
		n += h.Players
	}
	return n
}

// few moves a game are taken from the rarest tenth of the positions.
const fewShare = 0.1

// setThresholds plays the pilot games of a league, all honest, and sets the difficulty of critical moments.
func (s *Stage) setThresholds(ctx context.Context, seed uint64, r *roster, newThinker func() (thinker, error)) error {
	needed := false
	for i := range r.players {
		needed = needed || r.players[i].help.NeedsDifficulty()
	}
	if !needed {
		return nil
	}
	th, err := newThinker()
	if err != nil {
		return err
	}
	defer th.Close()
	var difficulties []float64
	for n := range s.PilotGames {
		white, black := r.players[0], r.players[1]
		white.help, black.help = metrics.Assistance{}, metrics.Assistance{}
		g, err := s.play(ctx, th, rng(seed, "pilot/"+r.league.Name, n), &white, &black)
		if err != nil {
			return err
		}
		for i, m := range g.moves {
			if i/2+1 >= s.HelpFrom {
				difficulties = append(difficulties, m.difficulty)
			}
		}
	}
	if len(difficulties) == 0 {
		return fmt.Errorf("no decision from move %d on", s.HelpFrom)
	}
	for i := range r.players {
		h := &r.players[i].help
		share := h.Share
		if h.Kind == metrics.AssistFew {
			share = fewShare
		}
		h.Threshold = metrics.CriticalThreshold(difficulties, share)
	}
	return nil
}

// rng is the random source of one game: a function of the seed, the league and the game's number alone.
func rng(seed uint64, league string, game int) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(league))
	return rand.New(rand.NewPCG(seed, h.Sum64()+uint64(game)))
}

// A pairing is one game of a league.
type pairing struct {
	number       int // in the league, from 0
	round        int // from 1
	white, black int
}

// pairings is a round robin by the circle method, begun again with colours reversed as often as the rounds need it.
func pairings(players, rounds int) []pairing {
	var out []pairing
	for round := range rounds {
		cycle, turn := round/(players-1), round%(players-1)
		for board := range players / 2 {
			a, b := circle(players, turn, board), circle(players, turn, players-1-board)
			if (board+turn+cycle)%2 == 1 {
				a, b = b, a
			}
			out = append(out, pairing{len(out), round + 1, a, b})
		}
	}
	return out
}

// circle is the player at a seat: the last one stays, the others move on by one each turn.
func circle(players, turn, seat int) int {
	if seat == players-1 {
		return players - 1
	}
	return (seat + turn) % (players - 1)
}

// gamesPerShard is fixed: a shard is a PGN file.
const gamesPerShard = 8

// A shard is some consecutive games of a league.
type shard struct {
	roster *roster
	number int // of the league's files, from 0
	games  []pairing
}

// String names the shard in errors.
func (sh shard) String() string { return sh.file() }

func (sh shard) file() string { return fmt.Sprintf("%s-%05d.pgn", sh.roster.league.Name, sh.number) }

func (s *Stage) shards(rosters []roster) (out []shard, games int) {
	for i := range rosters {
		all := pairings(rosters[i].league.Players, rosters[i].league.Rounds)
		games += len(all)
		for n := 0; len(all) > 0; n++ {
			size := min(gamesPerShard, len(all))
			out, all = append(out, shard{&rosters[i], n, all[:size]}), all[size:]
		}
	}
	return out, games
}
