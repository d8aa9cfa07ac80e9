// Package board is the rules of chess: squares, pieces, moves, positions, FEN, SAN, UCI moves, keys and facts.
//
//	text --ParseFEN--> Setup --Position()--> Position --Play(Move)--> Position ...
//	                                            |  ParseSAN / ParseUCI / Moves -> Move
//	                                            |  Key, TableKey, Pack, FEN, facts
//
// A Setup holds anything that can stand in a FEN. A Position has passed every check and is always legal to search, so
// moves exist only on a Position. A Position is a plain value: assignment copies it, nothing is shared, and a worker
// owns the ones it plays on. No function here allocates per move, except those that return a string.
//
// The package is not an engine (no search, no evaluation), not a PGN reader (engine/pgn is) and knows no variant but
// standard chess and Chess960. It imports the standard library only.
package board
