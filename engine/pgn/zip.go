package pgn

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

type zipEntries struct {
	files []*zip.File
	open  io.Closer
}

func (a *Archive) openZip() error {
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	z, err := zip.NewReader(a.file, info.Size())
	// ErrInsecurePath only warns of names that lead outside; safeName refuses them one by one.
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return err
	}
	a.zip = &zipEntries{files: z.File}
	return nil
}

func (z *zipEntries) next(a *Archive) (*Text, error) {
	if z.open != nil {
		z.open.Close()
		z.open = nil
	}
	for len(z.files) > 0 {
		f := z.files[0]
		z.files = z.files[1:]
		name := entryName(f)
		if why := unwanted(f, name); why != "" {
			a.skipped = append(a.skipped, Skipped{name, why})
			continue
		}
		t, err := z.text(a, f)
		if err != nil {
			return nil, fmt.Errorf("open archive entry %s: %w", name, err)
		}
		return t, nil
	}
	return nil, io.EOF
}

func (z *zipEntries) text(a *Archive, f *zip.File) (*Text, error) {
	if f.Flags&1 != 0 {
		return nil, ErrEncrypted
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	z.open = r
	packed := &countingReader{n: int64(f.CompressedSize64)} // known from the directory
	plain, suffix, err := unpack(bufio.NewReaderSize(r, 64<<10))
	if err != nil {
		return nil, err
	}
	name := path.Clean(entryName(f))
	if suffix != "" && strings.EqualFold(path.Ext(name), suffix) {
		name = name[:len(name)-len(suffix)]
	}
	return &Text{Name: name, Reader: a.text(plain, packed)}, nil
}

// entryName is the entry's name in UTF-8: names without the UTF-8 flag are of code page 437, as the format says.
func entryName(f *zip.File) string {
	name := f.Name
	if f.NonUTF8 || !utf8.ValidString(name) {
		if s, err := charmap.CodePage437.NewDecoder().String(name); err == nil {
			name = s
		}
	}
	return strings.ReplaceAll(name, `\`, "/")
}

// unwanted says why an entry is passed over, or "".
func unwanted(f *zip.File, name string) string {
	base := path.Base(name)
	switch {
	case strings.HasSuffix(name, "/") || f.Mode().IsDir():
		return "folder"
	case f.Mode()&fs.ModeType != 0:
		return "not a regular file"
	case !safeName(name):
		return "unsafe name"
	case strings.HasPrefix(base, ".") || strings.Contains("/"+name, "/__MACOSX/"):
		return "resource fork"
	case !hasPGNName(base):
		return "not a .pgn file"
	}
	return ""
}

// safeName refuses names that could lead outside the folder they are unpacked to, on any system.
func safeName(name string) bool {
	if name == "" || strings.HasPrefix(name, "/") || strings.ContainsAny(name, ":\x00") {
		return false
	}
	return fs.ValidPath(path.Clean(name)) && !strings.Contains("/"+name+"/", "/../")
}

// hasPGNName reports a name that ends in .pgn in any case, with or without the suffix of a compression.
func hasPGNName(base string) bool {
	base = strings.ToLower(base)
	for _, suffix := range []string{".gz", ".bz2", ".zst"} {
		base = strings.TrimSuffix(base, suffix)
	}
	return strings.HasSuffix(base, ".pgn")
}
