package conllx

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"parser/eval"
)

// TagRow is the accuracy of one coarse part of speech.
type TagRow struct {
	Tag        string     `json:"tag"`
	Attachment Attachment `json:"attachment"`
}

// tagCounts counts by coarse part of speech (column 4).
type tagCounts map[string]*Attachment

func (c tagCounts) count(t token) {
	a := c[t.gold.UPOS]
	if a == nil {
		a = &Attachment{}
		c[t.gold.UPOS] = a
	}
	a.count(!t.wrongHead, !t.wrongLabel)
}

// rows returns the frequent tags first.
func (c tagCounts) rows() []TagRow {
	rows := make([]TagRow, 0, len(c))
	for tag, a := range c {
		rows = append(rows, TagRow{tag, *a})
	}
	slices.SortFunc(rows, func(x, y TagRow) int {
		return cmp.Or(cmp.Compare(y.Attachment.Scored, x.Attachment.Scored), cmp.Compare(x.Tag, y.Tag))
	})
	return rows
}

// Retrieval counts how often something is in the gold trees, in the system's,
// and in both at the same token.
type Retrieval struct {
	Name    string
	Gold    int
	Correct int
	System  int
}

// Recall is Correct/Gold.
func (r Retrieval) Recall() eval.Percent { return eval.Ratio(r.Correct, r.Gold) }

// Precision is Correct/System.
func (r Retrieval) Precision() eval.Percent { return eval.Ratio(r.Correct, r.System) }

// MarshalJSON writes counts and ratios.
func (r Retrieval) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name      string       `json:"name"`
		Gold      int          `json:"gold"`
		Correct   int          `json:"correct"`
		System    int          `json:"system"`
		Recall    eval.Percent `json:"recall"`
		Precision eval.Percent `json:"precision"`
	}{r.Name, r.Gold, r.Correct, r.System, r.Recall(), r.Precision()})
}

// retrievals counts by name.
type retrievals map[string]*Retrieval

func (r retrievals) at(name string) *Retrieval {
	row := r[name]
	if row == nil {
		row = &Retrieval{Name: name}
		r[name] = row
	}
	return row
}

func (r retrievals) count(gold, system string, correct bool) {
	g := r.at(gold)
	g.Gold++
	r.at(system).System++
	if correct {
		g.Correct++
	}
}

// sorted returns all rows by name.
func (r retrievals) sorted() []Retrieval { return r.named(slices.Sorted(maps.Keys(r))) }

// named returns the rows with these names, counted or not.
func (r retrievals) named(names []string) []Retrieval {
	rows := make([]Retrieval, len(names))
	for i, name := range names {
		rows[i] = Retrieval{Name: name}
		if row := r[name]; row != nil {
			rows[i] = *row
		}
	}
	return rows
}

// directions in the order of the report.
var directions = []string{"to_root", "left", "right", "self"}

// direction says on which side of word number the head is.
func Direction(number, head int) string {
	switch head = headNumber(head); {
	case head == 0:
		return "to_root"
	case head < number:
		return "left"
	case head > number:
		return "right"
	}
	return "self"
}

// Distances in the order of the report.
var Distances = []string{"to_root", "1", "2", "3-6", "7-..."}

// distance says how far from word number the head is; "1" includes 0, a word
// that is its own head.
func Distance(number, head int) string {
	head = headNumber(head)
	switch d := max(head-number, number-head); {
	case head == 0:
		return "to_root"
	case d <= 1:
		return "1"
	case d == 2:
		return "2"
	case d <= 6:
		return "3-6"
	}
	return "7-..."
}
