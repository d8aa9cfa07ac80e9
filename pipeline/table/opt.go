package table

import "reflect"

// Opt is a column value that may be absent (null in Parquet). The zero value is absent: there are no sentinels.
type Opt[T any] struct {
	v  T
	ok bool
}

// Some is a present value.
func Some[T any](v T) Opt[T] { return Opt[T]{v, true} }

// Get returns the value and whether there is one.
func (o Opt[T]) Get() (T, bool) { return o.v, o.ok }

// Or returns the value, or def when it is absent.
func (o Opt[T]) Or(def T) T {
	if o.ok {
		return o.v
	}
	return def
}

// valueType lets columnsOf recognise an Opt and look behind it.
func (o Opt[T]) valueType() reflect.Type { return reflect.TypeFor[T]() }

// Date is a calendar day in days since 1970-01-01 (Parquet date32).
type Date int32

// TimeOfDay is in whole seconds since midnight (Parquet time32 in milliseconds; Arrow time32[s] is not a Parquet type).
type TimeOfDay int32

// Timestamp is in microseconds since 1970-01-01T00:00:00Z (Parquet timestamp[us, UTC]).
type Timestamp int64
