package conll

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/conll/textfile"
)

// Class sorts problems by what they are about.
type Class string

// The classes. Only Format, and of Tree what makes no tree at all, applies to
// CoNLL-X.
const (
	ClassFormat   Class = "format"   // lines, columns, numbering, encoding
	ClassMetadata Class = "metadata" // sent_id
	ClassTree     Class = "tree"     // HEAD, roots
	ClassLabels   Class = "labels"   // UPOS, FEATS, DEPREL, DEPS
	ClassText     Class = "text"     // the text comment and SpaceAfter
)

// Problem is something wrong with a treebank.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line"`              // from 1
	SentID string `json:"sent_id,omitempty"` // "" when unknown
	Word   int    `json:"word,omitempty"`    // from 1; 0 for the whole sentence
	Class  Class  `json:"class"`
	ID     string `json:"id"` // names the rule that is broken
	Text   string `json:"text"`
}

// String prints a problem as UD's validator does:
// "[File F Line L Sent S Word W]: [class id] text".
func (p Problem) String() string {
	place := fmt.Sprintf("File %s Line %d", p.File, p.Line)
	if p.SentID != "" {
		place += " Sent " + p.SentID
	}
	if p.Word > 0 {
		place += fmt.Sprint(" Word ", p.Word)
	}
	return fmt.Sprintf("[%s]: [%s %s] %s", place, p.Class, p.ID, p.Text)
}

// Validation sums up a check.
type Validation struct {
	Sentences int     `json:"sentences"`
	Words     int     `json:"words"` // of sentences with a sound format
	Problems  int     `json:"problems"`
	Classes   Counter `json:"classes"` // problems by class
	Rules     Counter `json:"rules"`   // problems by "class id"
}

// Count counts a problem.
func (v *Validation) Count(p Problem) {
	if v.Classes == nil {
		v.Classes, v.Rules = Counter{}, Counter{}
	}
	v.Problems++
	v.Classes[string(p.Class)]++
	v.Rules[string(p.Class)+" "+p.ID]++
}

// Validate reads a treebank to its end and reports everything that is wrong
// with it, in the order of the lines; it adds what it finds to sum. The options of r
// (Format, Latin1) hold.
//
// A sentence whose format is wrong is not looked at further, nor does its
// absence hide anything in others. What is checked, beyond what a [Reader]
// demands:
//
//   - one blank line after each sentence, "\n" as line ending, no byte order mark
//   - every sentence is a tree
//   - CoNLL-U: one root, and label root for it and only for it
//   - CoNLL-U: UPOS and the base of DEPREL are UD's; FEATS and DEPS are well
//     formed and sorted; ranges and empty nodes have only the columns they may
//   - CoNLL-U: the text comment, if any, is made of the forms and SpaceAfter
//   - CoNLL-U: no sent_id occurs twice
//
// The error is one of the stream.
func Validate(r *Reader, sum *Validation, report func(Problem)) error {
	v := &validator{r: r, report: report, sum: sum, ids: map[string]int{}}
	r.Immediate = false
	for {
		b, err := r.block()
		var e *Error
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &e):
			v.format(e.Line, 0, e.Err)
		case err != nil:
			return err
		default:
			v.block(b)
		}
		v.flush()
	}
}

// validator is the state of a check.
type validator struct {
	r      *Reader
	report func(Problem)
	sum    *Validation
	ids    map[string]int // line by sent_id
	crlf   bool           // reported already

	// Of the current sentence.
	found []Problem
	s     *Sentence
	empty map[nodeID]bool // the empty nodes
}

// problem takes note of one.
func (v *validator) problem(line, word int, class Class, id, format string, args ...any) {
	p := Problem{File: v.r.name, Line: line, Word: word, Class: class, ID: id, Text: fmt.Sprintf(format, args...)}
	if v.s != nil {
		p.SentID = v.s.ID
	}
	v.found = append(v.found, p)
}

// atWord takes note of a problem of word i, counted from 0.
func (v *validator) atWord(i int, class Class, id, format string, args ...any) {
	v.problem(v.s.WordLine(i), i+1, class, id, format, args...)
}

// format takes note of a reader's error; word is 0 if it is not about one word.
func (v *validator) format(line, word int, err error) {
	class := ClassFormat
	if errors.Is(err, ErrSelfLoop) {
		class = ClassTree
	}
	var cause *textfile.Cause
	errors.As(err, &cause) // as all of a reader's errors
	v.problem(line, word, class, cause.Rule, "%v", err)
}

// flush counts and reports the problems of a sentence.
func (v *validator) flush() {
	slices.SortStableFunc(v.found, func(a, b Problem) int { return a.Line - b.Line })
	for _, p := range v.found {
		v.sum.Count(p)
		v.report(p)
	}
	v.found, v.s = v.found[:0], nil
}

// block checks one sentence.
func (v *validator) block(b block) {
	p := v.r.parse(b)
	v.s = p.s
	v.above(b)
	p.failed = func(word int, err error) { v.format(p.line, word, err) }
	p.sentence(b)
	v.below(b)
	v.sum.Sentences++
	if p.bad {
		return
	}
	v.r.learn(p)
	v.sum.Words += len(v.s.Words)
	v.tree()
	if v.s.Format == FormatU {
		v.sentID()
		v.words()
		v.extras()
		v.text()
	}
}

// above checks what stands above the first line of the file's first sentence,
// and line endings.
func (v *validator) above(b block) {
	lead, bom := strings.CutPrefix(b.text[:b.start], textfile.ByteOrderMark)
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

// below checks the blank lines after a sentence.
func (v *validator) below(b block) {
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

// tree checks that the heads are a tree.
func (v *validator) tree() {
	heads := v.s.Heads(nil)
	var roots []int
	for i, head := range heads {
		switch head {
		case NoHead:
			v.atWord(i, ClassTree, "no-head", "the word has no head")
		case 0:
			roots = append(roots, i+1)
		}
	}
	for cycle := range cycles(heads) {
		v.atWord(cycle[0]-1, ClassTree, "cycle", "cycle: words %v", cycle)
	}
	switch {
	case len(roots) == 0:
		v.problem(v.s.Line, 0, ClassTree, "no-root", "no word has HEAD 0")
	case len(roots) > 1 && v.s.Format == FormatU:
		v.atWord(roots[1]-1, ClassTree, "several-roots", "several words have HEAD 0: %v", roots)
	}
}

// sentID looks for a sent_id that another sentence has.
func (v *validator) sentID() {
	id := v.s.ID
	if id == "" {
		return
	}
	if line, twice := v.ids[id]; twice {
		v.problem(v.s.Line, 0, ClassMetadata, "sent-id-twice", "the sentence at line %d has the same sent_id", line)
		return
	}
	v.ids[strings.Clone(id)] = v.s.Line
}
