//go:build unix

package run

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// tryLock takes the kernel's lock on a file, or returns errHeld at once.
func tryLock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errHeld
		case !errors.Is(err, syscall.EINTR):
			return err
		}
	}
}

func processGone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// used is what this process and the engines it has waited for have used.
func used() (u usage) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if syscall.Getrusage(who, &r) != nil {
			continue
		}
		u.cpu += float64(r.Utime.Sec+r.Stime.Sec) + float64(r.Utime.Usec+r.Stime.Usec)/1e6
		u.peak = max(u.peak, int64(r.Maxrss)*maxrssUnit())
	}
	return u
}

// maxrssUnit: the kernels do not agree.
func maxrssUnit() int64 {
	if runtime.GOOS == "darwin" {
		return 1
	}
	return 1024
}
