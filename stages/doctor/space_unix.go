//go:build unix

package doctor

import "syscall"

// freeSpace is what is left for this user on the file system that holds a folder, in bytes.
func freeSpace(folder string) (int64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(folder, &st); err != nil {
		return 0, err
	}
	return int64(st.Bavail) * int64(st.Bsize), nil
}
