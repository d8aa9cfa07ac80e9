package pgn

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const (
	gameOne = "[Event \"One\"]\n\n1. e4 1-0\n\n"
	gameTwo = "[Event \"Two\"]\n\n1. d4 0-1\n"
	// bzip2 of gameOne and of gameTwo, two streams one behind the other (made with Python's bz2).
	bzip2Both = "QlpoOTFBWSZTWZyI0vgAAAjfgAAQUANkAAIAgAoCAQUAIAAiJpkyYmahTAATSm2WR1rkpR1ukPOAOo+LuSKcKEhORGl8AEJaaDkxQVkmU1nzzPeJAAAIX4AAEFADZAACAAQKBgGFgCAAIppo000NM1CmTEyDIzZZjSpDIbK78MsTAEj4u5IpwoSHnme8SA=="
)

type entry struct {
	name, text string
	mode       fs.FileMode
}

func zipped(t *testing.T, entries ...entry) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		h.SetMode(0o644 | e.mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, e.text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func gzipped(texts ...string) string {
	var out bytes.Buffer
	for _, text := range texts {
		w := gzip.NewWriter(&out)
		io.WriteString(w, text)
		w.Close()
	}
	return out.String()
}

func zstandard(texts ...string) string {
	var out bytes.Buffer
	for _, text := range texts {
		w, _ := zstd.NewWriter(&out)
		io.WriteString(w, text)
		w.Close()
	}
	return out.String()
}

func inUTF16(text string, order binary.AppendByteOrder, mark bool) string {
	var out []byte
	if mark {
		out = order.AppendUint16(out, 0xFEFF)
	}
	for _, c := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, c)
	}
	return string(out)
}

