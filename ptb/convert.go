package ptb

import (
	"slices"
	"strings"
)

// Dependencies is a dependency tree over the words of a constituency tree.
type Dependencies struct {
	Leaves []*Tree  // the words
	Heads  []int    // of each word: the number of its head, from 1; 0 for the root
	Labels []string // of each word: that of the dependency on its head
}

// Convert turns constituents into dependencies (Magerman 1995, Collins 1999): of
// each constituent one child is the head by the rules, and the head words of the
// other children depend on its head word. Empty elements are left out first. The
// dependencies are a projective tree with one root, labelled RootLabel; all
// others are labelled by label, which sees function tags. Without words there
// are no dependencies.
func Convert(t *Tree, rules *Rules, label Labeler) Dependencies {
	var d Dependencies
	t = Steps{Empties: true}.Apply(t)
	if t == nil {
		return d
	}
	root, _ := fold(t, func(n *Tree, words []int) (head int, keep bool) { // the numbers of head words
		if n.Leaf() {
			d.Leaves, d.Heads, d.Labels = append(d.Leaves, n), append(d.Heads, 0), append(d.Labels, "")
			return len(d.Leaves), true
		}
		at := rules.Head(n)
		for i, child := range n.Children {
			if i != at {
				d.Heads[words[i]-1], d.Labels[words[i]-1] = words[at], label(n, n.Children[at], child)
			}
		}
		return words[at], true
	})
	d.Labels[root-1] = RootLabel
	return d
}

// RootLabel is the label of the dependency of a sentence's head word.
const RootLabel = "ROOT"

// Labeler labels the dependency between the head words of two children of a
// constituent, mother: of head, which is its head child, and child, another one.
type Labeler func(mother, head, child *Tree) string

// Unlabelled labels all dependencies DEP.
func Unlabelled(mother, head, child *Tree) string { return "DEP" }

// Penn2Malt labels dependencies of English with the labels of Nivre's converter
// Penn2Malt (Nivre 2006, Inductive Dependency Parsing, chapter 5), whose
// source was never published. The first of these cases counts:
//
//	P     the child is a punctuation mark
//	SUB   it has the function tag SBJ: subject
//	PRD   it has the function tag PRD: predicative complement
//	SBAR  mother is an SBAR, the child an S, SQ or SINV: its clause, on the
//	      complementizer or wh-word
//	VC    the child is a VP, the head a verb: verb chain, on the auxiliary
//	OBJ   mother is a VP, the child an NP or WHNP without a tag of adverbials
//	      (ADV, BNF, DIR, EXT, LOC, MNR, PRP, TMP, VOC): object
//	VMOD  mother is a VP or a clause: any other dependent of a verb
//	NMOD  mother is an NP, NX, NAC, NML or WHNP: dependent of a noun
//	AMOD  mother is an ADJP, ADVP, QP, WHADJP, WHADVP or JJP: of an adjective,
//	      adverb or number
//	PMOD  mother is a PP or WHPP: of a preposition
//	DEP   mother is anything else
//
// Coordination has no label of its own: what a conjunct or conjunction is called
// follows from mother, as for all others.
func Penn2Malt(mother, head, child *Tree) string {
	switch {
	case punctuation(child):
		return "P"
	case hasFunction(child, "SBJ"):
		return "SUB"
	case hasFunction(child, "PRD"):
		return "PRD"
	}
	switch above, category := Category(mother.Label), Category(child.Label); above {
	case "VP", "S", "SQ", "SINV", "SBAR", "SBARQ":
		switch {
		case above == "SBAR" && slices.Contains([]string{"S", "SQ", "SINV"}, category):
			return "SBAR"
		case category == "VP" && head.Leaf():
			return "VC"
		case above == "VP" && (category == "NP" || category == "WHNP") &&
			!hasFunction(child, "ADV", "BNF", "DIR", "EXT", "LOC", "MNR", "PRP", "TMP", "VOC"):
			return "OBJ"
		}
		return "VMOD"
	case "NP", "NX", "NAC", "NML", "WHNP":
		return "NMOD"
	case "ADJP", "ADVP", "QP", "WHADJP", "WHADVP", "JJP":
		return "AMOD"
	case "PP", "WHPP":
		return "PMOD"
	}
	return "DEP"
}

// hasFunction reports whether a constituent has one of these function tags. A
// leaf has none: its label is a tag.
func hasFunction(t *Tree, tags ...string) bool {
	functions := strings.TrimPrefix(t.Label, Category(t.Label))
	return !t.Leaf() && slices.ContainsFunc(strings.FieldsFunc(functions, func(c rune) bool { return c == '-' || c == '=' }),
		func(function string) bool { return slices.Contains(tags, function) })
}
