package table

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestLinkedFileIsTheSameAsAWrittenOne(t *testing.T) {
	dir := t.TempDir()
	original := filepath.Join(t.TempDir(), "original")
	if err := os.WriteFile(original, []byte("content"), 0o644); err != nil {
		t.Fatal(err)
	}
	written := NewStaging(dir, 0, Options{})
	w, err := written.CreateFile("archives", "archives/written")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("content")); err != nil {
		t.Fatal(err)
	}
	want, err := written.Commit()
	if err != nil {
		t.Fatal(err)
	}
	// Twice: the second link replaces a name of the same content, which rename treats specially.
	for range 2 {
		linked := NewStaging(dir, 1, Options{})
		if err := linked.LinkFile("archives", "archives/linked", original); err != nil {
			t.Fatal(err)
		}
		got, err := linked.Commit()
		if err != nil {
			t.Fatal(err)
		}
		g, w := got["archives"][0], want["archives"][0]
		if g.Bytes != w.Bytes || g.SHA256 != w.SHA256 || g.Name != "archives/linked" {
			t.Errorf("got %+v, want the content of %+v", g, w)
		}
		if data, err := os.ReadFile(g.Path); err != nil || string(data) != "content" {
			t.Errorf("read %q, %v", data, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "tmp", "*")); len(left) != 0 {
		t.Errorf("temporary files left: %v", left)
	}
	a, _ := os.Stat(original)
	if b, err := os.Stat(filepath.Join(dir, "archives", "linked")); err != nil || !os.SameFile(a, b) {
		t.Errorf("not one content under two names (%v)", err)
	}
}

func TestAbortedLinkLeavesTheOriginal(t *testing.T) {
	dir := t.TempDir()
	original := filepath.Join(t.TempDir(), "original")
	if err := os.WriteFile(original, []byte("content"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := NewStaging(dir, 0, Options{})
	if err := s.LinkFile("archives", "archives/a", original); err != nil {
		t.Fatal(err)
	}
	if err := s.Abort(); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(original); err != nil || string(data) != "content" {
		t.Errorf("original reads %q, %v", data, err)
	}
}

// Shards come and go at the same time, and the folder of their temporary files goes with the last one.
func TestShardsDoNotTakeAwayEachOthersFolder(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 100 {
				s := NewStaging(dir, worker*1000+i, Options{})
				w, err := s.CreateFile("archives", fmt.Sprintf("archives/%d-%d", worker, i))
				if err == nil {
					_, err = w.Write([]byte("x"))
				}
				if err == nil {
					_, err = s.Commit()
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}
