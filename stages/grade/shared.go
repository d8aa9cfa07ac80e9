package grade

// Phases implements stage.Divisible: every part of the games stands for itself.
func (*Stage) Phases() int { return 1 }

// Light implements stage.Light.
func (*Stage) Light() {}
