package evaluate

import "plyquet/engine/uci"

// BePatient sets the time-outs of a stage under test.
func (s *Stage) BePatient(limits uci.Timeouts) { s.patience = limits }
