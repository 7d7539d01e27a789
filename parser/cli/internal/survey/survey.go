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
func (b *brief) size(unit string, units, words, longest int) []row {
	return []row{
		{unit + "s", units}, {"words", words}, {"words per " + unit, mean(words, units)}, {"longest sentence", longest},
		{"different forms", b.Forms},
	}
}

// mean returns the mean of n numbers in words, 0 without any.
func mean(sum, n int) string { return fmt.Sprintf("%.2f", float64(sum)/float64(max(n, 1))) }

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
		b.counter = newTrees(b.brief)
	case textfile.Graphs:
		b.counter = newGraphs(b.brief)
	default:
		b.counter = newArcs(b.brief)
	}
	err := each(func(it *treebank.Item) error {
		b.see(b.add(it))
		return nil
	})
	b.Forms = len(b.forms)
	b.rows, b.lists = b.table()
	for _, l := range b.lists {
		b.Rare[l.name] = l.Below(Rare)
		delete(b.Rare[l.name], "_") // which is no name
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
