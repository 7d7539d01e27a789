package structure

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/treebank"
	"parser/ptb"
)

// The formats in which structures are written, see [Structure.Outputs].
const (
	CoNLLU     = "conllu"
	CoNLLX     = "conllx"
	JSON       = "json"       // an object a line
	Brackets   = "brackets"   // a tree a line
	Penman     = "penman"     // graphs, over several lines
	Horizontal = "horizontal" // a sentence a line, with a blank between tokens
	Vertical   = "vertical"   // a token a line, with a blank line after each sentence
	TSV        = "tsv"        // a word a line, in columns for spreadsheets
	Displacy   = "displacy"   // an object a line, as displaCy draws it
)

// Formats lists the formats.
func Formats() []string {
	return []string{CoNLLU, CoNLLX, JSON, Brackets, Penman, Horizontal, Vertical, TSV, Displacy}
}

// Extension returns what the names of files in a format end in.
func Extension(format string) string {
	return map[string]string{CoNLLU: ".conllu", CoNLLX: ".conll", JSON: ".json", Brackets: ".mrg", Penman: ".amr",
		Horizontal: ".txt", Vertical: ".txt", TSV: ".tsv", Displacy: ".json"}[format]
}

// ByLine reports whether each item is a line in a format, also one without words.
func (s *Structure) ByLine(format string) bool {
	return s.Holds != Graph && slices.Contains([]string{Brackets, Horizontal, JSON, Displacy}, format)
}

// packed returns extensions, each also with those of compressed files.
func packed(extensions ...string) (all []string) {
	for _, extension := range extensions {
		all = append(all, extension)
		for _, ending := range textfile.Endings() {
			all = append(all, extension+ending)
		}
	}
	return all
}

// Writer writes items. The first error of the stream stays.
type Writer interface {
	Write(*treebank.Item) error
	Flush() error
}

// CheckWriting returns an error unless s can be written in this way.
func (s *Structure) CheckWriting(format string) error {
	if format == "" || slices.Contains(s.Outputs, format) {
		return nil
	}
	return fmt.Errorf("%s cannot be written in the format %q (have %s)", s.Name(), format, strings.Join(s.Outputs, ", "))
}

// NewWriter returns a writer of items that hold this structure. Write refuses what fails [amr.Graph.Check].
func (s *Structure) NewWriter(w io.Writer, format string) (Writer, error) {
	if err := s.CheckWriting(format); err != nil {
		return nil, err
	}
	if format == "" && s.Holds != Columns { // whose sentences have a dialect each
		format = s.Outputs[0]
	}
	text := map[string]func(*treebank.Item, int) (string, error){
		JSON: jsonOf, Penman: penman, Horizontal: horizontal, Vertical: vertical, Displacy: displacyOf,
	}[format]
	switch {
	case text != nil:
		return completed{&textWriter{textfile.NewWriter(w), text}}, nil
	case format == TSV:
		return completed{newTableWriter(w)}, nil
	case format == Brackets:
		return completed{&treeWriter{ptb.NewWriter(w)}}, nil
	}
	dialect, only := map[string]conll.Format{CoNLLU: conll.FormatU, CoNLLX: conll.FormatX}[format]
	return completed{&sentenceWriter{conll.NewWriter(w), dialect, only}}, nil
}

// completed writes items with a sentence of their words where they have none.
type completed struct{ Writer }

func (w completed) Write(it *treebank.Item) error {
	if it == nil {
		return ErrNil
	}
	return w.Writer.Write(withSentence(it))
}

// withSentence returns the item, or a copy that has a sentence, as have its Others.
func withSentence(it *treebank.Item) *treebank.Item {
	if it.Sentence != nil {
		return it
	}
	c := *it
	c.Sentence, c.Others = &conll.Sentence{Words: it.Words, File: it.File, Line: it.Line}, make([]*treebank.Item, len(it.Others))
	for i, other := range it.Others {
		c.Others[i] = withSentence(other)
	}
	return &c
}

// notBuilt is the error about an item without the structure that is to be written.
func notBuilt(it *treebank.Item, what string) error {
	err := fmt.Errorf("no %s to write: the item has not been parsed, or by a parser that builds something else", what)
	if it.File == "" {
		return err
	}
	return &conll.Error{File: it.File, Line: it.Line, Err: err}
}

// textWriter writes each item as a line, or as several.
type textWriter struct {
	*textfile.Writer
	text func(it *treebank.Item, rank int) (string, error)
}

