// Package pipe leads from files and texts to items, to a parser, and to a writer: one way for all commands, for the
// server, and for other code that reads what is to be parsed.
//
//	in := pipe.Input{Stdin: os.Stdin, Format: pipe.Auto, Say: log.Printf}
//	s := in.Source(ctx, p, pipe.Reading{}, "a.conllu", "b.conllu.gz")
//	defer s.Close()
//	err := p.Run(ctx, s.Read, w.Write, workers)
package pipe

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Auto stands for the form that the beginning of a file tells.
const Auto = "auto"

// Input says how files are read.
type Input struct {
	Stdin     io.Reader
	Texts     map[string][]byte // files that are read from memory, by their names
	Format    string            // of all files: Auto, or a form
	Encoding  string            // of all files; "" for UTF-8
	Immediate bool              // see conll.Reader.Immediate
	Lenient   bool              // see conll.Reader.Lenient
	AnyHead   bool              // see conll.Reader.AnyHead
	SkipBad   bool              // leave out malformed items, and say so
	Say       func(format string, values ...any)
}

// Open opens a file, or the standard input, and tells its form: that of Format or one of textfile's.
func (in *Input) Open(name string) (f *textfile.Reader, form string, err error) {
	if text, ok := in.Texts[name]; ok {
		f, err = textfile.New(bytes.NewReader(text), textfile.Shown(name))
	} else {
		f, err = textfile.Open(name, in.Stdin)
	}
	if err != nil {
		return nil, "", err
	}
	if err := f.Decode(in.Encoding); err != nil {
		f.Close()
		return nil, "", err
	}
	if form = in.Format; form == Auto {
		form = f.Detect()
	}
	return f, form, nil
}

// Reading returns how a file in a form is read.
func (in *Input) Reading(form string) structure.Reading {
	return structure.Reading{Form: form, Immediate: in.Immediate, Lenient: in.Lenient, AnyHead: in.AnyHead}
}

// MaxSkipMessages is how many skipped items are named, rather than only counted.
const MaxSkipMessages = 20

// Source yields the items of several files, one after another.
type Source struct {
	*Input
	Item  string   // what an item is called, for messages
	Files []string // still to be opened
	// Reader returns what reads a file until io.EOF. After an error about one item, see textfile.Resumable, it goes on.
	Reader func(f *textfile.Reader, form string) (read func() (*treebank.Item, error), err error)
	// Check looks at a file before it is read; it may be nil.
	Check func(f *textfile.Reader) error
	// Guard refuses an item that was read; it may be nil.
	Guard func(*treebank.Item) error
	// Aligned leaves an item without words for one that is skipped.
	Aligned   bool
	First     bool   // take only the first of the trees of a sentence, of parsers (parse --nbest) or annotators, and say so
	Annotated bool   // … but all trees of annotators
	Hint      string // what can be done about raw text; "" for the usual hint

	file    *textfile.Reader // that is being read; nil between files
	read    func() (*treebank.Item, error)
	skipped int
	others  int // trees that are left out since First is set
}

// Treebank returns the items in files that are all in a form, CoNLL unless treebanks are in another one. Alternatives of a
// sentence (conll.Gather) are its Others.
func (in *Input) Treebank(form string, files ...string) *Source {
	of := structure.OfTreebank(form)
	s := &Source{Input: in, Item: of.Item, Files: files, Reader: func(f *textfile.Reader, told string) (func() (*treebank.Item, error), error) {
		as := in.Reading(of.Form)
		if of.Form == textfile.CoNLL && slices.Contains([]string{structure.FormX, structure.FormU, textfile.Displacy}, told) {
			as.Form = told
		}
		return structure.Reader(f, as), nil
	}}
	return s.Gather(of.Form)
}

// Gather makes alternatives of a sentence its Others (conll.Gather), if the files are in such a form.
func (s *Source) Gather(form string) *Source {
	one := s.Reader
	s.Reader = func(f *textfile.Reader, told string) (func() (*treebank.Item, error), error) {
		read, err := one(f, told)
		return structure.Gathered(form, read), err
	}
	return s
}

// TreebankIn returns the items of an open file, and then those of others in the same form.
func (in *Input) TreebankIn(f *textfile.Reader, form string, others ...string) *Source {
	s := in.Treebank(form, others...)
	_ = s.Begin(f, form) // any form can be read
	return s
}

// Holds tells what kind of structures an open file has, if its beginning betrays it.
func Holds(f *textfile.Reader) (s *structure.Structure, known bool) {
	switch form := f.Detect(); form {
	case textfile.Brackets, textfile.Graphs:
		return structure.OfForm(form), true
	case textfile.Displacy:
		known = true
	case textfile.CoNLL:
		text, _ := f.Peek(f.Buffered())
		known = bytes.Contains(text, []byte("\t"))
	}
	return structure.OfForm(textfile.CoNLL), known
}

