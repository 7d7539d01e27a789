package compare

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"parser/eval"
	"parser/eval/evalb"
)

// Breakdown is a score group by group.
type Breakdown struct {
	By     string  `json:"by"`    // what the groups are
	Score  string  `json:"score"` // what F1 is in the rows
	Groups []Group `json:"groups"`
}

// Group is what the systems do in one group: a row of a breakdown. Where only
// the gold tree tells the groups apart, recall, precision and F1 are the same.
type Group struct {
	Name    string             `json:"name"`
	Systems []evalb.LabelScore `json:"systems"`
}

// Gold returns the size of the group in the gold trees.
func (g Group) Gold() int {
	most := 0
	for _, s := range g.Systems {
		most = max(most, s.Gold)
	}
	return most
}

// grouping counts for every system what is right, group by group.
type grouping struct {
	by, score string
	names     []string // in order; nil for names in the order of their frequency
	systems   []eval.Tally[evalb.LabelScore]
}

// gold counts an item of the gold tree.
func (g *grouping) gold(system int, name string, found bool) {
	row := g.systems[system].At(name)
	row.Gold++
	row.Found += one(found)
}

// system counts an item of a system's tree.
func (g *grouping) system(system int, name string, right bool) {
	row := g.systems[system].At(name)
	row.System++
	row.Right += one(right)
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
	gold := map[string]int{}
	for _, c := range g.systems {
		for name, row := range c {
			gold[name] = max(gold[name], row.Gold)
		}
	}
	if g.names != nil {
		return slices.DeleteFunc(slices.Clone(g.names), func(name string) bool {
			_, counted := gold[name]
			return !counted
		})
	}
	names := make([]string, 0, len(gold))
	for name := range gold {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Or(cmp.Compare(gold[y], gold[x]), cmp.Compare(x, y)) })
	return names
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

// of returns the name of a number's group.
func (b bins) of(n int) string { return b.name(sort.SearchInts(b, n)) }

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
