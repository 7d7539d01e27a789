package frame

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/engine"
	"parser/parser/internal/lookup/foreign"
	"parser/parser/internal/mixed"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

// RawText is raw text as input: what of it is decided already, and what cuts the rest into sentences and words. Its
// exported fields are the destinations of flags.
type RawText struct {
	Input
	Raw        bool         // the input is raw text, rather than tokens or words
	Lines      bool         // each line is one sentence
	Paragraphs bool         // each line is one or several sentences
	Text       text.Options // how text is read, as far as flags say
	Segmenter  string       // RuleName, or a model; "" for that of the model at work
	Offsets    Optional
	Quiet      bool         // no hints
	CutBy      places.Found // the model of Segmenter, once it is loaded

	// LineFormat says that the output has a line for each sentence, also for one without words.
	LineFormat bool
	// Newdoc has the first sentence of each of several files name it.
	Newdoc bool

	watch                 *foreign.Watch // of text that may be foreign to the model; nil for none
	recent                []string       // the last words that it has seen
	hinted, marked, blank bool           // the hints at lines, markup and blank lines were given
}

// RuleName is the segmenter that is no model: text is cut as Unicode says.
const RuleName = "rule"

// RawTextOf returns the usual raw text.
func RawTextOf(e *Env) RawText {
	return RawText{Input: InputOf(e), Offsets: Optional{Words: pipe.Units()}}
}

// InRawText is the heading of the flags for raw text in help.
const InRawText = "Raw text"

// TextFlag says that the input is raw text.
func (t *RawText) TextFlag() urfave.Flag {
	return Under(InRawText, Switch(&t.Raw, "text", "the files, or all files in the folders, are raw text"))[0]
}

// RawFlags say what of raw text is decided already, and what cuts the rest.
func (t *RawText) RawFlags() []urfave.Flag {
	markup := Word(&t.Text.Markup, "markup", "read `MARKUP`, html or markdown: skip tags and code, and let sentences end where blocks do")
	markup.Action = func(c *urfave.Context, markup string) error {
		t.Text.Markup = strings.ToLower(markup)
		return OneOf("the markup is", text.HTML, text.Markdown)(c, t.Text.Markup)
	}
	return Under(InRawText,
		Switch(&t.Lines, "lines", "each line is one sentence"),
		Switch(&t.Paragraphs, "paragraphs", "each line is one or several complete sentences, also of tokens with --format horizontal; with vertical, each block"),
		Usually("none", markup),
		Switch(&t.Text.Dehyphenate, "dehyphenate", "join words that are divided at the end of a line, as in scanned books"),
		Usually("what the model has", Word(&t.Segmenter, "segmenter",
			ModelUsage+", whose segmenter cuts raw text into words, or \""+RuleName+"\" to cut as Unicode says")))
}

// OffsetsFlag has the output say where tokens are in the text.
func (t *RawText) OffsetsFlag() urfave.Flag {
	return &urfave.GenericFlag{
		Category: InRawText, Name: "offsets", Value: &t.Offsets, DefaultText: "none",
		Usage: "write down where each token is in the file: TokenRange=start:end in MISC, in this `UNIT`: characters, which need not be named, bytes, utf16",
	}
}

// MaxWordsFlag bounds sentences.
func (t *RawText) MaxWordsFlag() urfave.Flag {
	return Usually("as many as there are", Number(&t.Text.MaxWords, 1, "max-words",
		"take no sentence of more than `N` words: one that is found in raw text ends there, any other one is malformed"))
}

// KeepLinesFlag aligns the output with the lines of the input.
func (t *RawText) KeepLinesFlag() urfave.Flag {
	return Switch(&t.Text.KeepLines, "keep-lines", "where a line is a sentence (--text --lines, --format horizontal), "+
		"give a result for each line, blank or malformed ones, too; CoNLL-U, which has none without words, says # line = N")
}

// IsText reports whether the input is text: raw, or tokens.
func (t *RawText) IsText() bool {
	_, isText := pipe.Segmented(t.Format)
	return t.Raw || isText
}

// Check refuses flags that cannot be used with each other or with this input.
func (t *RawText) Check() error {
	const textOnly = "text (--text, --format horizontal or vertical)"
	wrong := ""
	switch {
	case t.Text.KeepLines && !t.Lines && t.Format != pipe.Horizontal:
		wrong = "--keep-lines needs lines that are sentences: --text --lines or --format horizontal"
	case t.Raw && t.Format != pipe.Auto && t.Format != pipe.Text:
		wrong = "--format cannot be used with --text"
	case !t.Raw && t.Lines:
		wrong = "--lines needs --text"
	case !t.IsText() && t.Paragraphs:
		wrong = "--paragraphs needs " + textOnly
	case t.Text.KeepLines && t.Paragraphs:
		wrong = "--keep-lines cannot be used with --paragraphs: a line that is several sentences gives several results"
	case t.Lines && t.Paragraphs:
		wrong = "--lines cannot be used with --paragraphs"
	case !t.Raw && (t.Text.Markup != "" || t.Text.Dehyphenate):
		wrong = "--markup and --dehyphenate need --text"
	case t.Text.Markup != "" && (t.Lines || t.Paragraphs):
		wrong = "--markup, which shows where sentences end, cannot be used with --lines or --paragraphs"
	case t.Text.Markup == text.Markdown && t.Immediate:
		wrong = "--immediate cannot be used with --markup markdown, where a line can change the one before"
	case !t.IsText() && (t.Offsets.Value != "" || t.Segmenter != ""):
		wrong = "--offsets and --segmenter need " + textOnly
	}
	if wrong != "" {
		return fmt.Errorf("%w: %s", ErrUsage, wrong)
	}
	return nil
}