// Must refuses a file with structures from which s cannot be learned, and says what is asked for.
func Must(f *textfile.Reader, s *structure.Structure, but string) error {
	found, known := Holds(f)
	if !known || s.LearnsFrom(found) {
		return nil
	}
	return formErrorf("%s has %s, but %s", f.Name, found.Name(), but)
}

// Begin makes Read continue with the items of an open file.
func (s *Source) Begin(f *textfile.Reader, form string) (err error) {
	if s.file = f; s.Check != nil {
		err = s.Check(f)
	}
	if err != nil {
		return err
	}
	if s.read, err = s.Reader(f, form); err != nil {
		return err
	}
	hint := ""
	switch _, isText := Segmented(form); {
	case isText:
	case LooksRaw(f):
		hint = cmp.Or(s.Hint, rawTextHint)
	case hasNumberedTokens(f):
		hint = numberedHint
	}
	if hint == "" {
		return nil
	}
	read := s.read
	s.read = func() (*treebank.Item, error) {
		item, err := read()
		if textfile.Resumable(err) {
			err = fmt.Errorf("%w; %s", err, hint)
		}
		return item, err
	}
	return nil
}

// Read returns the next good item, or io.EOF.
func (s *Source) Read() (*treebank.Item, error) {
	for {
		if s.file == nil {
			if len(s.Files) == 0 {
				return nil, io.EOF
			}
			f, form, err := s.Open(s.Files[0])
			if err != nil {
				return nil, err
			}
			s.Files = s.Files[1:]
			if err = s.Begin(f, form); err != nil {
				s.Close()
				return nil, err
			}
		}
		item, err := s.read()
		if err == nil && s.First && item.Sentence != nil && structure.IsOther(item.Sentence) {
			s.sayFirst("%s has several trees of each sentence (--nbest): the first of each is taken")
			continue
		}
		if err == nil && s.First && !s.Annotated && item.Sentence != nil && len(item.Sentence.Others) > 0 {
			item.Sentence.Others = nil
			s.sayFirst("%s has trees of several annotators: the first of each sentence is taken")
		}
		if err == nil && s.Guard != nil {
			err = s.Guard(item)
		}
		switch {
		case err == nil:
			return item, nil
		case err == io.EOF:
			s.Close()
		case !s.Skip(err):
			return nil, err
		case s.Aligned:
			return treebank.SentenceItem(&conll.Sentence{Format: conll.FormatU}), nil
		}
	}
}

// sayFirst says once that trees are left out of the file.
func (s *Source) sayFirst(format string) {
	if s.others++; s.others == 1 {
		s.Say(format, s.file.Name)
	}
}

// Each calls do with all items until it returns an error, and sums up what was skipped if there was none.
func (s *Source) Each(do func(*treebank.Item) error) error {
	defer s.Close()
	for item, err := range textfile.All(s.Read) {
		if err == nil {
			err = do(item)
		}
		if err != nil {
			return err
		}
	}
	s.SaySkipped()
	return nil
}

// Data returns what all items hold, and sums up what was skipped.
func (s *Source) Data() (d treebank.Data, err error) {
	err = s.Each(func(it *treebank.Item) error {
		d.Append(it)
		return nil
	})
	return d, err
}

// Nth returns item n, from 1, of the files, which name stands for in errors.
func (s *Source) Nth(name string, n int) (*treebank.Item, error) {
	defer s.Close()
	read := 0
	for item, err := range textfile.All(s.Read) {
		if err != nil {
			return nil, err
		}
		if read++; read == n {
			return item, nil
		}
	}
	if read == 0 {
		return nil, fmt.Errorf("%s: no %ss", textfile.Shown(name), s.Item)
	}
	return nil, formErrorf("--sentence %d: %s has %s", n, textfile.Shown(name), layout.Count(read, s.Item))
}

// Skip counts a bad item if it may be left out.
func (s *Source) Skip(err error) bool {
	if !s.SkipBad || !textfile.Resumable(err) {
		return false
	}
	if s.skipped++; s.skipped <= MaxSkipMessages {
		s.Say("skipped: %v", err)
	}
	return true
}

// SaySkipped sums up.
func (s *Source) SaySkipped() {
	if s.skipped > 0 {
		s.Say("skipped %s", layout.Count(s.skipped, "bad "+s.Item))
	}
}

// File returns the file that is being read, nil between files.
func (s *Source) File() *textfile.Reader { return s.file }

// Close closes the file that is being read.
func (s *Source) Close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}

// ErrForm is the cause when a file is not of the kind that is asked for, or has less than that.
var ErrForm = errors.New("the input is of another kind")

// formError is an ErrForm with a more precise text.
type formError struct{ error }

func formErrorf(format string, values ...any) error { return formError{fmt.Errorf(format, values...)} }

func (formError) Unwrap() error { return ErrForm }

// WriteAll writes items, and then what is still to be written.
func WriteAll(w structure.Writer, items []*treebank.Item) error {
	for _, it := range items {
		if err := w.Write(it); err != nil {
			return err
		}
	}
	return w.Flush()
}
