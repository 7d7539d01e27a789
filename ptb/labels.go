package ptb

import (
	"slices"
	"strings"
)

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
	switch Category(mother.Label) {
	case "VP", "S", "SQ", "SINV", "SBAR", "SBARQ":
		return verbal(Category(mother.Label), head, child)
	case "NP", "NX", "NAC", "NML", "WHNP":
		return "NMOD"
	case "ADJP", "ADVP", "QP", "WHADJP", "WHADVP", "JJP":
		return "AMOD"
	case "PP", "WHPP":
		return "PMOD"
	}
	return "DEP"
}

// verbal labels what is in a verb phrase or a clause.
func verbal(mother string, head, child *Tree) string {
	adverbial := hasFunction(child, "ADV", "BNF", "DIR", "EXT", "LOC", "MNR", "PRP", "TMP", "VOC")
	switch category := Category(child.Label); {
	case mother == "SBAR" && slices.Contains([]string{"S", "SQ", "SINV"}, category):
		return "SBAR"
	case category == "VP" && head.Leaf():
		return "VC"
	case mother == "VP" && (category == "NP" || category == "WHNP") && !adverbial:
		return "OBJ"
	}
	return "VMOD"
}

// hasFunction reports whether a constituent has one of these function tags. A
// leaf has none: its label is a tag.
func hasFunction(t *Tree, tags ...string) bool {
	functions := strings.TrimPrefix(t.Label, Category(t.Label))
	return !t.Leaf() && slices.ContainsFunc(strings.FieldsFunc(functions, func(c rune) bool { return c == '-' || c == '=' }),
		func(function string) bool { return slices.Contains(tags, function) })
}
