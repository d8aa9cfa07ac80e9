// Package book knows openings: names of positions, and the moves that opening books list.
//
//	TSV files or the built-in table --> Lines --NewNames--> Names ---\
//	Polyglot .bin files ------------------ParsePolyglot--> Polyglot --> Book: Hit, Opening
//
// Everything is looked up by position, so transpositions count. All types are built once and then only read: one Book is
// shared by all workers. What a "book move" is differs between programs; NameRule and PolyglotRule name the choices,
// and whether a miss ends the book is left to the reader of the hits.
//
// The package does not choose moves to play and does not grade.
package book
