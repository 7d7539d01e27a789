package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/internal/experiment"
	"parser/parser/internal/terminal"
	"parser/parser/structure"
	"parser/ptb"
	"parser/transition"
)

const stdinName = textfile.StdinName

// Values of --format; parse has textfile.Tagged and textfile.Brackets, too.
const (
	formAuto = "auto" // told by looking
	formX    = "x"
	formU    = "u"
	formText = "text" // raw, with --text
)

// input says how treebanks are read. Its fields are the destinations of flags.
type input struct {
	env       *Env
	latin1    bool
	format    string
	skipBad   bool
	immediate bool              // see conll.Reader.Immediate
	lenient   bool              // see conll.Reader.Lenient
	texts     map[string][]byte // of files that are read from memory
}

// flags are those of every command that reads sentences; each can also be had under some
// heading in help.
func (in *input) flags() []urfave.Flag {
	return []urfave.Flag{in.latin1Flag(""), in.formatFlag("")}
}

func (in *input) latin1Flag(category string) urfave.Flag {
	return &urfave.BoolFlag{Category: category, Name: "latin1", Usage: "the files are ISO-8859-1, not UTF-8", Destination: &in.latin1}
}

func (in *input) formatFlag(category string) *urfave.StringFlag {
	return &urfave.StringFlag{Category: category, Name: "format", Value: formAuto, Destination: &in.format, Action: oneOf("the format is", formX, formU, formAuto),
		Usage: "`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U, auto to tell by looking"}
}

// skipFlag is the flag of commands that can do without bad sentences.
func (in *input) skipFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: "skip-bad", Usage: "leave out malformed sentences, and say so, instead of stopping", Destination: &in.skipBad}
}

// open opens a file, or the standard input, and tells its format: that of --format or
// one of textfile's.
func (in *input) open(name string) (f *textfile.Reader, format string, err error) {
	if text, ok := in.texts[name]; ok {
		f, err = textfile.New(bytes.NewReader(text), textfile.Shown(name))
	} else {
		f, err = textfile.Open(name, in.env.Stdin)
	}
	if err != nil {
		return nil, "", err
	}
	start, _ := f.Peek(min(f.Buffered(), 2))
	if bytes.IndexByte(start, 0) >= 0 || string(start) == "\xff\xfe" || string(start) == "\xfe\xff" {
		f.Close()
		return nil, "", fmt.Errorf("%s: it begins as a binary file or UTF-16 does, not as text in UTF-8", f.Name)
	}
	if format = in.format; format == formAuto {
		format = f.Detect()
	}
	if in.latin1 && slices.Contains([]string{textfile.Brackets, textfile.Graphs}, cmp.Or(format, f.Detect())) {
		f = textfile.Latin1(f) // readers of CoNLL do it themselves, to know places
	}
	return f, format, nil
}

// conllReader returns a reader of the sentences in an open file. A format other than
// x and u it tells by looking.
func (in *input) conllReader(f *textfile.Reader, format string) *conll.Reader {
	r := conll.NewReader(f, f.Name)
	r.Latin1, r.Immediate, r.Lenient = in.latin1, in.immediate, in.lenient
	switch format {
	case formX:
		r.Format = conll.FormatX
	case formU:
		r.Format = conll.FormatU
	}
	return r
}

// maxSkipMessages is how many skipped items are named, rather than only counted.
const maxSkipMessages = 20

// source yields the items of several files, one after another.
type source[T any] struct {
	*input
	item  string   // what an item is, for messages
	files []string // still to be opened
	// reader returns what reads a file, item by item, until io.EOF. After an error that is
	// about one item only, see textfile.Resumable, it goes on behind that item.
	reader func(f *textfile.Reader, format string) (read func() (T, error), err error)
	// check has a look at a file before it is read; it may be nil.
	check func(f *textfile.Reader) error
	// aligned leaves T's zero value for an item that is skipped.
	aligned bool
	hint    string // at what can be done about raw text; "" for the usual one

	file    *textfile.Reader // which read reads; nil between files
	read    func() (T, error)
	skipped int
}

// sentences returns the sentences in files, which are CoNLL.
func (in *input) sentences(files ...string) *source[*conll.Sentence] {
	s := &source[*conll.Sentence]{input: in, item: "sentence", files: files}
	s.reader = func(f *textfile.Reader, format string) (func() (*conll.Sentence, error), error) {
		return in.conllReader(f, format).Read, nil
	}
	return s
}

