package parser

import (
	"errors"
	"fmt"

	"parser/parser/features"
	"parser/transition"
)

// FormatVersion is that of the model files written; files of this and all
// earlier versions can be read.
const FormatVersion = 1

// Meta is what a model file says about itself, and all that parsing needs
// besides the weights. It is stored as JSON.
type Meta struct {
	Format        int
	Lang          string `json:",omitempty"`
	System        string
	Roots         string
	TwoStep       bool
	Templates     string
	NonProjective string
	Labels        []string
	FromRoot      [][]int32 // per move: the actions offered for arcs from ROOT
	Other         [][]int32 // per move: the actions offered for other arcs
	Actions       []Action

	// How it was trained.
	Command   string `json:",omitempty"`
	Options   Options
	Epoch     int // the one that was kept
	Sentences int // learned from
	Skipped   Skipped
}

const numMoves = int(transition.NumMoves)

func newMeta(o *Options, s transition.System, roots transition.Roots, set *features.Set, c *corpus, a *actions) Meta {
	m := Meta{
		Format: FormatVersion, Lang: o.Lang, System: s.Name(), Roots: roots.String(), TwoStep: o.TwoStep,
		Templates: set.String(), NonProjective: o.NonProjective, Labels: c.labels, Actions: a.all,
		Command: o.Command, Options: *o, Sentences: len(c.sentences), Skipped: c.skipped,
	}
	for k := range numMoves {
		m.FromRoot, m.Other = append(m.FromRoot, a.fromRoot[k]), append(m.Other, a.other[k])
	}
	return m
}

// Meta returns what the model says about itself. It must not be changed.
func (p *Parser) Meta() *Meta { return &p.meta }

// ErrModel is the cause of all errors in model files.
var ErrModel = errors.New("unusable model file")

// parseRoots is the inverse of Roots.String.
func parseRoots(text string) (transition.Roots, error) {
	for _, r := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
		if r.String() == text {
			return r, nil
		}
	}
	return 0, fmt.Errorf("%w: roots %q", ErrModel, text)
}
