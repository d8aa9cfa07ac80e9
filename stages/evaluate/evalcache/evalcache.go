// Package evalcache remembers what searches have found, for all runs on a machine.
//
// It is a SQLite file in WAL mode beside the run folders. Two kinds of search are kept, each under a key that holds
// everything the result depends on:
//
//	cleared   one position, hash cleared before it: belongs to the position with all six FEN fields. Its whole
//	          depth x rank matrix is kept, so that a search to a smaller depth is served exactly: iterative
//	          deepening from a cleared state decides nothing by its last depth.
//	game      the positions of one game, walked with a warm hash: belongs to the game as a whole, for each position
//	          depends on the ones before it in the walk.
//
// The package is for storing and finding results; what goes into a key is decided in package evaluate. A cache is never
// needed: every fault of it costs time alone, and a damaged file is set aside. Several processes may use one file.
package evalcache

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// FileName is the name of the cache in the folder that all runs share.
const FileName = "evaluations.sqlite"

// format is the version of the tables and of the encoding; a file of another one is set aside.
const format = 1

// Kind is the kind of a search.
type Kind string

const (
	Cleared Kind = "cleared"
	Game    Kind = "game"
)

// Key is everything a result depends on, except the depth of a cleared search.
type Key struct {
	Kind   Kind
	Engine string // fingerprint: name, network, hash size, options
	Text   string // limit, MultiPV, position or moves
}

func (k Key) digest() []byte {
	sum := sha256.Sum256([]byte(string(k.Kind) + "\x00" + k.Engine + "\x00" + k.Text))
	return sum[:]
}

// Store is an open cache. It may be used by several goroutines.
type Store struct {
	db   *sql.DB
	path string
}

// Open opens or creates the cache in a folder. A file that is damaged or of another format is renamed, with a
// warning, and a new one begun; an error means that there can be no file at all.
func Open(ctx context.Context, dir string, log *slog.Logger) (*Store, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("evaluation cache: %w", err)
	}
	path := filepath.Join(dir, FileName)
	s, err := open(ctx, path)
	if err == nil || !unusable(err) {
		return s, err
	}
	aside, moveErr := setAside(path)
	if moveErr != nil {
		return nil, fmt.Errorf("evaluation cache: %w", errors.Join(err, moveErr))
	}
	log.Warn("the evaluation cache cannot be used and was set aside; a new one is begun", "file", path, "renamed", aside, "error", err)
	return open(ctx, path)
}

// errFormat is a file that another version has written.
var errFormat = errors.New("the file has another format")

func open(ctx context.Context, path string) (*Store, error) {
	// busy_timeout makes concurrent runs wait for each other instead of failing. synchronous NORMAL in WAL mode
	// can lose the last entries in a power cut, never the file.
	query := url.Values{"_pragma": {"busy_timeout(20000)", "journal_mode(WAL)", "synchronous(NORMAL)", "trusted_schema(OFF)"}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+query.Encode())
	if err != nil {
		return nil, fmt.Errorf("evaluation cache: %w", err)
	}
	db.SetMaxOpenConns(1) // entries are rare: one per search of a second; a second connection would only contend
	s := &Store{db, path}
	if err := s.prepare(ctx); err != nil {
		return nil, fmt.Errorf("evaluation cache %s: %w", path, errors.Join(err, db.Close()))
	}
	return s, nil
}

// prepare makes a new file's table, or sees that the file is one of ours and sound. What is in it comes first: a view in the
// table's place can go on for ever, and triggers do what they like.
func (s *Store) prepare(ctx context.Context) error {
	var version, things int
	var sql string
	err := s.db.QueryRowContext(ctx, "SELECT (SELECT user_version FROM pragma_user_version), count(*), ifnull(max(sql), '')"+schemaOf("main")).
		Scan(&version, &things, &sql)
	switch {
	case err != nil:
		return err
	case version == 0 && things == 0:
		_, err := s.db.ExecContext(ctx, "BEGIN IMMEDIATE;"+strings.Replace(createResults, "TABLE", "TABLE IF NOT EXISTS", 1)+
			fmt.Sprintf(";PRAGMA user_version = %d;COMMIT", format))
		return err
	case version != format:
		return fmt.Errorf("%w: %d, this is %d", errFormat, version, format)
	case !ours(things, sql):
		return errForeign
	}
	var verdict string
	if err := s.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, verdict)
	}
	return nil
}

