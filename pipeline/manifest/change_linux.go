package manifest

import (
	"io/fs"
	"syscall"
)

// change is when the inode was last changed, which no program can set, and its number.
func change(info fs.FileInfo) (ns int64, inode uint64) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0
	}
	return st.Ctim.Nano(), st.Ino
}
