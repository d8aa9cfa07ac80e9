package rows

import "embed"

// Source is the text of this package: the comments of the fields are the documentation of the columns.
//
//go:embed *.go
var Source embed.FS
