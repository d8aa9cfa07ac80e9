//go:build unix

package trust

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"plyquet/engine/uci/ucitest"
	"plyquet/pipeline/command"
	"plyquet/pipeline/run"
	"plyquet/stages"
	"plyquet/stages/rows"
	"plyquet/stages/rows/dictionary"
	"plyquet/stages/verify"
)

var full = flag.Bool("full", false, "every commit point of every step, every combination of workers and processors")

// asProgram is the first argument that makes this binary plyquet; the second says where it is hit.
const asProgram = "as-plyquet"

func TestMain(m *testing.M) {
	ucitest.Main()
	if len(os.Args) > 2 && os.Args[1] == asProgram {
		program := command.Program{
			Registry: stages.All, Commands: stages.Commands, Dictionary: dictionary.Tables, Schema: rows.SchemaVersion,
			Verify: verify.Tables, Version: "trust", Hook: blow(os.Args[2]),
		}
		os.Exit(program.Main(context.Background(), os.Args[3:], os.Stdout, os.Stderr))
	}
	os.Exit(inScratch(m.Run))
}

// blow is a Hook that hits the process at the first time it comes to a point of the commit protocol: "kill@before-rename",
// "term@after-record", "twice@before-record" (two interrupts). "points" prints the points to stderr; "" does nothing.
func blow(spec string) func(run.Point) {
	how, where, _ := strings.Cut(spec, "@")
	return func(p run.Point) {
		switch {
		case how == "points":
			fmt.Fprintln(os.Stderr, "point", p)
		case where != string(p):
		case how == "kill":
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		case how == "term":
			_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
			where = ""
		case how == "twice":
			_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
			_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
			where = ""
		}
	}
}
