// Package pgn turns the bytes of chess archives into games.
//
//	Archive   a file -> named texts: plain, zip, gzip, bzip2, zstd (by magic bytes), UTF-16 decoded
//	Splitter  a text -> Blocks of whole games, byte-exact, constant memory
//	Reader    a Block -> Games, moves resolved on the board, faults as values
//
// What ends a game is decided in one place, extent, that the Splitter and the Reader share: a block can be cut
// anywhere between games and gives the same games. The Reader's games borrow its memory until the next call.
//
// A game that cannot be read to its end is still a game: it keeps the moves before the damage and says what happened
// in Game.Fault. Errors are for input and output alone.
//
// The package is for text and its meaning: tags, moves, comments with clocks and evaluations, results, dates, time
// controls. It is not for policies (which games to keep) and not for tables; both are stages/ingest. Rules of chess
// come from engine/board.
//
// # What is read how
//
//   - Encoding is decided value by value: valid UTF-8 stays, anything else is Windows-1252 (of which Latin-1 is a
//     part). Byte-order marks vanish where a line starts with one. UTF-16 is decoded by Archive.
//   - A tag that stands twice keeps its first value.
//   - A game ends at its result, at a line that starts with a tag, or, in a file of headers alone, where a tag name
//     comes again after an empty line. Comments are opaque; one that is never closed ends at an empty line followed
//     by a tag, if a further comment is opened before the next closing brace.
//   - The result written after the moves counts before the tag; an "*" there leaves it to the tag.
//   - Clocks "1:05" are hours and minutes, as broadcasts write them.
package pgn
