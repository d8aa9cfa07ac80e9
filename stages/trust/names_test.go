//go:build unix

package trust

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// Texts that do harm where they are shown or used without care: they move the cursor, turn the direction of writing round, are
// markup, end a string of SQL, lead out of a folder.
var hostile = []string{
	"\x1b[2J\x1b[31mred", "\u202Egnp.live\u202C", "\u2066isolated", "<script>alert(1)</script>", `"><img src=x onerror=alert(2)>`,
	"'; DROP TABLE games; --", "../../../etc/passwd", "\u0085next\u009b31m", "zero\u200Bwidth", "=HYPERLINK(\"http://x\")", "{{.Run}}", "%s%n\x00",
}

// TestHostileNamesAreHarmless puts hostile texts into every tag, comment and file name, and looks at everything that people look at:
// terminal, page, file names, SQL.
func TestHostileNamesAreHarmless(t *testing.T) {
	costly(t)
	c := newChain(t)
	dir := t.TempDir()
	for _, name := range []string{"a\x1b[2J'b\u202E<i>.pgn", "two\nlines;`id`.pgn", "\u009b31m[x]*?.pgn"} {
		write(t, filepath.Join(dir, name), hostileGames())
	}
	c.paths = []string{dir}
	c.data = filepath.Join(c.data, "it's [a] *folder*")
	for _, e := range []ending{c.do(t, "", "run", "--verbose"), c.do(t, "", "run", "--log-format", "text", "--force"), c.do(t, "", "verify", "chain"),
		c.do(t, "", "tables", "chain"), c.do(t, "", "plan")} {
		e.want(t, 0)
		harmlessText(t, "terminal", e.text)
	}
	sql := c.do(t, "", "tables", "chain", "--sql")
	sql.want(t, 0, "it''s [a]")
	harmlessText(t, "SQL", sql.text)
	names := 0
	err := filepath.WalkDir(c.dir(), func(path string, d fs.DirEntry, err error) error {
		names++
		harmlessText(t, "file name", d.Name())
		if strings.ContainsAny(d.Name(), `<>:"|?*\`) {
			t.Errorf("file name %q", d.Name())
		}
		return err
	})
	if err != nil || names < 20 {
		t.Errorf("%d names, %v", names, err)
	}
	c.harmlessPage(t)
}

// hostileGames are games whose tags and comments are all hostile.
func hostileGames() string {
	var b strings.Builder
	for i, text := range hostile {
		tag := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
		other := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(hostile[(i+1)%len(hostile)])
		for _, name := range []string{"Event", "Site", "Round", "ECO", "Opening", "Termination", "TimeControl", "Annotator"} {
			b.WriteString("[" + name + ` "` + tag + "\"]\n")
		}
		b.WriteString(`[White "` + tag + "\"]\n" + `[Black "` + other + "\"]\n[Result \"1-0\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2000\"]\n\n")
		b.WriteString("1. e4 {" + strings.ReplaceAll(text, "}", ")") + "} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0\n\n")
		b.WriteString(`[White "` + tag + "\"]\n[Result \"*\"]\n\n1. e4 " + strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "{", "") + " *\n\n")
	}
	return b.String()
}

// harmlessText fails on characters that a terminal obeys or that are not seen.
func harmlessText(t *testing.T, where, text string) {
	t.Helper()
	for i, r := range text {
		if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
			t.Errorf("%s: %U in %q", where, r, text[max(0, i-40):min(len(text), i+40)])
			return
		}
	}
}

// harmlessPage reads what the report has written for people: no markup of a name is markup there, and no character of one turns the
// page round.
func (c chain) harmlessPage(t *testing.T) {
	t.Helper()
	pages := 0
	err := filepath.WalkDir(c.dir(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch filepath.Ext(path) {
		case ".html", ".svg", ".md", ".css", ".csv":
		default:
			return nil
		}
		data, err := os.ReadFile(path)
		pages++
		for _, markup := range []string{"<script>alert(", "<img src=x", "\x1b[", "\u202E", "\u2066", "\u009b", "\x00"} {
			if at := strings.Index(string(data), markup); at >= 0 && !strings.HasSuffix(path, ".csv") {
				t.Errorf("%s: %q in %q", d.Name(), markup, data[max(0, at-60):min(len(data), at+60)])
			}
		}
		return err
	})
	if err != nil || pages < 2 {
		t.Errorf("%d pages, %v", pages, err)
	}
}
