package stagetest

// Quiet is a progress bar that nobody sees.
type Quiet struct{}

// Start implements stage.Progress.
func (Quiet) Start(int64, string) {}

// Add implements stage.Progress.
func (Quiet) Add(int64) {}

// Note implements stage.Progress.
func (Quiet) Note(string) {}
