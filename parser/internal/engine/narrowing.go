package engine

import (
	"cmp"
	"slices"

	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/lexicon"
	"parser/transition"
)

// narrowing narrows the values of columns that a scorer predicts to those that a lexicon says.
type narrowing struct {
	fields    []string             // that are predicted
	places    []int                // of these in structure.Fields
	values    [][]string           // of each of them
	lists     []map[string][]int32 // of each, by what entries say, the numbers of values that it can have then
	backwards bool                 // the order of words in a derivation
	sentences []*sentence          // that are read
	next      [][]float32
	weights   []float64
}

// narrow lets the lexicon, if there is one, narrow what the scorer predicts.
func (w *worker) narrow() {
	p := w.parser
	n := &narrowing{backwards: p.meta.Backwards}
	switch {
	case p.request.Lexicon == nil:
	case p.Field() == "":
		n.fields = p.predicted()
		for _, field := range n.fields {
			n.values = append(n.values, p.scorer.(score.Predictor).Values(field))
		}
	case p.Field() != structure.Lemmas:
		n.fields, n.values = []string{p.Field()}, [][]string{p.meta.Labels}
	}
	for _, field := range n.fields {
		n.places = append(n.places, slices.Index(structure.Fields(), field))
		n.lists = append(n.lists, map[string][]int32{})
	}
	if len(n.fields) == 0 {
		return
	}
	w.narrowing = n
	if own, ok := w.scorer.session.(score.Narrower); ok && p.Field() == "" {
		own.Narrow(n.apply)
	}
}

// list returns the numbers of the values of a predicted column that go with an analysis; all if it says nothing about it.
func (n *narrowing) list(column int, t *lexicon.Tags) (list []int32, all bool) {
	field := n.fields[column]
	key := says(t, field)
	if key == "" {
		return nil, true
	}
	if t.Open {
		key += "|_"
	}
	list, known := n.lists[column][key]
	if !known {
		for i, value := range n.values[column] {
			if agrees(t, field, value) {
				list = append(list, int32(i))
			}
		}
		n.lists[column][key] = list
	}
	return list, false
}

// leastMass is the probability of a value that the scorer does not know.
const leastMass = 1e-9

// mass returns how probable it is that a column of a word is as an analysis says.
func (n *narrowing) mass(column int, t *lexicon.Tags, p []float32) float64 {
	list, all := n.list(column, t)
	if all {
		return 1
	}
	sum := 0.0
	for _, v := range list {
		sum += float64(p[v])
	}
	return max(sum, leastMass)
}

// apply makes what is predicted of a word the mean of what it is under each analysis, by how probable these are.
func (n *narrowing) apply(sentence, word int, columns [][]float32) {
	s := n.sentences[sentence]
	if s.known.free[word] {
		return
	}
	sum := 0.0
	n.weights = n.weights[:0]
	for i := range s.known.of[word] {
		t, weight := s.known.of[word][i].Tags, 0.0
		if s.known.fits(t, &s.words[word], word) {
			weight = 1
			for c, p := range columns {
				weight *= n.mass(c, t, p)
			}
		}
		n.weights = append(n.weights, weight)
		sum += weight
	}
	if sum == 0 { // nothing fits
		return
	}
	n.next = slices.Grow(n.next[:0], len(columns))[:len(columns)]
	for c, p := range columns {
		n.next[c] = append(n.next[c][:0], make([]float32, len(p))...)
		for i, weight := range n.weights {
			t := s.known.of[word][i].Tags
			share := float32(weight / sum / n.mass(c, t, p))
			if list, all := n.list(c, t); all || len(list) == 0 {
				for v := range p {
					n.next[c][v] += float32(float32(weight/sum) * p[v])
				}
			} else {
				for _, v := range list {
					n.next[c][v] += float32(share * p[v])
				}
			}
		}
	}
	for c, p := range columns {
		copy(p, n.next[c])
	}
}

// byEntry sets the values that are "" for a word as its most probable analysis says that agrees with the others, and
// reports whether there is one.
func (p *predictPass) byEntry(s *sentence, word int) bool {
	if p.narrowing == nil || s.known.free[word] {
		return false
	}
	n := p.narrowing
	var best *lexicon.Tags
	most := -1.0
	for i := range s.known.of[word] {
		t, mass := s.known.of[word][i].Tags, 1.0
		for c, field := range n.fields {
			if given := p.values[c]; given == "" {
				mass *= n.mass(c, t, p.filler.Distribution(c, s.number, word))
			} else if !agrees(t, field, given) {
				mass = -1
			}
		}
		if mass > most && mass >= 0 && s.known.fits(t, &s.words[word], word) {
			best, most = t, mass
		}
	}
	if best == nil {
		return false
	}
	p.fill(s, word, best)
	return true
}

// fill sets the values that are "" for a word to the most probable ones that go with an analysis.
func (p *predictPass) fill(s *sentence, word int, t *lexicon.Tags) {
	open := make([]bool, len(p.values))
	for c, field := range p.narrowing.fields {
		list, all := p.narrowing.list(c, t)
		if open[c] = p.values[c] == ""; open[c] && !all && (len(list) == 0 || field != "feats" || !t.Open) {
			p.values[c] = says(t, field)
		}
	}
	p.filler.Predict(p.values, s.number, word)
	for c, field := range p.narrowing.fields {
		if open[c] && !agrees(t, field, p.values[c]) { // as part of the most probable combination
			list, _ := p.narrowing.list(c, t)
			d := p.filler.Distribution(c, s.number, word)
			p.values[c] = p.narrowing.values[c][slices.MaxFunc(list, func(a, b int32) int { return cmp.Compare(d[a], d[b]) })]
		}
	}
}

// entryTags keeps the labels of a tagger to those that a lexicon says. It implements decode.Constraint.
type entryTags struct {
	lists     [][]int32 // of each word the labels that it can have; none if it can have any
	backwards bool
}

// start takes a sentence whose field a tagger sets.
func (e *entryTags) start(n *narrowing, s *sentence) *entryTags {
	e.lists, e.backwards = e.lists[:0], n.backwards
	for word := range s.words {
		var labels []int32
		for i := range s.known.of[word] {
			if s.known.free[word] {
				break
			}
			t := s.known.of[word][i].Tags
			if !s.known.fits(t, &s.words[word], word) {
				continue
			}
			list, all := n.list(0, t)
			if all {
				labels = nil
				break
			}
			labels = append(labels, list...)
		}
		e.lists = append(e.lists, labels)
	}
	return e
}

// Moves implements decode.Constraint.
func (e *entryTags) Moves(_ *transition.Config, legal transition.Moves) transition.Moves {
	return legal
}

// Keeps implements decode.Constraint.
func (e *entryTags) Keeps(c *transition.Config, _ transition.Move, label int32) bool {
	word := int(c.Next) - 1
	if e.backwards {
		word = len(e.lists) - 1 - word
	}
	return len(e.lists[word]) == 0 || slices.Contains(e.lists[word], label)
}
