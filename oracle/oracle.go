// Package oracle knows gold trees and what each move costs, so that a parser can learn in every
// configuration that it reaches, also after mistakes:
//
//	s, err := oracle.NewSystem("arc-hybrid", transition.Params{})
//	o, err := oracle.New("dynamic", s)
//	err = o.Start(gold)      // of a sentence
//	s.Start(&c, gold.Len())
//	legal := s.Legal(&c)
//	err = o.Moves(&costs, &c, legal)
//	best := costs.Best(legal)
//
// One table lists the systems and their oracles ([Systems], [NamesFor]); [Descriptions] says what
// each oracle is.
//
// An oracle answers for every legal move, not only for the best one: the cost of a move is the
// exact increase of the smallest loss that can still be reached. In a dependency tree the loss of a
// word is [WrongHead] if its head is wrong, [WrongLabel] if only its label is wrong, and 0
// otherwise (Chang et al. 2015, Eq. 1). In a constituency tree each wrong bracket and each missing
// one counts 1; a bracket is a label with the words that it covers. In tagging each wrong label
// counts [WrongTag]. In a graph each concept, each arc and each half of an arc that only one of the
// two graphs has counts 1 (Goodman et al. 2016, Section 4.4).
//
// In every configuration that is not terminal, some legal move leads to the smallest loss still
// reachable, so that the least cost of an exact oracle is 0 there, whatever the gold tree. The
// final loss itself need not be 0: gold may have two roots under a single root, or errors were made
// before. An oracle whose costs are estimates may have no move of cost 0; the best moves are always
// those of least cost ([Costs.Best]).
package oracle

import (
	"errors"
	"math"

	"parser/transition"
)

// The loss of one word.
const (
	WrongHead  = 2
	WrongLabel = 1
	WrongTag   = 1 // another label than the gold one, in tagging
)

// Gold is the tree that a sentence should get: Heads and Labels of a dependency
// tree, where index 0 is ROOT and unused, the Spans of a constituency tree, or, in
// tagging, the Labels alone.
// A dependency tree may be partial: a word whose head is unknown, transition.None, loses nothing,
// whatever head and label it gets, and a word whose label alone is unknown loses nothing by its
// label.
// Several gold trees of the same words, as annotators give them, are one Gold with Others: the loss of
// a tree is that against the nearest of them.
type Gold struct {
	Heads  []int32 // Heads[d] is the head of word d = 1..n, or transition.None
	Labels []int32 // Labels[d] is the label of its arc, or transition.None, or its tag
	Spans  []Span  // each bracket before those inside it

	Meaning *Meaning // the graph, for systems that build one

	Others []Gold // more gold trees; their own Others do not count
}

// all returns the gold trees, one by one.
func (g *Gold) all() []*Gold {
	alone := *g
	alone.Others = nil
	all := []*Gold{&alone}
	for i := range g.Others {
		all = append(all, &g.Others[i])
	}
	return all
}

// Span is a bracket over the words Start+1..End, so that Start words stand
// before it.
type Span struct{ Label, Start, End int32 }

// Len returns the number of words.
func (g *Gold) Len() int {
	if g.Meaning != nil {
		return g.Meaning.Given.Len()
	}
	if len(g.Spans) > 0 {
		return int(g.Spans[0].End)
	}
	return len(g.Labels) - 1
}

// Loss returns the loss of the finished tree of c or, before the end, of what c has built:
// WrongHead and WrongLabel over words, or, in a constituency tree, 1 for each wrong bracket and
// each missing one, or WrongTag over words. The label of a word, which only shift-label and split
// give among constituency systems, is a bracket over it. Of several gold trees the nearest counts.
func (g *Gold) Loss(c *transition.Config) int32 {
	least := g.loss(c)
	for i := range g.Others {
		least = min(least, g.Others[i].loss(c))
	}
	return least
}

// loss is the loss against the first gold tree.
func (g *Gold) loss(c *transition.Config) int32 {
	if g.Meaning != nil {
		return g.Meaning.loss(c.Graph)
	}
	loss, missing := int32(len(g.Spans)), map[Span]int32{}
	for _, b := range g.Spans {
		missing[b]++
	}
	for i, n := range c.Nodes[1:] {
		d, b := i+1, Span{n.Label, n.First - 1, n.Last}
		switch {
		case n.Label == transition.None || n.Last == transition.None: // not built yet
		case c.Kind == transition.Tags:
			loss += WrongTag * indicator(n.Label != g.Labels[d])
		case c.Kind == transition.Constituents && missing[b] > 0:
			missing[b]--
			loss--
		case c.Kind == transition.Constituents:
			loss++
		case g.Heads[d] == transition.None:
		case n.Head != g.Heads[d]:
			loss += WrongHead
		case n.Label != g.Labels[d] && g.Labels[d] != transition.None:
			loss += WrongLabel
		}
	}
	return loss
}

