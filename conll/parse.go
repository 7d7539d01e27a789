package conll

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parse is the state of reading one sentence.
type parse struct {
	s       *Sentence
	fields  [columnsAll]string // of the current line
	line    int                // number of the current line
	column  int                // where its error is, see Error.Column
	columns int                // of every word; 0 unknown
	covered int                // last word of the last multiword range
	empty   int                // number of empty nodes since the last word
	forcedX bool               // the user says CoNLL-X
	latin1  bool               // a character is one byte of the file

	// failed is told every error, at p.line, and the word that it is about, 0 for
	// none. If it is nil, reading stops at the first.
	failed func(word int, err error)
	bad    bool // it was told one
}

// report says what to stop with.
func (p *parse) report(word int, err error) error {
	if p.failed == nil {
		return err
	}
	p.failed(word, err)
	p.bad = true
	return nil
}

// block reads all lines of a sentence.
func (p *parse) block(body string) error {
	p.s.Words = make([]Word, 0, 1+strings.Count(body, "\n")-strings.Count(body, "\n#"))
	for {
		line, rest, more := strings.Cut(body, "\n")
		if more {
			line = strings.TrimSuffix(line, "\r")
		}
		p.column = 1
		err := p.oneLine(line)
		if err != nil && p.failed != nil {
			err = p.report(p.resume(line, err), err)
		}
		if err != nil || !more {
			return err
		}
		body = rest
		p.line++
	}
}

// oneLine reads a word or a line to be kept.
func (p *parse) oneLine(line string) error {
	if i := invalidUTF8(line); i >= 0 {
		p.column = i + 1
		return fmt.Errorf("%w: byte 0x%02X is not UTF-8; if the file is ISO-8859-1, say that it is Latin-1", ErrEncoding, line[i])
	}
	if line[0] == '#' {
		return p.comment(line)
	}
	if err := p.split(line); err != nil {
		return err
	}
	id := p.fields[0]
	if n, ok := number(id); ok && n == len(p.s.Words)+1 {
		return p.word()
	}
	if p.forcedX {
		return p.badID(ErrID)
	}
	if first, last, ok := strings.Cut(id, "-"); ok && first != "" {
		return p.multiword(line, first, last)
	}
	if word, rank, ok := strings.Cut(id, "."); ok && word != "" {
		return p.emptyNode(line, word, rank)
	}
	return p.badID(ErrID)
}

// resume believes the ID of a bad line, so that one mistake is not reported
// again and again on the lines below, and returns it. A line whose ID is bad
// counts as the next word; other lines are no words and have ID 0.
func (p *parse) resume(line string, err error) int {
	id, _, _ := strings.Cut(line, "\t")
	id, _, _ = strings.Cut(id, " ")
	n, ok := number(id)
	if !ok && errors.Is(err, ErrID) {
		n = len(p.s.Words) + 1
	}
	if 0 < n && n <= cap(p.s.Words) {
		p.s.Words = p.s.Words[:n]
	}
	return n
}

// split cuts a line at tabs.
func (p *parse) split(line string) error {
	n, start := 0, 0
	for i := 0; i < len(line); i++ {
		if line[i] == '\t' {
			if n < columnsAll {
				p.fields[n] = line[start:i]
			}
			n, start = n+1, i+1
		}
	}
	if n < columnsAll {
		p.fields[n] = line[start:]
	}
	return p.checkColumns(line, n+1)
}

// checkColumns refuses a number of columns that the format does not have or
// the words before did not have, and columns without text.
func (p *parse) checkColumns(line string, n int) error {
	want := p.columns
	if want == 0 {
		want = columnsAll
	}
	shortX := p.columns == 0 && p.s.Format != FormatU && (n == columnsBlind || n == columnsTree)
	switch {
	case n == 1 && len(strings.Fields(line)) >= columnsBlind:
		p.column = p.after(line[:strings.IndexFunc(line, unicode.IsSpace)])
		return fmt.Errorf("%w: %.40q", ErrBlanks, line)
	case n != want && !shortX:
		if p.column = p.after(line); n > want {
			p.toField(want)
		}
		return fmt.Errorf("%w: %d, want %d", ErrColumns, n, want)
	}
	p.columns = n
	for i := range p.fields[:n] {
		if p.fields[i] == "" {
			p.toField(i)
			return fmt.Errorf("%w %d (%s); write _ when there is nothing to say", ErrEmpty, i+1, columnName(p.s.Format, i))
		}
	}
	return nil
}

// toField says that the error is in a field, counted from 0.
func (p *parse) toField(field int) {
	p.column = 1
	for _, before := range p.fields[:field] {
		p.column += p.after(before)
	}
}

// after returns the column behind the beginning of a line.
func (p *parse) after(text string) int {
	if p.latin1 {
		return 1 + utf8.RuneCountInString(text)
	}
	return 1 + len(text)
}

