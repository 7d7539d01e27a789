// Package survey describes treebanks side by side, and says what the training treebank lacks of the
// others: sentences that occur in both, forms and labels that occur in only one.
//
//	train, err := survey.Count("train.conllu", structure.Columns, each) // each calls a function with all items
//	dev, err := survey.Count("dev.conllu", structure.Columns, eachOfDev)
//	report, err := survey.New(train, dev)
//	err = report.Write(os.Stdout, 20)
package survey

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/structure"
	"parser/ptb"
)

// ErrKind is the cause if treebanks of different kinds (dependencies, constituents, graphs) are to
// go into one table.
var ErrKind = errors.New("they have structures of two kinds")

// Rare is the count below which a label or tag is listed as rare.
const Rare = 20

// Treebank is the counts of one treebank.
type Treebank struct {
	name  string
	rows  []row  // of the table; the first is the title
	lists []list // of labels and so on
	seen  seen
	all   any // for JSON
	brief *brief
}

// row is a row of the table, with the value for one treebank.
type row struct {
	name  string
	value any
}

// list is a list of names of a kind and how often each occurs.
type list struct {
	name string
	conll.Counter
	long bool // no table of them is printed
}

// brief is the JSON for all kinds of treebanks.
type brief struct {
	File string `json:"file"`
	// Forms is the number of different forms.
	Forms int `json:"forms"`
	// Rare are the names that occur less than Rare times, by kind.
	Rare map[string]conll.Counter `json:"rare"`
	// Comparison is nil in the training treebank itself.
	*Comparison `json:"compared,omitempty"`
}

// Count counts what is in a treebank whose items hold sentences, trees or graphs; each calls a
// function with all of them.
func Count(name string, holds structure.Result, each func(func(*structure.Item) error) error) (*Treebank, error) {
	switch holds {
	case structure.Tree:
		return trees(name, each)
	case structure.Graph:
		return graphs(name, each)
	}
	return sentences(name, each)
}

func sentences(name string, each func(func(*structure.Item) error) error) (*Treebank, error) {
	b, s := &Treebank{name: name}, &conll.Stats{}
	err := each(func(it *structure.Item) error {
		sentence := it.Sentence
		s.Add(sentence)
		var forms []string
		for i := range sentence.Words {
			forms = append(forms, sentence.Words[i].Form)
		}
		b.seen.add(forms)
		return nil
	})
	severalRoots, onlyNonProjective := 0, conll.Counter{}
	for roots, sentences := range s.Roots {
		if roots > 1 {
			severalRoots += sentences
		}
	}
	for label, n := range s.NonProjectiveLabels {
		if n == s.Labels[label] {
			onlyNonProjective[label] = n
		}
	}
	b.rows = []row{
		{"treebank", name},
		{"sentences", s.Sentences},
		{"words", s.Words},
		{"words per sentence", fmt.Sprintf("%.2f", s.MeanLength())},
		{"longest sentence", s.Longest},
		{"different forms", len(b.seen.forms)},
		{"multiword ranges", s.Ranges},
		{"empty nodes", s.EmptyNodes},
		{"sentences with several roots", severalRoots},
		{"sentences with a cycle", s.Cyclic},
		{"words without head", s.Unknown},
		{"words without lemma", s.NoLemma},
		{"words without UPOS", s.UPOS["_"]},
		{"words without XPOS", s.XPOS["_"]},
		{"words without FEATS", s.Feats["_"]},
		{"non-projective sentences", s.NonProjectiveSentences},
		{"non-projective arcs", s.NonProjectiveArcs},
		{"mean arc length", fmt.Sprintf("%.2f", s.MeanArcLength())},
		{"different labels", len(s.Labels)},
		{"… of non-projective arcs only", len(onlyNonProjective)},
		{"… of lifted arcs (head)", len(s.LiftedLabels)},
		{"different UPOS", len(s.UPOS)},
		{"different XPOS", len(s.XPOS)},
		{"different FEATS", len(s.Feats)},
	}
	b.lists = []list{{"label", s.Labels, false}, {"UPOS", s.UPOS, false}, {"XPOS", s.XPOS, false}, {"FEATS", s.Feats, true}, {"lifted label", s.LiftedLabels, true}}
	b.brief = b.shorten()
	b.all = struct {
		*brief
		*conll.Stats
		Only conll.Counter `json:"non_projective_only"`
	}{b.brief, s, onlyNonProjective}
	return b, err
}

