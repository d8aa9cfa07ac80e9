package run

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

const (
	lockExclusive       = 2                  // LOCKFILE_EXCLUSIVE_LOCK
	lockFailImmediately = 1                  // LOCKFILE_FAIL_IMMEDIATELY
	lockViolation       = syscall.Errno(33)  // ERROR_LOCK_VIOLATION
	ioPending           = syscall.Errno(997) // ERROR_IO_PENDING
)

// tryLock takes the kernel's lock on a file, or returns errHeld at once. What is locked cannot be read by others here,
// and they want to read who the owner is: so the one byte that is locked lies far behind the content.
func tryLock(f *os.File) error {
	at := syscall.Overlapped{OffsetHigh: 1 << 30}
	ok, _, err := lockFileEx.Call(f.Fd(), lockExclusive|lockFailImmediately, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	switch {
	case ok != 0:
		return nil
	case errors.Is(err, lockViolation), errors.Is(err, ioPending):
		return errHeld
	}
	return fmt.Errorf("LockFileEx: %w", err)
}

// processGone is never asked in earnest: there is no fork here that could keep the lock of a process alive.
func processGone(int) bool { return false }

// used is not told here for the processes that have been waited for.
func used() usage { return usage{} }
