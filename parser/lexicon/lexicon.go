// Package lexicon has lists of words that say what a word can be: its lemma, tags and features. A parser that is asked to
// use one ([parser/parser/treebank.Request]) takes among the analyses of a word the one that it finds most probable.
//
//	l, err := lexicon.Open("names.tsv", "en.dic")
//	for _, a := range l.Analyses("walked") {
//		fmt.Println(a.Lemma, a.UPOS)
//	}
//
// A file has a word on each line, its fields with tabs between them; "_" stands for what a line does not say, and lines that
// begin with "# " are comments:
//
//	form lemma UPOS [XPOS [FEATS]]     names.tsv
//	lemma form V;PST;…                 UniMorph, as unimorph.go says it in Universal Dependencies
//	stem/flags po:noun                 words.dic of Hunspell, beside words.aff
//
// A million entries take about 25 MB: see table.
package lexicon

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"parser/conll/textfile"
)

// Lexicon is what some files say about words. Of a word that several files have, the first of them says what it can be. It is
// immutable and safe for concurrent use.
type Lexicon struct{ files []source }

// source is what a file says.
type source interface {
	lookUp(form string) []Analysis
	has(form string) bool
	len() int
	words(yield func(form string) bool)
}

// Analysis is what a word can be.
type Analysis struct {
	Lemma string // "" if the entry does not say it
	*Tags
}

// Tags are what an entry says about a word besides its lemma; "" stands for what it does not say.
type Tags struct {
	UPOS, XPOS, Feats string
	// Open says that the word can have other features than Feats, which then has those that it cannot contradict; a feature
	// of several values can be one of them.
	Open bool
	// Stem says that the lemma is a stem of a spelling dictionary, which has irregular forms as stems of their own.
	Stem bool
}

// Open reads files, plain or compressed: those of Hunspell are called *.dic, and the others are told apart by their first
// lines. The error is about a file that cannot be opened, or a [textfile.Error] with the line that is wrong.
func Open(names ...string) (*Lexicon, error) {
	l := &Lexicon{}
	for _, name := range names {
		t, err := open(name)
		if err != nil {
			return nil, err
		}
		l.files = append(l.files, t)
	}
	return l, nil
}

func open(name string) (source, error) {
	f, err := textfile.Open(name, strings.NewReader(""))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if dic, ok := strings.CutSuffix(name, filepath.Ext(name)); ok && strings.EqualFold(filepath.Ext(name), ".dic") {
		affixes, err := openAffixes(dic)
		if err != nil {
			return nil, err
		}
		return affixes.read(f)
	}
	return readLines(f)
}

// Read reads a text that is not Hunspell's; the name stands in errors, which are those of [Open].
func Read(r io.Reader, name string) (*Lexicon, error) {
	f, err := textfile.New(r, name)
	if err != nil {
		return nil, err
	}
	t, err := readLines(f)
	if err != nil {
		return nil, err
	}
	return &Lexicon{[]source{t}}, nil
}

// With returns a lexicon that also has words of others, which come after its own.
func (l *Lexicon) With(others ...*Lexicon) *Lexicon {
	all := &Lexicon{slices.Clone(l.files)}
	for _, other := range others {
		all.files = append(all.files, other.files...)
	}
	return all
}

// Len returns the number of entries: of lines that differ, and of stems of Hunspell.
func (l *Lexicon) Len() (n int) {
	for _, f := range l.files {
		n += f.len()
	}
	return n
}

// Forms yields the form of each entry, file by file; of Hunspell the stems.
func (l *Lexicon) Forms() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range l.files {
			for form := range f.words {
				if !yield(form) {
					return
				}
			}
		}
	}
}

// Analyses returns what a form can be, spelled as it is, in the order of its entries.
func (l *Lexicon) Analyses(form string) []Analysis {
	for _, f := range l.files {
		if all := f.lookUp(form); len(all) > 0 {
			return all
		}
	}
	return nil
}

// Has reports whether a form has an entry.
func (l *Lexicon) Has(form string) bool {
	return slices.ContainsFunc(l.files, func(f source) bool { return f.has(form) })
}

// MarshalJSON returns an error: a lexicon stays in the program that has opened it.
func (l *Lexicon) MarshalJSON() ([]byte, error) {
	return nil, errors.New("a lexicon cannot be sent to other programs")
}

// Fits reports whether a word with an analysis can have FEATS, "_" for none.
func (t *Tags) Fits(feats string) bool {
	if t.Feats == "" || !t.Open {
		return t.Feats == "" || t.Feats == feats
	}
	for feature := range strings.SplitSeq(feats, "|") {
		name, values, _ := strings.Cut(feature, "=")
		if own, says := t.feature(name); says && !shares(own, values) {
			return false
		}
	}
	return true
}

// feature returns the values of a feature in Feats.
func (t *Tags) feature(name string) (values string, ok bool) {
	for feature := range strings.SplitSeq(t.Feats, "|") {
		if own, values, _ := strings.Cut(feature, "="); own == name {
			return values, true
		}
	}
	return "", false
}

// shares reports whether two lists of values have one in common.
func shares(a, b string) bool {
	for value := range strings.SplitSeq(a, ",") {
		if slices.Contains(strings.Split(b, ","), value) {
			return true
		}
	}
	return false
}

// sorted returns features in the order of FEATS, which disregards case.
func sorted(features []string) string {
	slices.SortFunc(features, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return strings.Join(features, "|")
}

// wrong returns an error about the line that was read last.
func wrong(f *textfile.Reader, format string, values ...any) error {
	return &textfile.Error{File: f.Name, Line: f.Lines, Err: fmt.Errorf(format, values...)}
}
