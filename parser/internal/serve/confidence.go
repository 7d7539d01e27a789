package serve

import (
	"net/http"
	"slices"

	"parser/parser"
	"parser/parser/internal/structure"
)

// confident reports whether a parser knows how probable heads are.
func confident(p *parser.Parser) bool { return p.Structure().Heads && p.Meta().Temperature > 0 }

// checkConfidence refuses a query for probabilities that the model does not know, or the output has no place for.
func (m *model) checkConfidence(output string, q query) error {
	switch {
	case !q.Confidence:
	case !m.about.Confident:
		return refuse(http.StatusBadRequest, "parameter", "the model %s does not know how probable heads are", m.Name)
	case !slices.Contains([]string{structure.JSON, structure.CoNLLU}, output):
		return refuse(http.StatusBadRequest, "parameter", "only %s and %s have a place for probabilities", structure.JSON, structure.CoNLLU)
	}
	return nil
}

// weighed has the items of read ask for probabilities, if those are wanted.
func weighed(read func() (*structure.Item, error), wanted bool) func() (*structure.Item, error) {
	return func() (*structure.Item, error) {
		it, err := read()
		if err == nil {
			it.Weigh = wanted
		}
		return it, err
	}
}
