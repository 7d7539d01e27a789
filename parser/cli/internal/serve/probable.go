package serve

import (
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// maxTrees is how many trees of a sentence can be asked for: the beam that looks for them is twice as wide, and takes as
// many times as long as the best tree alone.
const maxTrees = 20

// confident reports whether a parser knows how probable heads are.
func confident(p *engine.Parser) bool { return p.Structure().Heads && p.Meta().Temperature > 0 }

// mostTrees returns how many trees of a sentence a parser can be asked for, 0 if it does not search with a beam.
func mostTrees(p *engine.Parser) int {
	if p.Structure().Holds == structure.Graph || p.Meta().Temperature == 0 {
		return 0
	}
	return maxTrees
}

// treesOf returns items with all their trees, in the order in which they are written.
func treesOf(items []*treebank.Item) (all []*treebank.Item) {
	for _, it := range items {
		all = append(append(all, it), it.Others...)
	}
	return all
}
