package training

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"parser/conll"
	"parser/oracle"
)

// spool keeps sentences, as scorers see them, and their gold structures in a file. In memory there are where each sentence
// begins, and the sentences that were read last.
type spool struct {
	file    *os.File
	out     *bufio.Writer
	begins  []int64 // of each sentence, and then the end
	lengths []int32 // in words
	words   int
	values  []string          // of columns other than form and lemma, which are few
	number  map[string]uint64 // … and their places
	held    map[int]spooled   // by their numbers
	record  []byte
	err     error // the first one of reading
}

// spooled is a sentence.
type spooled struct {
	words []conll.Word
	gold  oracle.Gold
}

// newSpool makes an empty spool in a file, which it replaces.
func newSpool(name string) (*spool, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &spool{file: f, out: bufio.NewWriterSize(f, 1<<16), begins: []int64{0}, number: map[string]uint64{}}, nil
}

// close removes the file; there may be no spool.
func (s *spool) close() error {
	if s == nil {
		return nil
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}

// len returns the number of sentences; there may be no spool.
func (s *spool) len() int {
	if s == nil {
		return 0
	}
	return len(s.lengths)
}

// few are the columns that scorers see, besides form and lemma.
func few(w *conll.Word) [4]*string { return [...]*string{&w.UPOS, &w.XPOS, &w.Feats, &w.Misc} }

// add appends a sentence.
func (s *spool) add(x spooled) error {
	r := s.record[:0]
	for i := range x.words {
		w := &x.words[i]
		for _, text := range []string{w.Form, w.Lemma} {
			r = append(binary.AppendUvarint(r, uint64(len(text))), text...)
		}
		for _, text := range few(w) {
			n, known := s.number[*text]
			if !known {
				n = uint64(len(s.values))
				s.values, s.number[*text] = append(s.values, *text), n
			}
			r = binary.AppendUvarint(r, n)
		}
	}
	for _, g := range append([]oracle.Gold{x.gold}, x.gold.Others...) {
		spans := make([]int32, 0, 3*len(g.Spans))
		for _, b := range g.Spans {
			spans = append(spans, b.Label, b.Start, b.End)
		}
		for _, list := range [][]int32{g.Heads, g.Labels, spans} {
			r = binary.AppendUvarint(r, uint64(len(list)))
			for _, n := range list {
				r = binary.AppendVarint(r, int64(n))
			}
		}
	}
	s.record = r
	_, err := s.out.Write(r)
	s.begins = append(s.begins, s.begins[len(s.begins)-1]+int64(len(r)))
	s.lengths, s.words = append(s.lengths, int32(len(x.words))), s.words+len(x.words)
	return err
}

// read returns a sentence.
func (s *spool) read(i int) (x spooled, err error) {
	r := make([]byte, s.begins[i+1]-s.begins[i])
	if _, err := s.file.ReadAt(r, s.begins[i]); err != nil {
		return x, err
	}
	text := string(r) // which forms and lemmas are parts of
	bad := false
	number := func() (n uint64) {
		n, size := binary.Uvarint(r)
		if bad = bad || size <= 0; bad {
			return 0
		}
		r = r[size:]
		return n
	}
	list := func() (all []int32) {
		for n := number(); n > 0 && !bad; n-- {
			x, size := binary.Varint(r)
			if bad = size <= 0; !bad {
				all, r = append(all, int32(x)), r[size:]
			}
		}
		return all
	}
	x.words = make([]conll.Word, s.lengths[i])
	for i := range x.words {
		w := &x.words[i]
		for _, to := range []*string{&w.Form, &w.Lemma} {
			n := number()
			if bad = bad || n > uint64(len(r)); bad {
				break
			}
			at := len(text) - len(r)
			*to, r = text[at:at+int(n)], r[n:]
		}
		for _, to := range few(w) {
			n := number()
			if bad = bad || n >= uint64(len(s.values)); bad {
				break
			}
			*to = s.values[n]
		}
	}
	gold := func() (g oracle.Gold) {
		g.Heads, g.Labels = list(), list()
		for spans := list(); len(spans) >= 3; spans = spans[3:] {
			g.Spans = append(g.Spans, oracle.Span{Label: spans[0], Start: spans[1], End: spans[2]})
		}
		return g
	}
	for x.gold = gold(); len(r) > 0 && !bad; {
		x.gold.Others = append(x.gold.Others, gold())
	}
	if bad || len(r) > 0 {
		return x, fmt.Errorf("%s was changed while it was in use", s.file.Name())
	}
	return x, nil
}

// hold reads the sentences that are wanted now, and lets go of others. Those that cannot be read have a word, and the
// error is kept.
func (s *spool) hold(wanted []int) {
	held := make(map[int]spooled, len(wanted))
	for _, i := range wanted {
		x, known := s.held[i]
		if !known {
			var err error
			if x, err = s.read(i); err != nil {
				s.err, x = errors.Join(s.err, err), spooled{words: make([]conll.Word, 1)}
			}
		}
		held[i] = x
	}
	s.held = held
}

// all yields the words of all sentences; after an error, which is kept, there are no more.
func (s *spool) all(yield func([]conll.Word) bool) {
	for i := range s.lengths {
		x, err := s.read(i)
		if err != nil {
			s.err = errors.Join(s.err, err)
			return
		}
		if !yield(x.words) {
			return
		}
	}
}
