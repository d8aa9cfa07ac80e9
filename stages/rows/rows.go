// Package rows holds the row types of every table, one file a table. Stages never import stages: they meet here.
//
// It is for the shape and the meaning of the tables alone, the words in their columns included, not for computing or
// reading them. The order of a table's rows is in the option sort of its columns. Points of view: every
// score is White's, except columns whose name starts with mover_. Absent values are null (table.Opt), never a
// sentinel. The doc comment of a field is the documentation of its column: `plyquet tables`, the data card and the
// data dictionary are made from these files.
package rows

import "plyquet/pipeline/stage"

// Artifacts that are folders of files.
const (
	Archives  stage.TableID = "archives"  // PGN as fetched: archives/
	Sampled   stage.TableID = "sampled"   // PGN after sampling, same file names: sampled/
	Report    stage.TableID = "report"    // report/index.html and its plots
	Simulated stage.TableID = "simulated" // PGN of simulated leagues: simulated/
)

// Tables.
const (
	Blocks        stage.TableID = "blocks"         // sample: where each shard of the sampled PGN begins and ends
	Games         stage.TableID = "games"          // ingest: a row a game
	Plies         stage.TableID = "plies"          // ingest: a row a half-move
	Rejects       stage.TableID = "rejects"        // every stage: what could not be used, and why
	Positions     stage.TableID = "positions"      // positions: white / draws / black of a position
	PositionMoves stage.TableID = "position_moves" // positions: the same for each move played in it
	Evaluations   stage.TableID = "evaluations"    // evaluate: a row a position x depth x rank
	Grades        stage.TableID = "grades"         // grade: a row a move and profile
	GameAccuracy  stage.TableID = "game_accuracy"  // grade: a row a game, side and profile
	Complexity    stage.TableID = "complexity"     // complexity: a row a position and definition
	Signals       stage.TableID = "signals"        // signals: a row a player and signal
	MoveSignals   stage.TableID = "move_signals"   // signals: a row a decision
	Correlations  stage.TableID = "correlations"   // signals: how complexity and difficulty go with what players lose
	Labels        stage.TableID = "labels"         // simulate: what is known about a simulated player or move
	Validation    stage.TableID = "validation"     // validate: how well each signal separates assisted from honest players
	ValidationZ   stage.TableID = "validation_z"   // validate: the z of every player of the trials
)

// SchemaVersion is the version of the tables as a set. It is in the metadata of every file; it is raised when a
// column changes its name, type or meaning.
const SchemaVersion = 1
