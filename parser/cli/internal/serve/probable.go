package serve

import (
	"net/http"

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

// checkProbable refuses a query for probabilities that the model does not know, or the output has no place for.
func (m *model) checkProbable(output string, q query) error {
	switch {
	case q.NBest < 0 || q.NBest > maxTrees:
		return refuse(http.StatusBadRequest, "parameter", "nbest is from 0 to %d, not %d", maxTrees, q.NBest)
	case q.NBest > m.about.NBest:
		return refuse(http.StatusBadRequest, "parameter", "the model %s does not know how probable trees are", m.Name)
	case q.Confidence && !m.about.Confident:
		return refuse(http.StatusBadRequest, "parameter", "the model %s does not know how probable heads are", m.Name)
	case (q.Confidence || q.NBest > 0) && output != structure.JSON && output != structure.CoNLLU:
		return refuse(http.StatusBadRequest, "parameter", "only %s and %s have a place for probabilities", structure.JSON, structure.CoNLLU)
	}
	return nil
}

// asked returns the parser that does what a query asks for.
func (m *model) asked(q query) (*engine.Parser, error) {
	r := treebank.Request{NBest: q.NBest, Probabilities: q.Confidence}
	if r == (treebank.Request{}) {
		return m.Parser, nil
	}
	return m.With(r)
}

// treesOf returns items with all their trees, in the order in which they are written.
func treesOf(items []*treebank.Item) (all []*treebank.Item) {
	for _, it := range items {
		all = append(append(all, it), it.Others...)
	}
	return all
}
