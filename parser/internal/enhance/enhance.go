// Package enhance makes enhanced dependencies of trees (Universal Dependencies v2; Nivre et al. 2020, section 4): the
// heads that a word has besides its own across coordination, control and relative clauses, and relations with
// prepositions, conjunctions and cases. It knows no language: what a treebank enhances is learned from its DEPS.
//
//	e, err := enhance.Learn(sentences, random)
//	s.SetEmptyNodes(e.NewSession().Enhance(s.Words, true)) // and sets their Deps
//
// It decides first on the label of each word, which markers in the tree may extend, and then on edges: to heads far up,
// to the word's own head, and across or down. Candidates are pairs of words between which the treebank has edges along
// the same path, and a rule says how the relation is found on the path. Both decisions are made by averaged perceptrons
// (Collins 2002). Then the graph is completed, so that each word can be reached from the root.
package enhance

import (
	"slices"
	"strings"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
)

// Enhancer makes enhanced graphs. It is immutable and safe for concurrent use.
type Enhancer struct {
	*grammar
	labels, edges model.Model // that decide
}

// NewSession returns what makes graphs in one goroutine.
func (e *Enhancer) NewSession() *Session {
	s := &Session{grammar: e.grammar, enhancer: e, marked: map[model.Class]string{}}
	s.crowds = crowds{least: leastOf(e.edges), known: map[crowd][]float32{}, turns: map[turn][]int{}}
	s.choose = s.best
	return s
}

// best returns the class that scores best.
func (s *Session) best(what stage, d *model.Decision) model.Class {
	m := s.enhancer.labels
	if what == attaching {
		m = s.enhancer.edges
	}
	if n := m.Classes(); len(s.scores) < n {
		s.scores = make([]float32, n)
	}
	scores := s.scores[:m.Classes()]
	m.Score(scores, d.Features)
	for _, c := range s.apart {
		for k, score := range s.scoresOf(c, m) {
			scores[k] += score
		}
	}
	return model.Best(d.Classes, scores)
}

// Enhance sets the Deps of words whose heads are a tree, and returns the lines of empty nodes, if there may be any.
// Without a tree it does nothing.
func (s *Session) Enhance(words []conll.Word, empty bool) []conll.Extra {
	if !s.read(words) {
		return nil
	}
	s.enhance()
	if !empty {
		for node := range s.edges {
			s.edges[node] = slices.DeleteFunc(s.edges[node], func(e edge) bool { return strings.Contains(e.relation, conll.PathSeparator) })
		}
	}
	return s.complete(words)
}

const labelEntry, edgeEntry = "labels/", "edges/"

// Entries returns the enhancer as entries of a model file, names starting with prefix.
func (e *Enhancer) Entries(prefix string) []npz.Entry {
	entries := append([]npz.Entry{e.entry(prefix)}, e.labels.Entries(prefix+labelEntry)...)
	return append(entries, e.edges.Entries(prefix+edgeEntry)...)
}

// Load reads the enhancer whose entries have names starting with prefix. The cause of its errors is npz.ErrFile.
func Load(a *npz.Arrays, prefix string) (*Enhancer, error) {
	g, err := readGrammar(a, prefix)
	if err != nil {
		return nil, err
	}
	e := &Enhancer{grammar: g}
	if e.labels, err = model.ReadModel(a, prefix+labelEntry, len(g.Markers)); err != nil {
		return nil, err
	}
	e.edges, err = model.ReadModel(a, prefix+edgeEntry, len(g.Rules))
	return e, err
}
