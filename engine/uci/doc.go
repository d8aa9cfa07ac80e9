// Package uci talks to chess engines that speak the Universal Chess Interface.
//
//	Find      where is an engine?                       config, $STOCKFISH, PATH, the usual places
//	Session   one engine process, asked one question at a time; started again when it dies
//	Unit      a piece of work that starts from a cleared engine and is done again from its start after a failure
//	Analysis  the answer: a matrix of depth x rank, each cell a move and a score
//
// It is for fixed work on positions that are known to be valid: searches limited by depth or nodes, every depth of
// them harvested. It is not for playing (no clocks, no pondering) and it keeps no results: that is the caller's cache.
//
// Points of view: every score in this package is the side to move's, as the protocol has it. Callers turn it once.
//
// Ownership: a Session belongs to one goroutine and starts none. Reads have deadlines (pipes support them), so
// nothing here needs a second goroutine to give up on a silent engine. The Analysis a search returns is borrowed
// until the next search of the same Session.
//
// What engines really do (crash on bad positions, ignore what they do not like, go silent, print lines in any order) is
// the reason for most of the code; the cases are tests of this package.
package uci
