package conll

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll/textfile"
)

// Numbers of columns.
const (
	columnsAll   = 10
	columnsBlind = 6 // CoNLL-X without HEAD and what follows
	columnsTree  = 8 // CoNLL-X up to DEPREL

	headField = 6 // counted from 0
)

// columnName returns the name of a column, counted from 0, for messages.
func columnName(f Format, column int) string {
	if f == FormatX {
		return [...]string{"ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL"}[column]
	}
	return [...]string{"ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"}[column]
}

// parse is the state of reading one sentence.
type parse struct {
	s       *Sentence
	text    *textfile.Reader
	valid   bool                // whether the whole block is UTF-8
	line    string              // the current line
	starts  [columnsAll + 1]int // of its columns, and where another one would start
	columns int                 // of every word; 0 unknown
	covered int                 // last word of the last multiword range
	empty   int                 // number of empty nodes since the last word
	reader  *Reader             // for its options
}

// parse reads a block. If it is a sound sentence, parse updates what is known about the rest of the
// stream; otherwise it returns what is wrong, the first error or all.
func (r *Reader) parse(b block, all bool) (s *Sentence, bad []*Error) {
	s = &Sentence{Format: r.Format, File: b.file, Line: b.line}
	if s.Format == FormatAuto {
		s.Format = r.known
	}
	s.Words, s.Extras = make([]Word, 0, b.rows), slices.Grow(s.Extras, b.comments)
	text, _ := r.Text() // which has been read
	p := parse{s: s, text: text, valid: utf8.ValidString(b.body), columns: r.columns, reader: r}
	fail := func(line, word int, before string, err error) {
		bad = append(bad, &Error{File: s.File, Line: line, Column: 1 + len(before), SentID: s.ID, Word: word, Err: err})
	}
	last := b.line - 1
	for rest, more := b.body, true; more && (all || bad == nil); {
		var line string
		if line, rest, more = strings.Cut(rest, "\n"); more {
			line = strings.TrimSuffix(line, "\r")
		}
		last++
		if before, err := p.row(line); err != nil {
			// The ID of a bad line is trusted, so that one mistake is not reported again on every
			// line below. A line whose ID is bad counts as the next word.
			id, _, _ := strings.Cut(strings.TrimPrefix(line, textfile.ByteOrderMark), "\t")
			id, _, _ = strings.Cut(id, " ")
			word, ok := number(id)
			if !ok && errors.Is(err, errID) {
				word = len(s.Words) + 1
			}
			if 0 < word && word <= cap(s.Words) {
				s.Words = s.Words[:word]
			}
			fail(last, word, before, err)
		}
	}
	if bad != nil {
		return s, bad
	}
	if s.Format == FormatAuto {
		s.Format = FormatU
		if p.columns < columnsAll || slices.ContainsFunc(s.Words, func(w Word) bool {
			_, phead := number(w.Deps)
			return phead || w.UPOS != "_" && !slices.Contains(universalTags, w.UPOS)
		}) {
			s.Format = FormatX
		}
	}
	switch {
	case len(s.Words) == 0:
		fail(b.line, 0, "", fmt.Errorf("%w%s", errNoWords, returns(b.body)))
	case s.Format == FormatU && p.columns < columnsAll:
		fail(last, 0, "", fmt.Errorf("%w: %d, want %d", ErrColumns, p.columns, columnsAll))
	case p.covered > len(s.Words):
		i := len(s.Extras) - 1
		for !strings.Contains(s.Extras[i].id(), "-") {
			i--
		}
		fail(b.line+s.Extras[i].Before+i, 0, "", fmt.Errorf("%w %s: the sentence has %d words", ErrRange, s.Extras[i].id(), len(s.Words)))
	default:
		for i := 0; i < len(s.Words) && (all || bad == nil); i++ {
			w := &s.Words[i]
			switch {
			case w.Head <= len(s.Words):
			case p.reader.AnyHead:
				w.Head = NoHead
			default:
				before := strings.Join([]string{strconv.Itoa(i + 1), w.Form, w.Lemma, w.UPOS, w.XPOS, w.Feats, ""}, "\t")
				fail(s.wordLine(i), i+1, before, fmt.Errorf("%w %d: the last word is %d", ErrHead, w.Head, len(s.Words)))
			}
		}
	}
	if bad == nil {
		r.known, r.columns = s.Format, p.columns
		if p.columns < columnsAll || b.lead != "" || b.tail != "\n\n" || strings.Contains(b.body, "\r\n") {
			s.layout = &layout{p.columns, b.lead, b.body, b.tail}
		}
	}
	return s, bad
}

