// Package pipeline holds no code: it is the map of the machinery below it.
//
//	config.File         what the user wrote, defaults filled in, every stage validated
//	   |                + external facts (engine, local files) + manifest.json + digests of files
//	plan.Plan           ordered steps: fresh, stale and why, waiting, skipped
//	   |
//	run.Run             step by step; the plan is made again after each, so that unchanged output ends the work early
//	   |
//	stage.Stage.Run     straight-line code of a stage; it calls run.Each, Fold, Scatter, Once
//	   |                shards -> workers -> table.Staging: Parquet parts under temporary names
//	ordered commit      rename, in shard order, then state/STAGE/00003.json
//	   |
//	manifest.json       the step's files, digests and counts: the commit point that the next step reads
//
// The machinery knows stages only through package stage, and nothing about chess. Package command is the command line;
// package cluster turns a plan into the jobs of a scheduler, which run the same steps by shards. Behind the map: stages
// read and write the rows of stages/rows, ask engine for chess and metrics for mathematics.
package pipeline
