package table

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The library believes a footer: it makes room for as many children as a group says it has, and reads a chunk of the length
// that it is said to have, be that a terabyte. What is far from any file of ours is refused before it is asked.
const (
	maxFooter     = 64 << 20
	maxColumns    = 4096
	maxGroups     = 1 << 16
	maxGroupRows  = 1 << 22  // ours have a million at most
	maxDictionary = 16 << 20 // a dictionary ends at 1 MiB and a batch of 1024 strings more
	footerEnd     = 8        // length of the footer and "PAR1"
)

var errFooter = errors.New("the footer is damaged")

// checkFooter reads the footer as far as sizes in it are believed: a FileMetaData of Thrift's compact protocol, whose field 2
// is the list of columns and 4 that of row groups. What is no Parquet file is left to the library's own words.
func checkFooter(in io.ReaderAt, size int64) error {
	var tail [footerEnd]byte
	if _, err := in.ReadAt(tail[:], size-footerEnd); size < footerEnd || err != nil {
		return nil
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if string(tail[4:]) != "PAR1" || length > size-footerEnd {
		return nil
	}
	if length > maxFooter {
		return fmt.Errorf("%w: it has %d bytes, at most %d are read", errFooter, length, maxFooter)
	}
	data := make([]byte, length)
	if _, err := in.ReadAt(data, size-footerEnd-length); err != nil {
		return err
	}
	r := thrift{rest: data}
	r.fields(func(id int, kind byte) bool {
		switch {
		case id == 2 && kind == thriftList:
			r.columns()
		case id == 4 && kind == thriftList:
			_, n := r.list()
			r.atMost("row groups", n, maxGroups)
			r.elements(thriftStruct, n, 1)
		default:
			return false
		}
		return true
	}, 0)
	return r.err
}

// columns reads the list of columns and groups of columns.
func (r *thrift) columns() {
	kind, n := r.list()
	r.atMost("columns", n, maxColumns)
	if kind != thriftStruct {
		r.fail("its columns are no structures")
	}
	for range n {
		r.fields(func(id int, kind byte) bool {
			if id != 5 || kind != thriftI32 {
				return false
			}
			if children := r.int(); children < 0 || children > int64(n) {
				r.fail(fmt.Sprintf("a group of %d columns, where there are %d in all", children, n))
			}
			return true
		}, 1)
		if r.err != nil {
			return
		}
	}
}

func (r *thrift) atMost(what string, n, most int) {
	if n > most {
		r.fail(fmt.Sprintf("it has %d %s, at most %d are read", n, what, most))
	}
}

func checkRows(n int64) error {
	if n < 0 || n > maxGroupRows {
		return fmt.Errorf("%w: %d rows, at most %d are read", errFooter, n, maxGroupRows)
	}
	return nil
}

// dictionarySize is the size of the dictionary that a chunk begins with, unpacked; 0 if it begins with another page. A page's
// header is a structure whose fields 1 and 2 are its type and its size.
func dictionarySize(in io.ReaderAt, offset int64) (int64, error) {
	head := make([]byte, 64) // more than the two fields take
	n, err := in.ReadAt(head, offset)
	if err != nil && err != io.EOF {
		return 0, err
	}
	const dictionary = 2
	page, size := int64(-1), int64(0)
	r := thrift{rest: head[:n]}
	r.fields(func(id int, kind byte) bool {
		switch {
		case kind != thriftI32:
			return false
		case id == 1:
			page = r.int()
		case id == 2:
			size = r.int()
		default:
			return false
		}
		return true
	}, 0) // its error is the end of the 64 bytes, or one that the library will find
	if page != dictionary {
		return 0, nil
	}
	if size < 0 || size > maxDictionary {
		return 0, fmt.Errorf("a dictionary of %d bytes, at most %d are read", size, maxDictionary)
	}
	return size, nil
}
