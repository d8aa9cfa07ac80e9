package run

import (
	"strings"

	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// Out is where the work on one shard leaves its results: parts of tables (table.Create(out.Staging, id)), counts and
// rejects. It belongs to the worker that has the shard; everything in it is committed together or not at all.
type Out struct {
	*table.Staging
	// Index is the shard's number among all shards of the stage.
	Index int

	counts stage.Counts
	faults []fault
	ledger interface{ commit(*Out) error }
}

// Seen, Keep, Filter and Fault feed the funnel of the stage; at its end Seen must be the sum of the others.
func (o *Out) Seen(n int64) { o.counts.Seen += n }

// Keep counts units that go on to the next stage.
func (o *Out) Keep(n int64) { o.counts.Kept += n }

// Filter counts units left out by policy: too short, not sampled.
func (o *Out) Filter(reason string, n int64) { stage.Bump(&o.counts.Filtered, reason, n) }

// Fault counts one rejected unit by r.Reason and records it.
func (o *Out) Fault(r stage.Reject) {
	stage.Bump(&o.counts.Rejected, r.Reason, 1)
	o.faults = append(o.faults, fault{printable(r), false})
}

// Warn records a fault of a unit that is kept all the same, such as a game up to its illegal move.
func (o *Out) Warn(r stage.Reject) {
	stage.Bump(&o.counts.Warned, r.Reason, 1)
	o.faults = append(o.faults, fault{printable(r), true})
}

// Add counts further totals that take no part in the funnel: plies, nodes, cache hits.
func (o *Out) Add(extra string, n int64) { stage.Bump(&o.counts.Extra, extra, n) }

// apply and discard are what the crew does with an Out: in shard order, or when the run has failed.
func (o *Out) apply() error { return o.ledger.commit(o) }

func (o *Out) discard() error {
	if o.Staging == nil {
		return nil
	}
	return o.Abort()
}

const maxContext = 200 // bytes of a reject's context and token

// printable makes the texts of a reject valid UTF-8 of bounded length: they come from files nobody has checked. It
// copies them, because they are often views into a buffer that the worker will reuse.
func printable(r stage.Reject) stage.Reject {
	r.Source, r.Token, r.Context = clip(r.Source, 4096), clip(r.Token, maxContext), clip(r.Context, maxContext)
	return r
}

func clip(s string, limit int) string {
	if len(s) > limit {
		s = s[:limit]
	}
	return strings.Clone(strings.ToValidUTF8(s, "\uFFFD"))
}
