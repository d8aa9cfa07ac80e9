// Package benchmarks is the speedup harness behind `plyquet bench`: it measures whole stages over worker counts, data
// sizes and repeats, and turns the single runs into medians, fits and figures.
//
// Every run is a fresh process of the same binary (`plyquet run --only STAGE --force`), because that is what a user
// waits for: start-up, first-touch page faults and the Parquet write are in it. Runs are interleaved, so that a drift
// of the machine does not favour one setting. The package is not for timings inside one process: those are Go
// benchmarks beside the code they measure.
package benchmarks
