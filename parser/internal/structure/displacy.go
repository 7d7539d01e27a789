package structure

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/treebank"
)

// displacySentence is a sentence as displaCy, the visualizer of spaCy, draws dependencies that are made by hand. The root
// has no arc. Other members, such as settings, mean nothing for a tree.
type displacySentence struct {
	Words []displacyWord `json:"words"`
	Arcs  []displacyArc  `json:"arcs"`
}

type displacyWord struct {
	Text  string `json:"text"`
	Tag   string `json:"tag"`
	Lemma string `json:"lemma,omitempty"`
}

// displacyArc joins two words, which count from 0, the left one first. Its arrow points at the dependent.
type displacyArc struct {
	Start     int    `json:"start"`
	End       int    `json:"end"`
	Label     string `json:"label"`
	Direction string `json:"dir"`
}

// Where the arrow of an arc of displaCy points: to its start or to its end.
const (
	toLeft  = "left"
	toRight = "right"
)

// displacyOf returns a tree as displaCy draws it: with its coarse tags, or the others where it has none.
func displacyOf(it *treebank.Item, _ int) (string, error) {
	s := displacySentence{Words: make([]displacyWord, it.Sentence.Len()), Arcs: []displacyArc{}}
	for i := range it.Sentence.Words {
		w := &it.Sentence.Words[i]
		tag := filled(w.UPOS)
		if tag == "" {
			tag = filled(w.XPOS)
		}
		s.Words[i] = displacyWord{w.Form, tag, filled(w.Lemma)}
		switch head := w.Head - 1; {
		case head < 0: // the root, or unknown
		case head < i:
			s.Arcs = append(s.Arcs, displacyArc{head, i, filled(w.Deprel), toRight})
		default:
			s.Arcs = append(s.Arcs, displacyArc{i, head, filled(w.Deprel), toLeft})
		}
	}
	return marshal(s)
}

// ErrDisplacy is the cause of errors about JSON that is not displaCy's.
var ErrDisplacy = textfile.NewCause("displacy", "bad JSON of displaCy")

// displacyReader reads sentences of CoNLL-U from objects, one after another or in one list. Words without an arc are roots.
type displacyReader struct {
	list  bool // the objects are in a list, which has begun
	ended bool // the list has ended
	comma bool // a comma was read, and an object must follow
	any   bool // the list has an object
}

// read returns the next sentence, or io.EOF. After an error inside an object it goes on with the next.
func (r *displacyReader) read(in *textfile.Reader) (*conll.Sentence, error) {
	if in.Lines == 0 {
		in.SkipMark()
	}
	text, err := r.object(in)
	if err != nil {
		return nil, err
	}
	line := in.Lines + 1 - bytes.Count(text, []byte("\n"))
	s, offset, err := displacyTree(text)
	if err != nil {
		return nil, &textfile.Error{File: in.Name, Line: line + bytes.Count(text[:offset], []byte("\n")), Err: err}
	}
	s.File, s.Line = in.Name, line
	return s, nil
}

// object returns the text of the next object, io.EOF after the last one.
func (r *displacyReader) object(in *textfile.Reader) ([]byte, error) {
	fail := func(format string, values ...any) error {
		return fmt.Errorf("%s:%d: %w: "+format, append([]any{in.Name, in.Lines + 1, ErrDisplacy}, values...)...)
	}
	for {
		c, err := in.ReadByte()
		switch {
		case err == io.EOF && r.list && !r.ended:
			return nil, fail("the list does not end")
		case err != nil:
			return nil, err
		case c == '\n':
			in.Lines++
		case c == ' ' || c == '\t' || c == '\r':
		case r.ended:
			return nil, fail("%q after the list", c)
		case c == '[' && !r.list && !r.any:
			r.list = true
		case c == ']' && r.list && !r.comma:
			r.ended = true
		case c == ',' && r.list && r.any && !r.comma:
			r.comma = true
		case c == '{' && (r.comma || !r.list || !r.any):
			r.any, r.comma = true, false
			return r.rest(in, fail)
		default:
			return nil, fail("%q where an object {…} should be", c)
		}
	}
}

