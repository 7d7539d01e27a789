// Package inspect says what a model file contains: its making, what it reads and sets, how good it is, its sizes.
//
//	m, err := inspect.File("da.npz")
//	err = m.Print(os.Stdout)
package inspect

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/decode"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Model is what a model's file says about it.
type Model struct {
	File    string   `json:"file,omitempty"`
	Bytes   int64    `json:"bytes"`  // of the file; for a model inside another one, of its parts
	Format  int      `json:"format"` // the version
	Builds  string   `json:"builds"` // "dependencies", "constituents", "graphs", "tags"
	Field   string   `json:"field,omitempty"`
	Lang    string   `json:"language,omitempty"`
	System  string   `json:"system"`
	Scorer  string   `json:"scorer"`
	Size    string   `json:"size"` // of the scorer, in words
	Labels  int      `json:"labels"`
	Lexicon *Lexicon `json:"lexicon,omitempty"` // for a model of graphs
	Weights int      `json:"weights"`
	Reads   []string `json:"reads"`           // columns that the scorer reads
	Fills   []string `json:"fills,omitempty"` // columns that taggers or the scorer set if they are empty

	Treebanks []string `json:"treebanks,omitempty"` // of several that it tells apart, the usual one first

	Source  string `json:"source,omitempty"`
	Licence string `json:"licence,omitempty"`
	Train   string `json:"train"`         // SHA-256, see treebank.Data.Digest
	Dev     string `json:"dev,omitempty"` // SHA-256

	Command   string            `json:"command,omitempty"`
	Seed      uint64            `json:"seed"`
	Unusual   []string          `json:"unusual,omitempty"` // options that differ from the defaults of this program: "Epochs=8"
	Sentences int               `json:"sentences"`         // learned from
	Skipped   structure.Skipped `json:"skipped,omitzero"`
	Epochs    []int             `json:"epochs"` // the best epoch of each scorer
	Scores    *treebank.Scores  `json:"scores,omitempty"`
	Packed    string            `json:"packed,omitempty"` // the precision to which weights were reduced after scoring

	Parts     []Part   `json:"parts"`
	Taggers   []Model  `json:"taggers,omitempty"`
	Segmenter *Model   `json:"segmenter,omitempty"` // cuts raw text into words: its tagger of units
	Base      *Model   `json:"base,omitempty"`      // dependency parser whose trees graphs are made from
	Others    []Model  `json:"others,omitempty"`    // other parts, each with its name as File
	part      string   // its name, if it is a part
	inner     []*Model // the models inside this one
}

// Parts that have keys of their own.
const segmenter, base = "segmenter", "base"

// Lexicon is the size of a lexicon.
type Lexicon struct {
	Lemmas int `json:"lemmas"`
	Offers int `json:"offers"` // concepts and roles, of all lemmas
}

// Part is arrays of a file that belong together.
type Part struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"` // that they take in the file
}

// File describes a model file. For an unusable one the error is that of engine.Load.
func File(name string) (*Model, error) {
	m, err := atomicfile.ReadFile(name, func(r io.ReaderAt, size int64) (*Model, error) { return read(r, size, filepath.Dir(name)) })
	if err == nil {
		m.File = name
	}
	return m, err
}

// Read describes a model of the given size in bytes.
func Read(r io.ReaderAt, size int64) (*Model, error) { return read(r, size) }

// read describes a model whose encoders may also be in some folders.
func read(r io.ReaderAt, size int64, folders ...string) (*Model, error) {
	arrays, err := npz.Read(r, size)
	if err != nil {
		return nil, err
	}
	p, err := engine.Reading{}.Of(arrays, folders...)
	if err != nil {
		return nil, err
	}
	m := describe(p, arrays.List(), "")
	m.Bytes = size
	return m, nil
}

