// Package align says which node of a graph of meaning each word of a sentence stands for. A parser
// that turns dependency trees into graphs learns from these pairs (AMR.md of the project; after
// JAMR, Flanigan et al. 2014, and Goodman, Vlachos and Naradowsky 2016).
//
//	for _, l := range align.New().Explain(words, g) {
//		fmt.Println(words[l.Word].Form, g.Nodes[l.Node].Concept, l.Rule)
//	}
//
// The rules are tried one after the other, the most reliable first, and each only on words and
// nodes that are still free:
//
//	word      the form is the concept, without quotation marks and the number of its sense
//	lemma     the lemma is
//	number    a number in digits or words is the value of a constant
//	join      words in a row are together: "coca", "cola" and "Coca-Cola"; the highest in the tree stands for them
//	part      a content word is a part of a concept of several words: be-located-at-91
//	table     a table says so: what stands for amr-unknown, n't for the polarity -, German for Germany
//	suffix    both come from one stem by suffixes and prefixes of English: decision, decide-01
//	fuzzy     both begin alike, with four letters at least
//	similar   a content word is the concept up to a slip: piramid
//	span      what is left between the words of a name, a date or a quantity goes with what is left of its nodes
//
// First each rule takes the pairs that leave it no choice, and then it chooses: it takes the pair that agrees best with
// those before, in that words of neighbouring nodes are neighbours in the tree or the sentence. Ties are broken by the
// order of the graph, from its root, and of the sentence.
package align

import (
	"cmp"
	"slices"

	"parser/conll"
	"parser/parser/amr"
)

// None is the node of a word that has none.
const None = -1

// Link says that a word stands for a node.
type Link struct {
	Word int // from 0
	Node int // of the graph's Nodes
	Rule string
}

// Align returns for each word of a dependency tree, which may have several roots, the node of g that it stands for, or
// None. No two words have the same node, and no word has one that can only be reached through :wiki. Words are aligned
// in time proportional to their number, unless many are equal; heads outside the sentence count as roots.
func (a *Aligner) Align(words []conll.Word, g *amr.Graph) []int {
	nodes := slices.Repeat([]int{None}, len(words))
	for _, l := range a.Explain(words, g) {
		nodes[l.Word] = l.Node
	}
	return nodes
}

// Explain returns the pairs of Align with the rule that made each, in the order of the words.
func (a *Aligner) Explain(words []conll.Word, g *amr.Graph) []Link {
	m := newMatcher(newSentence(words), newView(g, a.wholes))
	for _, take := range []func(string, []pair){m.takeSure, m.takeBest} {
		for _, r := range a.rules() {
			take(r.name, r.pairs(m))
		}
	}
	m.spans()
	slices.SortFunc(m.links, func(a, b Link) int { return cmp.Compare(a.Word, b.Word) })
	return m.links
}
