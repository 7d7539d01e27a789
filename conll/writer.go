package conll

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"parser/conll/textfile"
)

// Writer writes sentences. What a [Reader] returned is printed unchanged, byte for byte, except
// words that were changed. There is always a blank line between sentences, and a byte order mark
// only at the very start, even if sentences come from several files or are written in another
// order.
//
// A sentence of a CoNLL-X file with fewer than ten columns stays so, but gets
// the columns up to DEPREL as soon as one of its words has a head or a label,
// and all ten if one has a Deps or Misc.
//
// Output is buffered: call Flush at the end. The first error of the stream
// stays: every later call returns it again and does nothing.
type Writer struct {
	*textfile.Writer
	text    []byte // the current sentence
	started bool   // something was written
	gap     string // "", "\n" or "\n\n": what is missing before the next sentence
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{Writer: textfile.NewWriter(w)} }

// Write writes a sentence. If a reader could not read it back, Write returns an [*Error],
// such as one with ErrHead, ErrSelfLoop or ErrEncoding, and writes nothing of it; later
// sentences can still be written. The sentence's Others follow it.
func (w *Writer) Write(s *Sentence) error {
	err := w.write(s)
	for i := 0; s != nil && i < len(s.Others) && err == nil; i++ {
		err = w.write(s.Others[i])
	}
	return err
}

// write writes a sentence without its Others.
func (w *Writer) write(s *Sentence) error {
	if err := w.Err(); err != nil {
		return err
	}
	if s == nil {
		return errNoWords
	}
	bad := func(format string, args ...any) error {
		return &Error{File: s.File, Line: s.Line, SentID: s.ID, Err: fmt.Errorf(format, args...)}
	}
	if len(s.Words) == 0 {
		return bad("%w", errNoWords)
	}
	lead, body, tail, columns := "", "", "\n\n", columnsAll
	if l := s.layout; l != nil {
		lead, body, tail, columns = l.lead, l.body, l.tail, l.columns
		if w.started {
			lead = strings.TrimPrefix(lead, textfile.ByteOrderMark)
		}
	}
	for i := 0; columns < columnsAll && i < len(s.Words); i++ {
		switch word := &s.Words[i]; {
		case Filled(word.Deps) || Filled(word.Misc):
			columns = columnsAll
		case word.Head != NoHead || Filled(word.Deprel):
			columns = columnsTree
		}
	}
	text, ending := append(append(w.text[:0], w.gap...), lead...), "\n"
	for i, e := 0, 0; i < len(s.Words) || e < len(s.Extras); {
		if i+e > 0 { // the line before ends as line i+e of the input did, or as its last one
			if before, rest, more := strings.Cut(body, "\n"); more {
				ending, body = "\n", rest
				if strings.HasSuffix(before, "\r") {
					ending = "\r\n"
				}
			}
			text = append(text, ending...)
		}
		if e < len(s.Extras) && (i == len(s.Words) || s.Extras[e].Before <= i) {
			extra := s.Extras[e].Text
			if extra == "" || strings.Contains(extra, "\n") {
				return bad("%w: %q", errField, extra)
			}
			text = append(text, extra...)
			e++
			continue
		}
		var err error
		if text, err = appendRow(text, s, i, columns); err != nil {
			return bad("%w", err)
		}
		i++
	}
	text = append(text, tail...)
	w.text = text
	w.started = true
	w.gap = "\n\n"[min(2, strings.Count(tail, "\n")):]
	return w.Writer.Write(text)
}

// appendRow appends word i, counted from 0, in the given number of columns.
func appendRow(text []byte, s *Sentence, i, columns int) ([]byte, error) {
	word, head := &s.Words[i], "_"
	switch {
	case word.Head < NoHead || word.Head > len(s.Words):
		return text, fmt.Errorf("%w %d of word %d: the last word is %d", ErrHead, word.Head, i+1, len(s.Words))
	case word.Head == i+1:
		return text, fmt.Errorf("%w: word %d", ErrSelfLoop, i+1)
	case word.Head != NoHead:
		head = strconv.Itoa(word.Head)
	}
	start := len(text)
	text = strconv.AppendInt(text, int64(i+1), 10)
	all := [...]string{word.Form, word.Lemma, word.UPOS, word.XPOS, word.Feats, head, word.Deprel, word.Deps, word.Misc}
	for _, column := range all[:columns-1] {
		text = append(text, '\t')
		if column == "" {
			column = "_"
		}
		text = append(text, column...)
	}
	line := text[start:]
	if bytes.Count(line, []byte("\t")) != columns-1 || bytes.IndexByte(line, '\n') >= 0 {
		return text, fmt.Errorf("%w: word %d, %.60q", errField, i+1, line)
	}
	return text, nil
}
