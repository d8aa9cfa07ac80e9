package rows

import (
	"plyquet/pipeline/stage"
	"plyquet/pipeline/table"
)

// BenchRuns is written by `plyquet bench`: a row a single measured run.
const BenchRuns stage.TableID = "bench_runs"

// BenchRun is one measured process of `plyquet bench`. Unlike every other table it holds times and the machine.
type BenchRun struct {
	Order     int32           `col:"order,sort" unit:"ordinal"`   // place in the interleaved order of measurement, from 0
	Task      string          `col:"task,dict"`                   // stage that was measured
	Size      string          `col:"size,dict"`                   // name of the data size
	Games     int64           `col:"games" unit:"games"`          // games in the input
	Bytes     int64           `col:"bytes" unit:"bytes"`          // PGN bytes in the input
	Workers   int32           `col:"workers" unit:"goroutines"`   // 0: the sequential path, one goroutine and no pool
	Repeat    int32           `col:"repeat" unit:"ordinal"`       // from 0
	WallUS    int64           `col:"wall_us" unit:"microseconds"` // wall time of the process, microseconds
	CPUUS     int64           `col:"cpu_us" unit:"microseconds"`  // user + system time of the process and its engines, microseconds
	PeakKiB   int64           `col:"peak_kib" unit:"KiB"`         // largest resident set of the process, KiB
	LoadFirst float32         `col:"load_first" unit:"processes"` // load average of one minute before the run
	Machine   string          `col:"machine,dict"`                // processor name
	Cores     int32           `col:"cores" unit:"processors"`     // logical processors the process may use
	OS        string          `col:"os,dict"`                     // operating system and architecture
	Commit    string          `col:"commit,dict"`                 // revision of plyquet
	StartedAt table.Timestamp `col:"started_at"`                  // UTC
}
