// Package reports draws: figures for a paper (gonum/plot, PNG and SVG) and the self-contained HTML page of a run.
//
// It is for presentation alone. It reads no table and computes no statistic that a table should hold: stages/report
// and `plyquet bench` hand it plain series (Data, Bench). Same series, same bytes: nothing here looks at the clock,
// the host or a map's order. Every figure is one file and one line in Figures.
package reports
