package verify

import (
	"cmp"
	"slices"

	"plyquet/pipeline/table"
	"plyquet/stages/rows"
)

// archives checks that what fetch has counted is there.
func (a *audit) archives() error {
	c := a.counts("fetch")
	if c == nil {
		return nil
	}
	var bytes int64
	for _, f := range a.files[rows.Archives] {
		bytes += f.Bytes
	}
	a.equal(rows.Archives, "files", int64(len(a.files[rows.Archives])), "were kept by fetch", c.Kept)
	a.extra(rows.Archives, "fetch", "bytes", "bytes", bytes)
	return nil
}

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
	var gaps, orphans, numbers tally
	last := rows.Block{SourceNo: -1}
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
		if again := b.Source == last.Source; again != (b.SourceNo == last.SourceNo) || b.SourceNo < last.SourceNo {
			numbers.add("%q has number %d behind number %d of %q", b.Source, b.SourceNo, last.SourceNo, last.Source)
		}
		last = *b
		a.homes = append(a.homes, *b)
		ends[b.Source] = end{b.Offset + b.Bytes, b.FirstGame - 1 + b.Games}
		games += b.Games
	}
	gaps.close(a, rows.Blocks, "leave a gap or overlap")
	orphans.close(a, rows.Blocks, "are of no file in sampled/")
	numbers.close(a, rows.Blocks, "have the source_no of another source or are out of order")
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

// homes are the blocks in the order of source_no and offset.
type homes []rows.Block

// hold reports whether a game lies in the block that its game_id leads to. Without blocks it has nowhere to be.
func (h homes) hold(g *game) bool {
	at, found := slices.BinarySearchFunc(h, g.GameID, func(b rows.Block, id int64) int {
		return cmp.Compare(gameID(b.SourceNo, b.Offset), id)
	})
	if !found {
		at--
	}
	if at < 0 {
		return len(h) == 0
	}
	b := h[at]
	return g.Source == b.Source && g.Offset == g.GameID&(1<<43-1) && g.Offset < b.Offset+b.Bytes &&
		g.GameNumber >= b.FirstGame && g.GameNumber < b.FirstGame+b.Games
}

// gameID is games.game_id of a game at a byte of a source.
func gameID(sourceNo int32, offset int64) int64 { return int64(sourceNo)<<43 | offset }

// of finds the game_id of the game at a byte of a source.
func (h homes) of(source string, offset int64) (id int64, ok bool) {
	for i := range h {
		if b := &h[i]; b.Source == source && offset >= b.Offset && offset < b.Offset+b.Bytes {
			return gameID(b.SourceNo, offset), true
		}
	}
	return 0, false
}
