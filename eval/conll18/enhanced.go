package conll18

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"parser/conll"
	"parser/eval"
	"parser/eval/internal/tally"
	"parser/eval/layout"
)

// ErrNoDeps is the cause of the error about gold sentences without enhanced dependencies.
var ErrNoDeps = errors.New("no enhanced dependencies: DEPS is empty everywhere")

// Enhanced holds the scores of enhanced dependencies, of the IWPT shared tasks of 2020 and 2021 (Bouma, Seddah & Zeman
// 2020). An edge to a word is its head and its relation, or the path of relations where an empty node was
// collapsed. Correct counts pairs of edges, of a gold word and the system's word aligned with it, that match: of EULAS
// there can be more than edges, where several edges to a word differ in subtypes only.
type Enhanced struct {
	EULAS Measure      // the same head; relations are compared up to their first colon
	ELAS  Measure      // the same head and relation
	Kinds []eval.Label `json:"kinds"` // ELAS by what edges add to the tree of their own file; all kinds, in order
	// Unconnected is the number of system sentences whose graphs have nodes that no path leads to from the root. They
	// are scored, as the shared tasks' script does, although the tasks refused such files. Why is about the first one.
	Unconnected int   `json:"unconnected"`
	Why         error `json:"-"`
}

// ScoreEnhanced compares the enhanced dependencies of a system with gold ones as eval.py of the UD tools does. Empty
// nodes are collapsed first, see [conll.Graph.Collapsed], as in the shared tasks; if asIs, edges to and from them are
// left out instead.
//
// It returns the errors of [Score]; an [*conll.Error] for dependencies that cannot be read or have no head in their
// sentence, with cause [conll.ErrDeps], and for a gold graph whose root does not lead to all nodes; and an error with
// cause ErrNoDeps.
func ScoreEnhanced(gold, system []*conll.Sentence, asIs bool) (*Enhanced, error) {
	if !slices.ContainsFunc(gold, (*conll.Sentence).HasDeps) {
		name := "gold"
		if len(gold) > 0 {
			name = gold[0].File
		}
		return nil, fmt.Errorf("%s: %w", name, ErrNoDeps)
	}
	g, s, err := aligned(gold, system, func(s *conll.Sentence) ([][]Edge, error) { return Edges(s, asIs) })
	if err != nil {
		return nil, err
	}
	if _, why := unconnected(gold); why != nil {
		return nil, why
	}
	e := enhancedOf(g, s)
	e.Unconnected, e.Why = unconnected(system)
	return e, nil
}

// unconnected counts the sentences whose graphs are not connected, and says where the first is not.
func unconnected(sentences []*conll.Sentence) (n int, why error) {
	for _, s := range sentences {
		g, err := s.Enhanced()
		if err != nil || s.Format != conll.FormatU {
			continue // which has been read without error, or has no graph
		}
		if lost := g.Unconnected(); len(lost) > 0 {
			n++
			cause := fmt.Errorf("%w: no path leads from the root to node %v", conll.ErrDeps, lost[0])
			why = cmp.Or(why, s.ErrorAt(max(lost[0].Word-1, 0), cause))
		}
	}
	return n, why
}

// enhancedOf compares the edges of documents whose words have partners.
func enhancedOf(gold, system *document) *Enhanced {
	e, byKind := new(Enhanced), tally.Tally[eval.Label]{}
	for _, w := range gold.words {
		e.ELAS.Gold += len(w.edges)
		e.ELAS.Aligned += eval.One(w.partner != nil)
		for _, edge := range w.edges {
			coarse, whole := edge.matches(w.partner)
			e.EULAS.Correct += coarse
			e.ELAS.Correct += whole
			tally.AddGold(byKind.At(edge.Kind), whole > 0)
		}
	}
	for _, w := range system.words {
		e.ELAS.System += len(w.edges)
		for _, edge := range w.edges {
			_, whole := edge.matches(w.partner)
			tally.AddSystem(byKind.At(edge.Kind), whole > 0)
		}
	}
	e.EULAS.Gold, e.EULAS.System, e.EULAS.Aligned = e.ELAS.Gold, e.ELAS.System, e.ELAS.Aligned
	for _, k := range kinds {
		label := byKind.At(k)
		label.Label = k
		e.Kinds = append(e.Kinds, *label)
	}
	return e
}

// matches counts the edges to a word of the other document, or nil, from the same head: those with the same relation up
// to its first colon, and those with the same relation.
func (e edge) matches(other *word) (coarse, whole int) {
	if other == nil {
		return 0, 0
	}
	for _, o := range other.edges {
		if e.head == nil && o.head == nil || e.head != nil && o.head != nil && e.head.partner == o.head {
			coarse += eval.One(e.Coarse == o.Coarse)
			whole += eval.One(e.Relation == o.Relation)
		}
	}
	return coarse, whole
}

// Write prints both scores, and precision, recall and F1 by kind.
func (e *Enhanced) Write(w io.Writer) error {
	rows := [][]string{{"", "gold", "found", "system", "right", "precision", "recall", "F1"}}
	add := func(name string, gold, found, system, right int, ratios ...eval.Percent) {
		row := []string{name, fmt.Sprint(gold), fmt.Sprint(found), fmt.Sprint(system), fmt.Sprint(right)}
		for _, r := range ratios {
			row = append(row, r.String())
		}
		rows = append(rows, row)
	}
	for _, r := range []row{{"EULAS", &e.EULAS}, {"ELAS", &e.ELAS}} {
		add(r.name, r.Gold, r.Correct, r.System, r.Correct, r.Precision(), r.Recall(), r.F1())
	}
	for _, k := range e.Kinds {
		add("  "+k.Label, k.Gold, k.Found, k.System, k.Right, k.Precision(), k.Recall(), k.F1())
	}
	return layout.Print(w, func(p layout.Printer) { p.Lines(layout.Lines(rows, 1)...) })
}
