// Package command is the command line of the machinery: run, plan, check, tables, verify and the rest that needs no
// knowledge of chess. Commands that do (explore, doctor) are given to it by main in Program.Commands.
//
// A command is one file with one function that returns a *cobra.Command, and one line in the list below. Commands
// write results to Stdout and everything else to Stderr; errors leave through Main, which picks the exit code.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plyquet/pipeline/config"
	"plyquet/pipeline/manifest"
	"plyquet/pipeline/run"
	"plyquet/pipeline/stage"
)

// A Program is what main puts together: the stages, further commands and the version.
type Program struct {
	// Registry constructs every stage with its defaults, in the order of the report.
	Registry []func() stage.Stage
	// Comments say what the settings of the stages mean.
	Comments config.Comments
	// Commands are those that know more than the machinery does.
	Commands []func(*Env) *cobra.Command
	// Dictionary documents the tables.
	Dictionary func() ([]TableDoc, error)
	// Queries are worth running over the tables; nil: there are none.
	Queries func() ([]QueryDoc, error)
	// Schema is the version of the tables as a set.
	Schema int
	// Verify compares the tables of a run with each other; `plyquet verify` calls it when every file is as it was
	// written. Nil: there is nothing to compare.
	Verify func(*manifest.Manifest) ([]manifest.Problem, error)
	// Engine names the engine that a run would use, or says how to get one; nil: runs need none.
	Engine func(ctx context.Context, base string) string
	// Page is the file in a run folder that a person looks at first; the end of a run names it when it is there.
	Page string
	// Hook is called at the points of the commit protocol, for tests that kill the process there; nil in the program.
	Hook func(run.Point)
	// Version and Commit name the build.
	Version, Commit string
}

// A TableDoc is the documentation of one table.
type TableDoc struct {
	ID      stage.TableID
	Doc     string
	Columns []ColumnDoc
}

// A ColumnDoc is the documentation of one column.
type ColumnDoc struct {
	Name string
	Type string // "int16", "string or null"
	Unit string // of a number: "centipawns", "0 to 1", "identifier"; empty for texts, truth values and times
	Doc  string
}

// own are the commands of this package: a new one is a file and a line here.
var own = []func(*Env) *cobra.Command{
	runCommand, planCommand, checkCommand, tablesCommand, verifyCommand, commitCommand, stagesCommand, schemaCommand,
	versionCommand, slurmCommand, k8sCommand, manCommand,
	configTopic,
	stored("files", "What stands where in the data folder"),
	stored("determinism", "What makes two runs give the same bytes, and what makes a step stale"),
	stored("cluster", "A run on many machines"),
	stored("exit-codes", "What the exit codes mean"),
}

// Env is what every command shares: the program, the flags of the root command and the streams.
type Env struct {
	Program
	Stdout, Stderr io.Writer
	// Terminal: Stderr is one, so progress can be drawn.
	Terminal bool
	// Base is the working directory, absolute.
	Base string

	getenv          func(name string) string // of the scheduler; nothing else is configured by the environment
	data, logFormat string
	sets            []string
	quiet, verbose  bool
	entered         bool // a command has started: what goes wrong now is not a matter of usage
}

// Data is the absolute folder with runs/ and cache/.
func (e *Env) Data() string {
	if filepath.IsAbs(e.data) {
		return e.data
	}
	return filepath.Join(e.Base, e.data)
}

// Load reads the configuration named on the command line: a file, a run folder (its resolved configuration), or nothing.
// Overrides come last to first: those of a command's own flags, then --set.
func (e *Env) Load(args []string, overrides ...string) (*config.File, error) {
	path := ""
	if len(args) > 0 {
		path = args[0]
	}
	path, resumed := e.resume(path)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && isName(path) {
		return nil, &run.UsageError{Text: fmt.Sprintf("%s: there is no such file, and no run of that name in %s: %s", path, e.short(e.Data()), e.runsThereAre())}
	}
	return config.Load(path, slices.Concat(resumed, overrides, e.sets), e.Registry)
}

// isName says that an argument may have been meant as the name of a run.
func isName(arg string) bool {
	return arg != "" && filepath.Base(arg) == arg && filepath.Ext(arg) == ""
}

// Options are those of the executor that every command has in common.
func (e *Env) Options() run.Options {
	return run.Options{
		Data: e.Data(), Base: e.Base, Schema: e.Program.Schema, Tool: e.Version, Log: e.Log(e.Stderr), Job: e.getenv("SLURM_JOB_ID"), Hook: e.Hook,
	}
}

