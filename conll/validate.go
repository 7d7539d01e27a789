package conll

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
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
	v := &validator{lines: map[string]int{}}
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
		}
		slices.SortStableFunc(v.found, func(a, b Problem) int { return a.Line - b.Line })
		for _, p := range v.found {
			p.File = in.Name
			sum.Count(p)
			report(p)
		}
		v.found, v.s = v.found[:0], nil
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// validator is the state of a check.
type validator struct {
	lines map[string]int // of sentences, by sent_id
	crlf  bool           // reported already

	// Of the current sentence.
	found []Problem
	s     *Sentence // nil before its lines are read
}

// problem takes note of one.
func (v *validator) problem(line, word int, class Class, id, format string, args ...any) {
	p := Problem{Line: line, Word: word, Class: class, ID: id, Text: fmt.Sprintf(format, args...)}
	if v.s != nil {
		p.SentID = v.s.ID
	}
	v.found = append(v.found, p)
}

// atWord takes note of a problem of word i, counted from 0.
func (v *validator) atWord(i int, class Class, id, format string, args ...any) {
	v.problem(v.s.WordLine(i), i+1, class, id, format, args...)
}

// fault takes note of a reader's error, all of which have a Cause.
func (v *validator) fault(e *Error) {
	class := ClassFormat
	if errors.Is(e, ErrSelfLoop) {
		class = ClassTree
	}
	var cause *textfile.Cause
	errors.As(e, &cause)
	v.found = append(v.found, Problem{Line: e.Line, Word: e.Word, SentID: e.SentID, Class: class, ID: cause.Rule, Text: e.Err.Error()})
}