// badID says what the ID should have been.
func (p *parse) badID(cause error) error {
	hint := ""
	if p.fields[0] == "1" {
		hint = "; is a blank line missing above?"
	}
	return fmt.Errorf("%w %q; the next word is %d%s", cause, p.fields[0], len(p.s.Words)+1, hint)
}

// word adds a word.
func (p *parse) word() error {
	f := &p.fields
	for i := p.columns; i < columnsAll; i++ {
		f[i] = "_"
	}
	w := Word{
		Form: f[1], Lemma: f[2], UPOS: f[3], XPOS: f[4], Feats: f[5],
		Head: NoHead, Deprel: f[7], Deps: f[8], Misc: f[9],
	}
	if f[headField] != "_" {
		head, ok := number(f[headField])
		if !ok || head == len(p.s.Words)+1 {
			p.toField(headField)
			if ok {
				return fmt.Errorf("%w: HEAD is %d", ErrSelfLoop, head)
			}
			return fmt.Errorf("%w %q: want _ or a plain number", ErrHead, f[headField])
		}
		w.Head = head
	}
	p.s.Words = append(p.s.Words, w)
	p.empty = 0
	return nil
}

// comment keeps a comment and takes note of a sent_id.
func (p *parse) comment(line string) error {
	if p.forcedX {
		return ErrComment
	}
	if key, value, ok := strings.Cut(line[1:], "="); ok && strings.TrimSpace(key) == "sent_id" {
		p.s.ID = strings.TrimSpace(value)
	}
	p.keep(line)
	return nil
}

// multiword keeps a multiword range: it stands before its first word and
// behind the range before.
func (p *parse) multiword(line, first, last string) error {
	a, ok1 := number(first)
	b, ok2 := number(last)
	switch {
	case !ok1 || !ok2 || a != len(p.s.Words)+1:
		return p.badID(ErrRange)
	case a > b:
		return fmt.Errorf("%w %s-%s: it ends before it starts", ErrRange, first, last)
	case a <= p.covered:
		return fmt.Errorf("%w %s-%s: word %d is in a range already", ErrRange, first, last, a)
	}
	p.covered = b
	p.keep(line)
	return nil
}

// emptyNode keeps an empty node: i.1, i.2 and so on behind word i.
func (p *parse) emptyNode(line, word, rank string) error {
	i, ok1 := number(word)
	j, ok2 := number(rank)
	if !ok1 || !ok2 || i != len(p.s.Words) || j != p.empty+1 {
		return fmt.Errorf("%w %s.%s, want %d.%d", ErrEmptyNode, word, rank, len(p.s.Words), p.empty+1)
	}
	p.empty = j
	p.keep(line)
	return nil
}

// keep adds a line as it is. Only CoNLL-U has such lines.
func (p *parse) keep(line string) {
	p.s.Format = FormatU
	p.s.Extras = append(p.s.Extras, Extra{Before: len(p.s.Words), Text: line})
}

// sentence reads all lines of a block and, if they are sound, checks what needs
// them all.
func (p *parse) sentence(b block) error {
	if err := p.block(b.body()); err != nil || p.bad {
		return err
	}
	if err := p.whole(b.line); err != nil {
		return p.report(0, err)
	}
	words := p.s.Words
	for i := range words {
		w := &words[i]
		if w.Head <= len(words) {
			continue
		}
		p.line, p.fields = p.s.WordLine(i), [columnsAll]string{strconv.Itoa(i + 1), w.Form, w.Lemma, w.UPOS, w.XPOS, w.Feats}
		p.toField(headField)
		if err := p.report(i+1, fmt.Errorf("%w %d: the sentence has %d words", ErrHead, w.Head, len(words))); err != nil {
			return err
		}
	}
	return nil
}

// whole settles the format and checks the lines together.
func (p *parse) whole(first int) error {
	s := p.s
	p.column = 1
	if s.Format == FormatAuto {
		s.Format = formatOfWords(s.Words, p.columns)
	}
	switch {
	case len(s.Words) == 0:
		p.line = first
		return ErrNoWords
	case s.Format == FormatU && p.columns < columnsAll:
		return fmt.Errorf("%w: %d, want %d", ErrColumns, p.columns, columnsAll)
	case p.covered > len(s.Words):
		return fmt.Errorf("%w: it ends at %d, the sentence at %d", ErrRange, p.covered, len(s.Words))
	}
	return nil
}

// layout returns what is unusual about a block, or nil.
func (b block) layout(columns int) *layout {
	body := b.body()
	l := &layout{columns: columns, lead: b.text[:b.start], tail: b.text[b.end:]}
	if strings.Contains(body, "\r\n") {
		for line := range strings.Lines(body) {
			switch {
			case strings.HasSuffix(line, "\r\n"):
				l.ends = append(l.ends, "\r\n")
			case strings.HasSuffix(line, "\n"):
				l.ends = append(l.ends, "\n")
			}
		}
	}
	if columns == columnsAll && l.lead == "" && l.tail == "\n\n" && l.ends == nil {
		return nil
	}
	return l
}
