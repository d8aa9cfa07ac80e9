//go:build !linux && !darwin

package manifest

import "io/fs"

func change(fs.FileInfo) (ns int64, inode uint64) { return 0, 0 }