// rest returns the text of an object that begins with the bracket just read.
func (r *displacyReader) rest(in *textfile.Reader, fail func(string, ...any) error) ([]byte, error) {
	text, depth, quoted, escaped := []byte{'{'}, 1, false, false
	for depth > 0 {
		c, err := in.ReadByte()
		if err == io.EOF {
			return nil, fail("an object does not end")
		}
		if err != nil {
			return nil, err
		}
		if text = append(text, c); len(text) > conll.MaxSize {
			return nil, fail("%w: more than %d bytes", conll.ErrTooLong, conll.MaxSize)
		}
		if c == '\n' {
			in.Lines++
		}
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	return text, nil
}

// displacyTree returns the tree of an object. An error is about what is at the offset.
func displacyTree(text []byte) (s *conll.Sentence, offset int, err error) {
	if !utf8.Valid(text) {
		return nil, 0, fmt.Errorf("%w: JSON is in UTF-8", conll.ErrEncoding)
	}
	if err = json.Unmarshal(text, &struct{}{}); err != nil {
		if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
			offset = max(0, int(wrong.Offset)-1)
		}
		return nil, offset, fmt.Errorf("%w: %w", ErrDisplacy, err)
	}
	words, arcs := []placed[readWord](nil), []placed[readArc](nil)
	d := json.NewDecoder(bytes.NewReader(text))
	for _, err = d.Token(); err == nil && d.More(); {
		var key json.Token
		if key, err = d.Token(); err != nil {
			break
		}
		switch key {
		case "words":
			words, offset, err = elements[readWord](d, text, "words")
		case "arcs":
			arcs, offset, err = elements[readArc](d, text, "arcs")
		default:
			err = d.Decode(&json.RawMessage{})
		}
	}
	if err != nil {
		return nil, offset, err
	}
	if len(words) == 0 {
		return nil, 0, fmt.Errorf("%w: it has no words", ErrDisplacy)
	}
	s = &conll.Sentence{Format: conll.FormatU}
	for i, w := range words {
		word, err := w.is.word()
		if err != nil {
			return nil, w.offset, fmt.Errorf("%w: word %d %w", ErrDisplacy, i, err)
		}
		s.Words = append(s.Words, word)
	}
	for i, a := range arcs {
		if err := a.is.join(s.Words); err != nil {
			return nil, a.offset, fmt.Errorf("%w: arc %d %w", ErrDisplacy, i, err)
		}
	}
	for i := range s.Words {
		if w := &s.Words[i]; w.Head == conll.NoHead {
			w.Head, w.Deprel = 0, "root"
		}
	}
	return s, 0, nil
}

// placed is an element of a list, and the offset of its text.
type placed[T any] struct {
	is     T
	offset int
}

// elements reads the list of objects that follows in a text. An error is about what is at the offset.
func elements[T any](d *json.Decoder, text []byte, name string) (all []placed[T], offset int, err error) {
	begins := func() int {
		at := int(d.InputOffset())
		return at + len(text[at:]) - len(bytes.TrimLeft(text[at:], " \t\r\n:,"))
	}
	offset = begins()
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return nil, offset, fmt.Errorf("%w: %s is no list", ErrDisplacy, name)
	}
	for d.More() {
		e := placed[T]{offset: begins()}
		if err := d.Decode(&e.is); err != nil {
			return nil, e.offset, fmt.Errorf("%w: %s: %w", ErrDisplacy, name, textfile.PlainJSON(err))
		}
		all = append(all, e)
	}
	_, err = d.Token()
	return all, offset, err
}

// readWord and readArc are what must be there as pointers, to tell what is missing.
type readWord struct {
	Text  *string `json:"text"`
	Tag   string  `json:"tag"`
	Lemma string  `json:"lemma"`
}

type readArc struct {
	Start     *int   `json:"start"`
	End       *int   `json:"end"`
	Label     string `json:"label"`
	Direction string `json:"dir"`
}

// word returns the word, whose head is not yet known. Tags of UD are UPOS, others XPOS.
func (r readWord) word() (conll.Word, error) {
	if r.Text == nil || *r.Text == "" {
		return conll.Word{}, errors.New(`has no "text"`)
	}
	for _, column := range []string{*r.Text, r.Tag, r.Lemma} {
		if strings.ContainsAny(column, "\t\r\n") {
			return conll.Word{}, fmt.Errorf("has a tab or a line break in %q", column)
		}
	}
	w := conll.Word{Form: *r.Text, Lemma: column(r.Lemma), UPOS: column(r.Tag), XPOS: "_", Feats: "_", Head: conll.NoHead, Deprel: "_", Deps: "_", Misc: "_"}
	if !conll.IsUniversalTag(r.Tag) {
		w.UPOS, w.XPOS = w.XPOS, w.UPOS
	}
	return w, nil
}

// join gives one word its head.
func (r readArc) join(words []conll.Word) error {
	switch {
	case r.Start == nil || r.End == nil:
		return errors.New(`needs "start" and "end"`)
	case *r.Start < 0 || *r.Start >= *r.End || *r.End >= len(words):
		return fmt.Errorf("goes from %d to %d: words count from 0 to %d, and the start is before the end", *r.Start, *r.End, len(words)-1)
	case r.Direction != toLeft && r.Direction != toRight:
		return fmt.Errorf("has the dir %q, want %s or %s", r.Direction, toLeft, toRight)
	case strings.ContainsAny(r.Label, "\t\r\n"):
		return fmt.Errorf("has a tab or a line break in %q", r.Label)
	}
	head, dep := *r.Start, *r.End
	if r.Direction == toLeft {
		head, dep = dep, head
	}
	if words[dep].Head != conll.NoHead {
		return fmt.Errorf("gives word %d (%.40q) a second head", dep, words[dep].Form)
	}
	words[dep].Head, words[dep].Deprel = head+1, column(r.Label)
	return nil
}

// column returns a text as a column has it.
func column(text string) string { return cmp.Or(text, "_") }
