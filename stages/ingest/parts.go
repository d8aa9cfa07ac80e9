package ingest

import (
	"fmt"

	"plyquet/pipeline/stage"
	"plyquet/stages/rows"
	"plyquet/stages/sampled"
)

// part is a shard: consecutive blocks that become one file of each table.
type part struct{ blocks []rows.Block }

func (p part) String() string {
	if len(p.blocks) == 0 {
		return "no games"
	}
	return fmt.Sprintf("%s from byte %d", p.blocks[0].Source, p.blocks[0].Offset)
}

// loadParts groups the blocks. A part is as large as it must be for at most about 256 of them, within bounds: small
// enough to share a middling input among workers, large enough for files that are worth opening.
func loadParts(job *stage.Job) (parts []part, games int64, err error) {
	const least, most, wanted = 4 << 20, 256 << 20, 256
	blocks, err := sampled.Blocks(job)
	if err != nil {
		return nil, 0, err
	}
	var total int64
	for _, b := range blocks {
		total += b.Bytes
		games += b.Games
	}
	return group(blocks, min(max(total/wanted, least), most)), games, nil
}

// group cuts the list after each block that fills a part. Without blocks there is one empty part, so that the tables
// exist.
func group(blocks []rows.Block, size int64) (parts []part) {
	from, bytes := 0, int64(0)
	for i, b := range blocks {
		if bytes += b.Bytes; bytes >= size || i+1 == len(blocks) {
			parts = append(parts, part{blocks[from : i+1]})
			from, bytes = i+1, 0
		}
	}
	if len(parts) == 0 {
		parts = []part{{}}
	}
	return parts
}
