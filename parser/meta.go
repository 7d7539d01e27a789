package parser

import (
	"parser/model"
	"parser/parser/decode"
	"parser/parser/treebank"
	"parser/transition"
)

// FormatVersion is the version of model files that is written; files of this and all
// earlier versions can be read. Models hold taggers since the second, tag backwards
// since the third, and have scorers that save themselves since the fourth.
const FormatVersion = 4

// Meta is what a model file says about itself, and all that parsing needs
// besides the weights. It is stored as JSON.
type Meta struct {
	Format        int
	Lang          string `json:",omitempty"`
	System        string
	Field         string `json:",omitempty"` // that a tagger fills
	Backwards     bool   `json:",omitempty"` // from the last word to the first, as a tagger may
	Taggers       int    `json:",omitempty"` // how many the file holds
	Roots         string
	Params        transition.Params // of the system, but for Roots
	TwoStep       bool
	Scorer        string `json:",omitempty"` // the kind; linear before format 4
	Templates     string `json:",omitempty"` // of the linear scorer before format 4
	NonProjective string
	Labels        []string
	FromRoot      [transition.NumMoves][]model.Class // the actions that a move offers for arcs from ROOT
	Other         [transition.NumMoves][]model.Class // … and for other arcs
	Actions       []decode.Action

	// How it was trained.
	Command   string `json:",omitempty"`
	Options   Options
	Epoch     int // the one that was kept
	Sentences int // learned from
	Skipped   treebank.Skipped
	Train     string // SHA-256 of the training data's words, see treebank.Data.Digest
	Dev       string `json:",omitempty"`
}
