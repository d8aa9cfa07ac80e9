package pgn

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// unpack returns the plain stream behind r and the file name suffix that its compression usually has ("" for plain).
// Files of several streams one after the other, as parallel compressors write them, are read to their end.
func unpack(r *bufio.Reader) (io.Reader, string, error) {
	head, err := r.Peek(4)
	if err != nil && err != io.EOF {
		return nil, "", err
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1F, 0x8B}):
		z, err := gzip.NewReader(r)
		return z, ".gz", err
	case bytes.HasPrefix(head, []byte("BZh")):
		return bzip2.NewReader(r), ".bz2", nil
	case isZstd(head):
		// One goroutine: parallelism belongs to pipeline/run. The window limit admits "zstd --long=29".
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(512<<20))
		return z, ".zst", err
	}
	return r, "", nil
}

// isZstd knows the frame magic and the sixteen of skippable frames, which may come first.
func isZstd(head []byte) bool {
	return bytes.HasPrefix(head, []byte{0x28, 0xB5, 0x2F, 0xFD}) ||
		(len(head) == 4 && head[0]&0xF0 == 0x50 && head[1] == 0x2A && head[2] == 0x4D && head[3] == 0x18)
}
