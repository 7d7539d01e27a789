package parser

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"parser/conll"
	"parser/model"
	"parser/transition"
)

// FormatVersion is the latest version of model files; files of this and all earlier
// versions can be read. Models are written in the first unless they hold taggers, which
// is new in the second, or tag backwards, which is new in the third.
const FormatVersion = 3

// plainFormat is the version without taggers.
const plainFormat = 1

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
	Templates     string
	NonProjective string
	Labels        []string
	FromRoot      [transition.NumMoves][]model.Class // the actions that a move offers for arcs from ROOT
	Other         [transition.NumMoves][]model.Class // … and for other arcs
	Actions       []Action

	// How it was trained.
	Command   string `json:",omitempty"`
	Options   Options
	Epoch     int // the one that was kept
	Sentences int // learned from
	Skipped   Skipped
	Train     string // SHA-256 of the training data's words, see Digest
	Dev       string `json:",omitempty"`
}

// Digest names a treebank: the SHA-256, in hexadecimal, of columns 2 to 8 of its
// words, one word a line and an empty line behind each sentence.
func Digest(sentences []*conll.Sentence) string {
	h := sha256.New()
	for _, s := range sentences {
		for i := range s.Words {
			w := &s.Words[i]
			fmt.Fprintf(h, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", w.Form, w.Lemma, w.UPOS, w.XPOS, w.Feats, w.Head, w.Deprel)
		}
		fmt.Fprintln(h)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func newMeta(o *Options, d design, c *corpus, a *actions) Meta {
	m := Meta{
		Format: plainFormat, Lang: o.Lang, System: d.system.Name(), Roots: d.system.Params().Roots.String(), TwoStep: o.TwoStep,
		Templates: d.set.String(), Params: d.system.Params(),
		NonProjective: o.NonProjective, Labels: c.labels, Actions: a.all,
		Command: o.Command, Options: *o, Sentences: len(c.sentences), Skipped: c.skipped,
		FromRoot: a.fromRoot, Other: a.other,
	}
	if d.system.Kind() == transition.Tags { // the others ignore the option, and must not pass for taggers
		m.Field, m.Backwards = o.Field, o.Backwards
	}
	return m
}

// System returns the transition system, with the bounds that the training data showed.
func (p *Parser) System() transition.System { return p.system }

// Meta returns what the model says about itself. It must not be changed.
func (p *Parser) Meta() *Meta { return &p.meta }