func trees(name string, each func(func(*structure.Item) error) error) (*Treebank, error) {
	b, s := &Treebank{name: name}, &ptb.Stats{Labels: conll.Counter{}, Tags: conll.Counter{}, Chains: conll.Counter{}}
	err := each(func(it *structure.Item) error {
		s.Add(it.Tree)
		var forms []string
		for _, leaf := range it.Tree.Leaves() {
			if !ptb.Empty(leaf) {
				forms = append(forms, leaf.Word)
			}
		}
		b.seen.add(forms)
		return nil
	})
	b.rows = []row{
		{"treebank", name},
		{"trees", s.Trees},
		{"words", s.Words},
		{"words per tree", fmt.Sprintf("%.2f", s.MeanLength())},
		{"longest sentence", s.Longest},
		{"different forms", len(b.seen.forms)},
		{"trees without words", s.NoWords},
		{"empty elements", s.EmptyElements},
		{"constituents", s.Constituents},
		{"deepest tree", s.Deepest},
		{"longest unary chain", s.LongestChain},
		{"different unary chains", len(s.Chains)},
		{"different labels", len(s.Labels)},
		{"… with function tags", s.FullLabels},
		{"different tags", len(s.Tags)},
	}
	b.lists = []list{{"label", s.Labels, false}, {"tag", s.Tags, false}, {"unary chain", s.Chains, true}}
	b.brief = b.shorten()
	b.all = struct {
		*brief
		*ptb.Stats
	}{b.brief, s}
	return b, err
}

func graphs(name string, each func(func(*structure.Item) error) error) (*Treebank, error) {
	b, s := &Treebank{name: name}, &amr.Stats{Concepts: conll.Counter{}, Roles: conll.Counter{}, Constants: conll.Counter{}}
	err := each(func(it *structure.Item) error {
		s.Add(it.Graph)
		b.seen.add(it.Graph.Words())
		return nil
	})
	constants := 0
	for _, n := range s.Constants {
		constants += n
	}
	b.rows = []row{
		{"treebank", name},
		{"graphs", s.Graphs},
		{"words", s.Words},
		{"words per graph", fmt.Sprintf("%.2f", s.MeanLength())},
		{"longest sentence", s.Longest},
		{"different forms", len(b.seen.forms)},
		{"variables", s.Variables},
		{"constants", constants},
		{"edges between variables", s.Edges},
		{"… re-entrant", s.Reentrant},
		{"… inverted", s.Inverted},
		{"graphs with re-entrancy", s.Reentrants},
		{"deepest graph", s.Deepest},
		{"different concepts", len(s.Concepts)},
		{"different roles", len(s.Roles)},
		{"different constants", len(s.Constants)},
	}
	b.lists = []list{{"role", s.Roles, false}, {"concept", s.Concepts, false}, {"constant", s.Constants, true}}
	b.brief = b.shorten()
	b.all = struct {
		*brief
		*amr.Stats
	}{b.brief, s}
	return b, err
}

// shorten returns what all kinds of treebanks have.
func (b *Treebank) shorten() *brief {
	short := &brief{File: b.name, Forms: len(b.seen.forms), Rare: map[string]conll.Counter{}}
	for _, l := range b.lists {
		short.Rare[l.name] = filled(l.Below(Rare))
	}
	return short
}

// filled drops the counts of empty columns from new counts.
func filled(list conll.Counter) conll.Counter {
	delete(list, "_")
	return list
}

// Report compares several treebanks of a kind.
type Report struct {
	banks []*Treebank
	train *Treebank // the training treebank
}

// New compares treebanks with the training treebank, which is the first whose file name says so, as
// in "en-train.conllu", or else the first. The error is an ErrKind.
func New(banks ...*Treebank) (*Report, error) {
	r := &Report{banks, banks[0]}
	if i := slices.IndexFunc(banks, func(b *Treebank) bool { return strings.Contains(strings.ToLower(filepath.Base(b.name)), "train") }); i >= 0 {
		r.train = banks[i]
	}
	for _, b := range banks {
		if len(b.rows) != len(banks[0].rows) {
			return nil, fmt.Errorf("%s does not go into one table with %s: %w", b.name, banks[0].name, ErrKind)
		}
		if b != r.train {
			b.brief.Comparison = b.compare(r.train)
		}
	}
	return r, nil
}

// JSON returns all counts, treebank by treebank, for package json.
func (r *Report) JSON() (all []any) {
	for _, b := range r.banks {
		all = append(all, b.all)
	}
	return all
}
