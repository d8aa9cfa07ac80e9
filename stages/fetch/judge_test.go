package fetch

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plyquet/stages/stagetest"
)

// withLink is a zip with a symbolic link and a game.
func withLink(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	h := &zip.FileHeader{Name: "link.pgn"}
	h.SetMode(fs.ModeSymlink | 0o777)
	f, err := w.CreateHeader(h)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "/etc/passwd")
	f, _ = w.Create("A.pgn")
	io.WriteString(f, gamesText(1))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// flip inverts the bits of a byte.
func flip(data []byte, at int) []byte {
	data = bytes.Clone(data)
	data[at] ^= 0xFF
	return data
}

// encryptedFlag sets the flag of encryption in every header of a zip.
func encryptedFlag(data []byte) []byte {
	data = bytes.Clone(data)
	for i := 0; i+12 < len(data); i++ {
		switch binary.LittleEndian.Uint32(data[i:]) {
		case 0x04034b50:
			data[i+6] |= 1
		case 0x02014b50:
			data[i+8] |= 1
		}
	}
	return data
}

func TestWhatIsNotTrusted(t *testing.T) {
	one := stagetest.Zip(t, "A.pgn", gamesText(50))
	gz, zst := stagetest.Gzip(t, gamesText(50)), stagetest.Zstd(t, gamesText(5000))
	bomb := gamesText(1) + strings.Repeat(" ", 40<<20)
	for _, c := range []struct {
		name string
		data []byte
		want reason // "" = used
		note string // of a used one
	}{
		{name: "one.zip", data: one},
		{name: "junk-before.zip", data: append([]byte("JUNKJUNK"), one...)},
		{name: "plain.pgn", data: []byte(gamesText(1))},
		{name: "named-zip-but-plain.pgn.zip", data: []byte(gamesText(1)), want: truncated},
		{name: "zip-called.pgn", data: one},
		{name: "good.pgn.gz", data: gz},
		{name: "good.pgn.zst", data: zst},
		{name: "upper.zip", data: stagetest.Zip(t, "A.PGN", gamesText(1), "readme.txt", "hello")},
		{name: "resource-fork.zip", data: stagetest.Zip(t, "d/A.pgn", gamesText(1), "__MACOSX/d/._A.pgn", "x", "d/.DS_Store", "y")},
		{name: "same-names.zip", data: stagetest.Zip(t, "a/G.pgn", gamesText(1), "b/G.pgn", gamesText(1), "a/g.pgn", gamesText(1))},
		{name: "climbing.zip", data: stagetest.Zip(t, "../../evil.pgn", gamesText(1), "ok.pgn", gamesText(1)), note: "../../evil.pgn: unsafe_name"},
		{name: "absolute.zip", data: stagetest.Zip(t, "/abs.pgn", gamesText(1), "ok.pgn", gamesText(1)), note: "/abs.pgn: unsafe_name"},
		{name: "link.zip", data: withLink(t), note: "link.pgn: link_entry"},
		{name: "inner.zip", data: stagetest.Zip(t, "inner.zip", string(one), "A.pgn", gamesText(1)), note: "inner.zip: nested_archive"},
		{name: "empty-entry.zip", data: stagetest.Zip(t, "E.pgn", "", "A.pgn", gamesText(1)), note: "E.pgn: empty_entry"},
		{name: "prose-entry.zip", data: stagetest.Zip(t, "P.pgn", "Nothing here", "A.pgn", gamesText(1)), note: "P.pgn: no_pgn"},

		{name: "only-inner.zip", data: stagetest.Zip(t, "inner.zip", string(one)), want: noPGN},
		{name: "no-pgn.zip", data: stagetest.Zip(t, "readme.txt", "hello"), want: noPGN},
		{name: "no-entries.zip", data: stagetest.Zip(t), want: noPGN},
		{name: "zero.zip", data: nil, want: emptyFile},
		{name: "cut.zip", data: one[:len(one)/2], want: truncated},
		{name: "cut.pgn.gz", data: gz[:len(gz)/2], want: truncated},
		{name: "cut.pgn.zst", data: zst[:len(zst)/2], want: truncated},
		{name: "crc.zip", data: flip(one, len(one)-len(one)/2), want: wrongChecksum}, // in the middle of the packed data
		{name: "crc.pgn.gz", data: flip(gz, len(gz)-6), want: wrongChecksum},
		{name: "crc.pgn.zst", data: flip(zst, len(zst)-2), want: wrongChecksum},
		{name: "broken.pgn.gz", data: flip(gz, 10), want: corrupt}, // the type of the first deflate block
		{name: "encrypted.zip", data: encryptedFlag(one), want: encrypted},
		{name: "bomb.zip", data: stagetest.Zip(t, "bomb.pgn", bomb), want: expandsTooMuch},
		{name: "bomb.pgn.gz", data: stagetest.Gzip(t, bomb), want: expandsTooMuch},
		{name: "page.zip", data: []byte("\n<html><body>Closed</body></html>"), want: notAnArchive},
		{name: "page.pgn", data: []byte("\uFEFF<!DOCTYPE html>"), want: notAnArchive},
		{name: "json.pgn", data: []byte(`{"error":"maintenance"}`), want: notAnArchive},
		{name: "prose.pgn", data: []byte("Nothing here."), want: noPGN},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), c.name)
			if err := os.WriteFile(file, c.data, 0o644); err != nil {
				t.Fatal(err)
			}
			notes, err := judge(file, Archive{Name: c.name}, receipt{URL: c.name})
			f, _ := asFault(err)
			switch {
			case c.want == "" && err != nil:
				t.Fatalf("refused: %v", err)
			case c.want != "" && (f == nil || f.reason != c.want):
				t.Fatalf("error %v (%+v), want %s", err, f, c.want)
			case c.want != "" && !strings.Contains(f.Error(), c.name):
				t.Errorf("%q does not name the file", f.Error())
			}
			var got []string
			for _, n := range notes {
				got = append(got, n.Entry+": "+string(n.Reason))
			}
			if strings.Join(got, ", ") != c.note {
				t.Errorf("notes %q, want %q", got, c.note)
			}
		})
	}
}

