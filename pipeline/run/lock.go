package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A Lock keeps two runs out of one folder. The kernel's lock on the file is the truth: it ends with the process, however
// that ends. The content names the owner for the message to the other run.
type Lock struct{ file *os.File }

// An Owner is who holds a lock.
type Owner struct {
	PID     int    `json:"pid"`
	Host    string `json:"host"`
	Started string `json:"started"`
	Job     string `json:"job,omitempty"` // of the scheduler that started it
}

// A BusyError says who works in the run folder.
type BusyError struct {
	Dir   string
	Owner Owner
	// Foreign: the owner was on another host and has not signed off. Locks of network file systems cannot be trusted
	// between hosts, so nobody but the user can know whether it is still running.
	Foreign bool
}

func (e *BusyError) Error() string {
	who := fmt.Sprintf("pid %d on %.80s, since %.40s", e.Owner.PID, e.Owner.Host, e.Owner.Started)
	if e.Owner.PID == 0 {
		who = "it has not signed yet"
	}
	if e.Foreign {
		return fmt.Sprintf("%s was locked by another host and not released (%s): if that run is over, remove %s",
			e.Dir, who, filepath.Join(e.Dir, lockName))
	}
	return fmt.Sprintf("another run is working in %s (%s): wait for it or use another run name", e.Dir, who)
}

const lockName = "lock"

// Acquire locks a run folder. stale is the owner of a lock that was left behind by a process that is gone, if there was
// one. job is the scheduler's number of this process, if it has one: a job that is started again on another node takes
// over the lock that it had on the first.
//
// Tasks with --shards take no lock: they write nothing that another process writes, and locks of network file systems
// are not to be trusted.
func Acquire(dir, job string) (lock *Lock, stale *Owner, err error) {
	job = job[:min(len(job), 200)] // the whole owner has to fit into what readOwner reads
	path := filepath.Join(dir, lockName)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is not a file: remove it", path) // it would be emptied, and may be a link to anything
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	owner, err := lockNow(f)
	if err != nil {
		f.Close()
		if errors.Is(err, errHeld) {
			return nil, nil, &BusyError{Dir: dir, Owner: owner}
		}
		return nil, nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	l := &Lock{f}
	if owner, named := readOwner(f); named { // again: its owner may have signed off in between
		if host, _ := os.Hostname(); owner.Host != host && (job == "" || owner.Job != job) {
			f.Close()
			return nil, nil, &BusyError{Dir: dir, Owner: owner, Foreign: true}
		}
		stale = &owner
	}
	return l, stale, l.sign(job)
}

// errHeld: another process has the lock.
var errHeld = errors.New("locked by another process")

// lockNow locks the file, or returns errHeld with who has it.
//
// Note: a lock can outlive its owner for a moment. A plyquet that is killed while it starts an engine leaves the half-started
// process, which holds every descriptor until its exec; on a loaded machine that takes a while. So a lock of a process that is
// gone is asked for again, for two seconds.
func lockNow(f *os.File) (owner Owner, err error) {
	for range 40 {
		owner, _ = readOwner(f)
		if err = tryLock(f); !errors.Is(err, errHeld) || !owner.gone() {
			return owner, err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return owner, err
}

// gone reports that the owner ran on this host and does not any more. Who has not signed yet may be gone as well.
func (o Owner) gone() bool {
	if o.PID == 0 {
		return true
	}
	host, err := os.Hostname()
	return err == nil && o.Host == host && processGone(o.PID)
}

func readOwner(f *os.File) (o Owner, ok bool) {
	data := make([]byte, 4096)
	n, _ := f.ReadAt(data, 0)
	return o, json.Unmarshal(data[:n], &o) == nil && o.PID != 0
}

func (l *Lock) sign(job string) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	data, err := json.Marshal(Owner{os.Getpid(), host, time.Now().UTC().Format(time.RFC3339), job})
	if err != nil {
		return err
	}
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err = l.file.WriteAt(append(data, '\n'), 0)
	return err
}

// Release signs off. The file stays: removing it would let a third process lock a file that no name leads to.
func (l *Lock) Release() error {
	return errors.Join(l.file.Truncate(0), l.file.Close())
}
