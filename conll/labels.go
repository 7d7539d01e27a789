package conll

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

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
	relationSyntax = regexp.MustCompile(`^[a-z]+(:[a-z]+)?$`)
	featureSyntax  = regexp.MustCompile(`^[A-Z0-9][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Z0-9][A-Za-z0-9]*(,[A-Z0-9][A-Za-z0-9]*)*$`)
)

// labels checks the columns of words, and that the root, and nothing else, is labelled
// so; those of multiword ranges, which have only a form, MISC and perhaps Typo=Yes; and
// those of empty nodes, which are not in the tree.
func (v *validator) labels() {
	empty := map[nodeID]bool{}
	for _, e := range v.s.Extras {
		if id, ok := parseNodeID(e.id()); ok {
			empty[id] = true
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
		v.columns(v.s.WordLine(i), i+1, "", w, empty)
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
			v.columns(line, 0, "empty node "+id+": ", w, empty)
		}
	}
}

// columns checks the columns of a word or an empty node that have a closed set or a
// syntax; of is put before what is wrong.
func (v *validator) columns(line, word int, of string, w *Word, empty map[nodeID]bool) {
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
	if text := v.depsError(w.Deps, empty); text != "" {
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
func (v *validator) depsError(deps string, empty map[nodeID]bool) string {
	if deps == "_" {
		return ""
	}
	var last nodeID
	for dep := range strings.SplitSeq(deps, "|") {
		head, relation, _ := strings.Cut(dep, ":")
		id, ok := parseNodeID(head)
		switch {
		case !ok || relation == "":
			return fmt.Sprintf("%q is not of the form head:relation", dep)
		case !empty[id] && (id.rank > 0 || id.word > len(v.s.Words)):
			return fmt.Sprintf("there is no node %s", head)
		case cmp.Or(id.word-last.word, id.rank-last.rank) < 0:
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
