package conll

import (
	"fmt"
	"strings"
)

// sentence makes a sentence of a block.
func (r *Reader) sentence(b block) (*Sentence, error) {
	p := r.parse(b)
	err := p.block(b.body())
	if err == nil {
		err = p.finish(b.line)
	}
	if err != nil {
		return nil, &Error{File: r.name, Line: p.line, SentID: p.s.ID, Err: err}
	}
	r.learn(p)
	p.s.layout = b.layout(p.columns)
	return p.s, nil
}

// parse starts on a block with what is known so far.
func (r *Reader) parse(b block) *parse {
	s := &Sentence{Format: r.format, File: r.name, Line: b.line}
	return &parse{s: s, columns: r.columns, line: b.line, forcedX: r.Format == FormatX}
}

// learn takes over what a good sentence tells about the rest.
func (r *Reader) learn(p *parse) { r.format, r.columns = p.s.Format, p.columns }

// parse is the state of reading one sentence.
type parse struct {
	s       *Sentence
	fields  [columnsAll]string // of the current line
	line    int                // number of the current line
	columns int                // of every word; 0 unknown
	covered int                // last word of the last multiword range
	empty   int                // number of empty nodes since the last word
	forcedX bool               // the user says CoNLL-X

	// failed is told the error of a line and returns the error to stop with, if
	// any; nil stops at the first.
	failed func(line string, err error) error
}

// block reads all lines of a sentence.
func (p *parse) block(body string) error {
	p.s.Words = make([]Word, 0, 1+strings.Count(body, "\n")-strings.Count(body, "\n#"))
	for {
		line, rest, more := strings.Cut(body, "\n")
		if more {
			line = strings.TrimSuffix(line, "\r")
		}
		err := p.oneLine(line)
		if err != nil && p.failed != nil {
			err = p.failed(line, err)
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
		return fmt.Errorf("%w: %.40q", ErrBlanks, line)
	case n != want && !shortX:
		return fmt.Errorf("%w: %d, want %d", ErrColumns, n, want)
	}
	p.columns = n
	for i := range p.fields[:n] {
		if p.fields[i] == "" {
			return fmt.Errorf("%w %d (%s); write _ when there is nothing to say", ErrEmpty, i+1, p.columnName(i))
		}
	}
	return nil
}

// columnName speaks CoNLL-U unless the file is known to be CoNLL-X.
func (p *parse) columnName(i int) string {
	if p.s.Format == FormatX {
		return columnNames[FormatX][i]
	}
	return columnNames[FormatU][i]
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
	if f[6] != "_" {
		head, ok := number(f[6])
		if !ok {
			return fmt.Errorf("%w %q: want _ or a plain number", ErrHead, f[6])
		}
		if head == len(p.s.Words)+1 {
			return fmt.Errorf("%w: HEAD is %d", ErrSelfLoop, head)
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

// finish checks what needs the whole sentence.
func (p *parse) finish(first int) error {
	if err := p.whole(first); err != nil {
		return err
	}
	for i := range p.s.Words {
		if err := headInside(p.s, i); err != nil {
			p.line = p.s.WordLine(i)
			return err
		}
	}
	return nil
}

// whole settles the format and checks the lines together.
func (p *parse) whole(first int) error {
	s := p.s
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

// headInside checks the head of word i.
func headInside(s *Sentence, i int) error {
	if head := s.Words[i].Head; head > len(s.Words) {
		return fmt.Errorf("%w %d: the sentence has %d words", ErrHead, head, len(s.Words))
	}
	return nil
}

// layout returns what is unusual about a block, or nil.
func (b block) layout(columns int) *layout {
	body := b.body()
	l := &layout{columns: columns, lead: b.text[:b.start], tail: b.text[b.end:]}
	if strings.Contains(body, "\r\n") {
		l.ends = lineEnds(body)
	}
	if columns == columnsAll && l.lead == "" && l.tail == "\n\n" && l.ends == nil {
		return nil
	}
	return l
}

// lineEnds lists the line endings of a block, or the one that all share.
func lineEnds(body string) []string {
	var ends []string
	mixed := false
	for line, rest, more := strings.Cut(body, "\n"); more; line, rest, more = strings.Cut(rest, "\n") {
		end := "\n"
		if strings.HasSuffix(line, "\r") {
			end = "\r\n"
		}
		ends = append(ends, end)
		mixed = mixed || end != ends[0]
	}
	if mixed {
		return ends
	}
	return ends[:1]
}
