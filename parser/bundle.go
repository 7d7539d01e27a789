package parser

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"parser/model"
	"parser/oracle"
	"parser/parser/decode"
	"parser/parser/score"
	"parser/parser/score/linear"
	"parser/parser/treebank"
	"parser/transition"
)

// A model file is an .npz archive: the array "meta" holds Meta as JSON, and others what
// the scorer has saved. The arrays "tagger0/…", "tagger1/…" are such archives again, of
// the taggers that the model holds.
const metaEntry = "meta"

// Save writes the model to a file, which never holds half a model.
func (p *Parser) Save(name string) error {
	return model.WriteFile(name, p.Write)
}

// Write writes the model to w.
func (p *Parser) Write(w io.Writer) error {
	entries, err := p.entries("")
	if err != nil {
		return err
	}
	return model.WriteNPZ(w, entries)
}

// entries returns the model as arrays with names that begin with prefix.
func (p *Parser) entries(prefix string) ([]model.Entry, error) {
	meta, err := json.MarshalIndent(p.meta, "", " ")
	if err != nil {
		return nil, err
	}
	entries := []model.Entry{{Name: prefix + metaEntry, Data: meta}}
	entries = append(entries, p.scorer.Entries(prefix)...)
	for i, t := range p.taggers {
		more, err := t.entries(prefix + taggerPrefix(i))
		if err != nil {
			return nil, err
		}
		entries = append(entries, more...)
	}
	return entries, nil
}

func taggerPrefix(i int) string { return fmt.Sprintf("tagger%d/", i) }

// Load reads a model file. Damaged files and those of a later version are
// refused with an error whose cause is model.ErrFile. Files whose scorer is not of a kind
// that the program comes with need that kind.
func Load(name string, kinds ...score.Kind) (*Parser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	p, err := Read(f, info.Size(), kinds...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// Read reads a model of the given size in bytes, as Load does.
func Read(r io.ReaderAt, size int64, kinds ...score.Kind) (*Parser, error) {
	arrays, err := model.ReadNPZ(r, size)
	if err != nil {
		return nil, err
	}
	return fromArrays(arrays, "", 0, kinds)
}

// fromArrays makes a model of the arrays whose names begin with prefix. It is in so
// many others.
func fromArrays(arrays *model.Arrays, prefix string, depth int, kinds []score.Kind) (*Parser, error) {
	text, err := model.Array[byte](arrays, prefix+metaEntry)
	if err != nil {
		return nil, err
	}
	m, err := readMeta(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", model.ErrFile, err)
	}
	p, err := fromMeta(m)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", model.ErrFile, err)
	}
	p.meta.Options.Kinds = kinds
	if err := p.readScorer(arrays, prefix); err != nil {
		return nil, err
	}
	return p.readTaggers(arrays, prefix, depth)
}

// readTaggers returns p with the taggers that it holds.
func (p *Parser) readTaggers(arrays *model.Arrays, prefix string, depth int) (*Parser, error) {
	if p.meta.Taggers == 0 {
		return p, nil
	}
	if n := p.meta.Taggers; n < 0 || n > len(treebank.Fields()) || depth == maxDepth {
		return nil, fmt.Errorf("%w: %d taggers, in %d models", model.ErrFile, n, depth)
	}
	var taggers []*Parser
	for i := range p.meta.Taggers {
		t, err := fromArrays(arrays, prefix+taggerPrefix(i), depth+1, p.meta.Options.Kinds)
		if err != nil {
			return nil, fmt.Errorf("tagger %d: %w", i, err)
		}
		taggers = append(taggers, t)
	}
	p, err := p.WithTaggers(taggers...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", model.ErrFile, err)
	}
	return p, nil
}

// readScorer reads the scorer. Before format 4 the templates of the linear one, the only
// one then, stood in Meta.
func (p *Parser) readScorer(arrays *model.Arrays, prefix string) error {
	if p.meta.Templates != "" {
		arrays.SetBytes(prefix+linear.TemplatesEntry, []byte(p.meta.Templates))
		p.meta.Templates = ""
	}
	kind, err := p.meta.Options.ScorerNamed(p.meta.Scorer)
	if err != nil {
		return fmt.Errorf("%w: %w", model.ErrFile, err)
	}
	shape := p.Shape()
	p.scorer, err = kind.Load(arrays, prefix, &shape)
	return err
}

// readMeta reads what a file says about the model.
func readMeta(text []byte) (m Meta, err error) {
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err != nil {
		return m, err
	}
	if version.Format < 1 || version.Format > FormatVersion {
		return m, fmt.Errorf("format version %d; this program reads versions 1 to %d", version.Format, FormatVersion)
	}
	err = json.Unmarshal(text, &m)
	return m, err
}

// fromMeta builds all of a parser but its scorer.
func fromMeta(m Meta) (*Parser, error) {
	p := &Parser{meta: m, actions: &decode.Actions{All: m.Actions, FromRoot: m.FromRoot, Other: m.Other}}
	roots, err := transition.ParseRoots(m.Roots)
	if err != nil {
		return nil, err
	}
	params := m.Params
	params.Roots = roots
	if max(params.MaxOpens, params.MaxUnary) > treebank.MaxBound {
		return nil, fmt.Errorf("%w: %+v", transition.ErrParams, params)
	}
	if p.system, err = oracle.NewSystem(m.System, params); err != nil {
		return nil, err
	}
	if tagger := p.Kind() == transition.Tags; tagger != slices.Contains(treebank.Fields(), m.Field) {
		return nil, fmt.Errorf("system %s with field %q", m.System, m.Field)
	}
	encoding := m.Options.Encoding()
	encoding.NonProjective, encoding.Roots = m.NonProjective, m.Roots
	encoding.Field, encoding.Backwards, encoding.Columns = m.Field, m.Backwards, treebank.AllColumns
	if p.encoder, err = encoding.Encoder(m.System); err != nil {
		return nil, err
	}
	p.encoder.SetLabels(m.Labels)
	for _, l := range m.Labels {
		if !p.encoder.Writable(l) {
			return nil, fmt.Errorf("label %q", l)
		}
	}
	return p, p.actions.Check(p.system, len(m.Labels))
}
