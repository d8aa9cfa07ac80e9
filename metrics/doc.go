// Package metrics is the mathematics of grading, complexity and fair-play signals: scores, win chances, accuracy,
// move classes, rank correlation of move lists, Regan's model of human choice, intervals and corrections, speedup fits.
//
// Pure functions over plain values, for anyone who has the numbers; not for reading tables or engines, and importing
// nothing of ours. Every constant stands beside its formula with its source, and a test compares it with a published
// value. A function reads what it is given and keeps nothing of it; what it returns is in the memory of its
// argument dst where it has one. Types with scratch of their own say so, and belong to one goroutine.
//
// What no stage uses is here for whoever compares the tables with other programs', each with the test of its published
// values: the result models of Stockfish's releases and the scales of lc0 (wdl.go), limits of further graders
// (otherladders.go, webchess_fallback.go), the model of choice that Regan rejected (Shares), his intrinsic rating, which is
// experimental (IPR), and what a hit is worth where few are helped (PositivePredictiveValue).
//
// Unless a name says otherwise a score is from the mover's point of view and a win chance lies in [0, 1].
package metrics
