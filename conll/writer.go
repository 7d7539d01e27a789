package conll

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

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
	*textfile.Writer
	// Latin1 writes ISO-8859-1; a character that does not exist there is an
	// ErrEncoding.
	Latin1 bool

	text    []byte // the current sentence
	latin1  []byte // the same in ISO-8859-1
	started bool   // something was written
	gap     string // "", "\n" or "\n\n": what is missing before the next sentence
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{Writer: textfile.NewWriter(w)} }

// Write writes a sentence. For one that could not be read again it returns an
// [*Error] with ErrNoWords, ErrField, ErrHead, ErrSelfLoop or ErrEncoding and
// writes nothing of it; the next sentence can be written all the same.
func (w *Writer) Write(s *Sentence) error {
	if err := w.Err(); err != nil {
		return err
	}
	lead, body, tail, columns := "", "", "\n\n", columnsAll
	if l := s.layout; l != nil {
		lead, body, tail, columns = l.lead, l.body, l.tail, l.columns
		if w.started || w.Latin1 {
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
	w.text = append(append(w.text[:0], w.gap...), lead...)
	if err := w.lines(s, body, columns); err != nil {
		return s.at(s.Line, err)
	}
	w.text = append(w.text, tail...)
	text := w.text
	if w.Latin1 {
		w.latin1 = w.latin1[:0]
		for rest := text; len(rest) > 0; {
			c, size := utf8.DecodeRune(rest)
			if c > maxLatin1 || c == utf8.RuneError {
				return s.at(s.Line, fmt.Errorf("%w: %q does not exist in ISO-8859-1", ErrEncoding, c))
			}
			w.latin1, rest = append(w.latin1, byte(c)), rest[size:]
		}
		text = w.latin1
	}
	w.started = true
	w.gap = "\n\n"[min(2, strings.Count(tail, "\n")):]
	return w.Writer.Write(text)
}

// maxLatin1 is the last code point of ISO-8859-1, whose bytes are the first
// 256 code points of Unicode.
const maxLatin1 = 0xff

// lines prints everything between the blank lines, without the last line's ending.
// The other endings are as in body, or else as in its last line.
func (w *Writer) lines(s *Sentence, body string, columns int) error {
	if len(s.Words) == 0 {
		return ErrNoWords
	}
	ending := "\n"
	for i, e := 0, 0; i < len(s.Words) || e < len(s.Extras); {
		if i+e > 0 {
			if before, rest, more := strings.Cut(body, "\n"); more {
				ending, body = "\n", rest
				if strings.HasSuffix(before, "\r") {
					ending = "\r\n"
				}
			}
			w.text = append(w.text, ending...)
		}
		if e < len(s.Extras) && (i == len(s.Words) || s.Extras[e].Before <= i) {
			text := s.Extras[e].Text
			if text == "" || strings.Contains(text, "\n") {
				return fmt.Errorf("%w: %q", ErrField, text)
			}
			w.text = append(w.text, text...)
			e++
			continue
		}
		word := &s.Words[i]
		i++
		head := "_"
		switch {
		case word.Head < NoHead || word.Head > len(s.Words):
			return fmt.Errorf("%w %d of word %d: the sentence has %d words", ErrHead, word.Head, i, len(s.Words))
		case word.Head == i:
			return fmt.Errorf("%w: word %d", ErrSelfLoop, i)
		case word.Head != NoHead:
			head = strconv.Itoa(word.Head)
		}
		start := len(w.text)
		w.text = strconv.AppendInt(w.text, int64(i), 10)
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
			return fmt.Errorf("%w: word %d, %.60q", ErrField, i, line)
		}
	}
	return nil
}
