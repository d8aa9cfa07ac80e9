package uci

// PID is the number of the running process, 0 without one.
func (s *Session) PID() int {
	if s.p == nil {
		return 0
	}
	return s.p.cmd.Process.Pid
}
