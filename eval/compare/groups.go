package compare

import (
	"fmt"
	"slices"
	"sort"

	"parser/eval"
	"parser/eval/evalb"
)

// grouping counts for every system what is right, group by group.
type grouping struct {
	by, score string
	names     []string // in order; nil for names in the order of their frequency
	systems   []eval.Tally[evalb.LabelScore]
}

// gold counts an item of the gold tree.
func (g *grouping) gold(system int, name string, found bool) {
	g.systems[system].At(name).AddGold(found)
}

// system counts an item of a system's tree.
func (g *grouping) system(system int, name string, right bool) {
	g.systems[system].At(name).AddSystem(right)
}

// both counts an item in a group of which only the gold tree knows.
func (g *grouping) both(system int, name string, right bool) {
	g.gold(system, name, right)
	g.system(system, name, right)
}

func (g *grouping) breakdown() Breakdown {
	b := Breakdown{By: g.by, Score: g.score, Groups: []Group{}}
	for _, name := range g.ordered() {
		row := Group{Name: name}
		for _, c := range g.systems {
			score := *c.At(name)
			score.Label = name
			row.Systems = append(row.Systems, score)
		}
		b.Groups = append(b.Groups, row)
	}
	return b
}

// ordered returns the names that were counted.
func (g *grouping) ordered() []string {
	gold := eval.Tally[int]{}
	for _, c := range g.systems {
		for name, row := range c {
			*gold.At(name) = max(*gold.At(name), row.Gold)
		}
	}
	if g.names == nil {
		return gold.Frequent(func(n *int) int { return *n })
	}
	return slices.DeleteFunc(slices.Clone(g.names), func(name string) bool { return gold[name] == nil })
}

// bins group the numbers from 1: these are the last of each group but one, and
// what is above them is the last group.
type bins []int

// The groups of a comparison.
var (
	sentenceLengths = bins{5, 10, 15, 20, 30, 40}
	spanLengths     = bins{1, 2, 3, 5, 10, 20}
	treeDepths      = bins{1, 2, 3, 4, 5, 6}
)

const (
	noDepth   = -1     // of a word whose heads do not lead to the root
	notRooted = "none" // its group
)

// of returns the name of a number's group.
func (b bins) of(n int) string {
	if n == noDepth {
		return notRooted
	}
	return b.name(sort.SearchInts(b, n))
}

func (b bins) name(i int) string {
	first := 1
	if i > 0 {
		first = b[i-1] + 1
	}
	switch {
	case i == len(b):
		return fmt.Sprint(first, "-...")
	case first == b[i]:
		return fmt.Sprint(first)
	}
	return fmt.Sprint(first, "-", b[i])
}

// names returns the names of all groups.
func (b bins) names() []string {
	list := make([]string, len(b)+1)
	for i := range list {
		list[i] = b.name(i)
	}
	return list
}