// Cutter returns the model that cuts text into words: that of --segmenter or, without it, the usual one. Nil is the rule.
func (t *RawText) Cutter(usual func() (*engine.Parser, error)) (*engine.Parser, error) {
	switch t.Segmenter {
	case "":
		return usual()
	case RuleName:
		return nil, nil
	}
	m, found, err := t.Env.Load(t.Segmenter, "words")
	switch {
	case err != nil:
		return nil, fmt.Errorf("--segmenter: %w", err)
	case m.Segmenter() == nil:
		return nil, fmt.Errorf("%w: --segmenter %s: %w", ErrUsage, t.Segmenter, engine.ErrNoSegmenter)
	}
	t.CutBy = found
	return m, nil
}

// Watch has what is read say, once for each reason, that a text is foreign to a model or, if that takes words and tags
// from another one, to that.
func (t *RawText) Watch(m *engine.Parser) {
	if t.watch != nil || t.Quiet || m == nil {
		return
	}
	if base := m.Base(); base != nil {
		m = base
	}
	t.watch = foreign.NewWatch(func() *foreign.Known {
		var dictionaries []iter.Seq[string]
		for _, tagger := range m.Taggers() {
			dictionaries = append(dictionaries, tagger.Meta().Lemmas.Forms())
		}
		return foreign.Of(m.Scorer(), m.Meta().Unknown, m.Meta().Dev, dictionaries...)
	}, mixed.Other(m.Meta().Lang))
}

// options returns how a file is read after this number of sentences.
func (t *RawText) options(sentences int) text.Options {
	o := t.Text
	o.Ranges, o.Before, o.FindSentences = pipe.Counting(t.Offsets.Value), sentences, t.Paragraphs
	switch {
	case t.Lines:
		o.Segmented = text.Sentences
	case t.Paragraphs:
		o.Segmented = text.Paragraphs
	}
	return o
}

// Cut returns the sentences in files of text, which are numbered throughout. A model cuts them or, if it is nil, the
// rule does.
func (t *RawText) Cut(ctx context.Context, m *engine.Parser, how pipe.Reading, files []string) *pipe.Source {
	item := "sentence"
	if t.Raw {
		t.Format, item = pipe.Text, "stretch of text"
	}
	sentences := 0
	if t.Segmenter == RuleName {
		m = nil
	}
	read := func(f *textfile.Reader, form string) (func() (*treebank.Item, error), error) {
		t.hint(f)
		_, empty := f.Peek(1)
		how := how
		how.Reading, how.Text = t.Reading(form), t.options(sentences)
		if t.Newdoc && len(files) > 1 {
			how.Text.Document = printable(f.Name)
		}
		read, err := pipe.Reader(ctx, m, f, how)
		if err != nil {
			return nil, err
		}
		line, before := 0, sentences
		return func() (*treebank.Item, error) {
			it, err := read()
			if err == io.EOF && sentences == before && empty == nil {
				t.Say("no text was found in %s", f.Name)
			}
			if err == nil && len(it.Words) > 0 {
				sentences++
				t.notice(m, it, &line)
			}
			return it, err
		}, nil
	}
	return &pipe.Source{Input: &t.Input.Input, Item: item, Files: files, Aligned: t.Text.KeepLines, Reader: read}
}

// notice remarks on a sentence that was read: for users what is odd about it, in it in which line it stands.
func (t *RawText) notice(m *engine.Parser, it *treebank.Item, line *int) {
	s := it.Sentence
	if t.watch != nil {
		t.remember(s.Words)
		if why := t.watch.See(s.Words); why != "" {
			t.Say("%s:%d: %s%s", s.File, s.Line, why, t.seems(m))
		}
	}
	if t.LineFormat && (t.Lines || t.Format == pipe.Horizontal) {
		t.hintAtBlank(s, line)
	}
	switch number := strconv.Itoa(s.Line); {
	case !t.Text.KeepLines:
	case m != nil && m.Structure().Holds == structure.Graph:
		s.ID = number
	default:
		structure.Remark(it, "line", number)
	}
}

// printable leaves out what cannot stand in a comment.
func printable(name string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return -1
		}
		return c
	}, name)
}

// FilesIn returns the files that names stand for: themselves or, of folders, all files in them.
func FilesIn(names []string) (files []string, err error) {
	for _, name := range names {
		inside := []string{name}
		if name != textfile.StdinName && textfile.IsFolder(name) {
			if inside, err = textfile.Folder(name, nil); err != nil {
				return nil, err
			}
			if inside == nil {
				return nil, fmt.Errorf("%w: no file in the folder %s", ErrUsage, name)
			}
		}
		files = append(files, inside...)
	}
	return files, nil
}

// FilesOf returns the files that the values of a flag stand for: names, patterns, and folders with all files in them.
func FilesOf(flag string, values []string) ([]string, error) {
	var names []string
	for _, pattern := range values {
		matches, err := textfile.Matches(pattern)
		if err != nil {
			return nil, fmt.Errorf("%w: --%s: %w", ErrUsage, flag, err)
		}
		names = append(names, matches...)
	}
	return FilesIn(names)
}
