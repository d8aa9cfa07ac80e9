package verify

import (
	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// blocks checks that the blocks of every source tile its file: no byte and no game left out or taken twice.
func (a *audit) blocks() error {
	if !a.has(rows.Blocks) {
		return nil
	}
	sizes := map[string]int64{}
	for _, f := range a.files[rows.Sampled] {
		sizes[f.Name] = f.Bytes
	}
	type end struct{ bytes, games int64 }
	ends := map[string]end{}
	var games int64
	var gaps, orphans tally
	for b, err := range table.Read[rows.Block](a.files[rows.Blocks]) {
		if err != nil {
			return err
		}
		at := ends[b.Source]
		if b.Offset != at.bytes || b.FirstGame != at.games+1 {
			gaps.add("%q at byte %d, game %d; the block before it ends at byte %d, game %d", b.Source, b.Offset, b.FirstGame, at.bytes, at.games)
		}
		if _, known := sizes["sampled/"+b.Source]; !known {
			orphans.add("%q", b.Source)
		}
		ends[b.Source] = end{b.Offset + b.Bytes, b.FirstGame - 1 + b.Games}
		games += b.Games
	}
	gaps.close(a, rows.Blocks, "leave a gap or overlap")
	orphans.close(a, rows.Blocks, "are of no file in sampled/")
	var short tally
	for _, f := range a.files[rows.Sampled] {
		if source := f.Name[len("sampled/"):]; ends[source].bytes != f.Bytes {
			short.add("%q has %d bytes, its blocks %d", source, f.Bytes, ends[source].bytes)
		}
	}
	short.close(a, rows.Blocks, "are missing at the end of a file")
	if c := a.counts("sample"); c != nil {
		a.equal(rows.Blocks, "games", games, "were kept by sample", c.Kept)
	}
	if c := a.counts("ingest"); c != nil {
		a.equal(rows.Blocks, "games", games, "were seen by ingest", c.Seen)
	}
	if c := a.counts("positions"); c != nil {
		a.equal(rows.Blocks, "games", games, "were seen by positions", c.Seen)
	}
	return nil
}
