// Package metrics is the mathematics of grading, complexity and fair-play signals: scores, win chances, accuracy,
// move classes, rank correlation of move lists, Regan's model of human choice, intervals and corrections, speedup fits.
//
// Pure functions over plain values, for anyone who has the numbers; not for reading tables or engines, and importing
// nothing of ours. Every constant stands beside its formula with its source, and a test compares it with a published
// value. A function reads what it is given and keeps nothing of it; what it returns is in the memory of its
// argument dst where it has one. Types with scratch of their own say so, and belong to one goroutine.
//
// Unless a name says otherwise a score is from the mover's point of view and a win chance lies in [0, 1].
package metrics