// row reads one line: a word, or a line to be kept. An error is about what follows the text before.
func (p *parse) row(line string) (before string, err error) {
	if !p.valid && !utf8.ValidString(line) {
		for i, c := range line {
			if c == utf8.RuneError && !strings.HasPrefix(line[i:], string(c)) {
				return line[:i], fmt.Errorf("%w: %s", ErrEncoding, p.text.Misfit([]byte(line)))
			}
		}
	}
	if strings.HasPrefix(line, textfile.ByteOrderMark) {
		return "", fmt.Errorf("%w: a byte order mark inside the file", ErrEncoding)
	}
	if line[0] == '#' {
		if p.reader.Format == FormatX {
			return "", errComment
		}
		if key, value, ok := strings.Cut(line[1:], "="); ok && strings.TrimSpace(key) == "sent_id" {
			id, _, _ := strings.Cut(value, "\r") // another line follows it, if lines end so
			p.s.ID = strings.TrimSpace(id)
		}
		p.keep(line)
		return "", nil
	}
	if before, err := p.split(line); err != nil {
		return before, err
	}
	next := len(p.s.Words) + 1
	if id, ok := number(p.field(0)); !ok || id != next {
		return "", p.extra(line, next)
	}
	head := NoHead
	if text := p.field(headField); text != "_" {
		var ok bool
		switch head, ok = number(text); {
		case p.reader.AnyHead && (!ok || head == next):
			head = NoHead
		case !ok:
			return p.before(headField), fmt.Errorf("%w %q: want _ or a plain number", ErrHead, text)
		case head == next:
			return p.before(headField), fmt.Errorf("%w: HEAD is %d", ErrSelfLoop, head)
		}
	}
	p.empty = 0
	p.s.Words = append(p.s.Words, Word{})
	w := &p.s.Words[next-1] // filled in place, because a word is large
	w.Form, w.Lemma, w.UPOS, w.XPOS, w.Feats = p.field(1), p.field(2), p.field(3), p.field(4), p.field(5)
	w.Head, w.Deprel, w.Deps, w.Misc = head, p.field(7), p.field(8), p.field(9)
	return "", nil
}

// split finds the columns of a line, between tabs. It refuses a number of columns that the format
// lacks or that differs from the words before, and columns without text.
func (p *parse) split(line string) (before string, err error) {
	n := 1
	p.line = line
	for i := 0; i < len(line) && n <= columnsAll; i++ {
		if line[i] == '\t' {
			p.starts[n] = i + 1
			n++
		}
	}
	if n <= columnsAll {
		p.starts[n] = len(line) + 1
	} else {
		n = 1 + strings.Count(line, "\t")
	}
	want := cmp.Or(p.columns, columnsAll)
	shortX := p.columns == 0 && p.s.Format != FormatU && (n == columnsBlind || n == columnsTree)
	switch {
	case n == 1 && len(strings.Fields(line)) >= columnsBlind:
		return line[:strings.IndexFunc(line, unicode.IsSpace)], fmt.Errorf("%w: %.40q", ErrBlanks, line)
	case n > want:
		return p.before(want), fmt.Errorf("%w: %d, want %d%s", ErrColumns, n, want, returns(line))
	case n < want && !shortX:
		return line, fmt.Errorf("%w: %d, want %d", ErrColumns, n, want)
	}
	p.columns = n
	for i := range n {
		if p.starts[i]+1 == p.starts[i+1] && (i < 2 || !p.reader.Lenient) {
			return p.before(i), fmt.Errorf("%w %d (%s); write _ when there is nothing to say", errEmpty, i+1, columnName(p.s.Format, i))
		}
	}
	return "", nil
}

// returns adds that lines end in "\r" alone, where that is the likely reason of an error.
func returns(text string) string {
	if i := strings.IndexByte(text, '\r'); i >= 0 && !strings.HasPrefix(text[i:], "\r\n") {
		return `; lines end in "\r" instead of "\n"`
	}
	return ""
}

// field returns a column of the line, "_" where lines have fewer.
func (p *parse) field(i int) string {
	if i >= p.columns {
		return "_"
	}
	return p.line[p.starts[i] : p.starts[i+1]-1]
}

// before returns the line before a column.
func (p *parse) before(column int) string { return p.line[:p.starts[column]] }

// extra reads a line that is not the next word: a multiword range, which stands before its first
// word and after the range before; or an empty node, i.1, i.2 and so on, after word i.
func (p *parse) extra(line string, next int) error {
	id := p.field(0)
	start, end, isRange := strings.Cut(id, "-")
	word, rank, isEmpty := strings.Cut(id, ".")
	badID := errID
	switch {
	case p.reader.Format == FormatX:
	case isRange && start != "":
		first, ok1 := number(start)
		last, ok2 := number(end)
		switch badID = ErrRange; {
		case !ok1 || !ok2 || first != next:
		case first > last:
			return fmt.Errorf("%w %s: it ends before it starts", ErrRange, id)
		case first <= p.covered:
			return fmt.Errorf("%w %s: word %d is in a range already", ErrRange, id, first)
		default:
			p.covered = last
			p.keep(line)
			return nil
		}
	case isEmpty && word != "":
		i, ok1 := number(word)
		k, ok2 := number(rank)
		if !ok1 || !ok2 || i != next-1 || k != p.empty+1 {
			return fmt.Errorf("%w %s, want %d.%d", errEmptyNode, id, next-1, p.empty+1)
		}
		p.empty = k
		p.keep(line)
		return nil
	}
	hint := ""
	if id == "1" {
		hint = "; is a blank line missing above?"
	}
	return fmt.Errorf("%w %q; the next word is %d%s", badID, id, next, hint)
}

// keep adds a line as it is. Only CoNLL-U has such lines.
func (p *parse) keep(line string) {
	p.s.Format = FormatU
	p.s.Extras = append(p.s.Extras, Extra{Before: len(p.s.Words), Text: line})
}

// number reads a number as the formats write it: digits only, no leading zero, at most nine digits.
// For other texts n is 0.
func number(text string) (n int, ok bool) {
	const maxDigits = 9
	if text == "" || len(text) > maxDigits || text[0] == '0' && len(text) > 1 {
		return 0, false
	}
	for i := range len(text) {
		digit := text[i] - '0'
		if digit > 9 {
			return 0, false
		}
		n = 10*n + int(digit)
	}
	return n, true
}
