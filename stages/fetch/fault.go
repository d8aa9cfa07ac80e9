package fetch

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// A reason says, in snake_case, why an archive or an entry of it cannot be used. It is the reason of the reject.
type reason string

const (
	badAddress     reason = "bad_address"      // not http(s), another host, or a path that climbs
	badRedirect    reason = "bad_redirect"     // to another host, to another scheme, or in a circle
	httpStatus     reason = "http_status"      // the server says no
	unreachable    reason = "unreachable"      // no connection, or cut too often
	cutShort       reason = "cut_short"        // the connection ends before the file, too often
	stalled        reason = "stalled"          // too few bytes for too long
	tooLarge       reason = "too_large"        // above limits.archive
	emptyFile      reason = "empty_file"       // zero bytes
	notAnArchive   reason = "not_an_archive"   // a web page or something else without chess games
	truncated      reason = "truncated"        // ends before its end
	corrupt        reason = "corrupt"          // damaged inside
	wrongChecksum  reason = "wrong_checksum"   // CRC of an entry, or sha256 published by the site
	encrypted      reason = "encrypted"        // needs a password
	expandsTooMuch reason = "expands_too_much" // a bomb
	noPGN          reason = "no_pgn"           // a sound archive without PGN in it
	unsafeName     reason = "unsafe_name"      // an entry whose name leaves the folder
	linkEntry      reason = "link_entry"       // a symbolic link in an archive
	nestedArchive  reason = "nested_archive"   // an archive in an archive is not opened
	emptyEntry     reason = "empty_entry"      // an entry of zero bytes
	unreadable     reason = "unreadable"       // a local file that cannot be read
	unknownFailure reason = "unknown"          // kept apart from the typed ones so that it is noticed
	lockedOut      reason = "not_in_lock"      // listed by the source, unknown to the lock
)

// A fault fails one archive. Everything else that goes wrong (the disk, the lock, an interrupt) is an ordinary
// error and fails the run.
type fault struct {
	reason  reason
	detail  string        // one line for people
	retry   bool          // worth another try
	content bool          // about what came, not about the way it came
	wait    time.Duration // the least time before it, as the server asks; 0 = the usual back-off
	err     error         // what was underneath, if anything
}

func (f *fault) Error() string {
	text := f.detail
	if f.err != nil {
		text += ": " + f.err.Error()
	}
	if len(text) > maxDetail {
		text = strings.ToValidUTF8(text[:maxDetail], "") + " ..."
	}
	return text
}

// maxDetail is where a message ends that quotes a server: an address to redirect to may have 64 KB.
const maxDetail = 1000

func (f *fault) Unwrap() error { return f.err }

// permanent is a fault that another try does not mend.
func permanent(r reason, format string, args ...any) *fault {
	return &fault{reason: r, detail: fmt.Sprintf(format, args...)}
}

// transient is a fault that may be gone at the next try.
func transient(r reason, err error, format string, args ...any) *fault {
	return &fault{reason: r, detail: fmt.Sprintf(format, args...), retry: true, err: err}
}

// asFault finds the fault in an error chain.
func asFault(err error) (*fault, bool) {
	f, ok := errors.AsType[*fault](err)
	return f, ok
}
