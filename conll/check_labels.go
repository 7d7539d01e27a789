package conll

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// universalRelations are the 37 relations of UD version 2.
var universalRelations = []string{
	"acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound", "conj", "cop",
	"csubj", "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat", "goeswith", "iobj", "list", "mark",
	"nmod", "nsubj", "nummod", "obj", "obl", "orphan", "parataxis", "punct", "reparandum", "root", "vocative", "xcomp",
}

// IsUniversalRelation reports whether label, without its subtype, is one of the
// 37 relations of UD version 2.
func IsUniversalRelation(label string) bool {
	base, _, _ := strings.Cut(label, ":")
	_, found := slices.BinarySearch(universalRelations, base)
	return found
}

// rootLabel is the label that UD has for the root and for nothing else.
const rootLabel = "root"

var (
	relationSyntax = regexp.MustCompile(`^[a-z]+(:[a-z]+)?$`)
	featureSyntax  = regexp.MustCompile(`^[A-Z0-9][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Z0-9][A-Za-z0-9]*(,[A-Z0-9][A-Za-z0-9]*)*$`)
)

// words checks the columns of words, and that the root, and nothing else, is labelled
// so.
func (v *validator) words() {
	v.empty = map[nodeID]bool{}
	for _, e := range v.s.Extras {
		text, _, _ := strings.Cut(e.Text, "\t")
		if id, ok := parseNodeID(text); ok {
			v.empty[id] = true
		}
	}
	for i := range v.s.Words {
		w := &v.s.Words[i]
		switch base, _, _ := strings.Cut(w.Deprel, ":"); {
		case w.Head == 0 && base != rootLabel:
			v.atWord(i, ClassTree, "root-label", "HEAD is 0, but DEPREL is %s instead of %s", w.Deprel, rootLabel)
		case w.Head > 0 && base == rootLabel:
			v.atWord(i, ClassTree, "root-label", "DEPREL is %s, but HEAD is %d instead of 0", w.Deprel, w.Head)
		}
		v.labels(v.s.WordLine(i), i+1, "", w)
	}
}

// labels checks the columns of a word or an empty node that have a closed set or a
// syntax; of is put before what is wrong.
func (v *validator) labels(line, word int, of string, w *Word) {
	wrong := func(id, format string, args ...any) {
		v.problem(line, word, ClassLabels, id, "%s", of+fmt.Sprintf(format, args...))
	}
	if (word > 0 || w.UPOS != "_") && !IsUPOS(w.UPOS) {
		wrong("upos", "%q is no universal part of speech", w.UPOS)
	}
	switch {
	case w.Head == NoHead && w.Deprel == "_":
	case !relationSyntax.MatchString(w.Deprel):
		wrong("deprel-syntax", "%q is not of the form relation:subtype in small letters", w.Deprel)
	case !IsUniversalRelation(w.Deprel):
		wrong("deprel", "%q is no universal relation", w.Deprel)
	}
	if text := featsError(w.Feats); text != "" {
		wrong("feats", "%s", text)
	}
	if text := v.depsError(w.Deps); text != "" {
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
		if !featureSyntax.MatchString(feature) {
			return fmt.Sprintf("feature %q is not of the form Name=Value", feature)
		}
		name, values, _ := strings.Cut(feature, "=")
		lower := strings.ToLower(name)
		switch {
		case lower == last:
			return fmt.Sprintf("feature %s occurs twice", name)
		case lower < last:
			return fmt.Sprintf("feature %s is not in alphabetical order", name)
		}
		last = lower
		if list := strings.Split(values, ","); !slices.IsSorted(list) || len(slices.Compact(list)) < strings.Count(values, ",")+1 {
			return fmt.Sprintf("values of feature %s are not sorted or not unique", name)
		}
	}
	return ""
}

// depsError says what is wrong with DEPS; "" is nothing.
func (v *validator) depsError(deps string) string {
	if deps == "_" {
		return ""
	}
	var last nodeID
	for i, dep := range strings.Split(deps, "|") {
		head, relation, _ := strings.Cut(dep, ":")
		id, ok := parseNodeID(head)
		switch {
		case !ok || relation == "":
			return fmt.Sprintf("%q is not of the form head:relation", dep)
		case !v.empty[id] && (id.rank > 0 || id.word > len(v.s.Words)):
			return fmt.Sprintf("there is no node %s", head)
		case i > 0 && (id.word < last.word || id.word == last.word && id.rank < last.rank):
			return fmt.Sprintf("head %s is not in order", head)
		}
		last = id
	}
	return ""
}

// nodeID is the ID of a word (rank 0) or of an empty node.
type nodeID struct{ word, rank int }

func parseNodeID(text string) (id nodeID, ok bool) {
	word, rank, empty := strings.Cut(text, ".")
	id.word, ok = number(word)
	if ok && empty {
		id.rank, ok = number(rank)
		ok = ok && id.rank > 0
	}
	return id, ok
}

// extras checks comments, multiword ranges, which have only a form, MISC and
// perhaps Typo=Yes, and empty nodes, which are not in the tree.
func (v *validator) extras() {
	for i, e := range v.s.Extras {
		line := v.s.Line + i + e.Before
		if strings.HasPrefix(e.Text, "#") {
			if e.Before > 0 {
				v.problem(line, 0, ClassFormat, "comment-place", "comment below the first word")
			}
			continue
		}
		columns := strings.Split(e.Text, "\t")
		id := columns[0]
		if strings.Contains(id, "-") {
			for i := 2; i < columnsAll-1; i++ {
				if columns[i] != "_" && columns[i] != "Typo=Yes" {
					v.problem(line, 0, ClassFormat, "range-columns", "range %s has a %s: %q", id, columnName(FormatU, i), columns[i])
				}
			}
			continue
		}
		for i := columnsBlind; i < columnsTree; i++ {
			if columns[i] != "_" {
				v.problem(line, 0, ClassFormat, "empty-node-columns", "empty node %s has a %s: %q", id, columnName(FormatU, i), columns[i])
			}
		}
		v.labels(line, 0, "empty node "+id+": ", &Word{UPOS: columns[3], Feats: columns[5], Head: NoHead, Deprel: "_", Deps: columns[8]})
	}
}
