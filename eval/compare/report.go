package compare

import (
	"parser/eval"
	"parser/eval/evalb"
)

// Report is what is to be said of several systems.
type Report struct {
	Gold       string           `json:"gold"`    // name, for headings
	Systems    []string         `json:"systems"` // names, for headings
	Sentences  int              `json:"sentences"`
	Sampling   Sampling         `json:"sampling"`
	Scores     []MetricScores   `json:"scores"`
	Breakdowns []Breakdown      `json:"breakdowns"`
	Confusions []ConfusionTable `json:"confusions"`
	Examples   []Example        `json:"examples"`
	Scored     string           `json:"-"` // what is scored, for headings
	items      string           // of which the first metric counts the right ones
}

// MetricScores are the scores of all systems by one metric.
type MetricScores struct {
	Metric  Metric        `json:"metric"`
	Systems []SystemScore `json:"systems"`
}

// SystemScore is a score, its confidence interval, and its difference to the
// score of the first system, which has none itself.
type SystemScore struct {
	eval.Counts
	Score      eval.Percent `json:"score"`
	Interval   Interval     `json:"interval"`
	Difference *Difference  `json:"difference,omitempty"`
}

// Difference is a system's score less the first one's, and how sure that is.
type Difference struct {
	Value         eval.Percent `json:"value"`
	Randomisation Randomised   `json:"randomisation"`
	Bootstrap     Resampled    `json:"bootstrap"`
}

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

// Confusion says how often each system confuses something.
type Confusion struct {
	Confused
	Counts []int `json:"counts"`
}

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
