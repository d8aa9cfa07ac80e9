// Package gamerecord reads the record of a game back out of the tables: its tags, its half-moves, and what an engine
// said of its positions.
//
// It is the one place that knows where the rows of a game stand in games, plies and evaluations, in which order, and
// which columns make a score. It is not for the shape of the tables (stages/rows), not for computing (metrics), and
// not for stages/verify, which must not read as those do whom it checks.
//
// Order: games in file order, half-moves as they were played, positions as their part has them, lines by depth and
// rank. Scores are White's.
//
// Memory: what a sequence yields is borrowed until its next step. Strings stay valid for as long as anybody holds them.
package gamerecord
