package run

import "sync"

// Locked is a value that several workers share; With holds the lock while fn runs.
type Locked[T any] struct {
	mu sync.Mutex
	v  T
}

// NewLocked wraps v.
func NewLocked[T any](v T) *Locked[T] { return &Locked[T]{v: v} }

// With calls fn with the lock held. The pointer is not to be kept.
func (l *Locked[T]) With(fn func(v *T)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fn(&l.v)
}
