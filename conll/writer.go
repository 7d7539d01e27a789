package conll

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"parser/conll/textfile"
)

// Writer writes sentences. What a [Reader] returned comes out as it was, byte
// for byte, but for words that were changed. Between sentences there is always
// a blank line, and a byte order mark only at the very start, even if sentences
// are taken from several files or written in another order.
//
// A sentence of a CoNLL-X file with fewer than ten columns stays so, but gets
// the columns up to DEPREL as soon as one of its words has a head or a label,
// and all ten if one has a Deps or Misc.
//
// Output is buffered: call Flush at the end. The first error of the stream
// stays: every later call returns it again and does nothing.
type Writer struct {
	// Latin1 writes ISO-8859-1; a character that does not exist there is an
	// ErrEncoding.
	Latin1 bool

	out     *textfile.Writer
	text    []byte // the current sentence
	latin1  []byte // the same in ISO-8859-1
	started bool   // something was written
	gap     string // "", "\n" or "\n\n": what is missing before the next sentence
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{out: textfile.NewWriter(w)} }

// Write writes a sentence. For one that could not be read again it returns an
// [*Error] with ErrNoWords, ErrField, ErrHead, ErrSelfLoop or ErrEncoding and
// writes nothing of it; the next sentence can be written all the same.
func (w *Writer) Write(s *Sentence) error {
	if err := w.out.Err(); err != nil {
		return err
	}
	tail := "\n\n"
	w.text = append(w.text[:0], w.gap...)
	if s.layout != nil {
		lead := s.layout.lead
		if w.started || w.Latin1 {
			lead = strings.TrimPrefix(lead, textfile.ByteOrderMark)
		}
		w.text, tail = append(w.text, lead...), s.layout.tail
	}
	if err := w.lines(s); err != nil {
		return s.at(s.Line, err)
	}
	w.text = append(w.text, tail...)
	text := w.text
	if w.Latin1 {
		var err error
		if w.latin1, err = appendLatin1(w.latin1[:0], text); err != nil {
			return s.at(s.Line, err)
		}
		text = w.latin1
	}
	w.started = true
	w.gap = "\n\n"[min(2, strings.Count(tail, "\n")):]
	return w.out.Write(text)
}

// Flush sends everything written so far to the underlying stream.
func (w *Writer) Flush() error { return w.out.Flush() }

// lines prints everything between the blank lines, without the last ending.
func (w *Writer) lines(s *Sentence) error {
	if len(s.Words) == 0 {
		return ErrNoWords
	}
	columns := columnsOf(s)
	for line, i, e := 0, 0, 0; i < len(s.Words) || e < len(s.Extras); line++ {
		if line > 0 {
			w.text = append(w.text, s.layout.end(line-1)...)
		}
		if e == len(s.Extras) || i < len(s.Words) && s.Extras[e].Before > i {
			if err := w.word(s, i, columns); err != nil {
				return err
			}
			i++
			continue
		}
		text := s.Extras[e].Text
		if text == "" || strings.Contains(text, "\n") {
			return fmt.Errorf("%w: %q", ErrField, text)
		}
		w.text = append(w.text, text...)
		e++
	}
	return nil
}

// word prints word i and looks whether it is one line of so many columns.
func (w *Writer) word(s *Sentence, i, columns int) error {
	word := &s.Words[i]
	switch head := word.Head; {
	case head < NoHead || head > len(s.Words):
		return fmt.Errorf("%w %d of word %d: the sentence has %d words", ErrHead, head, i+1, len(s.Words))
	case head == i+1:
		return fmt.Errorf("%w: word %d", ErrSelfLoop, i+1)
	}
	head := "_"
	if word.Head != NoHead {
		head = strconv.Itoa(word.Head)
	}
	start := len(w.text)
	w.text = strconv.AppendInt(w.text, int64(i+1), 10)
	all := [...]string{word.Form, word.Lemma, word.UPOS, word.XPOS, word.Feats, head, word.Deprel, word.Deps, word.Misc}
	for _, text := range all[:columns-1] {
		w.text = append(w.text, '\t')
		if text == "" {
			text = "_"
		}
		w.text = append(w.text, text...)
	}
	line := w.text[start:]
	if bytes.Count(line, []byte("\t")) != columns-1 || bytes.IndexByte(line, '\n') >= 0 {
		return fmt.Errorf("%w: word %d, %.60q", ErrField, i+1, line)
	}
	return nil
}

// columnsOf returns the number of columns to print: those that were there and
// those that have something to say.
func columnsOf(s *Sentence) int {
	if s.layout == nil {
		return columnsAll
	}
	columns := s.layout.columns
	for i := range s.Words {
		w := &s.Words[i]
		switch {
		case columns == columnsAll || Filled(w.Deps) || Filled(w.Misc):
			return columnsAll
		case w.Head != NoHead || Filled(w.Deprel):
			columns = columnsTree
		}
	}
	return columns
}
