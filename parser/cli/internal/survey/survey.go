// Package survey describes treebanks side by side, and says what the training treebank lacks of the
// others: sentences that occur in both, forms and labels that occur in only one.
//
//	train, err := survey.Count("train.conllu", textfile.CoNLL, each) // each calls a function with all items
//	dev, err := survey.Count("dev.conllu", textfile.CoNLL, eachOfDev)
//	report, err := survey.New(train, dev)
//	err = report.Write(os.Stdout, 20)
package survey

import (
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/treebank"
	"parser/ptb"
)

// ErrKind is the cause if treebanks of different kinds (dependencies, constituents, graphs) are to
// go into one table.
var ErrKind = errors.New("they have structures of two kinds")

// Rare is the count below which a label or tag is listed as rare.
const Rare = 20

// Treebank is the counts of one treebank.
type Treebank struct {
	*brief
	counter
	rows      []row          // of the table below the title
	lists     []list         // of labels and so on
	forms     map[string]int // words by form
	sentences map[uint64]int // by a hash of their forms
}

type row struct {
	name  string
	value any
}

// list is a list of names of a kind and how often each occurs.
type list struct {
	name string
	Counter
	long bool // no table of them is printed
}

// brief is the JSON for all kinds of treebanks.
type brief struct {
	File        string                      `json:"file"`
	Forms       int                         `json:"forms"` // different ones
	Rare        map[string]Counter          `json:"rare"`  // what occurs less than Rare times, by kind
	*Comparison `json:"compared,omitempty"` // nil in the training treebank itself
}

// size returns the rows of all kinds of treebanks.
func (b *brief) size(unit string, units, words, longest int, mean float64) []row {
	return []row{
		{unit + "s", units}, {"words", words}, {"words per " + unit, fmt.Sprintf("%.2f", mean)}, {"longest sentence", longest},
		{"different forms", b.Forms},
	}
}

// counter counts the items of a treebank. JSON has its fields.
type counter interface {
	// add counts an item and returns its words.
	add(*treebank.Item) (forms []string)
	// table returns the rows below the title, and the lists.
	table() ([]row, []list)
}

// Count counts what is in a treebank in a form of textfile: sentences unless those are trees or graphs; each calls a
// function with all of them.
func Count(name, form string, each func(func(*treebank.Item) error) error) (*Treebank, error) {
	b := &Treebank{
		brief: &brief{File: name, Rare: map[string]Counter{}},
		forms: map[string]int{}, sentences: map[uint64]int{},
	}
	switch form {
	case textfile.Brackets:
		b.counter = &trees{b.brief, &TreeStats{Labels: Counter{}, Tags: Counter{}, Chains: Counter{}}}
	case textfile.Graphs:
		stats := &GraphStats{Concepts: Counter{}, Roles: Counter{}, Constants: Counter{}}
		b.counter = &graphs{b.brief, stats}
	default:
		b.counter = &sentences{b.brief, &ArcStats{}, Counter{}}
	}
	err := each(func(it *treebank.Item) error {
		b.see(b.add(it))
		return nil
	})
	b.Forms = len(b.forms)
	b.rows, b.lists = b.table()
	for _, l := range b.lists {
		b.Rare[l.name] = filled(l.Below(Rare))
	}
	return b, err
}

// see remembers a sentence, unless it has no words.
func (b *Treebank) see(forms []string) {
	if len(forms) == 0 {
		return
	}
	hash := fnv.New64a()
	for _, form := range forms {
		b.forms[form]++
		hash.Write([]byte(form))
		hash.Write([]byte{'\t'})
	}
	b.sentences[hash.Sum64()]++
}

type sentences struct {
	*brief
	*ArcStats
	Only Counter `json:"non_projective_only"`
}

func (s *sentences) add(it *treebank.Item) (forms []string) {
	s.Add(it.Sentence)
	for i := range it.Sentence.Words {
		forms = append(forms, it.Sentence.Words[i].Form)
	}
	return forms
}

