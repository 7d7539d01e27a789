package serve

import (
	"net/http"
	"slices"
	"sync"

	"parser/parser/internal/draw/formats"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// variants are a model with requests, which are kept since their workers are.
type variants struct {
	sync.Mutex
	of map[treebank.Request]*model
}

// mostVariants is how many of them are kept; others are made for one request each.
const mostVariants = 64

// most are the greatest numbers that can be asked for.
func most() map[string]int { return map[string]int{"nbest": maxTrees, "beam": 2 * maxTrees} }

// with returns the model with what a request asks of its parses.
func (m *model) with(r treebank.Request) (*model, error) {
	if r == (treebank.Request{}) {
		return m, nil
	}
	if err := m.checkAsked(r); err != nil {
		return nil, err
	}
	m.variants.Lock()
	defer m.variants.Unlock()
	if known := m.variants.of[r]; known != nil {
		return known, nil
	}
	by, err := m.With(r)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "parameter", "%w", err)
	}
	asked := &model{Source: m.Source, Parser: by, about: m.about}
	if builds := pipe.Written(by); builds != m.Structure() {
		asked.about.Outputs = slices.Clone(builds.Outputs)
		if r.Reaches("trees") {
			asked.about.Outputs = append(asked.about.Outputs, formats.SVG, formats.Text)
		}
	}
	if len(m.variants.of) < mostVariants {
		m.variants.of[r] = asked
	}
	return asked, nil
}

// checkAsked refuses what no model does, or this one does not know.
func (m *model) checkAsked(r treebank.Request) error {
	for _, o := range r.Options() {
		if n, isNumber := o.Value().(int); isNumber && (n < 0 || n > most()[o.Name]) {
			return refuse(http.StatusBadRequest, "parameter", "%s is from 0 to %d, not %d", o.Name, most()[o.Name], n)
		}
	}
	switch {
	case r.NBest > m.about.NBest:
		return refuse(http.StatusBadRequest, "parameter", "the model %s does not know how probable trees are", m.Name)
	case r.Probabilities && !m.about.Confident:
		return refuse(http.StatusBadRequest, "parameter", "the model %s does not know how probable heads are", m.Name)
	}
	return nil
}

// checkOutput refuses what the output has no place for.
func checkOutput(output string, q *query) error {
	switch r := &q.asked; {
	case (r.Probabilities || r.NBest > 0) && output != structure.JSON && output != structure.CoNLLU:
		return refuse(http.StatusBadRequest, "parameter", "only %s and %s have a place for probabilities", structure.JSON, structure.CoNLLU)
	case q.Pictures && !r.Reaches("trees"):
		return refuse(http.StatusBadRequest, "parameter", "there are no pictures of %s", r.Only)
	}
	return nil
}
