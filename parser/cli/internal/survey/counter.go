package survey

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Counter counts strings.
type Counter map[string]int

// Counted is a string and how often it occurs.
type Counted struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Sorted lists the counts, the largest first and equal ones by name.
func (c Counter) Sorted() []Counted {
	all := make([]Counted, 0, len(c))
	for name, n := range c {
		all = append(all, Counted{name, n})
	}
	slices.SortFunc(all, func(a, b Counted) int {
		return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.Name, b.Name))
	})
	return all
}

// Add adds other counts.
func (c Counter) Add(other Counter) {
	for name, n := range other {
		c[name] += n
	}
}

// Without returns the counts of the names that other lacks.
func (c Counter) Without(other Counter) Counter {
	rest := maps.Clone(c)
	maps.DeleteFunc(rest, func(name string, _ int) bool {
		_, known := other[name]
		return known
	})
	return rest
}

// Below returns the counts that are less than n.
func (c Counter) Below(n int) Counter {
	rare := maps.Clone(c)
	maps.DeleteFunc(rare, func(_ string, count int) bool { return count >= n })
	return rare
}

// add counts a string. A new one is copied so that it does not keep the text
// of its whole sentence.
func (c Counter) add(name string) {
	if _, known := c[name]; !known {
		name = strings.Clone(name)
	}
	c[name]++
}
