package evalcache

import (
	"context"
	"errors"
	"fmt"
)

// Merge takes over every entry of another cache file, as if its searches had been put here. The file must not be in use.
func (s *Store) Merge(ctx context.Context, path string) (err error) {
	conn, err := s.db.Conn(ctx) // ATTACH belongs to one connection
	if err != nil {
		return fmt.Errorf("evaluation cache: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, "ATTACH DATABASE ? AS other", path); err != nil {
		return fmt.Errorf("evaluation cache: %s: %w", path, err)
	}
	defer func() {
		_, detached := conn.ExecContext(ctx, "DETACH DATABASE other")
		err = errors.Join(err, detached)
	}()
	var version int
	if err := conn.QueryRowContext(ctx, "PRAGMA other.user_version").Scan(&version); err != nil {
		return fmt.Errorf("evaluation cache: %s: %w", path, err)
	}
	if version != format {
		return fmt.Errorf("evaluation cache: %s: %w: %d, this is %d", path, errFormat, version, format)
	}
	var things int
	var sql string
	if err := conn.QueryRowContext(ctx, "SELECT count(*), ifnull(max(sql), '')"+schemaOf("other")).Scan(&things, &sql); err != nil {
		return fmt.Errorf("evaluation cache: %s: %w", path, err)
	}
	if !ours(things, sql) {
		return fmt.Errorf("evaluation cache: %s: %w", path, errForeign)
	}
	// WHERE true: without it SQLite takes ON for the beginning of a join.
	_, err = conn.ExecContext(ctx, `INSERT INTO results (digest, kind, engine, text, depth, nodes, created, data)
		SELECT digest, kind, engine, text, depth, nodes, created, data FROM other.results WHERE true
		ON CONFLICT (digest) DO UPDATE SET depth = excluded.depth, nodes = excluded.nodes, created = excluded.created, data = excluded.data
		WHERE excluded.depth > results.depth`)
	if err != nil {
		return fmt.Errorf("evaluation cache: merge %s: %w", path, err)
	}
	return nil
}
