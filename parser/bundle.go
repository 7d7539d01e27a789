package parser

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"strings"

	"parser/model"
	"parser/oracle"
	"parser/parser/features"
	"parser/transition"
)

// A model file is an .npz archive: the array "meta" holds Meta as JSON, and the
// arrays "0/…" (and "1/…" with two steps) the weights of a stage. The arrays
// "tagger0/…", "tagger1/…" are such archives again, of the taggers that the model
// holds.
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
	m := p.meta
	if m.Taggers > 0 || m.Backwards {
		m.Format = FormatVersion // whoever reads the first only would not tag, or not so
	}
	meta, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, err
	}
	entries := []model.Entry{{Name: prefix + metaEntry, Data: meta}}
	for stage, s := range p.scorers {
		entries = append(entries, s.Entries(prefix+stagePrefix(stage))...)
	}
	for i, t := range p.taggers {
		more, err := t.entries(prefix + taggerPrefix(i))
		if err != nil {
			return nil, err
		}
		entries = append(entries, more...)
	}
	return entries, nil
}

func stagePrefix(stage int) string { return fmt.Sprintf("%d/", stage) }

func taggerPrefix(i int) string { return fmt.Sprintf("tagger%d/", i) }

// Load reads a model file. Damaged files and those of a later version are
// refused with an error whose cause is model.ErrFile.
func Load(name string) (*Parser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	p, err := Read(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// Read reads a model of the given size in bytes.
func Read(r io.ReaderAt, size int64) (*Parser, error) {
	arrays, err := model.ReadNPZ(r, size)
	if err != nil {
		return nil, err
	}
	return fromArrays(arrays, "", 0)
}

// fromArrays makes a model of the arrays whose names begin with prefix. It is in so
// many others.
func fromArrays(arrays *model.Arrays, prefix string, depth int) (*Parser, error) {
	meta, err := arrays.Bytes(prefix + metaEntry)
	if err != nil {
		return nil, err
	}
	p, err := fromMeta(meta)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", model.ErrFile, err)
	}
	if err := p.readScorers(arrays, prefix); err != nil {
		return nil, err
	}
	return p.readTaggers(arrays, prefix, depth)
}

// readTaggers returns p with the taggers that it holds.
func (p *Parser) readTaggers(arrays *model.Arrays, prefix string, depth int) (*Parser, error) {
	if p.meta.Taggers == 0 {
		return p, nil
	}
	if n := p.meta.Taggers; n < 0 || n > len(Fields()) || depth == maxDepth {
		return nil, fmt.Errorf("%w: %d taggers, in %d models", model.ErrFile, n, depth)
	}
	var taggers []*Parser
	for i := range p.meta.Taggers {
		t, err := fromArrays(arrays, prefix+taggerPrefix(i), depth+1)
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

// moveClasses returns the number of classes for moves, four at least, which files
// of the first version have.
func moveClasses(s transition.System) int {
	return max(4, bits.Len(uint(s.Moves())))
}

// classes returns the number of classes of each stage.
func (p *Parser) classes() []int {
	if p.meta.TwoStep {
		return []int{moveClasses(p.system), len(p.actions.all)}
	}
	return []int{len(p.actions.all)}
}

// readScorers reads the weights of every stage.
func (p *Parser) readScorers(arrays *model.Arrays, prefix string) error {
	for stage, n := range p.classes() {
		l, err := model.ReadModel(arrays, prefix+stagePrefix(stage), n)
		if err != nil {
			return err
		}
		p.scorers = append(p.scorers, l)
	}
	return nil
}

// fromMeta builds all of a parser but its weights.
func fromMeta(text []byte) (*Parser, error) {
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, err
	}
	if version.Format < 1 || version.Format > FormatVersion {
		return nil, fmt.Errorf("format version %d; this program reads versions 1 to %d", version.Format, FormatVersion)
	}
	p := &Parser{}
	if err := json.Unmarshal(text, &p.meta); err != nil {
		return nil, err
	}
	roots, err := transition.ParseRoots(p.meta.Roots)
	if err != nil {
		return nil, err
	}
	params := p.meta.Params
	params.Roots = roots
	if max(params.MaxOpens, params.MaxUnary) > maxBound {
		return nil, fmt.Errorf("%w: %+v", transition.ErrParams, params)
	}
	if p.system, err = oracle.NewSystem(p.meta.System, params); err != nil {
		return nil, err
	}
	set, err := features.Parse(p.meta.Templates)
	if err != nil {
		return nil, err
	}
	if p.scheme, err = schemeOf(p.meta.NonProjective); err != nil && p.Kind() == transition.Dependencies {
		return nil, err
	}
	if tagger := p.Kind() == transition.Tags; tagger != slices.Contains(Fields(), p.meta.Field) {
		return nil, fmt.Errorf("system %s with field %q", p.meta.System, p.meta.Field)
	}
	for _, l := range p.meta.Labels {
		if !writable(l, p.Kind()) {
			return nil, fmt.Errorf("label %q", l)
		}
	}
	p.extractor = set.Compile()
	p.decorated = decorated(p.meta.Labels)
	p.actions = &actions{all: p.meta.Actions, fromRoot: p.meta.FromRoot, other: p.meta.Other}
	return p, p.actions.check(p.system, len(p.meta.Labels))
}

// writable reports whether a tree with this label can be written. A bracket may
// have no label, and a blank is a chainMark.
func writable(label string, kind transition.Kind) bool {
	if kind == transition.Constituents {
		return !strings.ContainsAny(label, "()\t\n\v\f\r")
	}
	return label != "" && !strings.ContainsAny(label, "\t\n")
}

// check refuses actions that a parse could stumble over: every move of the
// system must offer existing actions with existing labels.
func (a *actions) check(s transition.System, labels int) error {
	for m := range transition.NumMoves {
		for _, list := range [][]model.Class{a.fromRoot[m], a.other[m]} {
			if s.Moves().Has(m) && len(list) == 0 {
				return fmt.Errorf("no action for move %v", m)
			}
			if !slices.IsSorted(list) || len(list) > 0 && (list[0] < 0 || int(list[len(list)-1]) >= len(a.all)) {
				return fmt.Errorf("actions of move %v out of range", m)
			}
			for _, k := range list {
				if a.all[k].Move != m {
					return fmt.Errorf("action %d offered for move %v", k, m)
				}
			}
		}
	}
	for k, action := range a.all {
		if action.Move.Labelled() != (action.Label >= 0) || int(action.Label) >= labels {
			return fmt.Errorf("action %d has label %d of %d", k, action.Label, labels)
		}
	}
	if labels == 0 {
		return errors.New("no labels")
	}
	return nil
}