// sentencesIn returns the sentences of an open file, and then those in others.
func (in *input) sentencesIn(f *textfile.Reader, format string, others ...string) *source[*conll.Sentence] {
	s := in.sentences(others...)
	_ = s.begin(f, format) // any format can be read
	return s
}

// trees returns the trees in files.
func (in *input) trees(files ...string) *source[*ptb.Tree] {
	s := &source[*ptb.Tree]{input: in, item: "tree", files: files}
	s.reader = func(f *textfile.Reader, _ string) (func() (*ptb.Tree, error), error) {
		return ptb.NewReader(f, f.Name).Read, nil
	}
	return s
}

// treesIn returns the trees of an open file, and then those in others.
func (in *input) treesIn(f *textfile.Reader, others ...string) *source[*ptb.Tree] {
	s := in.trees(others...)
	s.file, s.read = f, ptb.NewReader(f, f.Name).Read
	return s
}

// graphsIn returns the graphs of an open file, and then those in others.
func (in *input) graphsIn(f *textfile.Reader, others ...string) *source[*amr.Graph] {
	s := &source[*amr.Graph]{input: in, item: "graph", files: others, file: f, read: amr.NewReader(f, f.Name).Read}
	s.reader = func(f *textfile.Reader, _ string) (func() (*amr.Graph, error), error) {
		return amr.NewReader(f, f.Name).Read, nil
	}
	return s
}

// holds tells what kind of structures an open file has, if its beginning betrays it.
func holds(f *textfile.Reader) (kind transition.Kind, known bool) {
	form := f.Detect()
	text, _ := f.Peek(f.Buffered())
	switch form {
	case textfile.Brackets:
		return transition.Constituents, true
	case textfile.Graphs:
		return transition.Graphs, true
	}
	return transition.Dependencies, form == textfile.CoNLL && bytes.Contains(text, []byte("\t"))
}

// mustHold refuses a file with structures of another kind, and says what is asked for. Tags
// are learned from dependencies.
func mustHold(f *textfile.Reader, kind transition.Kind, but string) error {
	found, known := holds(f)
	if !known || found == kind || found == transition.Dependencies && kind == transition.Tags {
		return nil
	}
	return fmt.Errorf("%w: %s has %s, but %s", errUsage, f.Name, experiment.TreesName(found), but)
}

// conll returns the sentences in files, which must be CoNLL.
func (in *input) conll(files []string) *source[*conll.Sentence] {
	s := &source[*conll.Sentence]{input: in, item: "sentence", files: files}
	s.reader = func(f *textfile.Reader, form string) (func() (*conll.Sentence, error), error) {
		kind := map[string]transition.Kind{textfile.Tagged: transition.Constituents, textfile.Brackets: transition.Constituents, textfile.Graphs: transition.Graphs}[form]
		if kind != transition.Dependencies {
			return nil, fmt.Errorf("%w: %s is not CoNLL: its first line is that of --format %s, which needs a model of %s (parser train --system %s)",
				errUsage, f.Name, form, experiment.TreesName(kind), oracle.Systems(kind)[0])
		}
		return in.conllReader(f, form).Read, nil
	}
	return s
}

// words returns the words of the sentences in files of any format, with the tags that
// a constituency parser reads: of CoNLL as XPOS or else as UPOS, or none at all if
// untagged holds; of trees without their brackets and empty elements.
func (in *input) words(files []string, untagged bool) *source[[]conll.Word] {
	s := &source[[]conll.Word]{input: in, item: "sentence", files: files, hint: "a model of constituents reads lines of word/TAG, CoNLL or Penn brackets; " + rawTextHint}
	s.reader = func(f *textfile.Reader, format string) (func() ([]conll.Word, error), error) {
		s.aligned = format == textfile.Tagged || format == textfile.Unknown
		switch {
		case format == textfile.Graphs:
			return nil, fmt.Errorf("%w: %s has graphs; they need a model of graphs (parser train --system %s)", errUsage, f.Name, oracle.Systems(transition.Graphs)[0])
		case s.aligned: // or what is Unknown is said not to be
			return conll.NewTaggedReader(f).Read, nil
		case format == textfile.Brackets:
			trees := ptb.NewReader(f, f.Name)
			return made(trees.Read, func(t *ptb.Tree) ([]conll.Word, error) {
				words := structure.WordsOf(t)
				err := (&conll.Sentence{Words: words}).CheckTags()
				if err == nil || untagged {
					return words, nil
				}
				return words, lackingTags(&conll.Error{File: f.Name, Line: trees.Line(), Err: errors.Unwrap(err)})
			}), nil
		}
		return made(in.conllReader(f, format).Read, func(s *conll.Sentence) ([]conll.Word, error) {
			if untagged {
				return s.Words, nil
			}
			return s.Words, checkTags(s)
		}), nil
	}
	return s
}