// Oracle says what moves and labels cost. It holds the gold tree of one sentence at a time and is
// not safe for concurrent use.
type Oracle interface {
	// Name returns the name under which New knows the oracle.
	Name() string
	// Start prepares for a sentence; the oracle keeps g until the next Start.
	// It refuses trees that it cannot be exact for (ErrNonProjective, ErrPartial, …).
	Start(g *Gold) error
	// Moves sets dst[m], for each move m of legal, to its cost under its best label; legal must be
	// all legal moves of c (System.Legal). An oracle whose machine or table grows with the parse may
	// fail (ErrTooLong); from then on until the next Start it returns the same error. All others
	// return nil.
	Moves(dst *Costs, c *transition.Config, legal transition.Moves) error
	// Labels sets dst to what each label of the legal, labelled move m adds to
	// the move's cost. It fails as Moves does.
	Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error
}

// Costs holds a cost for each move; entries of illegal moves mean nothing.
type Costs [transition.NumMoves]int32

// Best returns the moves of least cost among legal. It is not empty unless
// legal is.
func (k *Costs) Best(legal transition.Moves) transition.Moves {
	best, least := transition.Moves(0), k.least(legal)
	for m := range legal.All() {
		if k[m] == least {
			best |= transition.Of(m)
		}
	}
	return best
}

// least returns the least cost among legal.
func (k *Costs) least(legal transition.Moves) int32 {
	least := int32(math.MaxInt32)
	for m := range legal.All() {
		least = min(least, k[m])
	}
	return least
}

// only makes m cost nothing, and all other moves the same.
func (k *Costs) only(m transition.Move, others int32) {
	for other := range k {
		k[other] = others
	}
	k[m] = 0
}

// LabelCosts says what each label adds to the cost of a move: the same for all but a few labels.
type LabelCosts struct {
	other int32
	few   []labelCost
}

type labelCost struct{ label, cost int32 }

// Reset makes every label cost the same.
func (k *LabelCosts) Reset(cost int32) { k.other, k.few = cost, k.few[:0] }

// Set makes a label an exception. The first of two settings of a label counts.
func (k *LabelCosts) Set(label, cost int32) { k.few = append(k.few, labelCost{label, cost}) }

// Of returns what the label adds.
func (k *LabelCosts) Of(label int32) int32 {
	for _, one := range k.few {
		if one.label == label {
			return one.cost
		}
	}
	return k.other
}

// First returns the first label set with Set that adds nothing, or transition.None.
func (k *LabelCosts) First() int32 {
	for _, one := range k.few {
		if one.cost == 0 {
			return one.label
		}
	}
	return transition.None
}

// Follow leads c to a terminal configuration by moves of least cost: the first of these moves, with
// its first label that adds nothing to the cost. visit sees each step before it is taken.
func Follow(o Oracle, s transition.System, c *transition.Config, visit func(transition.Step)) error {
	var costs Costs
	var labels LabelCosts
	for !s.Terminal(c) {
		legal := s.Legal(c)
		if err := o.Moves(&costs, c, legal); err != nil {
			return err
		}
		step := transition.Step{Label: transition.None}
		for step.Move = range costs.Best(legal).All() {
			break
		}
		if step.Move.Labelled() {
			if err := o.Labels(&labels, c, step.Move); err != nil {
				return err
			}
			step.Label = labels.First()
		}
		visit(step)
		s.Apply(c, step.Move, step.Label)
	}
	return nil
}

// Errors of Start, New and NewSystem.
var (
	ErrNonProjective = errors.New("gold tree is not projective")
	ErrPartial       = errors.New("gold tree has a word without head")
	ErrHead          = errors.New("gold head outside the sentence")
	ErrUntagged      = errors.New("a word has no gold tag")
	ErrNotRooted     = errors.New("gold tree does not have exactly one root")
	ErrNotNested     = errors.New("gold brackets are not those of one tree over all words")
	ErrTooLong       = errors.New("sentence is too long for this oracle")
	ErrNoMeaning     = errors.New("no gold graph")
	ErrNotDerivable  = errors.New("the transition system cannot derive the gold tree")
	ErrUnknown       = errors.New("unknown oracle")
	ErrUnknownSystem = errors.New("unknown transition system")
	ErrNoOracle      = errors.New("no such oracle for this transition system")

	errSeveral = errors.New("several gold trees of a sentence")
)
