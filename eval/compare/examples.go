package compare

import (
	"cmp"
	"slices"

	"parser/eval"
)

// Right is what stands in an example where a system is as the gold tree.
const Right = "="

// Example is a sentence in which the systems differ much.
type Example struct {
	Sentence int           `json:"sentence"` // from 1
	Place    string        `json:"place"`    // file:line of the gold tree
	Text     string        `json:"text"`
	Counts   []eval.Counts `json:"counts"` // of each system: of words by the first metric, or of brackets
	Rows     []ExampleRow  `json:"rows"`
}

// ExampleRow is an item of the sentence that not all systems have right.
type ExampleRow struct {
	Item    string   `json:"item"` // the word or the words
	Gold    string   `json:"gold"`
	Systems []string `json:"systems"` // Right where it is as in the gold tree
}

// spread is by how many errors the systems differ, or what the only one has.
func (e *Example) spread() int {
	least, most := e.Counts[0].Errors(), 0
	for _, c := range e.Counts {
		least, most = min(least, c.Errors()), max(most, c.Errors())
	}
	if len(e.Counts) == 1 {
		return most
	}
	return most - least
}

// examples keeps the sentences where the systems differ most, the first of those
// that tie.
type examples struct {
	most int
	list []Example
}

// add takes a sentence in if it is one of those; only then its rows are needed.
func (l *examples) add(e Example, rows func() (text string, rows []ExampleRow)) {
	spread := e.spread()
	at, _ := slices.BinarySearchFunc(l.list, spread, func(f Example, spread int) int {
		return cmp.Or(cmp.Compare(spread, f.spread()), -1) // behind its equals
	})
	if spread == 0 || at >= l.most {
		return
	}
	e.Text, e.Rows = rows()
	l.list = slices.Insert(l.list, at, e)
	l.list = l.list[:min(l.most, len(l.list))]
}
