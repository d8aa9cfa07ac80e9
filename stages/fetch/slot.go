package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
)

// A slot is the place of one address in the folder of downloads. Its files are named after a hash of the address; the
// extension stays, because a zip is looked for more patiently in a file that is called one.
type slot struct{ base, ext string }

func slotOf(dir, address, name string) slot {
	return slot{filepath.Join(dir, key(address)), strings.ToLower(filepath.Ext(name))}
}

func (s slot) file() string        { return s.base + s.ext }           // complete and judged good
func (s slot) receipt() string     { return s.base + ".json" }         // what is known of file
func (s slot) part() string        { return s.base + ".part" + s.ext } // unfinished
func (s slot) partReceipt() string { return s.base + ".part.json" }    // what is known of part

func key(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:12])
}
