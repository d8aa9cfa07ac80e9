package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
	"unicode/utf8"
)

// process is a child with its two pipes. It is dead after any error of send or read; kill then frees what it held.
//
// The pipes are made with os.Pipe rather than by exec: reads and writes on them have deadlines, and exec starts no
// goroutine to copy. Standard error goes down the same pipe as standard output. A pipe of its own would have to be
// drained in parallel, a file would grow without limit; here it is read at once, skipped like any other prose, and its
// last line (a missing library, an illegal instruction) ends up in the error.
type process struct {
	cmd  *exec.Cmd
	in   *os.File
	out  *os.File
	line lineReader
	said string // last line that was no part of the protocol
	junk int    // bytes of such lines since the last command that started something
	owed int    // isready commands that are not answered yet
}

// maxJunk is how much prose an engine may print during one command. The longest banners have some kilobytes.
const maxJunk = 1 << 20

func startProcess(command []string, dir string) (*process, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, childIn.Close(), in.Close())
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = childIn, childOut, childOut
	confine(cmd)
	err = cmd.Start()
	_, _ = childIn.Close(), childOut.Close()
	if err != nil {
		_, _ = in.Close(), out.Close()
		return nil, err
	}
	return &process{cmd: cmd, in: in, out: out, line: lineReader{r: out}}, nil
}

// send writes one command line. An engine that has stopped reading fills its pipe; the deadline bounds the wait.
func (p *process) send(command string, deadline time.Time) error {
	if err := p.in.SetWriteDeadline(deadline); err != nil {
		return err
	}
	if _, err := io.WriteString(p.in, command+"\n"); err != nil {
		return fmt.Errorf("write %.40q: %w", command, err)
	}
	return nil
}

// read returns the next line, borrowed until the next call. It gives up at the deadline with errTimeout and when ctx
// ends with its error. Whoever calls it has arranged for ctx to interrupt the pipe: see interruptible.
func (p *process) read(ctx context.Context, deadline time.Time) ([]byte, error) {
	if p.line.buffered() {
		return p.line.next()
	}
	// The deadline is set before ctx is asked: a cancellation after the question finds the deadline to move forward.
	if err := p.out.SetReadDeadline(deadline); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	line, err := p.line.next()
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, errTimeout
	case errors.Is(err, io.EOF):
		return nil, errLeft
	}
	return line, err
}

// interruptible makes reads end when ctx does; the returned function undoes it.
func (p *process) interruptible(ctx context.Context) func() bool {
	return context.AfterFunc(ctx, func() { _ = p.out.SetReadDeadline(time.Unix(1, 0)) })
}

// prose takes a line that is no part of the protocol. Text is tolerated within limits (banners, debug output);
// anything that is not text means that the stream itself is damaged.
func (p *process) prose(line []byte) error {
	p.junk += len(line) + 1
	if !utf8.Valid(line) || hasControl(line) {
		return errBinary
	}
	if len(line) > 0 {
		p.said = string(line[:min(len(line), 200)])
	}
	if p.junk > maxJunk {
		return errFlood
	}
	return nil
}

func hasControl(line []byte) bool {
	for _, c := range line {
		if c < ' ' && c != '\t' && c != 0x1b { // ESC: some engines colour their banner
			return true
		}
	}
	return false
}

// quit asks the process to leave, waits for it to close its end, and kills what is still there.
func (p *process) quit(grace time.Duration) error {
	deadline := time.Now().Add(grace)
	_ = p.send("quit", deadline)
	_ = p.in.Close()
	if p.out.SetReadDeadline(deadline) == nil {
		_, _ = io.Copy(io.Discard, p.out)
	}
	return p.kill()
}

// kill ends the process and everything in its group, and waits for it. The group is killed before the child is
// reaped: afterwards its number could belong to somebody else.
func (p *process) kill() error {
	_ = killGroup(p.cmd.Process)
	_ = p.in.Close()
	err := p.cmd.Wait()
	_ = p.out.Close()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil // that it did not end well is the reason for the kill, or its effect
	}
	return err
}

// cpu is the processor time of the process so far, user and system.
func (p *process) cpu() time.Duration {
	if s := p.cmd.ProcessState; s != nil {
		return s.UserTime() + s.SystemTime()
	}
	return cpuTime(p.cmd.Process.Pid)
}
