package conll

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parser/conll/textfile"
)

// IsUniversalTag reports whether a part-of-speech tag is one of UD's.
func IsUniversalTag(tag string) bool { return slices.Contains(universalTags, tag) }

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

// rootLabel is UD's label for the root and for nothing else.
const rootLabel = "root"

var (
	relationSyntax = textfile.Pattern(`^[a-z]+(:[a-z]+)?$`)
	featureSyntax  = textfile.Pattern(`^[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Z0-9][A-Za-z0-9]*(,[A-Z0-9][A-Za-z0-9]*)*$`)
)

// columns checks a line by itself, except DEPS and MISC: its characters; that the root, and nothing
// else, has the root label; tags, relations and features; and that multiword ranges have only a
// form, MISC and perhaps Typo=Yes, and empty nodes no place in the tree.
func (v *validator) columns(r *row) {
	v.characters(r)
	if r.kind == commentRow {
		return
	}
	id, upos, feats, head, deprel := r.columns[0], r.columns[3], r.columns[5], r.columns[6], r.columns[7]
	base, _, _ := strings.Cut(deprel, ":")
	switch r.kind {
	case wordRow:
		switch isRoot := base == rootLabel; {
		case head == "0" && !isRoot:
			v.wrong(r, ClassTree, "root-label", "HEAD is 0, but DEPREL is %s instead of %s", deprel, rootLabel)
		case head != "0" && head != "_" && isRoot:
			v.wrong(r, ClassTree, "root-label", "DEPREL is %s, but HEAD is %s instead of 0", deprel, head)
		}
		switch {
		case head == "_" && deprel == "_":
		case !relationSyntax().MatchString(deprel):
			v.wrong(r, ClassLabels, "deprel-syntax", "%q is not of the form relation:subtype in small letters", deprel)
		case !slices.Contains(universalRelations, base):
			v.wrong(r, ClassLabels, "deprel", "%q is no universal relation", deprel)
		}
	case rangeRow:
		for i := 2; i < columnsAll-1; i++ {
			if column := r.columns[i]; column != "_" && column != "Typo=Yes" {
				v.wrong(r, ClassFormat, "range-columns", "range %s has a %s: %q", id, columnName(FormatU, i), column)
			}
		}
		return
	case emptyNodeRow:
		for i := columnsBlind; i < columnsTree; i++ {
			if r.columns[i] != "_" {
				v.wrong(r, ClassFormat, "empty-node-columns", "it has a %s: %q", columnName(FormatU, i), r.columns[i])
			}
		}
		if upos == "_" {
			upos = "X"
		}
	}
	if err := CheckUPOS(upos); err != nil {
		v.wrong(r, ClassLabels, "upos", "%v", err)
	}
	if text := featsError(feats); text != "" {
		v.wrong(r, ClassLabels, "feats", "%s", text)
	}
}

// characters checks that a line is normalised, and that white space stands where it may.
func (v *validator) characters(r *row) {
	for i, column := range r.columns {
		name := "the comment"
		if r.kind != commentRow {
			name = columnName(FormatU, i)
		}
		if !norm.NFC.IsNormalString(column) {
			v.wrong(r, ClassFormat, "unicode", "%s is not in the normal form NFC of Unicode: %+.40q", name, column)
		}
		if r.kind == commentRow || !strings.ContainsFunc(column, unicode.IsSpace) {
			continue
		}
		const form, lemma, misc = 1, 2, columnsAll - 1
		last, twice := rune(0), false
		for _, c := range column {
			twice = twice || unicode.IsSpace(c) && unicode.IsSpace(last)
			last = c
		}
		switch {
		case i != form && i != lemma && i != misc:
			v.wrong(r, ClassFormat, "white-space", "%s has white space in it: %.40q", name, column)
		case r.kind == rangeRow && i != misc:
			v.wrong(r, ClassFormat, "white-space-range", "%s of a range has white space in it: %.40q", name, column)
		case column != strings.TrimSpace(column):
			v.wrong(r, ClassFormat, "white-space-around", "%s begins or ends in white space: %.40q", name, column)
		case twice:
			v.wrong(r, ClassFormat, "white-space-twice", "%s has white space twice in a row: %.40q", name, column)
		}
	}
}

// CheckUPOS returns an error that says what is wrong with a UPOS, as Validate does.
func CheckUPOS(upos string) error {
	if !slices.Contains(universalTags, upos) {
		return fmt.Errorf("%q is no universal part of speech", upos)
	}
	return nil
}

// CheckFeats returns an error that says what is wrong with FEATS, as Validate does.
func CheckFeats(feats string) error {
	if text := featsError(feats); text != "" {
		return errors.New(text)
	}
	return nil
}

// featsError says what is wrong with FEATS, or "". Features, and the values of each, must be sorted
// without regard to case, as UD's validator requires.
func featsError(feats string) string {
	if feats == "_" {
		return ""
	}
	last, names := "", map[string]bool{}
	for feature := range strings.SplitSeq(feats, "|") {
		name, list, _ := strings.Cut(feature, "=")
		values, lower := strings.Split(list, ","), strings.Split(strings.ToLower(list), ",")
		slices.Sort(values)
		switch {
		case !featureSyntax().MatchString(feature):
			return fmt.Sprintf("feature %q is not of the form Name=Value", feature)
		case names[name]:
			return fmt.Sprintf("feature %s occurs twice", name)
		case strings.ToLower(feature) < last:
			return fmt.Sprintf("feature %s is not in alphabetical order", name)
		case !slices.IsSorted(lower) || len(slices.Compact(values)) < len(lower):
			return fmt.Sprintf("values of feature %s are not sorted or not unique", name)
		}
		last, names[name] = strings.ToLower(feature), true
	}
	return ""
}
