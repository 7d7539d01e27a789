package conll

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/conll/textfile"
)

// Levels of [Validate], as UD's own validator has them.
const (
	LevelFormat = 1 // what CoNLL-U requires, whatever it is used for
	LevelUD     = 2 // what UD requires of all languages

	// LevelContents is what UD's guidelines require of enhanced graphs. UD's own validator also checks trees there.
	LevelContents = 3
)

// Validate reads a treebank to its end and reports everything that violates a level or those below
// it, in the order of the lines; it adds what it finds to sum. The option Format of r applies.
//
// A sentence whose format is wrong is not checked further, and its absence hides nothing in others.
// These are the checks, beyond what a [Reader] requires, at the first level:
//
//   - one blank line after each sentence, "\n" as line ending, no byte order mark
//   - CoNLL-U: characters are normalised (NFC); comments stand above the words; white
//     space stands only inside of FORM, LEMMA and MISC, and never twice in a row
//   - CoNLL-U: ranges and empty nodes have only the columns they may
//
// and at the second:
//
//   - every sentence is a tree; in CoNLL-U with one root, and label root for it and only
//     for it
//   - CoNLL-U: each sentence has a sent_id that no other one has, and a text; parallel_id,
//     newdoc and newpar are well formed
//   - CoNLL-U: the text is made of the forms and SpaceAfter, with any amount of white space
//     between tokens
//   - CoNLL-U: UPOS and the base of DEPREL are UD's; FEATS are well formed and sorted
//   - CoNLL-U: so are DEPS, and if words have them they make a graph that can be reached
//     from its root, in all sentences or in none
//   - CoNLL-U: MISC is well formed; most violations are only a warning
//
// and at the third:
//
//   - CoNLL-U: DEPS have no relation orphan if there are empty nodes anywhere
//   - CoNLL-U: DEPS of a word whose DEPREL is goeswith are HEAD:DEPREL
//   - CoNLL-U: DEPS are not HEAD:DEPREL everywhere, which is reported last
//
// The error is that of the stream.
func Validate(r *Reader, level int, sum *Validation, report func(Problem)) error {
	v := &validator{level: level, ids: map[string]int{}, parallel: map[string]int{}, numbers: map[string]int{}, s: &Sentence{}}
	r.Immediate = false
	in, err := r.Text()
	for err == nil {
		var b block
		b, err = r.block(in)
		var tooLong *Error
		switch {
		case err == nil:
			v.block(r, b, sum)
		case errors.As(err, &tooLong):
			v.fault(tooLong)
			err = nil
		case err == io.EOF:
			v.copies()
		}
		slices.SortStableFunc(v.found, func(a, b Problem) int { return a.Line - b.Line })
		for _, p := range v.found {
			p.File = in.Name
			sum.Count(p)
			report(p)
		}
		v.found, v.s = v.found[:0], &Sentence{}
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// validator is the state of a check.
type validator struct {
	level int
	crlf  bool // reported already
	// Lines of sentences, by sent_id and by parallel_id, and the last numbers of parallel
	// translations; see validator.parallelID.
	ids, parallel, numbers map[string]int
	glued                  bool   // the last token says SpaceAfter=No
	enhances               bool   // some DEPS are not HEAD:DEPREL
	emptyNode, orphan      int    // lines of the first empty node with DEPS, and of the first orphan in DEPS
	enhanced               [2]int // lines of the first sentence without DEPS and of the first with them

	// Of the current sentence.
	found []Problem
	s     *Sentence
}

// problem records a problem, if it belongs to the requested level.
func (v *validator) problem(line, word int, class Class, id, format string, args ...any) {
	if class == ClassFormat || v.level >= LevelUD {
		v.found = append(v.found, Problem{Line: line, SentID: v.s.ID, Word: word, Class: class, ID: id, Text: fmt.Sprintf(format, args...)})
	}
}

// fault records a reader's error; all of them have a Cause.
func (v *validator) fault(e *Error) {
	class := ClassFormat
	if errors.Is(e, ErrSelfLoop) {
		class = ClassTree
	}
	var cause *textfile.Cause
	errors.As(e, &cause)
	v.found = append(v.found, Problem{Line: e.Line, Word: e.Word, SentID: e.SentID, Class: class, ID: cause.Rule, Text: e.Err.Error()})
}

// block checks the lines of one sentence: the blank lines around it, what a reader requires, and
// then the rest.
func (v *validator) block(r *Reader, b block, sum *Validation) {
	lead, bom := strings.CutPrefix(b.lead, textfile.ByteOrderMark)
	if bom {
		v.problem(1, 0, ClassFormat, "byte-order-mark", "the file starts with a byte order mark")
	}
	if lead != "" {
		v.problem(1, 0, ClassFormat, "blank-lines", "blank lines at the start of the file")
	}
	if !v.crlf && strings.Contains(b.lead+b.body+b.tail, "\r") {
		v.crlf = true
		v.problem(b.line, 0, ClassFormat, "line-ending", `lines end in "\r\n" or "\r" instead of "\n"`)
	}
	s, bad := r.parse(b, true)
	v.s = s
	for _, e := range bad {
		v.fault(e)
	}
	line := b.line + strings.Count(b.body, "\n") + 1
	switch blanks := strings.Count(b.tail, "\n") - 1; {
	case blanks < 1:
		v.problem(line-1, 0, ClassFormat, "blank-lines", "no blank line after the last sentence")
	case blanks > 1:
		v.problem(line, 0, ClassFormat, "blank-lines", "%d blank lines after a sentence instead of one", blanks)
	}
	if strings.ContainsAny(b.tail, " \t") {
		v.problem(line, 0, ClassFormat, "blank-line-not-empty", "a blank line has white space in it")
	}
	sum.Sentences++
	if bad != nil {
		return
	}
	sum.Words += len(s.Words)
	v.tree()
	if s.Format != FormatU {
		return
	}
	rows := rowsOf(b)
	text := v.comments(rows)
	v.text(rows, text)
	v.order(rows)
	for i := range rows {
		v.columns(&rows[i])
	}
	v.misc(rows)
	v.enhancedGraph(rows)
	if v.level >= LevelContents && s.HasDeps() {
		v.contents(rows)
	}
}

// tree checks that the heads are a tree.
func (v *validator) tree() {
	wrong := func(word int, id, format string, args ...any) {
		v.problem(v.s.wordLine(word-1), word, ClassTree, id, format, args...)
	}
	heads := v.s.Heads(nil)
	var roots []int
	for i, head := range heads {
		switch head {
		case NoHead:
			wrong(i+1, "no-head", "the word has no head")
		case 0:
			roots = append(roots, i+1)
		}
	}
	for _, cycle := range Cycles(heads) {
		wrong(cycle[0], "cycle", "cycle: words %v", cycle)
	}
	switch {
	case len(roots) == 0:
		v.problem(v.s.Line, 0, ClassTree, "no-root", "no word has HEAD 0")
	case len(roots) > 1 && v.s.Format == FormatU:
		wrong(roots[1], "several-roots", "several words have HEAD 0: %v", roots)
	}
}

// row is a line of a sentence: a comment, or the columns of a word, a multiword range or an
// empty node.
type row struct {
	line    int // in the file
	columns []string
	kind    rowKind
	word    int  // its number; for a range its first, for an empty node the one before it
	last    int  // last word of a range
	inside  bool // a word inside of a range
}

type rowKind uint8

const (
	commentRow rowKind = iota
	wordRow
	rangeRow
	emptyNodeRow
)

// rowsOf splits a sentence with sound format into rows.
func rowsOf(b block) []row {
	var rows []row
	covered := 0
	for text := range strings.SplitSeq(strings.ReplaceAll(b.body, "\r\n", "\n"), "\n") {
		r := row{line: b.line + len(rows), columns: []string{text}}
		if text[0] != '#' {
			r.columns = strings.Split(text, "\t")
			start, end, isRange := strings.Cut(r.columns[0], "-")
			start, _, isEmptyNode := strings.Cut(start, ".")
			r.word, _ = number(start)
			switch {
			case isRange:
				r.kind = rangeRow
				r.last, _ = number(end)
				covered = r.last
			case isEmptyNode:
				r.kind = emptyNodeRow
			default:
				r.kind = wordRow
				r.inside = r.word <= covered
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// wrong records a problem with a row.
func (v *validator) wrong(r *row, class Class, id, format string, args ...any) {
	text, word := fmt.Sprintf(format, args...), 0
	switch r.kind {
	case wordRow:
		word = r.word
	case emptyNodeRow:
		text = "empty node " + r.columns[0] + ": " + text
	}
	v.problem(r.line, word, class, id, "%s", text)
}

// order checks that comments stand above the words, and that no empty node stands between a range
// and its words.
func (v *validator) order(rows []row) {
	for i := range rows[1:] {
		switch before, r := &rows[i], &rows[i+1]; {
		case r.kind == commentRow && before.kind != commentRow:
			v.wrong(r, ClassFormat, "comment-place", "comment below the first word")
		case r.kind == emptyNodeRow && before.kind == rangeRow:
			v.wrong(r, ClassFormat, "empty-node-place", "it stands between range %s and its first word", before.columns[0])
		}
	}
}
