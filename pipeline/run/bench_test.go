package run

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkShard is the cost of the machinery for a shard that does nothing: staging, record, order.
func BenchmarkShard(b *testing.B) {
	for _, workers := range []int{0, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			shards := upTo(b.N)
			job := newJob(b.TempDir(), workers)
			err := Each(b.Context(), job, shards, noWorker, func(_ context.Context, _ struct{}, _ int, out *Out) error {
				out.Seen(1)
				out.Keep(1)
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			res, err := ledgerOf(job).result(squares{})
			if err != nil || res.Counts.Seen != int64(b.N) {
				b.Fatalf("%d shards, want %d (%v)", res.Counts.Seen, b.N, err)
			}
		})
	}
}

// BenchmarkFoldShard is the same for Fold, which writes nothing.
func BenchmarkFoldShard(b *testing.B) {
	for _, workers := range []int{0, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			accs, err := Fold(b.Context(), newJob(b.TempDir(), workers), upTo(b.N), func() (*int, error) { return new(int), nil },
				func(_ context.Context, acc *int, _ int, _ *Out) error { *acc++; return nil })
			sum := 0
			for _, a := range accs {
				sum += *a
			}
			if err != nil || sum != b.N {
				b.Fatalf("%d shards, want %d (%v)", sum, b.N, err)
			}
		})
	}
}
