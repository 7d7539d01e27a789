package conll18

import (
	"strings"

	"parser/conll"
)

// The kinds of edges say what an edge adds to the basic tree: one of the enhancements of Universal Dependencies (Nivre
// et al. 2020, section 4; de Marneffe et al. 2021), as far as the graph and the tree tell without knowing the language.
//
// Let the edge lead from head h to word w. A relation counts without what follows its first colon, except where it says
// "whole". The first conjunct of a word is what the basic relations conj lead up to, the word itself if it has another
// relation. The first of the rules below that applies decides.
const (
	// ellipsis: the relation is a path, "conj>nsubj", through empty nodes, which stand for elided predicates.
	ellipsis = "ellipsis"
	// basicEdge: h is the basic head of w, and the whole relation is the basic one.
	basicEdge = "basic edges"
	// suffixed: h is the basic head of w, and the relation is the whole basic one with a suffix, "obl:from" of "obl":
	// the lemma of a preposition or conjunction, or a case.
	suffixed = "case suffixes"
	// relativeClause: the relation is ref, from an antecedent to its relative pronoun; or w is an antecedent and h in its
	// own relative clause: the basic tree leads from w down to h by a first relation acl or any with the subtype relcl.
	relativeClause = "relative clauses"
	// propagatedHead, from conjunct to conjunct: h is not the basic head of w, w is not its own first conjunct f, and h
	// shares its first conjunct with the basic head of f (and not with w).
	propagatedHead = "heads of conjuncts"
	// propagatedDependent, from conjunct to conjunct: h is not the basic head of w, w is its own first conjunct, and h
	// shares its first conjunct with the basic head of w (and not with w).
	propagatedDependent = "dependents of conjuncts"
	// control, or raising: the relation is a subject, nsubj or csubj, h is not the basic head of w, and the first
	// conjunct of h has the basic relation xcomp.
	control = "control and raising"
	// otherEdge is everything else, such as a basic head with another relation.
	otherEdge = "other"
)

// kinds are in the order of tables; read only.
var kinds = []string{basicEdge, suffixed, propagatedHead, propagatedDependent, control, relativeClause, ellipsis, otherEdge}

// tree holds words whose heads are a tree; word 1 is the first.
type tree []conll.Word

func (t tree) kind(word int, e Edge) string {
	head, relation := t[word-1].Head, t[word-1].Deprel
	first, other := t.firstConjunct(word), t.firstConjunct(e.Head)
	switch {
	case strings.Contains(e.Relation, conll.PathSeparator):
		return ellipsis
	case e.Head == head && e.Relation == relation:
		return basicEdge
	case e.Head == head && strings.HasPrefix(e.Relation, relation+":"):
		return suffixed
	case e.Coarse == "ref":
		return relativeClause
	case e.Head == head:
		return otherEdge
	case t.inRelativeClause(e.Head, word):
		return relativeClause
	case first > 0 && first != other && other == t.firstConjunct(t[first-1].Head):
		if word == first {
			return propagatedDependent
		}
		return propagatedHead
	case (e.Coarse == "nsubj" || e.Coarse == "csubj") && other > 0 && coarse(t[other-1].Deprel) == "xcomp":
		return control
	}
	return otherEdge
}

// firstConjunct returns the first conjunct of a word, or of the root: 0.
func (t tree) firstConjunct(word int) int {
	for word > 0 && coarse(t[word-1].Deprel) == "conj" {
		word = t[word-1].Head
	}
	return word
}

// inRelativeClause reports whether a word is in a relative clause of an antecedent.
func (t tree) inRelativeClause(word, antecedent int) bool {
	for word > 0 && t[word-1].Head != antecedent {
		word = t[word-1].Head
	}
	if word == 0 {
		return false
	}
	relation, subtype, _ := strings.Cut(t[word-1].Deprel, ":")
	return relation == "acl" || subtype == "relcl"
}
