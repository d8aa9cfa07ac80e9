package sample

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"slices"

	"plyquet/engine/pgn"
	"plyquet/metrics"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// A ticket is what a game draws. The sample is the games with the smallest tickets; source and offset decide between
// equal numbers, so that the order is total.
type ticket struct {
	number uint64
	source int32
	offset int64
}

func compareTickets(a, b ticket) int {
	return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.source, b.source), cmp.Compare(a.offset, b.offset))
}

// A drum draws the numbers of one source.
type drum uint64

// newDrum mixes the seed with the name of the source. The name counts and not the ordinal: another archive beside it
// must not change the sample of this one.
func newDrum(seed uint64, source string) drum {
	h := fnv.New64a()
	_, _ = h.Write([]byte(source))
	return drum(metrics.Mix(metrics.Mix(seed) + h.Sum64()))
}

// draw returns the number of the game at offset: uniform in 0 .. 2^64-1.
func (d drum) draw(offset int64) uint64 {
	return metrics.Mix(uint64(d) + uint64(offset)*0x9E3779B97F4A7C15)
}

// A choice says which games are kept. It is read-only once made.
type choice struct {
	seed uint64
	all  bool
	// below is the rate as a number: smaller tickets are kept.
	below uint64
	// last is the largest ticket kept, of all sources; nil: no such limit.
	last *ticket
	// lasts is the same by source; nil: no such limit. A source that is not in it keeps nothing.
	lasts map[int32]ticket
}

// byRate decides every game on its own.
func (s *Stage) byRate(seed uint64) choice {
	return choice{seed: seed, all: s.Rate == 1, below: uint64(math.Ldexp(min(s.Rate, 1-0x1p-53), 64))}
}

// everything reports that nothing at all is left out; the output is then the input.
func (c choice) everything() bool { return c.all && c.last == nil && c.lasts == nil }

// A verdict is what becomes of a game.
type verdict string

const (
	kept       verdict = ""
	notSampled verdict = "not_sampled"    // by the rate
	overMax    verdict = "over_max_games" // by the limit
)

func (c choice) judge(t ticket) verdict {
	if c.lasts != nil {
		last, some := c.lasts[t.source]
		if !some || compareTickets(t, last) > 0 {
			return notSampled
		}
		return kept
	}
	if !c.all && t.number >= c.below {
		return notSampled
	}
	if c.last != nil && compareTickets(t, *c.last) > 0 {
		return overMax
	}
	return kept
}

// byTicket reads all games for their tickets and finds the largest that is still kept.
func (s *Stage) byTicket(ctx context.Context, job *stage.Job, archives []archive) (choice, error) {
	c := s.byRate(job.Seed)
	newAcc := func() (*bowl, error) { return &bowl{keep: s.MaxGames, by: s.Stratify}, nil }
	bowls, err := run.Fold(ctx, job, archives, newAcc, func(ctx context.Context, b *bowl, a archive, _ *run.Out) error {
		return a.each(func(text *pgn.Text, src source) error {
			drum := newDrum(job.Seed, src.name)
			return readText(ctx, text, src.name, func(p piece) error {
				t := ticket{drum.draw(p.offset), src.no, p.offset}
				if p.number > 0 && (s.Stratify == ByFile || c.judge(t) == kept) {
					b.add(t)
				}
				return nil
			})
		})
	})
	if err != nil {
		return choice{}, err
	}
	var all []ticket
	for _, b := range bowls {
		all = append(all, b.tickets...)
	}
	slices.SortFunc(all, compareTickets)
	if s.Stratify == ByFile {
		c.lasts = s.strata(all)
	} else if int64(len(all)) >= s.MaxGames { // no more than that are left when a bowl has just been sorted
		c.last = &all[s.MaxGames-1]
	}
	return c, nil
}

// A bowl gathers the tickets of one worker: all of them, or the smallest.
type bowl struct {
	tickets []ticket
	keep    int64
	by      Stratify
}

// add sorts only now and then: twice as many as are wanted may wait, so the cost of sorting is spread.
func (b *bowl) add(t ticket) {
	b.tickets = append(b.tickets, t)
	if b.by == ByChance && int64(len(b.tickets)) >= 2*b.keep && len(b.tickets) >= 1024 {
		slices.SortFunc(b.tickets, compareTickets)
		b.tickets = b.tickets[:b.keep]
	}
}

// strata deals the sample over the sources: the rate of each, rounded; when that is more than max_games, shares of
// max_games in proportion to the games of each source, rounded by largest remainder.
func (s *Stage) strata(sorted []ticket) map[int32]ticket {
	games := map[int32]int64{}
	for _, t := range sorted {
		games[t.source]++
	}
	quota, total := map[int32]int64{}, int64(0)
	for src, n := range games {
		quota[src] = int64(math.Round(s.Rate * float64(n)))
		total += quota[src]
	}
	if s.MaxGames > 0 && total > s.MaxGames {
		quota = proportional(games, int64(len(sorted)), s.MaxGames)
	}
	lasts := map[int32]ticket{}
	for _, t := range sorted {
		if quota[t.source] > 0 {
			quota[t.source]--
			lasts[t.source] = t
		}
	}
	return lasts
}

// proportional deals seats among sources by largest remainder; equal remainders go to the smaller ordinal.
func proportional(games map[int32]int64, total, seats int64) map[int32]int64 {
	quota := map[int32]int64{}
	var order []int32
	left := seats
	for src, n := range games {
		quota[src] = n * seats / total
		left -= quota[src]
		order = append(order, src)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(games[b]*seats%total, games[a]*seats%total), cmp.Compare(a, b))
	})
	for _, src := range order[:left] {
		quota[src]++
	}
	return quota
}
