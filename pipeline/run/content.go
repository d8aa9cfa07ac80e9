package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"os"
)

var errNotParquet = errors.New("not a Parquet file")

// contentDigest hashes a Parquet file up to its footer. The footer holds the fingerprint of the step, which changes
// with every changed setting; the pages before it change only with the rows. A file is: "PAR1", pages, footer,
// 4 bytes length of the footer (little-endian), "PAR1".
//
// Note: leaving the fingerprint out of the file would make this unnecessary, but a part could then not say which
// run it is from.
func contentDigest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var tail [8]byte
	if info.Size() < 12 {
		return "", errNotParquet
	}
	if _, err := f.ReadAt(tail[:], info.Size()-8); err != nil {
		return "", err
	}
	pages := info.Size() - 8 - int64(binary.LittleEndian.Uint32(tail[:4]))
	if !bytes.Equal(tail[4:], []byte("PAR1")) || pages < 4 {
		return "", errNotParquet
	}
	h := sha256.New()
	if _, err := io.CopyN(h, f, pages); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
