package fetch

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"plyquet/engine/pgn"
)

// A note is something odd about an archive that is used all the same.
type note struct {
	Entry  string `json:"entry"`
	Reason reason `json:"reason"`
}

// judge reads a complete file from its first byte to its last, as sample will, and says whether it can be used:
// what kind it is by its magic bytes, whether every checksum holds, whether there is PGN in it. The error is a
// *fault when the file is to blame.
func judge(file string, a Archive, got receipt) ([]note, error) {
	if err := sniff(file, got); err != nil {
		return nil, err
	}
	if err := checkSum(file, a); err != nil {
		return nil, err
	}
	archive, err := pgn.Open(file, pgn.Limits{})
	if err != nil {
		return nil, containerFault(a.Name, err)
	}
	defer archive.Close()
	return judgeEntries(archive, a.Name)
}

// checkSum compares with what the site publishes, if it does.
func checkSum(file string, a Archive) error {
	if a.SHA256 == "" {
		return nil
	}
	sum, _, err := hashFile(file)
	if err == nil && sum != a.SHA256 {
		err = badContent(wrongChecksum, "%s: sha256 is %s, the site publishes %s", a.Name, sum, a.SHA256)
	}
	return err
}

func judgeEntries(archive *pgn.Archive, name string) ([]note, error) {
	var notes []note
	var games int64
	for {
		text, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, containerFault(name, err)
		}
		size, n, err := countGames(text)
		switch {
		case err != nil:
			return nil, containerFault(name+": "+text.Name, err)
		case size == 0:
			notes = append(notes, note{text.Name, emptyEntry})
		case n == 0:
			notes = append(notes, note{text.Name, noPGN})
		}
		games += n
	}
	for _, s := range archive.Skipped() {
		if r := skipReason(s); r != "" {
			notes = append(notes, note{s.Name, r})
		}
	}
	if games == 0 {
		return nil, permanent(noPGN, "%s: no game in it%s", name, listNotes(notes))
	}
	return notes, nil
}

// countGames reads a text to its end. Games are counted as engine/pgn cuts them, provided that at least one of them
// has a tag or a legal first move: by the letter any prose is a game without tags whose moves are damaged. Whether
// all moves are legal is for ingest to find out.
func countGames(t *pgn.Text) (size, games int64, err error) {
	split := pgn.NewSplitter(t, t.Name, pgn.Sizes{})
	reader := pgn.NewReader(pgn.Options{MaxPlies: 1, MovesOnly: true})
	isPGN := false
	for {
		b, err := split.Next()
		if err != nil && err != io.EOF {
			return size, games, err
		}
		if err == io.EOF {
			if !isPGN {
				games = 0
			}
			return size, games, nil
		}
		size += int64(len(b.Data)) + b.Cut
		games += int64(len(b.Ends))
		isPGN = isPGN || holdsGame(reader, b)
	}
}

func holdsGame(r *pgn.Reader, b pgn.Block) bool {
	r.Reset(b)
	for {
		g, err := r.Next()
		if err != nil {
			return false
		}
		if len(g.Tags) > 0 || len(g.Moves) > 0 {
			return true
		}
	}
}

func listNotes(notes []note) string {
	var list []string
	for _, n := range notes[:min(len(notes), 5)] {
		list = append(list, fmt.Sprintf("%s: %s", n.Entry, n.Reason))
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// skipReason sorts the entries that engine/pgn passes over. Read-me files and folders are nothing to speak of.
func skipReason(s pgn.Skipped) reason {
	switch {
	case s.Reason == "unsafe name":
		return unsafeName
	case s.Reason == "not a regular file":
		return linkEntry
	case strings.EqualFold(path.Ext(s.Name), ".zip"):
		return nestedArchive
	}
	return ""
}

// sniff looks at the first bytes for the things that come instead of an archive.
func sniff(file string, got receipt) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head[:n], []byte("\uFEFF")), " \t\r\n")
	start := head[:min(len(head), 24)]
	switch {
	case n == 0:
		return badContent(emptyFile, "%s: not an archive: 0 bytes%s", got.URL, answer(got))
	case bytes.HasPrefix(head, []byte("<")):
		return badContent(notAnArchive, "%s: not an archive but a web page: starts with %q%s", got.URL, start, answer(got))
	case bytes.HasPrefix(head, []byte(`{"`)):
		return badContent(notAnArchive, "%s: not an archive but JSON: starts with %q%s", got.URL, start, answer(got))
	}
	return nil
}

// answer describes the HTTP answer that brought a file.
func answer(got receipt) string {
	if got.ContentType == "" {
		return ""
	}
	return " (HTTP 200, " + got.ContentType + ")"
}

// badContent is a fault that a second transfer may mend, but not a fifth (contentTries).
func badContent(r reason, format string, args ...any) *fault {
	f := permanent(r, format, args...)
	f.retry, f.content = true, true
	return f
}

// containerFault sorts the errors of engine/pgn and of the decompressors below it. An error of the file system is
// returned as it is; everything else is the file's own fault.
func containerFault(name string, err error) error {
	if _, disk := errors.AsType[*fs.PathError](err); disk {
		return err
	}
	is := func(target error) bool { return errors.Is(err, target) }
	switch {
	case is(pgn.ErrEncrypted):
		return permanent(encrypted, "%s: encrypted: %v", name, err)
	case is(pgn.ErrTooLarge):
		return permanent(expandsTooMuch, "%s: %v", name, err)
	case is(pgn.ErrNotPGN):
		return badContent(notAnArchive, "%s: %v", name, err)
	case is(zip.ErrChecksum), is(gzip.ErrChecksum), is(zstd.ErrCRCMismatch):
		return badContent(wrongChecksum, "%s: wrong checksum: %v", name, err)
	case is(io.ErrUnexpectedEOF), is(io.EOF), is(zip.ErrFormat): // a zip without its end has no directory
		return badContent(truncated, "%s: truncated: %v", name, err)
	}
	return badContent(corrupt, "%s: corrupt: %v", name, err)
}