// checkTags says of a word without a tag what can be done.
func checkTags(s *conll.Sentence) error {
	if err := s.CheckTags(); err != nil {
		return lackingTags(err)
	}
	return nil
}

func lackingTags(err error) error {
	return fmt.Errorf("%w; the model cannot set tags: give it a tagger (--tagger FILE), or tag first (parser tag)", err)
}

// made reads what is made of items.
func made[T, U any](read func() (T, error), of func(T) (U, error)) func() (U, error) {
	return func() (none U, err error) {
		item, err := read()
		if err != nil {
			return none, err
		}
		return of(item)
	}
}

// rawTextHint says what can be done about raw text where something else is read.
const rawTextHint = "raw text needs parser parse --text"

// looksRaw reports whether a file that was just opened begins as raw text does: with a line that is
// neither made of columns nor of brackets nor of word/TAG.
func looksRaw(f *textfile.Reader) bool {
	_, known := holds(f)
	return !known && f.Detect() != textfile.Tagged
}

// begin has the items of an open file read next.
func (s *source[T]) begin(f *textfile.Reader, format string) (err error) {
	if s.file = f; s.check != nil {
		err = s.check(f)
	}
	if err != nil {
		return err
	}
	if s.read, err = s.reader(f, format); err != nil || format == formText || !looksRaw(f) {
		return err
	}
	read := s.read
	s.read = func() (T, error) {
		item, err := read()
		if textfile.Resumable(err) {
			err = fmt.Errorf("%w; %s", err, cmp.Or(s.hint, rawTextHint))
		}
		return item, err
	}
	return nil
}

// Read returns the next good item, or io.EOF.
func (s *source[T]) Read() (item T, err error) {
	var none T
	for {
		if s.file == nil {
			if len(s.files) == 0 {
				return none, io.EOF
			}
			f, format, err := s.open(s.files[0])
			if err != nil {
				return none, err
			}
			s.files = s.files[1:]
			if err = s.begin(f, format); err != nil {
				s.Close()
				return none, err
			}
		}
		item, err = s.read()
		switch {
		case err == nil:
			return item, nil
		case err == io.EOF:
			s.Close()
		case !s.skip(err):
			return none, err
		case s.aligned:
			return none, nil
		}
	}
}

// each calls do with all items until it returns an error, and sums up what was
// skipped if there was none.
func (s *source[T]) each(do func(T) error) error {
	defer s.Close()
	for item, err := range textfile.All(s.Read) {
		if err == nil {
			err = do(item)
		}
		if err != nil {
			return err
		}
	}
	s.saySkipped()
	return nil
}

// skip counts a bad item if it may be left out.
func (s *source[T]) skip(err error) bool {
	if !s.skipBad || !textfile.Resumable(err) {
		return false
	}
	if s.skipped++; s.skipped <= maxSkipMessages {
		s.env.say("skipped: %v", err)
	}
	return true
}

// saySkipped sums up.
func (s *source[T]) saySkipped() {
	if s.skipped > 0 {
		s.env.say("skipped %s", layout.Count(s.skipped, "bad "+s.item))
	}
}

// Close closes the file that is being read.
func (s *source[T]) Close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}

// filesOf returns the files that a command was given, or else the standard input.
func (e *Env) filesOf(c *urfave.Context) []string {
	if c.Args().Present() {
		return c.Args().Slice()
	}
	if terminal.Is(e.Stdin) {
		e.say("no file given: reading from the terminal")
	}
	return []string{stdinName}
}
