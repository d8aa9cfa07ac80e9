package evaluate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"plyquet/pipeline/command"
	"plyquet/stages/evaluate/evalcache"
)

// Command is `plyquet cache`.
func Command(e *command.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Look into the evaluation cache that all runs share, thin it out, export it",
		Long: "The cache is one SQLite file. Nothing depends on it but time: deleting it is safe. `plyquet run --no-cache` goes\n" +
			"without.",
		Example: "  plyquet cache stats\n  plyquet cache prune --days 90",
		Args:    cobra.NoArgs,
	}
	cmd.AddCommand(cacheStats(e), cachePrune(e), cacheExport(e))
	return cmd
}

// withCache opens the cache for one command.
func withCache(ctx context.Context, e *command.Env, use func(*evalcache.Store) error) (err error) {
	dir := filepath.Join(e.Data(), "cache")
	if _, err := os.Stat(filepath.Join(dir, evalcache.FileName)); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no evaluation cache in %s: the first run that evaluates makes it; --data names another folder", dir)
	}
	store, err := evalcache.Open(ctx, dir, e.Log(e.Stderr))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return use(store)
}

func cacheStats(e *command.Env) *cobra.Command {
	return &cobra.Command{
		Use: "stats", Short: "What the cache holds, by engine and kind of search", Args: cobra.NoArgs,
		Example: "  plyquet cache stats",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withCache(cmd.Context(), e, func(s *evalcache.Store) error {
				list, err := s.Stats(cmd.Context())
				if err != nil {
					return err
				}
				size, err := s.Size()
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(e.Stdout, 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "searches\tkind\tMnodes\tKiB\toldest\tnewest\tengine")
				for _, m := range list {
					fmt.Fprintf(w, "%d\t%s\t%.1f\t%d\t%s\t%s\t%s\n", m.Count, command.OneLine(string(m.Kind)), float64(m.Nodes)/1e6, m.Bytes>>10,
						m.Oldest.Format(time.DateOnly), m.Newest.Format(time.DateOnly), command.OneLine(m.Engine))
				}
				fmt.Fprintf(w, "\nthe file has %.1f MiB\n", float64(size)/(1<<20))
				return w.Flush()
			})
		},
	}
}

func cachePrune(e *command.Env) *cobra.Command {
	var days int
	var c evalcache.Condition
	cmd := &cobra.Command{
		Use: "prune", Short: "Remove entries that meet all given conditions", Args: cobra.NoArgs,
		Example: "  plyquet cache prune --days 90\n  plyquet cache prune --not-engine 'Stockfish 15.1, nn-ad9b42354671.nnue, Hash 16'",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if days > 0 {
				c.Before = time.Now().AddDate(0, 0, -days)
			}
			return withCache(cmd.Context(), e, func(s *evalcache.Store) error {
				n, err := s.Prune(cmd.Context(), c)
				if err == nil {
					_, err = fmt.Fprintf(e.Stdout, "%d searches removed\n", n)
				}
				return err
			})
		},
	}
	cmd.Flags().IntVar(&days, "days", 0, "older than so many days")
	cmd.Flags().StringVar(&c.Engine, "engine", "", "of this engine, as stats prints it")
	cmd.Flags().StringVar(&c.NotEngine, "not-engine", "", "of any other engine")
	cmd.MarkFlagsOneRequired("days", "engine", "not-engine")
	return cmd
}

func cacheExport(e *command.Env) *cobra.Command {
	return &cobra.Command{
		Use: "export", Short: "Write every search as a line of JSON; scores are the side to move's", Args: cobra.NoArgs,
		Example: "  plyquet cache export > evaluations.jsonl",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withCache(cmd.Context(), e, func(s *evalcache.Store) error { return s.Export(cmd.Context(), e.Stdout) })
		},
	}
}
