package plan

import (
	"fmt"
	"slices"
	"strings"

	"plyquet/pipeline/config"
	"plyquet/pipeline/stage"
)

// A node is one stage on its way into the plan.
type node struct {
	section config.Section
	name    string
	reads   []stage.TableID
	writes  []stage.TableID
	mayLack []stage.TableID
	skip    string // why it does not run; empty: it does
}

type builder struct {
	facts  Facts
	nodes  []*node
	status map[string]Status // of the steps planned so far
}

func (b *builder) add(s config.Section) {
	n := &node{section: s, name: s.Stage.Name()}
	n.reads, n.writes = s.Stage.IO()
	if p, ok := s.Stage.(stage.Partial); ok {
		n.mayLack = p.MayLack()
	}
	if !s.Enabled {
		n.skip = "disabled: enabled: false"
		if _, ok := s.Stage.(stage.OptIn); ok {
			n.skip = "runs only with enabled: true"
		}
	}
	b.nodes = append(b.nodes, n)
}

// order sorts the nodes by their inputs, keeping the order of the registry where it can, and marks those without input.
func (b *builder) order() ([]*node, error) {
	b.skipWithoutInput()
	var sorted []*node
	placed := map[string]bool{}
	for len(sorted) < len(b.nodes) {
		next := slices.IndexFunc(b.nodes, func(n *node) bool { return !placed[n.name] && b.ready(n, placed) })
		if next < 0 {
			return nil, fmt.Errorf("plan: these stages read from each other in a circle: %s", strings.Join(b.rest(placed), ", "))
		}
		placed[b.nodes[next].name] = true
		sorted = append(sorted, b.nodes[next])
	}
	return sorted, nil
}

func (b *builder) ready(n *node, placed map[string]bool) bool {
	return !slices.ContainsFunc(b.needs(n), func(name string) bool { return !placed[name] })
}

func (b *builder) rest(placed map[string]bool) (names []string) {
	for _, n := range b.nodes {
		if !placed[n.name] {
			names = append(names, n.name)
		}
	}
	return names
}

// skipWithoutInput marks stages whose inputs nobody makes, and those behind them, until nothing changes.
func (b *builder) skipWithoutInput() {
	for changed := true; changed; {
		changed = false
		for _, n := range b.nodes {
			if n.skip != "" {
				continue
			}
			for _, id := range n.reads {
				if len(b.producers(n, id)) == 0 && !slices.Contains(n.mayLack, id) {
					n.skip, changed = b.lacks(id), true
					break
				}
			}
		}
	}
}

// lacks explains a missing input by the stages that could make it.
func (b *builder) lacks(id stage.TableID) string {
	for _, n := range b.nodes {
		if slices.Contains(n.writes, id) {
			return fmt.Sprintf("needs %s, which %s would make (%s)", id, n.name, n.skip)
		}
	}
	return fmt.Sprintf("needs %s, which no stage makes", id)
}

// producers are the stages that run and write what n reads. Every stage before a reader of the rejects writes them.
func (b *builder) producers(n *node, id stage.TableID) (list []*node) {
	for _, p := range b.nodes {
		if p == n && id == Rejects {
			break
		}
		if p.skip == "" && p != n && (id == Rejects || slices.Contains(p.writes, id)) {
			list = append(list, p)
		}
	}
	return list
}

// needs are the names of the steps whose output n reads, in the order of the registry.
func (b *builder) needs(n *node) (names []string) {
	if n.skip != "" {
		return nil
	}
	for _, p := range b.nodes {
		for _, id := range n.reads {
			if slices.Contains(b.producers(n, id), p) {
				names = append(names, p.name)
				break
			}
		}
	}
	return names
}
