package stage

// Divisible is implemented by a stage whose shards tasks on several machines can share (`--shards`). A stage that does not
// implement it is run by one task: its shards are few, or one process has to see all of them.
type Divisible interface {
	// Phases is how many times the tasks go over the shards of the stage, each time when all of them have finished the
	// time before: 1 when every shard stands for itself, 2 for map and reduce. 0: with these settings one process has
	// to see everything.
	Phases() int
}

// Light is implemented by a stage that one process does in minutes even for millions of games. Tasks can share it, but
// starting them costs more than it saves, so that it becomes a job array only where the configuration asks for one.
type Light interface {
	Light()
}

// Gatherer is implemented by a stage whose tasks leave something beside their parts that is worth keeping, such as what an
// engine has found. Gather is called when the stage has been committed; an error costs time in later runs, not results.
type Gatherer interface {
	Gather(job *Job) error
}

// Dealt reports whether the shards are dealt to tasks, be it to one.
func (r ShardRange) Dealt() bool { return r.Of > 0 }
