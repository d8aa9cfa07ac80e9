package table

import "unsafe"

// unsafeString is a string that changes with b, as a caller's view into its read buffer does.
func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
