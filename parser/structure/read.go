package structure

import (
	"slices"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/ptb"
)

// Forms of files beside those that textfile tells: the dialects of CoNLL.
const (
	FormX = "x"
	FormU = "u"
)

// Reading says how a file is read.
type Reading struct {
	Form      string // FormX, FormU, or one of textfile
	Latin1    bool   // of sentences: they are ISO-8859-1
	Immediate bool   // see conll.Reader.Immediate
	Lenient   bool   // see conll.Reader.Lenient
}

// Reader returns what reads the items of a file, until io.EOF: trees with their words, graphs, words with tags, or
// sentences, as the form says. After an error about one item, see textfile.Resumable, it goes on with the next.
func Reader(f *textfile.Reader, how Reading) func() (*Item, error) {
	switch how.Form {
	case textfile.Brackets:
		trees := ptb.NewReader(f, f.Name)
		return Items(trees.Read, func(t *ptb.Tree) *Item {
			return &Item{Tree: t, Words: WordsOf(t), File: f.Name, Line: trees.Line()}
		})
	case textfile.Graphs:
		return Items(amr.NewReader(f, f.Name).Read, func(g *amr.Graph) *Item { return &Item{Graph: g, File: g.File, Line: g.Line} })
	case textfile.Tagged:
		lines := conll.NewTaggedReader(f)
		return Items(lines.Read, func(words []conll.Word) *Item {
			text, _ := lines.Text() // which has been read
			return &Item{Words: words, File: f.Name, Line: text.Lines}
		})
	}
	return Items(how.Sentences(f).Read, SentenceItem)
}

// Sentences returns a reader of the sentences in a file, which tells their form unless that is a dialect of CoNLL.
func (how Reading) Sentences(f *textfile.Reader) *conll.Reader {
	r := conll.NewReader(f, f.Name)
	r.Latin1, r.Immediate, r.Lenient = how.Latin1, how.Immediate, how.Lenient
	switch how.Form {
	case FormX:
		r.Format = conll.FormatX
	case FormU:
		r.Format = conll.FormatU
	}
	return r
}

// Items reads what another function reads as items.
func Items[T any](read func() (T, error), item func(T) *Item) func() (*Item, error) {
	return func() (*Item, error) {
		x, err := read()
		if err != nil {
			return nil, err
		}
		return item(x), nil
	}
}

// Parses returns the form in which a file is to be read whose items are to be parsed into s; ok is false if s is not
// built of what a file in its form holds. What no form fits is read as the one whose reader says best what is wrong.
func (s *Structure) Parses(form string) (as string, ok bool) {
	switch form {
	case textfile.Tagged, textfile.Brackets, textfile.Graphs:
		return form, slices.Contains(s.Inputs, form)
	case textfile.Unknown:
		if slices.Contains(s.Inputs, textfile.Tagged) {
			return textfile.Tagged, true
		}
	}
	return form, true
}
