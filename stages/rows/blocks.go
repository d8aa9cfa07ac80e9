package rows

// Block is one stretch of a sampled PGN file that holds whole games. Blocks are the shards of ingest and positions:
// their edges come from the data, never from the number of workers.
type Block struct {
	Source    string `col:"source,dict"` // file name below sampled/, forward slashes
	SourceNo  int32  `col:"source_no"`   // ordinal of the source in name order, from 0
	Offset    int64  `col:"offset"`      // first byte of the block in the decompressed source
	Bytes     int64  `col:"bytes"`       // length in bytes
	FirstGame int64  `col:"first_game"`  // 1-based number in its source of the block's first game
	Games     int64  `col:"games"`       // games in the block
}
