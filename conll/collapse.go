package conll

import (
	"fmt"
	"slices"
	"strings"
)

// PathSeparator stands between the relations of a path through empty nodes, "conj>nsubj".
const PathSeparator = ">"

// Collapsed returns the graph of the words of g alone, as the IWPT shared tasks score it (Bouma, Seddah & Zeman
// 2020): a path x → e → … → y from a word or the root to a word, through empty nodes only and through each at most
// once, becomes an edge x → y. Its relation has those of the path in order, with [PathSeparator] between them.
// The dependencies of a word are in the order of files, each once; a word may become its own head.
//
// The number of paths can grow exponentially with that of empty nodes. The cause of the error is ErrTooLong if
// relations of more than [MaxSize] bytes would have to be read or written.
func (g *Graph) Collapsed() (*Graph, error) {
	c := new(Graph)
	size, within := 0, make([]bool, len(g.Nodes)) // whether the path goes through a node
	for i, n := range g.Nodes {
		if n.Empty > 0 {
			continue
		}
		var deps, path []Dep       // path leads up from n
		next := [][]Dep{g.Deps[i]} // what is left to follow, from n and from each empty node of the path
		for len(next) > 0 && size <= MaxSize {
			top := len(next) - 1
			if len(next[top]) == 0 {
				if next = next[:top]; top > 0 {
					end, _ := g.index(path[top-1].Head)
					within[end], path = false, path[:top-1]
				}
				continue
			}
			d := next[top][0]
			next[top] = next[top][1:]
			size += len(d.Relation) + len(PathSeparator)
			if at, _ := g.index(d.Head); d.Head.Empty == 0 {
				d.Relation = relationOf(d, path)
				size += len(d.Relation)
				deps = append(deps, d)
			} else if !within[at] {
				within[at], path, next = true, append(path, d), append(next, g.Deps[at])
			}
		}
		slices.SortFunc(deps, Dep.compare)
		c.Nodes, c.Deps = append(c.Nodes, n), append(c.Deps, slices.Compact(deps))
	}
	if size > MaxSize {
		return nil, fmt.Errorf("%w without empty nodes: more than %d bytes of DEPS", ErrTooLong, MaxSize)
	}
	return c, nil
}

// relationOf returns the relations of a path from the top down.
func relationOf(top Dep, path []Dep) string {
	if len(path) == 0 {
		return top.Relation
	}
	var b strings.Builder
	b.WriteString(top.Relation)
	for _, d := range slices.Backward(path) {
		b.WriteString(PathSeparator)
		b.WriteString(d.Relation)
	}
	return b.String()
}

// Unconnected returns the nodes, in order, that no path leads to from the root: a valid graph has no such node.
func (g *Graph) Unconnected() []Node {
	below := make([][]int, len(g.Nodes)+1) // the last is of the root
	for i, deps := range g.Deps {
		for _, d := range deps {
			at, found := g.index(d.Head)
			if !found {
				at = len(g.Nodes) // the root, the only head that is not in g.Nodes
			}
			below[at] = append(below[at], i)
		}
	}
	reached := make([]bool, len(g.Nodes)+1)
	for agenda := []int{len(g.Nodes)}; len(agenda) > 0; {
		last := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		for _, i := range below[last] {
			if !reached[i] {
				reached[i] = true
				agenda = append(agenda, i)
			}
		}
	}
	var lost []Node
	for i, n := range g.Nodes {
		if !reached[i] {
			lost = append(lost, n)
		}
	}
	return lost
}
