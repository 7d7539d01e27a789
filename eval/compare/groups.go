package compare

import (
	"fmt"
	"sort"

	"parser/eval"
	"parser/eval/evalb"
)

// grouping counts for every system what is right, group by group.
type grouping struct {
	by, score string
	names     []string // in order; nil for names in the order of their frequency
	shared    bool     // only the gold tree tells the groups apart
	systems   []eval.Tally[evalb.LabelScore]
}

// breakDown adds groupings, and tables of confusions of something.
func (c *comparison) breakDown(groupings []grouping, confused ...string) {
	for _, g := range groupings {
		g.systems = make([]eval.Tally[evalb.LabelScore], c.systems)
		c.groupings = append(c.groupings, g)
	}
	for _, what := range confused {
		c.confused = append(c.confused, confusions{what, map[Confused][]int{}})
	}
}

// gold counts an item of the gold tree in its group of each grouping. Those that are
// shared count it as the system's too.
func (c *comparison) gold(system int, found bool, groups ...string) {
	for n, g := range c.groupings {
		score := g.systems[system].At(groups[n])
		if score.AddGold(found); g.shared {
			score.AddSystem(found)
		}
	}
}

// parsed counts an item of a system's tree in its group of each grouping, but for
// those that are shared.
func (c *comparison) parsed(system int, right bool, groups ...string) {
	for n, g := range c.groupings {
		if !g.shared {
			g.systems[system].At(groups[n]).AddSystem(right)
		}
	}
}

// breakdown returns the groups that were counted.
func (g *grouping) breakdown() Breakdown {
	gold, names := eval.Tally[int]{}, g.names
	for _, c := range g.systems {
		for name, row := range c {
			*gold.At(name) = max(*gold.At(name), row.Gold)
		}
	}
	if names == nil {
		names = gold.Frequent(func(n *int) int { return *n })
	}
	b := Breakdown{By: g.by, Score: g.score, Groups: []Group{}}
	for _, name := range names {
		if gold[name] == nil {
			continue
		}
		row := Group{Name: name}
		for i := range g.systems {
			score := *g.systems[i].At(name)
			score.Label = name
			row.Systems = append(row.Systems, score)
		}
		b.Groups = append(b.Groups, row)
	}
	return b
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
