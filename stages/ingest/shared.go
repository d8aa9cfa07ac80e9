package ingest

// Phases implements stage.Divisible. To find duplicates, a task reads the games of all others as well: one process is
// cheaper then, though tasks make the same tables.
func (s *Stage) Phases() int {
	if s.Duplicates == Keep {
		return 1
	}
	return 0
}
