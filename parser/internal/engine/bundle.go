package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/model"
	"parser/model/npz"
	"parser/oracle"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/decode"
	"parser/parser/internal/lookup"
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/internal/transformer"
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
	Lexicon       *decode.Lexicon   `json:",omitempty"` // of a system of graphs
	Lemmas        map[string]string `json:",omitzero"`  // of a tagger of lemmas
	Agreement     *decode.Agreement `json:",omitempty"` // of tags and arcs
	Tags          []string          `json:",omitempty"` // of the words of constituents, as they are written in brackets
	Marks         *lookup.Marks     `json:",omitempty"` // of the words to learn from; nil in files that were written before it was there
	Treebanks     []string          `json:",omitempty"` // of several, those whose annotation a parse can follow, the usual one first
	Temperature   float64           `json:",omitempty"` // by which scores are divided to make probabilities; 0 if it is not known
	HeadLogit     [2]float64        `json:",omitzero"`  // a and b, by which the log-odds x of a head become a·x + b; zero if they are not known
	Unknown       float64           `json:",omitempty"` // the share of the words of dev that are unknown, see package foreign; 0 if it is not known
	Packed        string            `json:",omitempty"` // the precision that weights were given after training, see Parser.Packed

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

// Save writes the model to a file, which is never incomplete.
func (p *Parser) Save(name string) error {
	return atomicfile.WriteFile(name, p.Write)
}

// Write writes the model to w.
func (p *Parser) Write(w io.Writer) error {
	entries, err := p.entries("")
	if err != nil {
		return err
	}
	written := map[string]bool{}
	return npz.Write(w, slices.DeleteFunc(entries, func(e npz.Entry) bool { // encoders that several scorers hold
		twice := written[e.Name]
		written[e.Name] = true
		return twice
	}))
}

// entries returns the model as arrays with names that begin with prefix.
func (p *Parser) entries(prefix string) ([]npz.Entry, error) {
	if p.only != "" {
		return nil, errPart
	}
	m := p.meta
	m.Format = FormatVersion
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, err
	}
	entries := append([]npz.Entry{npz.Text(prefix+metaEntry, text)}, p.scorer.Entries(prefix)...)
	parts, err := p.partEntries(prefix)
	return append(entries, parts...), err
}

// Load reads a model file. Damaged files and those of another version are refused: the cause is npz.ErrFile. Files
// whose scorer is not of a kind that the program comes with need that kind. An encoder that the model reads is looked
// for beside the file and in the folders of PARSER_ENCODERS.
func Load(name string, kinds ...score.Kind) (*Parser, error) {
	return LoadWith(name, nil, kinds...)
}

// LoadWith is like Load, for models that may read an encoder which is open already, unless it is nil.
func LoadWith(name string, e *transformer.Encoder, kinds ...score.Kind) (*Parser, error) {
	return atomicfile.ReadFile(name, func(r io.ReaderAt, size int64) (*Parser, error) {
		return readFor(r, size, treebank.Request{}, finderFor(name, e), kinds)
	})
}

// Read reads a model of the given size in bytes, as Load does.
func Read(r io.ReaderAt, size int64, kinds ...score.Kind) (*Parser, error) {
	return ReadFor(r, size, treebank.Request{}, kinds...)
}

// maxDepth is how many taggers may be inside each other: the deepest are those of a tagger's first pass in a parser.
const maxDepth = 2

// read makes a model of the arrays whose names begin with prefix.
func (l *loading) read(prefix string) (p *Parser, err error) {
	arrays := l.arrays
	defer func() {
		if err != nil && !errors.Is(err, npz.ErrFile) {
			err = fmt.Errorf("%w: %w", npz.ErrFile, err)
		}
	}()
	if prefix == "" && !arrays.Has(metaEntry) {
		what := ""
		if arrays.Has(neural.PretrainedEntry) {
			what = ", but of parser pretrain, for parser train --pretrained"
		}
		return nil, fmt.Errorf("the file is not that of a model%s: it has no array %s", what, metaEntry)
	}
	text, err := npz.Array[byte](arrays, prefix+metaEntry)
	if err != nil {
		return nil, err
	}
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, err
	}
	if version.Format != FormatVersion {
		hint := "no program writes it"
		switch {
		case version.Format > FormatVersion:
			hint = "a newer program is needed"
		case version.Format > 0:
			hint = "train the model anew, or use it with the program that wrote it"
		}
		return nil, fmt.Errorf("it is of format %d, and this program reads format %d: %s", version.Format, FormatVersion, hint)
	}
	var m Meta
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	m.Options.Kinds = l.kinds
	if p, err = New(m, nil); err != nil {
		return nil, err
	}
	p.only, p.request = l.request.Only, l.request
	if p.scorer, err = l.scorer(p, &m, prefix); err != nil {
		return nil, err
	}
	if p, err = l.parts(p, &m, prefix); err != nil {
		return nil, err
	}
	return p.lookingUp()
}

// hint adds to an error about the encoder of a model which folder that had when the model was trained, as the command has
// it: the model remembers nothing else of it, so that it is the same wherever it is trained.
func (m *Meta) hint(err error) error {
	_, folder, given := strings.Cut(m.Command, " --encoder=")
	if folder, _, _ = strings.Cut(folder, " --"); !given || !errors.Is(err, transformer.ErrEncoder) {
		return err
	}
	return fmt.Errorf("%w; it was trained with --encoder %s", err, folder)
}

// New makes a parser with the properties that a model file records, its scorer and its taggers. The error says which of
// them no parser can have.
func New(m Meta, s score.Scorer, taggers ...*Parser) (*Parser, error) {
	p := &Parser{meta: m, scorer: s}
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
	if p.builds.Tagger != slices.Contains(structure.Fields(), m.Field) {
		return nil, fmt.Errorf("system %s with field %q", m.System, m.Field)
	}
	if p.codec, err = m.encoder(); err != nil {
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
	return p.WithTaggers(taggers...)
}

// encoder returns a new encoder of what the parser builds, without labels.
func (m *Meta) encoder() (structure.Codec, error) {
	encoding := m.Options.Encoding
	encoding.NonProjective, encoding.Field, encoding.Backwards, encoding.Columns = m.NonProjective, m.Field, m.Backwards, structure.AllColumns
	e, err := encoding.Codec(m.System, m.Roots)
	if err == nil && m.Lexicon != nil {
		e.SetLexicon(m.Lexicon)
	}
	if err != nil {
		return nil, err
	}
	return structure.KnownLemmas(e, m.Lemmas), nil
}
