// Command libraries is the Go peers' own process: the first 20 positions of every game into a table of outcomes, with
// notnil/chess, corentings/chess, or in the described seed design. It prints "games positions distinct".
//
//	libraries notnil|corentings|seed FILE.pgn
package main

import (
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	corentings "github.com/corentings/chess/v2"
	"github.com/notnil/chess"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: libraries notnil|corentings|seed FILE.pgn")
		os.Exit(2)
	}
	if err := work(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "libraries:", err)
		os.Exit(1)
	}
}

func work(name, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	switch name {
	case "notnil":
		return countNotnil(f)
	case "corentings":
		return countCorentings(f)
	case "seed":
		return countSeed(f)
	}
	return fmt.Errorf("no peer %q", name)
}

// keyOf is the seed's key: placement, side and castling of the FEN, and the outcome.
func keyOf(fen, outcome string) string {
	fields := strings.SplitN(fen, " ", 4)
	return strings.Join(fields[:3], " ") + " " + outcome
}

// notnilGames decodes one game after the other. notnil's own Scanner ends at the first game it cannot read (a mate
// written "+" is enough), so the text is cut at the Event tags first and such games are left out.
func notnilGames(f *os.File) iter.Seq[*chess.Game] {
	return func(yield func(*chess.Game) bool) {
		text, err := io.ReadAll(f)
		if err != nil {
			panic(err)
		}
		for _, one := range strings.Split("\n"+string(text), "\n[Event ")[1:] {
			decode, err := chess.PGN(strings.NewReader("[Event " + one))
			if err == nil && !yield(chess.NewGame(decode)) {
				return
			}
		}
	}
}

func countNotnil(f *os.File) error {
	table := map[string]int{}
	games, plies := 0, 0
	for g := range notnilGames(f) {
		games++
		for i, p := range g.Positions() {
			if i == 20 {
				break
			}
			plies++
			table[keyOf(p.String(), string(g.Outcome()))]++
		}
	}
	fmt.Println(games, plies, len(table))
	return nil
}

func countCorentings(f *os.File) error {
	table := map[string]int{}
	games, plies := 0, 0
	for scan := corentings.NewScanner(f); scan.HasNext(); games++ {
		g, err := scan.ParseNext()
		if err != nil {
			continue
		}
		// Outcome() is "*" for every draw in this version; the tag is right.
		outcome := g.GetTagPair("Result")
		for i, p := range g.Positions() {
			if i == 20 {
				break
			}
			plies++
			table[keyOf(p.String(), outcome)]++
		}
	}
	fmt.Println(games, plies, len(table))
	return nil
}

// countSeed is the described seed design with the linked-list map replaced by a Go map: a decoder that sends one
// string key for each position through an unbuffered channel, a second hop, and one goroutine that increments.
func countSeed(f *os.File) error {
	results, merged, done := make(chan string), make(chan string), make(chan map[string]int)
	games := 0
	go func() {
		defer close(results)
		for g := range notnilGames(f) {
			games++
			for i, p := range g.Positions() {
				if i == 20 {
					break
				}
				results <- keyOf(p.String(), string(g.Outcome()))
			}
		}
	}()
	go func() {
		defer close(merged)
		for key := range results {
			merged <- key
		}
	}()
	go func() {
		table := map[string]int{}
		for key := range merged {
			table[key]++
		}
		done <- table
	}()
	table := <-done
	plies := 0
	for _, n := range table {
		plies += n
	}
	fmt.Println(games, plies, len(table))
	return nil
}
