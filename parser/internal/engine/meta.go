package engine

import (
	"cmp"
	"fmt"
	"slices"

	"parser/model"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/internal/lookup"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/internal/wordset"
	"parser/parser/treebank"
	"parser/transition"
)

// FormatVersion is the version of the model files that are written and read. FORMAT.md of package model describes them.
const FormatVersion = 9

// Meta is what a model file says about itself, and all that parsing needs besides the weights, as JSON.
type Meta struct {
	Format        int
	Lang          string `json:",omitempty"`
	System        string
	Field         string `json:",omitempty"` // that a tagger fills
	Backwards     bool   `json:",omitempty"` // from the last word to the first, as a tagger may
	Taggers       int    `json:",omitempty"` // how many the file holds
	Segmenter     bool   `json:",omitempty"` // whether the file holds one
	Base          bool   `json:",omitempty"` // whether the file holds one
	Enhanced      bool   `json:",omitempty"` // whether the file holds what makes enhanced dependencies
	Roots         string
	Params        transition.Params // of the system, except Roots
	TwoStep       bool
	Scorer        string `json:",omitempty"` // the kind
	NonProjective string
	Labels        []string
	FromRoot      [transition.NumMoves][]model.Class // the actions that a move offers for arcs from ROOT
	Other         [transition.NumMoves][]model.Class // … and for other arcs
	Actions       []decode.Action
	Lexicon       *decode.Lexicon       `json:",omitempty"` // of a system of graphs
	Lemmas        *structure.Dictionary `json:",omitempty"` // of a tagger of lemmas
	Listed        *wordset.Set          `json:",omitempty"` // … and those in lower case that lists had
	Agreement     *decode.Agreement     `json:",omitempty"` // of tags and arcs
	Tags          []string              `json:",omitempty"` // of the words of constituents, as they are written in brackets
	Marks         *lookup.Marks         `json:",omitempty"` // of the words to learn from; nil in files that were written before it was there
	Treebanks     []string              `json:",omitempty"` // of several, those whose annotation a parse can follow, the usual one first
	Temperature   float64               `json:",omitempty"` // by which scores are divided to make probabilities; 0 if it is not known
	HeadLogit     [2]float64            `json:",omitzero"`  // a and b, by which the log-odds x of a head become a·x + b; zero if they are not known
	Unknown       float64               `json:",omitempty"` // the share of the words of dev that are unknown, see package foreign; 0 if it is not known
	Packed        string                `json:",omitempty"` // the precision that weights were given after training, see Parser.Packed
	Deflated      bool                  `json:",omitempty"` // whether all of the file is compressed

	// How it was trained.
	Command   string `json:",omitempty"`
	Options   Options
	Epoch     int   // the one that was kept
	Epochs    []int `json:",omitempty"` // of several scorers, instead of Epoch
	Sentences int   // learned from
	Skipped   structure.Skipped
	Train     string          // SHA-256 of the training data's words, see Data.Digest
	Dev       string          `json:",omitempty"`
	Scores    treebank.Scores `json:",omitzero"` // on dev, of what was kept and before it was packed
}

// A model file is an .npz archive: the array "meta" is Meta as JSON, and the scorer has saved others. The arrays
// "tagger0/…", "tagger1/…" are the same for taggers, and so on for other parts.
const metaEntry = "meta"

// New makes a parser with the properties that a model file records, its scorer and its taggers. The error says which of
// them no parser can have.
func New(m Meta, s score.Scorer, taggers ...*Parser) (*Parser, error) {
	p, err := m.parser()
	if err != nil {
		return nil, err
	}
	p.scorer = s
	return p.WithTaggers(taggers...)
}

// parser returns a parser with the properties in m, which has no scorer yet and looks no words up.
func (m Meta) parser() (*Parser, error) {
	p := &Parser{meta: m}
	p.actions = &decode.Actions{All: m.Actions, FromRoot: m.FromRoot, Other: m.Other, Lexicon: m.Lexicon}
	params := m.Params
	var err error
	if params.Roots, err = transition.ParseRoots(m.Roots); err != nil {
		return nil, err
	}
	if max(params.MaxOpens, params.MaxUnary) > structure.MaxBound {
		return nil, fmt.Errorf("%w: %+v", transition.ErrParams, params)
	}
	if p.system, err = oracle.NewSystem(m.System, params); err != nil {
		return nil, err
	}
	if m.Temperature < 0 {
		return nil, fmt.Errorf("a temperature of %v", m.Temperature)
	}
	if m.HeadLogit[0] < 0 {
		return nil, fmt.Errorf("log-odds of heads times %v", m.HeadLogit[0])
	}
	p.builds = structure.Of(p.Kind())
	if !slices.Contains(p.builds.Fields(), m.Field) {
		return nil, fmt.Errorf("system %s with field %q", m.System, m.Field)
	}
	if p.codec, err = m.codec(); err != nil {
		return nil, err
	}
	if err := cmp.Or(p.codec.SetLabels(m.Labels), p.actions.Check(p.system, len(m.Labels))); err != nil {
		return nil, err
	}
	if m.Agreement != nil {
		if err := m.Agreement.Check(len(m.Labels)); err != nil {
			return nil, err
		}
	}
	return p.clone(), nil
}

// codec returns a new codec of what the parser builds, without labels.
func (m *Meta) codec() (structure.Codec, error) {
	encoding := m.Options.Encoding
	encoding.NonProjective, encoding.Field, encoding.Backwards, encoding.Columns = m.NonProjective, m.Field, m.Backwards, structure.AllColumns
	e, err := encoding.Codec(m.System, m.Roots)
	if err == nil && m.Lexicon != nil {
		e.SetLexicon(m.Lexicon)
	}
	if err != nil {
		return nil, err
	}
	return structure.KnownLemmas(e, m.Lemmas, m.Listed.Has), nil
}
