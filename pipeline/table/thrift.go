package table

import (
	"encoding/binary"
	"fmt"
)

// Types of Thrift's compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// thrift reads values from the front of a text in Thrift's compact protocol, and passes over those that nobody wants. After
// the first fault there is nothing left to read.
type thrift struct {
	rest []byte
	err  error
}

func (r *thrift) fail(why string) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", errFooter, why)
	}
	r.rest = nil
}

func (r *thrift) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.fail("it ends too early")
		return nil
	}
	head := r.rest[:n]
	r.rest = r.rest[n:]
	return head
}

func (r *thrift) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (r *thrift) uvarint() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail("it has a number without an end")
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// int reads a signed number of any size.
func (r *thrift) int() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// list reads the head of a list: the type of its elements and their number, for each of which there must be a byte.
func (r *thrift) list() (kind byte, n int) {
	head := r.byte()
	count := uint64(head >> 4)
	if count == 15 {
		count = r.uvarint()
	}
	if count > uint64(len(r.rest)) {
		r.fail(fmt.Sprintf("a list of %d elements in %d bytes", count, len(r.rest)))
		return 0, 0
	}
	return head & 15, int(count)
}

// maxThrift is how deep structures are nested at most; those of Parquet are by no more than eight.
const maxThrift = 32

// fields reads a structure. read takes the value of a field, or leaves it and returns false.
func (r *thrift) fields(read func(id int, kind byte) bool, depth int) {
	for id := int64(0); r.err == nil; {
		head := r.byte()
		kind := head & 15
		if kind == 0 {
			return
		}
		if step := int64(head >> 4); step > 0 {
			id += step
		} else {
			id = r.int()
		}
		if !read(int(id), kind) {
			r.skip(kind, depth+1)
		}
	}
}

func (r *thrift) skip(kind byte, depth int) {
	if depth > maxThrift {
		r.fail("it is nested too deep")
		return
	}
	switch kind {
	case thriftTrue, thriftFalse: // the type is the value
	case thriftByte:
		r.byte()
	case thriftI16, thriftI32, thriftI64:
		r.uvarint()
	case thriftDouble:
		r.take(8)
	case thriftBinary:
		r.take(r.uvarint())
	case thriftList, thriftSet:
		kind, n := r.list()
		r.elements(kind, n, depth)
	case thriftMap:
		r.skipMap(depth)
	case thriftStruct:
		r.fields(func(int, byte) bool { return false }, depth)
	default:
		r.fail(fmt.Sprintf("it has a value of type %d", kind))
	}
}

// elements passes over the elements of a list, in which a truth value has a byte of its own.
func (r *thrift) elements(kind byte, n, depth int) {
	if kind == thriftTrue || kind == thriftFalse {
		kind = thriftByte
	}
	for i := 0; i < n && r.err == nil; i++ {
		r.skip(kind, depth+1)
	}
}

func (r *thrift) skipMap(depth int) {
	n := r.uvarint()
	if n == 0 {
		return
	}
	kinds := r.byte()
	for i := uint64(0); i < n && r.err == nil; i++ {
		r.elements(kinds>>4, 1, depth)
		r.elements(kinds&15, 1, depth)
	}
}
