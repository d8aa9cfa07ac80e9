package trust

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"plyquet/stages/stagetest"
)

// mount puts a small file system of its own under the data folder of a chain.
func mount(t *testing.T, c chain, kib int) {
	t.Helper()
	err := syscall.Mount("tmpfs", c.data, "tmpfs", 0, size(kib))
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) {
		t.Skip("a small file system can be mounted by root alone")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(c.data, 0); err != nil {
			t.Errorf("something still uses the run folder: %v", err)
		}
	})
}

func size(kib int) string { return fmt.Sprintf("size=%dk", kib) }

func remount(t *testing.T, c chain, flags uintptr, kib int) {
	t.Helper()
	if err := syscall.Mount("tmpfs", c.data, "tmpfs", syscall.MS_REMOUNT|flags, size(kib)); err != nil {
		t.Fatal(err)
	}
}

// TestFullDisk gives the run a little more space each time it has filled its disk. Each time it says so, and what it has finished
// is kept.
func TestFullDisk(t *testing.T) {
	costly(t)
	c := newChain(t)
	const first, step = 80, 300
	mount(t, c, first)
	fills := 0
	for kib := first + step; ; kib += step {
		e := c.do(t, "", "run")
		if e.code == 0 {
			break
		}
		e.want(t, 1, "the disk is full", "free some space and run again")
		fills++
		remount(t, c, 0, kib)
	}
	if fills < 3 {
		t.Errorf("the disk was full %d times", fills)
	}
	remount(t, c, 0, 1<<20)
	stagetest.SameFiles(t, "full disk", c.outputs(t), undisturbed(t))
}

// TestReadOnly makes the run folder read-only half-way.
func TestReadOnly(t *testing.T) {
	costly(t)
	c := newChain(t)
	mount(t, c, 1<<20)
	c.do(t, "", "run", "--to", "sample").want(t, 0)
	remount(t, c, syscall.MS_RDONLY, 1<<20)
	c.do(t, "", "run").want(t, 1, "read-only", "--data")
	c.do(t, "", "verify", "chain").want(t, 0)
	remount(t, c, 0, 1<<20)
	c.finish(t, "read-only for a while")
}

// TestNoPermission runs as a user who may read the run folder and not write it.
func TestNoPermission(t *testing.T) {
	costly(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can become another user")
	}
	c := newChain(t)
	c.do(t, "", "run", "--to", "sample").want(t, 0)
	binary, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	// Other users cannot look into the folder that go test builds in.
	open, err := os.MkdirTemp("", "plyquet-nobody-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(open) })
	self := filepath.Join(open, "plyquet")
	if err := errors.Join(os.Chmod(open, 0o755), os.WriteFile(self, binary, 0o755)); err != nil {
		t.Fatal(err)
	}
	for dir := c.data; strings.HasPrefix(dir, os.TempDir()+"/"); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chmod(scratch, 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := c.command(t, "", "run")
	cmd.Path, cmd.Args[0] = self, self
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	wait(t, cmd).want(t, 1, "no permission", "writable", "--data")
	c.finish(t, "no permission for a while")
}