// contents opens a file with these bytes and returns its texts as "name: text" and what was skipped or went wrong.
func contents(t *testing.T, name, data string, limits Limits) (texts, skipped []string, errs []error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	a, err := Open(path, limits)
	if err != nil {
		return nil, nil, []error{err}
	}
	defer a.Close()
	for {
		text, err := a.Next()
		if err == io.EOF {
			break
		}
		var all []byte
		if err == nil {
			all, err = io.ReadAll(text)
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		texts = append(texts, text.Name+": "+string(all))
	}
	for _, s := range a.Skipped() {
		skipped = append(skipped, s.Name+": "+s.Reason)
	}
	return texts, skipped, errs
}

func TestArchivesAreRecognisedByTheirBytes(t *testing.T) {
	both := gameOne + gameTwo
	bz, err := base64.StdEncoding.DecodeString(bzip2Both)
	if err != nil {
		t.Fatal(err)
	}
	name := "[White \"Žluť, Š 𝄞\"]\n\n1. e4 1-0\n"
	for _, c := range []struct{ file, data, want string }{
		{"plain.pgn", both, "plain.pgn: " + both},
		{"empty.pgn", "", "empty.pgn: "},
		{"two streams.pgn.gz", gzipped(gameOne, gameTwo), "two streams.pgn: " + both},
		{"two streams.pgn.bz2", string(bz), "two streams.pgn: " + both},
		{"two streams.pgn.zst", zstandard(gameOne, gameTwo), "two streams.pgn: " + both},
		{"skippable.pgn.zst", "\x50\x2A\x4D\x18\x04\x00\x00\x00abcd" + zstandard(gameOne), "skippable.pgn: " + gameOne},
		{"called plain.pgn", zstandard(gameOne), "called plain.pgn: " + gameOne},
		{"called zstd.zst", gameOne, "called zstd.zst: " + gameOne},
		{"called plain too.txt", zipped(t, entry{name: "a.pgn", text: gameOne}), "a.pgn: " + gameOne},
		{"le.pgn", inUTF16(name, binary.LittleEndian, true), "le.pgn: " + name},
		{"be.pgn", inUTF16(name, binary.BigEndian, true), "be.pgn: " + name},
		{"no mark.pgn", inUTF16(name, binary.LittleEndian, false), "no mark.pgn: " + name},
		{"packed.pgn.gz", gzipped(inUTF16(name, binary.BigEndian, true)), "packed.pgn: " + name},
		{"long.pgn", inUTF16(strings.Repeat(name, 9000), binary.LittleEndian, true), "long.pgn: " + strings.Repeat(name, 9000)},
		{"half.pgn", "\xFF\xFE*\x00\x00\xD8*\x00*", "half.pgn: *\uFFFD*\uFFFD"},
	} {
		texts, _, errs := contents(t, c.file, c.data, Limits{})
		if errs != nil || fmt.Sprint(texts) != fmt.Sprint([]string{c.want}) {
			t.Errorf("%s: %.200q, %v; want %.200q", c.file, texts, errs, c.want)
		}
	}
}

func TestZipEntries(t *testing.T) {
	texts, skipped, errs := contents(t, "x.zip", "junk"+zipped(t,
		entry{name: "a.pgn", text: gameOne},
		entry{name: "deep/folder/A.PGN", text: gameTwo},
		entry{name: "readme.txt", text: "hello"},
		entry{name: "__MACOSX/._a.pgn", text: "x"},
		entry{name: "../up.pgn", text: "x"},
		entry{name: "/root.pgn", text: "x"},
		entry{name: `c:\windows.pgn`, text: "x"},
		entry{name: `..\back.pgn`, text: "x"},
		entry{name: "link.pgn", text: "a.pgn", mode: fs.ModeSymlink},
		entry{name: "inner.zip", text: "PK"},
		entry{name: "empty.pgn"},
		entry{name: "M\x81ller.pgn", text: gameOne},
		entry{name: "packed.pgn.gz", text: gzipped(gameTwo)},
	), Limits{})
	want := []string{"a.pgn: " + gameOne, "deep/folder/A.PGN: " + gameTwo, "empty.pgn: ", "Müller.pgn: " + gameOne, "packed.pgn: " + gameTwo}
	if errs != nil || fmt.Sprint(texts) != fmt.Sprint(want) {
		t.Errorf("texts %q, %v; want %q", texts, errs, want)
	}
	wantSkipped := []string{"readme.txt: not a .pgn file", "__MACOSX/._a.pgn: resource fork", "../up.pgn: unsafe name",
		"/root.pgn: unsafe name", "c:/windows.pgn: unsafe name", "../back.pgn: unsafe name", "link.pgn: not a regular file",
		"inner.zip: not a .pgn file"}
	if fmt.Sprint(skipped) != fmt.Sprint(wantSkipped) {
		t.Errorf("skipped %q, want %q", skipped, wantSkipped)
	}
}

func TestBadArchivesAreErrorsWithACause(t *testing.T) {
	whole := zipped(t, entry{name: "a.pgn", text: strings.Repeat(gameOne, 50)})
	encrypted := []byte(whole)
	encrypted[6] |= 1
	encrypted[bytes.Index(encrypted, []byte("PK\x01\x02"))+8] |= 1
	badSum := strings.Replace(whole, whole[bytes.Index([]byte(whole), []byte("PK\x01\x02"))+16:][:4], "abcd", 2)
	packed := gzipped(gameOne)
	for _, c := range []struct {
		file, data string
		limits     Limits
		want       error
		text       string
	}{
		{file: "empty.zip", want: ErrNotPGN, text: "0 bytes"},
		{file: "page.zip", data: "<!DOCTYPE html><p>404", want: ErrNotPGN, text: "<!DOCTYPE"},
		{file: "page.pgn", data: "\n<html>", want: ErrNotPGN, text: "<html"},
		{file: "cut.zip", data: whole[:len(whole)-30], want: zip.ErrFormat},
		{file: "sum.zip", data: badSum, want: zip.ErrChecksum},
		{file: "secret.zip", data: string(encrypted), want: ErrEncrypted, text: "a.pgn"},
		{file: "cut.pgn.gz", data: packed[:len(packed)-9], want: io.ErrUnexpectedEOF},
		{file: "cut.pgn.zst", data: zstandard(gameOne)[:20], want: io.ErrUnexpectedEOF},
		{file: "bomb.zip", data: zipped(t, entry{name: "a.pgn", text: strings.Repeat(" ", 20<<20)}), want: ErrTooLarge},
		{file: "bomb.pgn.zst", data: zstandard(strings.Repeat(" ", 20<<20)), want: ErrTooLarge},
		{file: "large.pgn", data: strings.Repeat(gameOne, 50), limits: Limits{EntryBytes: 100}, want: ErrTooLarge},
	} {
		_, _, errs := contents(t, c.file, c.data, c.limits)
		if len(errs) != 1 || !errors.Is(errs[0], c.want) || !strings.Contains(errs[0].Error(), c.text) {
			t.Errorf("%s: %v, want %v and %q", c.file, errs, c.want, c.text)
		}
	}
}

// TestSharedZips: what each archive of the case gives, as games, passed-over entries and errors.
func TestSharedZips(t *testing.T) {
	dir := shared(t, "cases", "60-zip-archives")
	for file, want := range map[string]string{
		"one.zip": "1 texts 0 skipped 0 errors", "two.zip": "2 texts 1 skipped 0 errors", "same-name.zip": "3 texts 0 skipped 0 errors",
		"empty-entry.zip": "2 texts 0 skipped 0 errors", "no-pgn.zip": "0 texts 1 skipped 0 errors", "empty-archive.zip": "0 texts 0 skipped 0 errors",
		"zero-bytes.zip": "0 texts 0 skipped 1 errors", "truncated.zip": "0 texts 0 skipped 1 errors", "bad-crc.zip": "0 texts 0 skipped 1 errors",
		"html-instead.zip": "0 texts 0 skipped 1 errors", "bomb.zip": "0 texts 0 skipped 1 errors", "cp437-name.zip": "1 texts 0 skipped 0 errors",
		"utf8-name.zip": "1 texts 0 skipped 0 errors", "prefix-junk.zip": "1 texts 0 skipped 0 errors", "inner-zip.zip": "0 texts 1 skipped 0 errors",
		"encrypted-flag.zip": "0 texts 0 skipped 1 errors", "symlink.zip": "1 texts 1 skipped 0 errors", "traversal.zip": "1 texts 4 skipped 0 errors",
		"nested.zip": "1 texts",
	} {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		texts, skipped, errs := contents(t, file, string(data), Limits{})
		got := fmt.Sprintf("%d texts %d skipped %d errors", len(texts), len(skipped), len(errs))
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s: %q %q %v", file, got, want, texts, skipped, errs)
		}
	}
}
