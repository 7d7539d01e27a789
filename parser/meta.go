package parser

import (
	"io"
)

// Meta says what a model is and how it was made.
type Meta struct {
	Lang      string   // "" if it is not known
	System    string   // transition system
	Structure string   // what it builds: "dependencies", "constituents", "graphs" or "tags"
	Field     string   // column that a tagger fills
	Labels    []string // of arcs, brackets or tags
	Formats   []string // that Parser.NewWriter knows, the usual one first
	Predicts  []string // columns that it sets in words without them
	Treebanks []string // of several, those whose annotation a parse can follow
	RawText   bool     // it cuts raw text into words: it was trained with Options.Pipeline, or has a base that does
	Enhanced  bool     // it adds enhanced dependencies

	// How it was trained: the command, the number of sentences and the scores on dev.
	Command   string
	Sentences int // silver ones, too
	Scores    Scores
	// Of the treebank.
	Licence, Source string
}

// Meta returns what the model is and how it was made.
func (p *Parser) Meta() Meta {
	e := p.engine()
	m := e.Meta()
	return Meta{
		Lang: m.Lang, System: m.System, Structure: e.Structure().Name(), Field: m.Field, Labels: m.Labels, Formats: e.Structure().Outputs,
		Predicts: e.Predicts(), Treebanks: m.Treebanks, RawText: e.Segmenter() != nil, Enhanced: m.Enhanced,
		Command: m.Command, Sentences: m.Sentences, Scores: m.Scores, Licence: m.Options.Licence, Source: m.Options.Source,
	}
}

// Writer writes items in one format. Flush ends the output.
type Writer interface {
	Write(*Item) error
	Flush() error
}

// NewWriter returns a writer of items that the parser has parsed, in a format of "parser parse
// --output-format", such as "json"; "" is the usual one. The error lists the formats of what the parser builds.
//
// Of several trees (Request.NBest) "conllu" and "json" have all, with their probabilities. "conllx" has no place for
// these, and Write refuses them. "horizontal" and "vertical" repeat the tokens for each tree, and "brackets" and "tsv"
// have the first tree alone.
func (p *Parser) NewWriter(w io.Writer, format string) (Writer, error) {
	return p.engine().Structure().NewWriter(w, format)
}