// Log returns a logger that writes to w, which is the Display when something is drawn on the terminal.
func (e *Env) Log(w io.Writer) *slog.Logger {
	level := slog.LevelInfo
	if e.quiet {
		level = slog.LevelWarn
	}
	if e.verbose {
		level = slog.LevelDebug
	}
	opt := &slog.HandlerOptions{Level: level, ReplaceAttr: readableDurations}
	if e.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, opt))
	}
	if e.Terminal {
		opt.ReplaceAttr = withoutTheObvious
	}
	return slog.New(slog.NewTextHandler(w, opt))
}

// withoutTheObvious leaves out what somebody who looks on knows: the time, and that a line is no warning.
func withoutTheObvious(groups []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey || a.Key == slog.LevelKey && a.Value.Any() == slog.LevelInfo {
		return slog.Attr{}
	}
	return readableDurations(groups, a)
}

// readableDurations prints 1m30s where the JSON handler would print 90000000000.
func readableDurations(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

// Main runs the command line and returns the exit code.
func (p Program) Main(ctx context.Context, args []string, stdout, stderr *os.File) int {
	base, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(stderr, "plyquet: the working directory cannot be found:", err)
		return ExitFailed
	}
	e := &Env{Program: p, Stdout: stdout, Stderr: stderr, Terminal: isTerminal(stderr), Base: base, getenv: os.Getenv}
	e.useAllottedCPUs()
	root := e.root()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return ExitDone
	}
	var check needsWork
	if !errors.As(err, &check) {
		fmt.Fprintln(stderr, "plyquet:", Explain(err))
	}
	if !e.entered {
		fmt.Fprintf(stderr, "Try '%s --help'.\n", cmd.CommandPath())
		return ExitUsage
	}
	return ExitCode(err)
}

func (e *Env) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "plyquet",
		Short: "Batch toolkit for chess data: PGN in, Parquet tables, plots and a report out",
		Long: "plyquet runs a pipeline over PGN archives: it fetches and samples games, counts how they went on from each\n" +
			"opening position, has an engine judge the moves, and writes every table to Parquet and the results to a report.\n" +
			"A YAML file describes a run; every setting has a default.",
		Example: "  plyquet run configs/default.yaml          # everything; the second time, what is stale\n" +
			"  plyquet run --set run=mine --set 'fetch.paths=[games/*.pgn]' --to positions\n" +
			"  plyquet explore --run mine --pgn games/club.pgn --ply 6\n" +
			"  plyquet help config                       # what can be set",
		SilenceErrors: true, SilenceUsage: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if e.logFormat != "text" && e.logFormat != "json" {
				return fmt.Errorf("--log-format %q: want text or json", e.logFormat)
			}
			return nil
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&e.data, "data", defaultData, "folder of runs and caches")
	flags.StringArrayVar(&e.sets, "set", nil, "override one setting: key.path=value (may be repeated)")
	flags.BoolVarP(&e.quiet, "quiet", "q", false, "print warnings and errors only")
	flags.BoolVarP(&e.verbose, "verbose", "v", false, "print details")
	flags.StringVar(&e.logFormat, "log-format", "text", "format of log lines: text or json")
	_ = root.RegisterFlagCompletionFunc("set", e.completeSettings) // the flag exists
	for _, construct := range slices.Concat(own, e.Commands) {
		cmd := construct(e)
		e.watch(cmd)
		root.AddCommand(cmd)
	}
	e.strictHelp(root)
	return root
}

// watch notes when a command or one below it starts, and completes arguments. A group of commands shows its help; a topic has no work, and cobra
// knows it by that.
func (e *Env) watch(cmd *cobra.Command) {
	e.complete(cmd)
	if !cmd.HasSubCommands() {
		cmd.Args = sayWhatIsWanted(cmd.Args)
	}
	for _, below := range cmd.Commands() {
		e.watch(below)
	}
	if cmd.HasSubCommands() && cmd.RunE == nil {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
	if work := cmd.RunE; work != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			e.entered = true // flags and arguments have been checked
			return work(cmd, args)
		}
	}
}

// sayWhatIsWanted turns "accepts 2 arg(s), received 1" into how the command is called.
func sayWhatIsWanted(check cobra.PositionalArgs) cobra.PositionalArgs {
	if check == nil {
		return nil
	}
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) == nil {
			return nil
		}
		got := "nothing"
		if len(args) > 0 {
			got = strings.Join(args, " ")
		}
		return fmt.Errorf("want %s; got %s", strings.TrimSuffix(cmd.UseLine(), " [flags]"), got)
	}
}

// Tree is the command line with nothing to run it on, for tests of its documentation.
func (p Program) Tree() *cobra.Command {
	e := &Env{Program: p, Stdout: io.Discard, Stderr: io.Discard, getenv: func(string) string { return "" }}
	return e.root()
}
