package serve

import (
	"net/http"
	"slices"

	"parser/parser/internal/draw/formats"
	"parser/parser/internal/pipe"
	"parser/parser/treebank"
)

// mostVariants is how many variants of a model are kept; others are made for one request each.
const mostVariants = 64

// maxTrees is how many trees of a sentence can be asked for: the beam that looks for them is twice as wide, and takes as
// many times as long as the best tree alone.
const maxTrees = 20

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
	m.loading.Lock()
	defer m.loading.Unlock()
	if known := m.variants[r]; known != nil {
		return known, nil
	}
	by, err := m.With(r)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "parameter", "%w", err)
	}
	asked := &model{Source: m.Source, Parser: by, about: m.about, writes: pipe.Written(by), anyHead: m.anyHead && !r.KeepHeads}
	if asked.writes != m.writes {
		asked.about.Outputs = slices.Clone(asked.writes.Outputs)
		if r.Reaches("trees") {
			asked.about.Outputs = append(asked.about.Outputs, formats.SVG, formats.Text)
		}
	}
	if len(m.variants) < mostVariants {
		m.variants[r] = asked
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
