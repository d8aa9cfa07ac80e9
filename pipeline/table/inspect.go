package table

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"plyquet/pipeline/stage"
)

// Schema lists the columns of a file.
func Schema(f stage.File) ([]Column, error) {
	var cols []Column
	err := withFile(f, func(r *reader) error {
		sc := r.pq.MetaData().Schema
		for i := range sc.NumColumns() {
			c := sc.Column(i)
			name := fmt.Sprintf("%s (%s)", c.PhysicalType(), c.LogicalType())
			if k, ok := storedKind(c); ok {
				name = k.String()
			}
			cols = append(cols, Column{Name: c.Path(), Type: name, Nullable: c.MaxDefinitionLevel() > 0})
		}
		return nil
	})
	return cols, err
}

// Metadata returns the key/value metadata of a file, without the Arrow schema.
func Metadata(f stage.File) (map[string]string, error) {
	meta := make(map[string]string)
	err := withFile(f, func(r *reader) error {
		kv := r.pq.MetaData().KeyValueMetadata()
		for i, key := range kv.Keys() {
			if key != arrowSchemaKey {
				meta[key] = kv.Values()[i]
			}
		}
		return nil
	})
	return meta, err
}

// Verify reads a file and compares its length and digest with what its commit recorded.
func Verify(f stage.File) error {
	in, err := os.Open(f.Path)
	if err != nil {
		return err
	}
	defer in.Close()
	digest := sha256.New()
	n, err := io.Copy(digest, in)
	if err != nil {
		return err
	}
	if n != f.Bytes {
		return fmt.Errorf("%s has %d bytes, its commit recorded %d", f.Path, n, f.Bytes)
	}
	if sum := hex.EncodeToString(digest.Sum(nil)); sum != f.SHA256 {
		return fmt.Errorf("%s has sha256 %s, its commit recorded %s", f.Path, sum, f.SHA256)
	}
	return nil
}
