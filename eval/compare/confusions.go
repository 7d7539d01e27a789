package compare

import (
	"cmp"
	"slices"
)

// ConfusionTable has the most frequent confusions of something.
type ConfusionTable struct {
	Of   string      `json:"of"`
	Rows []Confusion `json:"rows"`
}

// Nothing stands where a side has no bracket. No label is like it.
const Nothing = "(none)"

// Confused is what was taken for what.
type Confused struct {
	Word   string `json:"word,omitempty"` // the part of speech of the word, with heads
	Gold   string `json:"gold"`
	System string `json:"system"`
}

func (c Confused) compare(d Confused) int {
	return cmp.Or(cmp.Compare(c.Word, d.Word), cmp.Compare(c.Gold, d.Gold), cmp.Compare(c.System, d.System))
}

// Confusion says how often each system confuses something.
type Confusion struct {
	Confused
	Counts []int `json:"counts"`
}

// confusions counts them.
type confusions struct {
	what    string
	systems int
	counts  map[Confused][]int
}

func (m *confusions) count(system int, c Confused) {
	if m.counts[c] == nil {
		m.counts[c] = make([]int, m.systems)
	}
	m.counts[c][system]++
}

// table returns those that are most frequent in all systems together.
func (m *confusions) table(most int) ConfusionTable {
	t := ConfusionTable{Of: m.what, Rows: []Confusion{}}
	for c, counts := range m.counts {
		t.Rows = append(t.Rows, Confusion{c, counts})
	}
	slices.SortFunc(t.Rows, func(x, y Confusion) int {
		return cmp.Or(cmp.Compare(sum(y.Counts), sum(x.Counts)), x.compare(y.Confused))
	})
	t.Rows = t.Rows[:min(max(most, 0), len(t.Rows))]
	return t
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}
