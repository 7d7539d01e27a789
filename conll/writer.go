package conll

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
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

	w       io.Writer
	buf     []byte // complete sentences, in the output's encoding
	text    []byte // the current sentence
	started bool   // something was written
	gap     string // "", "\n" or "\n\n": what is missing before the next sentence
	err     error
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a sentence. For one that could not be read again it returns an
// [*Error] with ErrNoWords, ErrField, ErrHead, ErrSelfLoop or ErrEncoding and
// writes nothing of it; the next sentence can be written all the same.
func (w *Writer) Write(s *Sentence) error {
	if w.err != nil {
		return w.err
	}
	if err := w.sentence(s); err != nil {
		return &Error{File: s.File, Line: s.Line, SentID: s.ID, Err: err}
	}
	if len(w.buf) >= bufferSize {
		return w.Flush()
	}
	return nil
}

// Flush sends everything written so far to the underlying stream.
func (w *Writer) Flush() error {
	if w.err != nil || len(w.buf) == 0 {
		return w.err
	}
	n, err := w.w.Write(w.buf)
	if err == nil && n < len(w.buf) {
		err = io.ErrShortWrite
	}
	w.buf, w.err = w.buf[:0], err
	return err
}

// sentence prints s and adds it to the buffer in the output's encoding.
func (w *Writer) sentence(s *Sentence) error {
	w.text = append(w.text[:0], w.gap...)
	tail := "\n\n"
	if s.layout != nil {
		w.lead(s.layout.lead)
		tail = s.layout.tail
	}
	if err := w.lines(s); err != nil {
		return err
	}
	w.text = append(w.text, tail...)
	if err := w.encode(); err != nil {
		return err
	}
	w.started = true
	w.gap = "\n\n"[min(2, strings.Count(tail, "\n")):]
	return nil
}

// encode moves the current sentence to the buffer.
func (w *Writer) encode() (err error) {
	if !w.Latin1 {
		w.buf = append(w.buf, w.text...)
		return nil
	}
	complete := len(w.buf)
	if w.buf, err = appendLatin1(w.buf, w.text); err != nil {
		w.buf = w.buf[:complete]
	}
	return err
}

// lead prints the blank lines above a sentence.
func (w *Writer) lead(lead string) {
	if w.started || w.Latin1 {
		lead = strings.TrimPrefix(lead, byteOrderMark)
	}
	w.text = append(w.text, lead...)
}

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
		var err error
		if e < len(s.Extras) && (i == len(s.Words) || s.Extras[e].Before <= i) {
			err = w.extra(s.Extras[e].Text)
			e++
		} else {
			err = w.word(s, i, columns)
			i++
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// extra prints a line that is kept as it is.
func (w *Writer) extra(text string) error {
	if text == "" || strings.Contains(text, "\n") {
		return fmt.Errorf("%w: %q", ErrField, text)
	}
	w.text = append(w.text, text...)
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
	start := len(w.text)
	w.text = strconv.AppendInt(w.text, int64(i+1), 10)
	w.column(word.Form)
	w.column(word.Lemma)
	w.column(word.UPOS)
	w.column(word.XPOS)
	w.column(word.Feats)
	if columns > columnsBlind {
		w.tree(word, columns)
	}
	line := w.text[start:]
	if bytes.Count(line, []byte("\t")) != columns-1 || bytes.IndexByte(line, '\n') >= 0 {
		return fmt.Errorf("%w: word %d, %.60q", ErrField, i+1, line)
	}
	return nil
}

// tree prints the columns from HEAD on.
func (w *Writer) tree(word *Word, columns int) {
	if word.Head == NoHead {
		w.column("_")
	} else {
		w.text = append(w.text, '\t')
		w.text = strconv.AppendInt(w.text, int64(word.Head), 10)
	}
	for i, text := range [...]string{word.Deprel, word.Deps, word.Misc} {
		if columnsBlind+1+i < columns {
			w.column(text)
		}
	}
}

// column prints a tab and a column.
func (w *Writer) column(text string) {
	if text == "" {
		text = "_"
	}
	w.text = append(w.text, '\t')
	w.text = append(w.text, text...)
}

// columnsOf returns the number of columns to print: those that were there and
// those that have something to say.
func columnsOf(s *Sentence) int {
	if s.layout == nil || s.layout.columns == columnsAll {
		return columnsAll
	}
	columns := s.layout.columns
	for i := range s.Words {
		w := &s.Words[i]
		switch {
		case filled(w.Deps) || filled(w.Misc):
			return columnsAll
		case w.Head != NoHead || filled(w.Deprel):
			columns = columnsTree
		}
	}
	return columns
}

func filled(text string) bool { return text != "" && text != "_" }
