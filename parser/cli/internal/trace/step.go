package trace

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/structure"
	"parser/transition"
)

// Origin says where a sentence is from.
type Origin struct {
	File     string `json:"file,omitempty"`
	Sentence int    `json:"sentence,omitempty"` // its number in the file
	ID       string `json:"id,omitempty"`       // in CoNLL-U
}

// String writes the origin for headings and messages.
func (o Origin) String() string {
	text := fmt.Sprintf("%s, sentence %d", o.File, o.Sentence)
	if o.ID != "" {
		text += " (" + o.ID + ")"
	}
	return text
}

// Heading describes a trace before its steps.
type Heading struct {
	Origin                   // also for errors
	System  string           `json:"system"`
	Params  string           `json:"parameters,omitempty"`
	Holds   structure.Result `json:"-"`               // the part of an item that the system builds
	Model   string           `json:"model,omitempty"` // its name
	Words   []string         `json:"words"`
	Tags    []string         `json:"tags,omitempty"`    // of the words, if they have any
	Refused []Refusal        `json:"refused,omitempty"` // oracles that do not take the gold tree
}

// headingOf returns what an instance tells about a trace, with the parameters of the system as flags.
func headingOf(l *structure.Instance) Heading {
	h := Heading{System: l.System.Name(), Holds: structure.Of(l.System.Kind()).Holds, Words: l.Words}
	var flags []string
	add := func(used bool, flag ...any) {
		if used {
			flags = append(flags, strings.TrimSpace(fmt.Sprintln(flag...)))
		}
	}
	uses, p := transition.Uses(l.System), l.System.Params()
	add(uses.Roots != 0, "--roots", p.Roots)
	add(uses.MaxOpens != 0, "--max-opens", p.MaxOpens)
	add(uses.MaxUnary != 0, "--max-unary", p.MaxUnary)
	add(uses.Unary != 0, "--unary", p.Unary)
	add(p.Reentrance, "--reentrance")
	add(p.Wikify, "--wikify")
	if h.Params = strings.Join(flags, " "); slices.ContainsFunc(l.Tags, conll.Filled) {
		h.Tags = l.Tags
	}
	return h
}

// Step is a configuration with the costs and scores of its moves, and the move that is taken.
type Step struct {
	of       *Trace
	Step     int       `json:"step"`
	Stack    []string  `json:"stack"` // bottom first
	Buffer   []string  `json:"buffer"`
	Arcs     []Arc     `json:"arcs,omitempty"`     // so far, in the order of their dependents
	Brackets []Bracket `json:"brackets,omitempty"` // so far, in the order in which they were made; and labels of words
	Graph    *Graph    `json:"graph,omitempty"`    // so far, of a system that builds graphs
	Costs    []Costs   `json:"costs"`              // by each oracle
	Scores   []Score   `json:"scores,omitempty"`   // by the model, of each legal move
	Move     string    `json:"move,omitempty"`     // with its label; "" after the last
	Arc      string    `json:"arc,omitempty"`      // that the move adds
	Error    *Mistake  `json:"error,omitempty"`    // if it is one
	Errors   []Mistake `json:"errors,omitempty"`   // all, after the last move
	Loss     *int32    `json:"loss,omitempty"`     // of the finished tree
	Tree     string    `json:"tree,omitempty"`     // that is finished, as it is written: CoNLL, brackets, or PENMAN
}

// Arc is an arc that was built. Words count from 1, and Head 0 is ROOT.
type Arc struct {
	Head  int    `json:"head"`
	Dep   int    `json:"dep"`
	Label string `json:"label"`
	New   bool   `json:"new,omitempty"` // by the move before
}

// Bracket is a bracket that was built, or the label of a word. Words count from 1.
type Bracket struct {
	Label string `json:"label"` // "" for items that are joined without one
	First int    `json:"first"`
	Last  int    `json:"last,omitempty"` // 0 while it is open
	New   bool   `json:"new,omitempty"`  // made, closed or labelled by the move before
}

// Costs are what the legal moves cost by an oracle.
type Costs struct {
	Oracle  string `json:"oracle"`
	Moves   []Move `json:"moves"`
	Differs bool   `json:"differs"`        // from the first oracle, in its best moves
	Paid    int32  `json:"paid"`           // for all moves before
	Cost    *int32 `json:"cost,omitempty"` // of the move that is taken
}

// Move is a legal move under its best label.
type Move struct {
	Move   string   `json:"move"`
	Labels []string `json:"labels,omitempty"` // those that add nothing to the cost, unless no label does
	Cost   int32    `json:"cost"`
	Best   bool     `json:"best"`
}

// Score is the model's score of a legal move; see parser.Weighed.
type Score struct {
	Move        string       `json:"move"`
	Score       float32      `json:"score"`
	Probability float64      `json:"probability"`
	Best        bool         `json:"best"`             // the model would take it
	Labels      []LabelScore `json:"labels,omitempty"` // the best few, best first
}

// LabelScore is the model's score of a move with a label.
type LabelScore struct {
	Label       string  `json:"label"`
	Score       float32 `json:"score"`
	Probability float64 `json:"probability"`
}

// Mistake is a move that costs more than the cheapest one, by the first oracle.
type Mistake struct {
	Step    int      `json:"step"`
	Move    string   `json:"move"`
	Cost    int32    `json:"cost"`    // how much more
	Instead []string `json:"instead"` // the cheapest moves, with labels where these matter
	First   bool     `json:"first"`   // the first one of this parse
}

// String describes the mistake.
func (m Mistake) String() string {
	text := fmt.Sprintf("%s costs %d more than %s", m.Move, m.Cost, strings.Join(m.Instead, " or "))
	if m.First {
		text += ", the first error"
	}
	return text
}

// moved returns the move that is taken, without its label.
func (s *Step) moved() string {
	name, _, _ := strings.Cut(s.Move, "-")
	return name
}

// scored returns the score of a move, without its label; empty if the model has not scored it.
func (s *Step) scored(move string) (score Score) {
	if i := slices.IndexFunc(s.Scores, func(m Score) bool { return m.Move == move }); i >= 0 {
		score = s.Scores[i]
	}
	return score
}