func (w *textWriter) Write(it *treebank.Item) error {
	for i, tree := range trees(it) {
		text, err := w.text(tree, i+1)
		if err == nil {
			err = w.Writer.Write([]byte(text + "\n"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// treeWriter writes Penn brackets, and "(())" for a sentence without words.
type treeWriter struct{ *ptb.Writer }

func (w *treeWriter) Write(it *treebank.Item) error {
	t := it.Tree
	if t == nil && len(it.Words) > 0 {
		return notBuilt(it, "tree")
	}
	if w.Tight = len(t.Leaves()) == 0; w.Tight {
		t = NoTree()
	}
	return w.Writer.Write(t)
}

// NoTree returns what replaces the tree of a sentence without words: "(())" if it is written tightly.
func NoTree() *ptb.Tree { return &ptb.Tree{Children: []*ptb.Tree{{}}} }

// sentenceWriter writes CoNLL: in one dialect only, or in that of each sentence.
type sentenceWriter struct {
	*conll.Writer
	dialect conll.Format
	only    bool
}

// Write writes a sentence, or each of its trees. It omits what only the other dialect has: comments, ranges, empty
// nodes, DEPS and MISC in CoNLL-X; PHEAD and PDEPREL in CoNLL-U. Blanks in FORM and LEMMA, at which many readers of
// CoNLL-X end a column, become "_", as in the tools of Universal Dependencies.
func (w *sentenceWriter) Write(it *treebank.Item) error {
	for i, tree := range trees(it) {
		s, err := tree.Sentence, error(nil)
		if w.only && s.Format != w.dialect {
			s = inDialect(s, w.dialect)
		}
		if weighed(tree) || tree.Model != "" {
			s, err = remarked(tree, s, i+1)
		}
		if err == nil {
			err = w.Writer.Write(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inDialect returns a sentence of another dialect as this one can hold it.
func inDialect(s *conll.Sentence, dialect conll.Format) *conll.Sentence {
	s = &conll.Sentence{Words: slices.Clone(s.Words), Format: dialect, ID: s.ID, File: s.File, Line: s.Line}
	for i := range s.Words {
		w := &s.Words[i]
		if w.Deps, w.Misc = "_", "_"; dialect == conll.FormatX {
			w.Form, w.Lemma = underscored(w.Form), underscored(w.Lemma)
		}
	}
	return s
}

// underscored returns a text with "_" for each blank.
func underscored(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return '_'
		}
		return c
	}, text)
}

// penman returns a graph in PENMAN notation.
func penman(it *treebank.Item, _ int) (string, error) {
	if it.Graph == nil {
		return "", notBuilt(it, "graph")
	}
	var b strings.Builder
	g := *it.Graph
	if it.Model != "" {
		g.Meta = append(slices.Clone(g.Meta), amr.NewMeta("model", it.Model))
	}
	err := amr.Write(&b, &g)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// tokensOf returns the forms of the tokens of a sentence or of a tree.
func tokensOf(it *treebank.Item) (forms []string, err error) {
	if it.Tree != nil {
		for _, leaf := range it.Tree.Leaves() {
			forms = append(forms, ptb.Unescape(leaf.Word))
		}
		return forms, nil
	}
	tokens, err := it.Sentence.Tokens()
	for _, t := range tokens {
		forms = append(forms, t.Form)
	}
	return forms, err
}

func horizontal(it *treebank.Item, _ int) (string, error) {
	forms, err := tokensOf(it)
	for i, form := range forms {
		forms[i] = solid(form)
	}
	return strings.Join(forms, " "), err
}

func vertical(it *treebank.Item, _ int) (string, error) {
	forms, err := tokensOf(it)
	return strings.Join(append(forms, ""), "\n"), err
}

// solid returns a form with no-break spaces, as UDPipe writes it.
func solid(form string) string { return strings.ReplaceAll(form, " ", "\u00a0") }

// Forms of files beside those that textfile tells: the dialects of CoNLL.
const (
	FormX = "x"
	FormU = "u"
)

// Reading says how a file is read.
type Reading struct {
	Form      string // FormX, FormU, or one of textfile
	Immediate bool   // see conll.Reader.Immediate
	Lenient   bool   // see conll.Reader.Lenient
	AnyHead   bool   // see conll.Reader.AnyHead
}

// Reader returns what reads the items of a file, until io.EOF: trees with their words, graphs, words with tags, or
// sentences, as the form says. After an error about one item, see textfile.Resumable, it goes on with the next.
func Reader(f *textfile.Reader, how Reading) func() (*treebank.Item, error) {
	switch how.Form {
	case textfile.Brackets:
		trees := ptb.NewReader(f, f.Name)
		return Items(trees.Read, func(t *ptb.Tree) *treebank.Item {
			return &treebank.Item{Tree: t, Words: WordsOf(t), File: f.Name, Line: trees.Line()}
		})
	case textfile.Graphs:
		return Items(amr.NewReader(f, f.Name).Read, func(g *amr.Graph) *treebank.Item { return &treebank.Item{Graph: g, File: g.File, Line: g.Line} })
	case textfile.Displacy:
		return Items(textfile.NewItems(f, f.Name, new(displacyReader).read).Read, treebank.SentenceItem)
	case textfile.Tagged:
		lines := conll.NewTaggedReader(f)
		return Items(lines.Read, func(words []conll.Word) *treebank.Item {
			text, _ := lines.Text() // which has been read
			return &treebank.Item{Words: words, File: f.Name, Line: text.Lines}
		})
	}
	return Items(how.Sentences(f).Read, treebank.SentenceItem)
}

// Gathered returns what reads gold items, which read does one by one, of a file in a form: alternatives of a sentence
// (conll.Gather) are its Others.
func Gathered(form string, read func() (*treebank.Item, error)) func() (*treebank.Item, error) {
	switch form {
	case textfile.Brackets, textfile.Graphs, textfile.Tagged:
		return read
	}
	return Items(conll.Gather(func() (*conll.Sentence, error) {
		it, err := read()
		if err != nil {
			return nil, err
		}
		return it.Sentence, nil
	}), treebank.SentenceItem)
}

// Sentences returns a reader of the sentences in a file, which tells their form unless that is a dialect of CoNLL.
func (how Reading) Sentences(f *textfile.Reader) *conll.Reader {
	r := conll.NewReader(f, f.Name)
	r.Immediate, r.Lenient, r.AnyHead = how.Immediate, how.Lenient, how.AnyHead
	switch how.Form {
	case FormX:
		r.Format = conll.FormatX
	case FormU:
		r.Format = conll.FormatU
	}
	return r
}

// Items reads what another function reads as items.
func Items[T any](read func() (T, error), item func(T) *treebank.Item) func() (*treebank.Item, error) {
	return func() (*treebank.Item, error) {
		x, err := read()
		if err != nil {
			return nil, err
		}
		return item(x), nil
	}
}

// Parses returns the form in which a file is read whose items are parsed into s; ok is false if s cannot be built from
// such a file. A file in no known form is read in the one whose reader explains best what is wrong.
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
