package conll

import (
	"errors"
	"fmt"
	"io"
	"regexp"
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
	v := &validator{lines: map[string]int{}, s: &Sentence{}}
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
		v.found, v.s = v.found[:0], &Sentence{}
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
	s     *Sentence
}

// problem takes note of one.
func (v *validator) problem(line, word int, class Class, id, format string, args ...any) {
	v.found = append(v.found, Problem{Line: line, SentID: v.s.ID, Word: word, Class: class, ID: id, Text: fmt.Sprintf(format, args...)})
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
	var rows [][]string // the columns of each line
	for line := range strings.SplitSeq(strings.ReplaceAll(b.body, "\r\n", "\n"), "\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	v.rows(rows)
	v.text(rows)
}

// tree checks that the heads are a tree.
func (v *validator) tree() {
	wrong := func(word int, id, format string, args ...any) {
		v.problem(v.s.WordLine(word-1), word, ClassTree, id, format, args...)
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

// text compares the text comment, if any, with the tokens, which are multiword ranges
// and words outside all ranges, and reports where they part.
func (v *validator) text(rows [][]string) {
	comment := slices.IndexFunc(v.s.Extras, func(e Extra) bool {
		key, _, ok := strings.Cut(e.Text, "=")
		return ok && strings.HasPrefix(key, "#") && strings.TrimSpace(key[1:]) == "text"
	})
	if comment < 0 {
		return
	}
	_, text, _ := strings.Cut(v.s.Extras[comment].Text, "=")
	text = strings.TrimSpace(text)
	covered := 0
	for i, columns := range rows {
		start, end, isRange := strings.Cut(columns[0], "-")
		if !isRange {
			end = start
		}
		last, ok := number(end)
		if columns[0][0] == '#' || !ok || last <= covered {
			continue
		}
		covered = last
		wrong := func(rule, format string, args ...any) {
			word, _ := number(columns[0]) // 0 for a range
			v.problem(v.s.Line+i, word, ClassText, rule, format, args...)
		}
		form, isLast := columns[1], last == len(v.s.Words)
		rest, fits := strings.CutPrefix(text, form)
		after, blank := strings.CutPrefix(rest, " ")
		glued := slices.Contains(strings.Split(columns[columnsAll-1], "|"), "SpaceAfter=No")
		switch text = after; {
		case !fits:
			wrong("form", "FORM is %q, but the text goes on with %.20q", form, rest)
			return
		case isLast && rest != "":
			wrong("end", "the last token, but the text goes on with %.20q", rest)
		case !isLast && blank && glued:
			wrong("space-after", "SpaceAfter=No, but the text has a blank after %q", form)
			return
		case !isLast && !blank && !glued:
			wrong("space-after", "no SpaceAfter=No, but the text has no blank after %q", form)
			return
		}
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

// rows checks the columns of words, and that the root, and nothing else, is labelled so;
// those of multiword ranges, which have only a form, MISC and perhaps Typo=Yes; and those
// of empty nodes, which are not in the tree.
func (v *validator) rows(rows [][]string) {
	lines := map[string]int{"0": 0} // of the nodes, by ID
	for i, columns := range rows {
		lines[columns[0]] = v.s.Line + i
	}
	words := 0
	for i, columns := range rows {
		id := columns[0]
		if id[0] == '#' {
			if words > 0 {
				v.problem(v.s.Line+i, 0, ClassFormat, "comment-place", "comment below the first word")
			}
			continue
		}
		upos, feats, head, deprel, deps := columns[3], columns[5], columns[6], columns[7], columns[8]
		word, isWord := number(id)
		of := "" // put before what is wrong
		wrong := func(class Class, rule, format string, args ...any) {
			v.problem(v.s.Line+i, word, class, rule, "%s", of+fmt.Sprintf(format, args...))
		}
		base, _, _ := strings.Cut(deprel, ":")
		switch {
		case isWord:
			words = word
			switch isRoot := base == rootLabel; {
			case head == "0" && !isRoot:
				wrong(ClassTree, "root-label", "HEAD is 0, but DEPREL is %s instead of %s", deprel, rootLabel)
			case head != "0" && head != "_" && isRoot:
				wrong(ClassTree, "root-label", "DEPREL is %s, but HEAD is %s instead of 0", deprel, head)
			}
		case strings.Contains(id, "-"):
			for i := 2; i < columnsAll-1; i++ {
				if columns[i] != "_" && columns[i] != "Typo=Yes" {
					wrong(ClassFormat, "range-columns", "range %s has a %s: %q", id, columnName(FormatU, i), columns[i])
				}
			}
			continue
		default:
			for i := columnsBlind; i < columnsTree; i++ {
				if columns[i] != "_" {
					wrong(ClassFormat, "empty-node-columns", "empty node %s has a %s: %q", id, columnName(FormatU, i), columns[i])
				}
			}
			of = "empty node " + id + ": "
		}
		if (isWord || upos != "_") && !slices.Contains(universalTags, upos) {
			wrong(ClassLabels, "upos", "%q is no universal part of speech", upos)
		}
		switch {
		case !isWord, head == "_" && deprel == "_":
		case !relationSyntax.MatchString(deprel):
			wrong(ClassLabels, "deprel-syntax", "%q is not of the form relation:subtype in small letters", deprel)
		case !slices.Contains(universalRelations, base):
			wrong(ClassLabels, "deprel", "%q is no universal relation", deprel)
		}
		if text := featsError(feats); text != "" {
			wrong(ClassLabels, "feats", "%s", text)
		}
		if text := depsError(deps, lines); text != "" {
			wrong(ClassLabels, "deps", "%s", text)
		}
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
