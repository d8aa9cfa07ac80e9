//go:build race

package stagetest

import (
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/klauspost/compress/zstd"
)

// Raced says that the race detector watches.
const Raced = true

// onePress compresses as arrow-go's own codec does, byte for byte, with one encoder for the whole process.
//
// Note: arrow-go keeps its encoders, two of a megabyte and more for every column chunk, in a sync.Pool. Under the race detector a
// pool forgets a quarter of what is put into it, and every megabyte costs the detector four of its own: half of the time
// of the stages' tests went into that.
type onePress struct {
	compress.Codec
	encoder *zstd.Encoder
}

func (p onePress) EncodeLevel(dst, src []byte, _ int) []byte {
	return p.encoder.EncodeAll(src, dst[:0])
}

func init() { // arrow-go's list of codecs belongs to no goroutine: nothing may have started yet
	codec, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		panic(err)
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithZeroFrames(true), zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(3)),
		zstd.WithEncoderConcurrency(4), zstd.WithAllLitEntropyCompression(true))
	if err != nil {
		panic(err)
	}
	compress.RegisterCodec(compress.Codecs.Zstd, onePress{codec, encoder})
}