// block checks the lines of one sentence: the blank ones around them, what a reader
// demands, and then the rest.
func (v *validator) block(r *Reader, b block, sum *Validation) {
	lead, bom := strings.CutPrefix(b.lead, textfile.ByteOrderMark)
	if bom {
		v.problem(1, 0, ClassFormat, "byte-order-mark", "the file starts with a byte order mark")
	}
	if lead != "" {
		v.problem(1, 0, ClassFormat, "blank-lines", "blank lines at the start of the file")
	}
	if !v.crlf && strings.Contains(b.lead+b.body+b.tail, "\r\n") {
		v.crlf = true
		v.problem(b.line, 0, ClassFormat, "line-ending", `lines end in "\r\n" instead of "\n"`)
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
	if first, twice := v.lines[s.ID]; twice {
		v.problem(s.Line, 0, ClassMetadata, "sent-id-twice", "the sentence at line %d has the same sent_id", first)
	} else if s.ID != "" {
		v.lines[strings.Clone(s.ID)] = s.Line
	}
	v.labels()
	v.text()
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
	for _, cycle := range Cycles(heads) {
		v.atWord(cycle[0]-1, ClassTree, "cycle", "cycle: words %v", cycle)
	}
	switch {
	case len(roots) == 0:
		v.problem(v.s.Line, 0, ClassTree, "no-root", "no word has HEAD 0")
	case len(roots) > 1 && v.s.Format == FormatU:
		v.atWord(roots[1]-1, ClassTree, "several-roots", "several words have HEAD 0: %v", roots)
	}
}

// text compares the text comment, if any, with the tokens, which are multiword ranges
// and words outside all ranges, and reports where they part.
func (v *validator) text() {
	text, found := "", false
	for _, e := range v.s.Extras {
		key, value, ok := strings.Cut(e.Text, "=")
		if ok && strings.HasPrefix(key, "#") && strings.TrimSpace(key[1:]) == "text" {
			text, found = strings.TrimSpace(value), true
			break
		}
	}
	if !found {
		return
	}
	for i, e := 0, 0; i < len(v.s.Words); { // the next word, the next of the extra lines
		form, misc, word, next := v.s.Words[i].Form, v.s.Words[i].Misc, i+1, i+1
		line := v.s.WordLine(i)
		for ; e < len(v.s.Extras) && v.s.Extras[e].Before <= i; e++ {
			columns := strings.Split(v.s.Extras[e].Text, "\t")
			if _, end, isRange := strings.Cut(v.s.Extras[e].id(), "-"); isRange {
				form, misc, word, line = columns[1], columns[columnsAll-1], 0, v.s.Line+e+i
				next, _ = number(end)
			}
		}
		rest, fits := strings.CutPrefix(text, form)
		if !fits {
			v.problem(line, word, ClassText, "form", "FORM is %q, but the text goes on with %.20q", form, text)
			return
		}
		last := next == len(v.s.Words)
		after, blank := strings.CutPrefix(rest, " ")
		glued := slices.Contains(strings.Split(misc, "|"), "SpaceAfter=No")
		switch {
		case last && rest != "":
			v.problem(line, word, ClassText, "end", "the last token, but the text goes on with %.20q", rest)
		case !last && blank && glued:
			v.problem(line, word, ClassText, "space-after", "SpaceAfter=No, but the text has a blank after %q", form)
			return
		case !last && !blank && !glued:
			v.problem(line, word, ClassText, "space-after", "no SpaceAfter=No, but the text has no blank after %q", form)
			return
		}
		text, i = after, next
	}
}

// universalTags are the 17 part-of-speech tags of UD version 2.
var universalTags = []string{
	"ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X",
}

// universalRelations are the 37 relations of UD version 2.
var universalRelations = []string{
	"acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound", "conj", "cop",
	"csubj", "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat", "goeswith", "iobj", "list", "mark",
	"nmod", "nsubj", "nummod", "obj", "obl", "orphan", "parataxis", "punct", "reparandum", "root", "vocative", "xcomp",
}

// rootLabel is the label that UD has for the root and for nothing else.
const rootLabel = "root"

var (
	relationSyntax   = regexp.MustCompile(`^[a-z]+(:[a-z]+)?$`)
	featureSyntax    = regexp.MustCompile(`^[A-Z0-9][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Z0-9][A-Za-z0-9]*(,[A-Z0-9][A-Za-z0-9]*)*$`)
	dependencySyntax = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(\.[1-9][0-9]{0,8})?:.`)
)

// labels checks the columns of words, and that the root, and nothing else, is labelled
// so; those of multiword ranges, which have only a form, MISC and perhaps Typo=Yes; and
// those of empty nodes, which are not in the tree.
func (v *validator) labels() {
	lines := map[string]int{"0": 0} // of the nodes, by ID
	for i := range v.s.Words {
		lines[strconv.Itoa(i+1)] = v.s.WordLine(i)
	}
	for i, e := range v.s.Extras {
		lines[e.id()] = v.s.Line + i + e.Before
	}
	for i := range v.s.Words {
		w := &v.s.Words[i]
		switch base, _, _ := strings.Cut(w.Deprel, ":"); {
		case w.Head == 0 && base != rootLabel:
			v.atWord(i, ClassTree, "root-label", "HEAD is 0, but DEPREL is %s instead of %s", w.Deprel, rootLabel)
		case w.Head > 0 && base == rootLabel:
			v.atWord(i, ClassTree, "root-label", "DEPREL is %s, but HEAD is %d instead of 0", w.Deprel, w.Head)
		}
		v.columns(v.s.WordLine(i), i+1, "", w, lines)
	}
	for i, e := range v.s.Extras {
		line, id, columns := v.s.Line+i+e.Before, e.id(), strings.Split(e.Text, "\t")
		switch {
		case id == "" && e.Before > 0:
			v.problem(line, 0, ClassFormat, "comment-place", "comment below the first word")
		case id == "":
		case strings.Contains(id, "-"):
			for i, column := range columns[:columnsAll-1] {
				if i >= 2 && column != "_" && column != "Typo=Yes" {
					v.problem(line, 0, ClassFormat, "range-columns", "range %s has a %s: %q", id, columnName(FormatU, i), column)
				}
			}
		default:
			for i := columnsBlind; i < columnsTree; i++ {
				if columns[i] != "_" {
					v.problem(line, 0, ClassFormat, "empty-node-columns", "empty node %s has a %s: %q", id, columnName(FormatU, i), columns[i])
				}
			}
			w := &Word{UPOS: columns[3], Feats: columns[5], Head: NoHead, Deprel: "_", Deps: columns[8]}
			v.columns(line, 0, "empty node "+id+": ", w, lines)
		}
	}
}

// columns checks the columns of a word or an empty node that have a closed set or a
// syntax; of is put before what is wrong.
func (v *validator) columns(line, word int, of string, w *Word, lines map[string]int) {
	wrong := func(id, format string, args ...any) {
		v.problem(line, word, ClassLabels, id, "%s", of+fmt.Sprintf(format, args...))
	}
	if (word > 0 || w.UPOS != "_") && !slices.Contains(universalTags, w.UPOS) {
		wrong("upos", "%q is no universal part of speech", w.UPOS)
	}
	base, _, _ := strings.Cut(w.Deprel, ":")
	switch {
	case w.Head == NoHead && w.Deprel == "_":
	case !relationSyntax.MatchString(w.Deprel):
		wrong("deprel-syntax", "%q is not of the form relation:subtype in small letters", w.Deprel)
	case !slices.Contains(universalRelations, base):
		wrong("deprel", "%q is no universal relation", w.Deprel)
	}
	if text := featsError(w.Feats); text != "" {
		wrong("feats", "%s", text)
	}
	if text := depsError(w.Deps, lines); text != "" {
		wrong("deps", "%s", text)
	}
}

// featsError says what is wrong with FEATS; "" is nothing. They are sorted by
// name without regard to case, as UD's validator wants them.
func featsError(feats string) string {
	if feats == "_" {
		return ""
	}
	last := ""
	for feature := range strings.SplitSeq(feats, "|") {
		name, list, _ := strings.Cut(feature, "=")
		lower, values := strings.ToLower(name), strings.Split(list, ",")
		switch {
		case !featureSyntax.MatchString(feature):
			return fmt.Sprintf("feature %q is not of the form Name=Value", feature)
		case lower == last:
			return fmt.Sprintf("feature %s occurs twice", name)
		case lower < last:
			return fmt.Sprintf("feature %s is not in alphabetical order", name)
		case !slices.Equal(values, slices.Compact(slices.Sorted(slices.Values(values)))):
			return fmt.Sprintf("values of feature %s are not sorted or not unique", name)
		}
		last = lower
	}
	return ""
}

// depsError says what is wrong with DEPS; "" is nothing.
func depsError(deps string, lines map[string]int) string {
	if deps == "_" {
		return ""
	}
	last := 0
	for dep := range strings.SplitSeq(deps, "|") {
		head, _, _ := strings.Cut(dep, ":")
		line, known := lines[head]
		switch {
		case !dependencySyntax.MatchString(dep):
			return fmt.Sprintf("%q is not of the form head:relation", dep)
		case !known:
			return fmt.Sprintf("there is no node %s", head)
		case line < last:
			return fmt.Sprintf("head %s is not in order", head)
		}
		last = line
	}
	return ""
}
