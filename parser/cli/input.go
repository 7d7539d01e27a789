package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/ptb"
)

const stdinName = textfile.StdinName

// Values of --format; parse has textfile.Tagged and textfile.Brackets, too.
const (
	formAuto = "auto" // told by looking
	formX    = "x"
	formU    = "u"

	conllFormats = "x for CoNLL-X, u for CoNLL-U, auto to tell by looking"
)

// input says how treebanks are read. Its fields are the destinations of flags.
type input struct {
	env       *Env
	latin1    bool
	format    string
	skipBad   bool
	immediate bool // see conll.Reader.Immediate
}

// flags are those of every command that reads sentences.
func (in *input) flags() []urfave.Flag {
	return []urfave.Flag{in.latin1Flag(), in.formatFlag(conllFormats)}
}

func (in *input) latin1Flag() *urfave.BoolFlag {
	return &urfave.BoolFlag{Name: "latin1", Usage: "the files are ISO-8859-1, not UTF-8", Destination: &in.latin1}
}

func (in *input) formatFlag(formats string) *urfave.StringFlag {
	return &urfave.StringFlag{Name: "format", Value: formAuto, Usage: "`FORMAT` of the files: " + formats, Destination: &in.format}
}

// skipFlag is the flag of commands that can do without bad sentences.
func (in *input) skipFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: "skip-bad", Usage: "leave out malformed sentences, and say so, instead of stopping", Destination: &in.skipBad}
}

// conllFormat returns the format of CoNLL files that --format names.
func conllFormat(name string) (conll.Format, error) {
	switch name {
	case formAuto:
		return conll.FormatAuto, nil
	case formX:
		return conll.FormatX, nil
	case formU:
		return conll.FormatU, nil
	}
	return conll.FormatAuto, fmt.Errorf("%w: the format is x, u or auto, not %q", errUsage, name)
}

// open opens a file, or the standard input, and tells its format: that of --format or
// one of textfile's.
func (in *input) open(name string) (f *textfile.Reader, format string, err error) {
	if f, err = textfile.Open(name, in.env.Stdin); err != nil {
		return nil, "", err
	}
	if in.format == formAuto {
		return f, f.Detect(), nil
	}
	return f, in.format, nil
}

// conllReader returns a reader of the sentences in an open file. A format other than
// x and u it tells by looking.
func (in *input) conllReader(f *textfile.Reader, format string) *conll.Reader {
	r := conll.NewReader(f, f.Name)
	r.Latin1, r.Immediate = in.latin1, in.immediate
	r.Format, _ = conllFormat(format)
	return r
}

// sentencesIn returns the sentences of an open file.
func (in *input) sentencesIn(f *textfile.Reader, format string) *source[*conll.Sentence] {
	return newSource(in, "sentence", []string{f.Name}, func(string) (reader[*conll.Sentence], error) { return in.conllReader(f, format), nil })
}

// treesIn returns the trees of an open file.
func (in *input) treesIn(f *textfile.Reader) *source[*ptb.Tree] {
	return newSource(in, "tree", []string{f.Name}, func(string) (reader[*ptb.Tree], error) { return ptb.NewReader(f, f.Name), nil })
}

// words returns the words of the sentences in files of any format, with the tags that
// a constituency parser reads: of CoNLL as XPOS or else as UPOS, or none at all if
// untagged holds; of trees without their brackets and empty elements.
func (in *input) words(files []string, untagged bool) *source[[]conll.Word] {
	s := newSource[[]conll.Word](in, "sentence", files, nil)
	s.open = func(name string) (reader[[]conll.Word], error) {
		f, format, err := in.open(name)
		if err != nil {
			return nil, err
		}
		s.aligned = format == textfile.Tagged || format == textfile.Unknown
		switch {
		case s.aligned: // or what is Unknown is said not to be
			return conll.NewTaggedReader(f), nil
		case format == textfile.Brackets:
			return made[*ptb.Tree, []conll.Word]{ptb.NewReader(f, f.Name), wordsOfTree}, nil
		}
		return made[*conll.Sentence, []conll.Word]{in.conllReader(f, format), func(s *conll.Sentence) ([]conll.Word, error) {
			for i, w := range s.Words {
				if w.XPOS == "_" && w.UPOS == "_" && !untagged {
					return nil, &conll.Error{File: s.File, Line: s.WordLine(i), SentID: s.ID, Err: fmt.Errorf("%w: %.40q", conll.ErrNoTag, w.Form)}
				}
			}
			return s.Words, nil
		}}, nil
	}
	return s
}

func wordsOfTree(t *ptb.Tree) (words []conll.Word, err error) {
	for _, leaf := range t.Leaves() {
		if !ptb.Empty(leaf) {
			words = append(words, conll.Word{Form: leaf.Word, XPOS: leaf.Label})
		}
	}
	return words, nil
}

// made is a reader of what is made of the items of another.
type made[T, U any] struct {
	reader[T]
	of func(T) (U, error)
}

// Read returns the next item.
func (m made[T, U]) Read() (none U, err error) {
	item, err := m.reader.Read()
	if err != nil {
		return none, err
	}
	return m.of(item)
}
