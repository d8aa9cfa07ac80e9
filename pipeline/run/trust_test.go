package run

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plyquet/pipeline/stage"
)

// TestFlippedRecordIsDoneAgain flips each byte of a shard's record in turn, a digit of its counts among them, and removes a
// part, so that the step has to run: no flip may leave a trace in the result.
func TestFlippedRecordIsDoneAgain(t *testing.T) {
	data := t.TempDir()
	mustExecute(t, data, all, "sow.shards=2")
	want := results(t, data)
	dir := RunDir(data, "demo")
	record := recordPath(dir, "sow", 0)
	good, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	kept := bytes.Index(good, []byte(`"kept":`)) + len(`"kept":`)
	step := len(good)/5 + 1
	for at := range len(good) {
		if at != kept && at%step != 0 {
			continue
		}
		bad := bytes.Clone(good)
		bad[at] ^= 1
		if err := os.WriteFile(record, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(dir, "tables/seeds/part-00001.parquet")); err != nil {
			t.Fatal(err)
		}
		mustExecute(t, data, "sow", "sow.shards=2")
		sameTree(t, results(t, data), want)
	}
}

// TestNextRunSweepsWhatAKilledOneLeft: incomplete files of the manifest and of records, and the folder tmp.
func TestNextRunSweepsWhatAKilledOneLeft(t *testing.T) {
	data := t.TempDir()
	mustExecute(t, data, all)
	want := tree(t, RunDir(data, "demo"))
	for _, name := range []string{".manifest.json.tmp-1", ".config.resolved.yaml.tmp-2", "state/.hashes.json.tmp-3", "state/sow/.00001.json.tmp-4",
		"tmp/sow-00000/000.part"} {
		path := filepath.Join(RunDir(data, "demo"), name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mustExecute(t, data, "")
	for name := range tree(t, RunDir(data, "demo")) {
		if _, known := want[name]; !known && !strings.HasPrefix(name, "state/hashes") {
			t.Errorf("left behind: %s", name)
		}
	}
}

// TestLockOutlivesItsOwnerForAMoment: a half-started engine of a killed run holds the lock until its exec.
func TestLockOutlivesItsOwnerForAMoment(t *testing.T) {
	dir := t.TempDir()
	held, _, err := Acquire(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, lockName), fmt.Appendf(nil, `{"pid":99999999,"host":%q}`, host), 0o644); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(100*time.Millisecond, func() { held.file.Close() }) // the exec
	defer timer.Stop()
	lock, stale, err := Acquire(dir, "")
	if err != nil || stale == nil || stale.PID != 99999999 {
		t.Fatalf("%v, %v", stale, err)
	}
	if err := lock.Release(); err != nil {
		t.Error(err)
	}
}

// TestLinksInARunFolderLeadNowhere: a run folder can come from somebody else. A lock that was a link emptied the file it led
// to, and records in a linked folder were removed as those of an earlier execution.
func TestLinksInARunFolderLeadNowhere(t *testing.T) {
	for _, link := range []string{"lock", "state", "state/sow", "state/tasks"} {
		t.Run(strings.ReplaceAll(link, "/", "-"), func(t *testing.T) {
			data, theirs := t.TempDir(), t.TempDir()
			mustExecute(t, data, all)
			precious := filepath.Join(theirs, "sow", "00099.json")
			if err := os.MkdirAll(filepath.Dir(precious), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(precious, []byte("precious"), 0o644); err != nil {
				t.Fatal(err)
			}
			target := map[string]string{"lock": precious, "state/sow": filepath.Dir(precious)}[link]
			if target == "" {
				target = theirs
			}
			path := filepath.Join(RunDir(data, "demo"), filepath.FromSlash(link))
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, path); err != nil {
				t.Skip("no symbolic links here:", err)
			}
			if _, err := execute(t, data, Options{Force: true}); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("%v", err)
			}
			if got, err := os.ReadFile(precious); err != nil || string(got) != "precious" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// TestFaultsOfAShardStandInItsRecord: they are not kept in memory, and one that has changed since is not taken for what it was.
func TestFaultsOfAShardStandInItsRecord(t *testing.T) {
	dir := t.TempDir()
	r := record{Stage: "sow", Fingerprint: "f", Index: 3, Faults: []fault{{stage.Reject{Reason: "rotten"}, true}, {stage.Reject{Reason: "eaten"}, false}}}
	want := slices.Clone(r.Faults)
	if err := r.write(dir); err != nil {
		t.Fatal(err)
	}
	r.unload()
	if got, err := r.faults(dir); err != nil || r.Faults != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	other := r
	other.Faults = want[:1]
	if err := other.write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := r.faults(dir); err == nil {
		t.Error("a record with fewer faults was taken")
	}
	if err := os.Remove(recordPath(dir, "sow", 3)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.faults(dir); err == nil {
		t.Error("a record that is gone was taken")
	}
}
