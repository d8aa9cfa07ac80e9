package rows

// Block is one stretch of a sampled PGN file that holds whole games: about 1 MiB, or one larger game. Blocks are the
// shards of ingest and positions: their edges come from the data, never from the number of workers. The blocks of a
// source tile its file; rows are in the order of source_no and offset.
type Block struct {
	Source    string `col:"source,dict"`               // file name below sampled/, forward slashes
	SourceNo  int32  `col:"source_no" unit:"ordinal"`  // ordinal of the source, from 0: archives by name, texts as they stand in their archive
	Offset    int64  `col:"offset" unit:"bytes"`       // first byte of the block in the sampled file
	Bytes     int64  `col:"bytes" unit:"bytes"`        // length in bytes
	FirstGame int64  `col:"first_game" unit:"ordinal"` // 1-based number in the sampled file of the block's first game
	Games     int64  `col:"games" unit:"games"`        // games in the block
}