// The digest is the key; the text beside it is there for people and for export.
const createResults = `CREATE TABLE results (
	digest  BLOB PRIMARY KEY,
	kind    TEXT NOT NULL,
	engine  TEXT NOT NULL,
	text    TEXT NOT NULL,
	depth   INTEGER NOT NULL,
	nodes   INTEGER NOT NULL,
	created INTEGER NOT NULL,
	data    BLOB NOT NULL
) WITHOUT ROWID`

// schemaOf is where a query finds the tables, views and triggers of a database. SQLite keeps statistics in tables of its own.
func schemaOf(database string) string {
	return " FROM " + database + `.sqlite_schema WHERE type <> 'index' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`
}

// ours reports that the table is all there is in a database. SQLite keeps the text it was made with.
func ours(things int, sql string) bool {
	return things == 1 && slices.Equal(strings.Fields(sql), strings.Fields(createResults))
}

// errForeign is a file that holds something else than the table.
var errForeign = fmt.Errorf("%w: it does not hold the table of results and nothing else", errFormat)

var errDamaged = errors.New("the file is damaged")

// unusable tells a file that must be replaced from a disk that is full or a folder that cannot be written.
func unusable(err error) bool {
	var e *sqlite.Error
	if errors.As(err, &e) {
		code := e.Code() & 0xff
		return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
	}
	return errors.Is(err, errDamaged) || errors.Is(err, errFormat)
}

// setAside renames the file and the two that belong to it, to the first free name.
func setAside(path string) (string, error) {
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.damaged-%d", path, n)
		if _, err := os.Lstat(aside); err == nil {
			continue
		}
		for _, tail := range []string{"-wal", "-shm", ""} {
			if err := os.Rename(path+tail, aside+tail); err != nil && !errors.Is(err, os.ErrNotExist) {
				return "", err
			}
		}
		return aside, nil
	}
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// maxEntry is far above the largest entry, a game of 600 half-moves with 218 lines each: 1.5 MB. A larger one was not put
// here, and is no entry.
const maxEntry = 16 << 20

// Get returns the matrices kept under a key: one for a cleared search, one a position for a game. A cleared search serves every
// depth up to its own, cut to it; depth is 0 for a search without a depth limit. It is ignored for a game, whose key holds it. An entry that cannot be read is no entry.
func (s *Store) Get(ctx context.Context, k Key, depth int) ([]Matrix, bool, error) {
	var data []byte
	var has int
	err := s.db.QueryRowContext(ctx, "SELECT depth, data FROM results WHERE digest = ? AND length(data) <= ?", k.digest(), maxEntry).Scan(&has, &data)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("evaluation cache: %w", err)
	case k.Kind == Cleared && has < depth:
		return nil, false, nil
	}
	found, err := decode(data)
	if err != nil {
		return nil, false, nil
	}
	if k.Kind == Cleared && depth > 0 {
		for i := range found {
			found[i].cut(depth)
		}
	}
	return found, true, nil
}

// Put keeps the result of a search. A cleared search of a greater depth replaces the one of a smaller; the same search
// twice, as two runs at a time may do, has the same result.
func (s *Store) Put(ctx context.Context, k Key, depth int, result []Matrix) error {
	var nodes int64
	for _, m := range result {
		nodes += m.Nodes()
	}
	_, err := s.db.ExecContext(ctx, `INSERT INTO results (digest, kind, engine, text, depth, nodes, created, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (digest) DO UPDATE SET depth = excluded.depth, nodes = excluded.nodes, created = excluded.created, data = excluded.data
		WHERE excluded.depth >= results.depth`,
		k.digest(), string(k.Kind), k.Engine, k.Text, depth, nodes, time.Now().Unix(), encode(result))
	if err != nil {
		return fmt.Errorf("evaluation cache: %w", err)
	}
	return nil
}