// describe describes a model whose arrays have names that begin with prefix.
func describe(p *engine.Parser, arrays []npz.Stored, prefix string) *Model {
	meta := p.Meta()
	m := &Model{
		Format: meta.Format, Builds: p.Structure().Name(), Field: meta.Field, Lang: meta.Lang,
		System: meta.System, Scorer: cmp.Or(meta.Scorer, "linear"), Size: p.Describe(), Labels: len(meta.Labels),
		Lexicon: lexicon(meta.Lexicon), Reads: append([]string{"form"}, p.Scorer().Columns()...), Fills: p.Predicts(), Treebanks: meta.Treebanks,
		Source: meta.Options.Source, Licence: meta.Options.Licence, Train: meta.Train, Dev: meta.Dev,
		Command: meta.Command, Seed: meta.Options.Seed, Unusual: unusual(meta.Options), Sentences: meta.Sentences,
		Skipped: meta.Skipped, Epochs: meta.Epochs, Packed: meta.Packed,
	}
	if len(m.Epochs) == 0 {
		m.Epochs = []int{meta.Epoch}
	}
	if meta.Scores != (treebank.Scores{}) {
		m.Scores = &meta.Scores
	}
	for _, held := range p.Parts() {
		if m.Fills = append(m.Fills, held.Fills...); held.Model == nil {
			continue
		}
		own := describe(held.Model, arrays, prefix+held.Name+"/")
		m.Bytes += own.Bytes
		m.inner = append(m.inner, own)
		switch own.part = held.Name; {
		case own.part == segmenter:
			m.Segmenter = own
		case own.part == base:
			m.Base = own
		case own.Field != "":
			m.Taggers = append(m.Taggers, *own)
		default:
			own.File = held.Name
			m.Others = append(m.Others, *own)
		}
	}
	for _, a := range arrays {
		name, within := strings.CutPrefix(a.Name, prefix)
		holds := func(in *Model) bool { return strings.HasPrefix(name, in.part+"/") }
		if within && !slices.ContainsFunc(m.inner, holds) {
			m.add(partOf(name), a)
		}
	}
	return m
}

// add adds an array to the part of that name. Arrays come in the order of their names.
func (m *Model) add(part string, a npz.Stored) {
	m.Bytes += a.Bytes
	if n := len(m.Parts); n == 0 || m.Parts[n-1].Name != part {
		m.Parts = append(m.Parts, Part{Name: part})
	}
	m.Parts[len(m.Parts)-1].Bytes += a.Bytes
	if isWeights(a) {
		n := 1
		for _, side := range a.Shape {
			n *= side
		}
		m.Weights += n
	}
}

// lexicon returns the size of a lexicon, nil without one.
func lexicon(l *decode.Lexicon) *Lexicon {
	if l == nil {
		return nil
	}
	size := &Lexicon{Lemmas: len(l.Lemmas)}
	for _, lists := range []map[int32][]model.Class{l.Concepts, l.Into, l.OutOf, l.Above, l.Below} {
		for _, list := range lists {
			size.Offers += len(list)
		}
	}
	return size
}

// partOf returns the part that an array belongs to: its name up to the first element that is not a number.
func partOf(array string) string {
	elements := strings.Split(array, "/")
	for i, e := range elements {
		if strings.Trim(e, "0123456789") != "" {
			return strings.Join(elements[:i+1], "/")
		}
	}
	return array
}

// isWeights reports whether an array holds weights: floating-point numbers, or the small integers that encode them.
func isWeights(a npz.Stored) bool {
	name := a.Name[strings.LastIndex(a.Name, "/")+1:]
	return slices.Contains([]string{"<f4", "<f2", "|i1"}, a.Type) && name != "scales" && name != "step"
}

// recorded are options that a model records elsewhere.
var recorded = []string{"Command", "Lang", "Licence", "Seed", "Source", "System"}

// unusual returns the options that differ from the defaults of the system, the scorer and the learner.
func unusual(o engine.Options) []string {
	usual := engine.DefaultsFor(o.System)
	usual.UseScorer(o.Scorer)
	_ = usual.UseLearner(o.LearnerName()) // a learner of another program may be unknown to this one
	own, others := flat(o), flat(usual)
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if !slices.Contains(recorded, name) && own[name] != others[name] {
			value := own[name]
			if strings.Contains(value, "\n") { // of templates in a file, for example
				value = fmt.Sprintf("(%d lines)", strings.Count(value, "\n"))
			}
			texts = append(texts, name+"="+value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		if _, set := own[name]; !set {
			texts = append(texts, name+"=")
		}
	}
	return texts
}

// flat returns the values of options in JSON by their names, which begin with those of the objects that they are in.
func flat(o engine.Options) map[string]string {
	values := map[string]string{}
	var add func(prefix string, of map[string]any)
	add = func(prefix string, of map[string]any) {
		for name, value := range of {
			if inner, ok := value.(map[string]any); ok {
				add(prefix+name+".", inner)
				continue
			}
			values[prefix+name] = fmt.Sprint(value)
		}
	}
	all := map[string]any{}
	text, err := json.Marshal(o)
	if err == nil && json.Unmarshal(text, &all) == nil {
		add("", all)
	}
	return values
}
