package sample

// Phases implements stage.Divisible: an archive stands for itself, unless the number of games is exact.
func (s *Stage) Phases() int {
	if s.MaxGames > 0 || s.Stratify == ByFile {
		return 0
	}
	return 1
}

// Light implements stage.Light: there are seldom as many archives as tasks, and a task reads half a gigabyte a second.
func (*Stage) Light() {}
