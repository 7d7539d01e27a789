package heads

import (
	"slices"
	"strings"

	"parser/ptb"
)

// Dependencies is a dependency tree over the words of a constituency tree.
type Dependencies struct {
	Leaves []*ptb.Tree // the words
	Heads  []int       // of each word: the number of its head, from 1; 0 for the root
	Labels []string    // of each word: the label of the dependency on its head
}

// Convert turns constituents into dependencies (Magerman 1995, Collins 1999): the rules choose one
// child of each constituent as its head, and the head words of the other children depend on the
// head word of that child. Empty elements are left out first. The dependencies are a projective
// tree with one root, labelled ROOT; all others are labelled by label, which sees function
// tags. Without words there are no dependencies.
func Convert(t *ptb.Tree, rules *Rules, label Labeler) Dependencies {
	var d Dependencies
	t = ptb.Steps{Empties: true}.Apply(t)
	if t == nil {
		return d
	}
	var done []int // the numbers of head words of nodes whose parents are not finished
	t.Walk(nil, func(n *ptb.Tree) {
		if n.Leaf() {
			d.Leaves, d.Heads, d.Labels = append(d.Leaves, n), append(d.Heads, 0), append(d.Labels, "")
			done = append(done, len(d.Leaves))
			return
		}
		first, at := len(done)-len(n.Children), rules.Head(n)
		words := done[first:]
		for i, child := range n.Children {
			if i != at {
				d.Heads[words[i]-1], d.Labels[words[i]-1] = words[at], label(n, n.Children[at], child)
			}
		}
		done = append(done[:first], words[at])
	})
	d.Labels[done[0]-1] = rootLabel
	return d
}

// rootLabel is the label of the dependency of a sentence's head word.
const rootLabel = "ROOT"

// Labeler labels the dependency between the head words of two children of a constituent, mother: of
// head, which is its head child, and child, another one.
type Labeler func(mother, head, child *ptb.Tree) string

// Unlabelled labels all dependencies DEP.
func Unlabelled(mother, head, child *ptb.Tree) string { return "DEP" }

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
// Coordination has no label of its own: the label of a conjunct or conjunction follows from mother,
// like all others.
func Penn2Malt(mother, head, child *ptb.Tree) string {
	switch {
	case punctuation(child):
		return "P"
	case hasFunction(child, "SBJ"):
		return "SUB"
	case hasFunction(child, "PRD"):
		return "PRD"
	}
	switch above, category := ptb.Category(mother.Label), ptb.Category(child.Label); above {
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

// hasFunction reports whether a constituent has one of these function tags. A leaf never does: its
// label is a part-of-speech tag.
func hasFunction(t *ptb.Tree, tags ...string) bool {
	functions := strings.TrimPrefix(t.Label, ptb.Category(t.Label))
	return !t.Leaf() && slices.ContainsFunc(strings.FieldsFunc(functions, func(c rune) bool { return c == '-' || c == '=' }),
		func(function string) bool { return slices.Contains(tags, function) })
}
