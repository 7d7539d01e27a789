package conll

import (
	"errors"
	"strings"
)

// rules name the causes of reader errors in problems.
var rules = []struct {
	cause error
	class Class
	id    string
}{
	{ErrColumns, ClassFormat, "columns"},
	{ErrBlanks, ClassFormat, "blanks-for-tabs"},
	{ErrEmpty, ClassFormat, "empty-column"},
	{ErrID, ClassFormat, "id"},
	{ErrRange, ClassFormat, "range"},
	{ErrEmptyNode, ClassFormat, "empty-node"},
	{ErrHead, ClassFormat, "head"},
	{ErrSelfLoop, ClassTree, "self-loop"},
	{ErrNoWords, ClassFormat, "no-words"},
	{ErrComment, ClassFormat, "comment"},
	{ErrEncoding, ClassFormat, "encoding"},
	{ErrTooLong, ClassFormat, "too-long"},
}

// format reports a reader error; word is 0 if it is not about one word.
func (v *validator) format(line, word int, err error) {
	for _, r := range rules {
		if errors.Is(err, r.cause) {
			v.problem(line, word, r.class, r.id, "%v", err)
			return
		}
	}
}

// lines reads the lines of a sentence, reports what is wrong with each, and
// tells whether all are sound.
func (v *validator) lines(p *parse, b block) bool {
	sound := true
	p.failed = func(line string, err error) error {
		sound = false
		v.format(p.line, p.resume(line, err), err)
		return nil
	}
	p.block(b.body())
	if !sound {
		return false
	}
	if err := p.whole(b.line); err != nil {
		v.format(p.line, 0, err)
		return false
	}
	v.rows = wordLines(v.rows[:0], p.s)
	for i := range p.s.Words {
		if err := headInside(p.s, i); err != nil {
			v.format(v.rows[i], i+1, err)
			sound = false
		}
	}
	return sound
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

// linesAbove checks what stands above the first line of the file's first
// sentence, and line endings.
func (v *validator) linesAbove(b block) {
	lead, bom := strings.CutPrefix(b.text[:b.start], byteOrderMark)
	if bom {
		v.problem(1, 0, ClassFormat, "byte-order-mark", "the file starts with a byte order mark")
	}
	if lead != "" {
		v.problem(1, 0, ClassFormat, "blank-lines", "blank lines at the start of the file")
	}
	if !v.crlf && strings.Contains(b.text, "\r\n") {
		v.crlf = true
		v.problem(b.line, 0, ClassFormat, "line-ending", `lines end in "\r\n" instead of "\n"`)
	}
}

// linesBelow checks the blank lines after a sentence.
func (v *validator) linesBelow(b block) {
	tail := b.text[b.end:]
	blanks := strings.Count(tail, "\n") - 1
	line := b.line + strings.Count(b.body(), "\n") + 1
	switch {
	case blanks < 1:
		v.problem(line-1, 0, ClassFormat, "blank-lines", "no blank line after the last sentence")
	case blanks > 1:
		v.problem(line, 0, ClassFormat, "blank-lines", "%d blank lines after a sentence instead of one", blanks)
	}
	if strings.ContainsAny(tail, " \t") {
		v.problem(line, 0, ClassFormat, "blank-line-not-empty", "a blank line has white space in it")
	}
}
