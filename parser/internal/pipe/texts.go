package pipe

import (
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

// Forms of texts, whose words have no columns.
const (
	Text       = "text"               // raw text
	Horizontal = structure.Horizontal // a sentence a line, with blanks between tokens
	Vertical   = structure.Vertical   // a token a line, with a blank line after each sentence
)

// Segmented returns which sentences and tokens a text in a form shows; ok is false if the form is not one for texts.
func Segmented(form string) (given text.Segmented, ok bool) {
	given, ok = map[string]text.Segmented{Text: 0, Horizontal: text.Horizontal, Vertical: text.Vertical}[form]
	return given, ok
}

// Reads reports whether a parser reads input in a form: raw text if it cuts it into words, tokens if it needs no tags, and
// columns, brackets or graphs if it builds its structures from them.
func Reads(p *engine.Parser, form string) bool {
	if form == Text {
		return p.Segmenter() != nil
	}
	if _, isText := Segmented(form); isText {
		return !p.NeedsTags()
	}
	_, ok := p.Structure().Parses(form)
	return ok
}

// Units lists the units in which [Counting] counts, the usual one first.
func Units() []string { return []string{"characters", "bytes", "utf16"} }

// Counting returns what counts a text in a unit, for [text.Options]: in characters of Unicode, bytes of UTF-8, or code
// units of UTF-16, as JavaScript and Java do. It is nil for any other name.
func Counting(unit string) func(text string) int {
	return map[string]func(string) int{
		"characters": utf8.RuneCountInString,
		"bytes":      func(text string) int { return len(text) },
		"utf16":      utf16Len,
	}[unit]
}

func utf16Len(text string) (n int) {
	for _, c := range text {
		n += utf16.RuneLen(c)
	}
	return n
}

// Written returns the structure that a parser gives items, as its request says: words and tags, and trees of what graphs
// are made of, if it ends with these.
func Written(p *engine.Parser) *structure.Structure {
	r := p.Request()
	switch {
	case !r.Reaches("trees"):
		return structure.Named("tags")
	case r.Only != "" && p.Structure().Stage() == "":
		return structure.Named("dependencies")
	}
	return p.Structure()
}

// words returns items with the words of those that are read, for parses that end before trees.
func words(read func() (*treebank.Item, error)) func() (*treebank.Item, error) {
	return func() (*treebank.Item, error) {
		it, err := read()
		if err == nil && it.Sentence == nil {
			it = treebank.SentenceItem(&conll.Sentence{Words: slices.Clone(it.Words), File: it.File, Line: it.Line})
			for i := range it.Words {
				it.Words[i].Head = conll.NoHead
			}
		}
		return it, err
	}
}

// cut returns the sentences of a text, cut as a parser does or, if it is nil, as Unicode says.
func cut(p *engine.Parser, f *textfile.Reader, how text.Options) (*segment.Reader, error) {
	if p == nil {
		return segment.NewReader(f, f.Name, nil, nil, nil, how), nil
	}
	return p.Text(f, f.Name, how)
}