func TestCase60ZipArchives(t *testing.T) {
	dir := stagetest.Shared(t, "cases", "60-zip-archives")
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(dir, filepath.Base(r.URL.Path)))
	})
	names, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	var addresses []string
	for _, n := range names {
		addresses = append(addresses, srv.URL+"/"+filepath.Base(n))
	}
	job := newJob(t, t.TempDir())
	got := mustRun(t, fromURLs(newFakeTime(), addresses...), job)
	wantRejects := []string{
		"bad-crc.zip: wrong_checksum", "bomb.zip: expands_too_much", "empty-archive.zip: no_pgn", "encrypted-flag.zip: encrypted",
		"html-instead.zip: not_an_archive", "inner-zip.zip: no_pgn", "no-pgn.zip: no_pgn", "truncated.zip: truncated", "zero-bytes.zip: empty_file",
	}
	if !slices.Equal(got.reasons(), wantRejects) {
		t.Errorf("rejects\n%v\nwant\n%v", got.reasons(), wantRejects)
	}
	wantWarnings := []string{
		"empty-entry.zip: Empty.pgn: empty_entry",
		"symlink.zip: link.pgn: link_entry",
		"traversal.zip: ../../evil.pgn: unsafe_name", "traversal.zip: ../../win.pgn: unsafe_name",
		"traversal.zip: /abs.pgn: unsafe_name", "traversal.zip: C:/temp/x.pgn: unsafe_name",
	}
	warnings := got.warnings()
	slices.Sort(warnings)
	if !slices.Equal(warnings, wantWarnings) {
		t.Errorf("warnings\n%v\nwant\n%v", warnings, wantWarnings)
	}
	if want := len(names) - len(wantRejects); len(got.files) != want || got.counts.Seen != int64(len(names)) {
		t.Errorf("%d archives used of %d, want %d", len(got.files), got.counts.Seen, want)
	}
	for _, name := range []string{"zero-bytes.zip", "truncated.zip"} {
		place := slotOf(downloads(job.Dir), srv.URL+"/"+name, name)
		if fileSize(place.file()) != 0 || fileSize(place.part()) != 0 {
			t.Errorf("%s: a bad download is kept as good", name)
		}
	}
	tries := 0
	for _, r := range srv.requests() {
		if strings.HasSuffix(r.URL.Path, "/truncated.zip") {
			tries++
		}
	}
	if tries != contentTries {
		t.Errorf("truncated.zip was transferred %d times, want %d", tries, contentTries)
	}
}