func (s *sentences) table() ([]row, []list) {
	severalRoots := 0
	for roots, sentences := range s.Roots {
		if roots > 1 {
			severalRoots += sentences
		}
	}
	for label, n := range s.NonProjectiveLabels {
		if n == s.Labels[label] {
			s.Only[label] = n
		}
	}
	return append(s.size("sentence", s.Sentences, s.Words, s.Longest, s.MeanLength()), []row{
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
			{"… of non-projective arcs only", len(s.Only)},
			{"… of lifted arcs (head)", len(s.LiftedLabels)},
			{"different UPOS", len(s.UPOS)},
			{"different XPOS", len(s.XPOS)},
			{"different FEATS", len(s.Feats)},
			{"sentences with DEPS", s.Enhanced.Sentences},
			{"… that cannot be read", s.Enhanced.Bad},
			{"enhanced edges", s.Enhanced.Edges},
			{"… that the tree lacks", s.Enhanced.Added},
			{"words with several heads", s.Enhanced.SeveralHeads},
			{"different enhanced relations", len(s.Enhanced.Relations)},
		}...), []list{
			{"label", s.Labels, false}, {"UPOS", s.UPOS, false}, {"XPOS", s.XPOS, false},
			{"FEATS", s.Feats, true}, {"lifted label", s.LiftedLabels, true}, {"enhanced relation", s.Enhanced.Relations, false},
		}
}

type trees struct {
	*brief
	*TreeStats
}

func (s *trees) add(it *treebank.Item) (forms []string) {
	s.Add(it.Tree)
	for _, leaf := range it.Tree.Leaves() {
		if !ptb.Empty(leaf) {
			forms = append(forms, leaf.Word)
		}
	}
	return forms
}

func (s *trees) table() ([]row, []list) {
	return append(s.size("tree", s.Trees, s.Words, s.Longest, s.MeanLength()), []row{
		{"trees without words", s.NoWords},
		{"empty elements", s.EmptyElements},
		{"constituents", s.Constituents},
		{"deepest tree", s.Deepest},
		{"longest unary chain", s.LongestChain},
		{"different unary chains", len(s.Chains)},
		{"different labels", len(s.Labels)},
		{"… with function tags", s.FullLabels},
		{"different tags", len(s.Tags)},
	}...), []list{{"label", s.Labels, false}, {"tag", s.Tags, false}, {"unary chain", s.Chains, true}}
}

type graphs struct {
	*brief
	*GraphStats
}

func (s *graphs) add(it *treebank.Item) []string {
	s.Add(it.Graph)
	return it.Graph.Words()
}

func (s *graphs) table() ([]row, []list) {
	constants := 0
	for _, n := range s.Constants {
		constants += n
	}
	return append(s.size("graph", s.Graphs, s.Words, s.Longest, s.MeanLength()), []row{
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
	}...), []list{{"role", s.Roles, false}, {"concept", s.Concepts, false}, {"constant", s.Constants, true}}
}

// filled drops the counts of empty columns from new counts.
func filled(list Counter) Counter {
	delete(list, "_")
	return list
}

// Report compares several treebanks of a kind.
type Report struct {
	banks []*Treebank
	train *Treebank
}

// New compares treebanks with the training treebank, which is the first whose file name says so, as
// in "en-train.conllu", or else the first. The error is an ErrKind.
func New(banks ...*Treebank) (*Report, error) {
	r := &Report{banks, banks[0]}
	if i := slices.IndexFunc(banks, func(b *Treebank) bool { return strings.Contains(strings.ToLower(filepath.Base(b.File)), "train") }); i >= 0 {
		r.train = banks[i]
	}
	for _, b := range banks {
		if len(b.rows) != len(banks[0].rows) {
			return nil, fmt.Errorf("%s does not go into one table with %s: %w", b.File, banks[0].File, ErrKind)
		}
		if b != r.train {
			b.Comparison = b.compare(r.train)
		}
	}
	return r, nil
}

// JSON returns all counts, treebank by treebank, for package json.
func (r *Report) JSON() (all []any) {
	for _, b := range r.banks {
		all = append(all, b.counter)
	}
	return all
}
