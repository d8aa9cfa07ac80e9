// Package trust attacks the whole program: it is killed, starved of disk and engines, fed with hostile files and damaged
// tables, and each time the tables must come out as if nothing had happened, or the program must say what is wrong.
//
// It holds tests and nothing else. The tests run this test binary as plyquet in a process of its own; the only thing
// that the program knows of them is command.Program.Hook. What one stage or package promises is tested beside it
// (stages/stagetest, pipeline/run, pipeline/table); here is what only the whole can promise.
//
//	go test ./stages/trust                       the attacks in short
//	go test ./stages/trust -full                 every commit point of every step, every combination of workers and processors
//	go test ./stages/trust -run Soak -soak 10m   runs without end while engines are killed
package trust
