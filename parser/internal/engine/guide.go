package engine

import (
	"cmp"
	"math"
	"slices"

	"parser/model"
	"parser/parser/internal/decode"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/transition"
)

// Guide goes through the moves of a sentence one at a time, and gives the parser's scores of all legal moves. They are
// those of a greedy Parse, so that the best moves lead to the same tree, once it is settled. A Guide belongs to one
// goroutine.
//
//	g, err := p.Guide(&Item{Words: s.Words, Sentence: s})
//	for !p.System().Terminal(g.Config()) {
//		moves, best := g.Weigh()
//		g.Take(best)
//	}
//	g.Settle(g.Config())
type Guide struct {
	parser     *Parser
	worker     *worker
	derivation *decode.Derivation
	words      int
	labels     int32 // that scores can be of
}

// Weighed has a parser's scores of a legal move. Probabilities are the softmax of scores at its temperature, or at 1.
type Weighed struct {
	Move        transition.Move
	Score       float32        // of its best action or, if moves are chosen before labels (Meta.TwoStep), its own
	Probability float64        // under any label
	Labels      []WeighedLabel // those that the parser knows, best first; empty for a move without labels
}

// WeighedLabel has a parser's scores of a label of a move.
type WeighedLabel struct {
	Label       int32   // its place in Meta.Labels
	Score       float32 // of the action or, if moves are chosen before labels, of the label
	Probability float64 // of the move under this label
}

// Guide parses an item greedily, ignoring its heads, and returns a guide at the beginning of the same parse. The error
// is that of Parse, ParseTree, ParseGraph, or Tag.
func (p *Parser) Guide(it *treebank.Item) (*Guide, error) {
	r := p.request
	greedy, err := p.With(treebank.Request{Retag: r.Retag, Valid: r.Valid, Treebank: r.Treebank, Lexicon: r.Lexicon})
	if err != nil {
		return nil, err
	}
	if err := greedy.Check(it); err != nil {
		return nil, err
	}
	again := it.Clone()
	if _, err := greedy.one(greedy.builds.Name(), it); err != nil {
		return nil, err
	}
	shape := greedy.Shape()
	g := &Guide{parser: greedy, worker: greedy.workerUntil("decode"), labels: int32(shape.Labels())}
	g.worker.annotate(again)
	s := g.worker.sentences[0]
	g.derivation, g.words = &s.derivation, len(s.seen)
	g.derivation.Config.Given = greedy.codec.Given(s.seen)
	g.Start()
	return g, nil
}

// Settle changes the heads in a terminal configuration to the parser's, see [decode.Tagging.Lift].
func (g *Guide) Settle(c *transition.Config) {
	if t := g.derivation.Tagging; t != nil {
		t.Lift(c.Nodes)
	}
}

// Start goes back to the first configuration.
func (g *Guide) Start() { g.derivation.Start(0, g.words) }

// Config returns the current configuration. Only Settle may change it.
func (g *Guide) Config() *transition.Config { return &g.derivation.Config }

// Weigh returns the scores of each legal move, and the step that the parser would take.
func (g *Guide) Weigh() (moves []Weighed, best transition.Step) {
	d := g.derivation
	q := g.ask()
	if q == nil {
		return nil, best
	}
	choice, probabilities := decode.Agreed(q), g.probabilities(q)
	if !d.TwoStep {
		return g.actions(q, probabilities, 1), transition.Step(d.Actions.All[choice])
	}
	for i, k := range q.Classes {
		moves = append(moves, Weighed{Move: transition.Move(k), Score: q.Scores[k], Probability: probabilities[i]})
	}
	for i := range moves {
		m := &moves[i]
		label := int32(transition.None)
		if m.Move.Labelled() {
			d.Mark()
			_ = d.Take(model.Class(m.Move)) // never fails
			q = g.ask()
			m.Labels = g.actions(q, g.probabilities(q), m.Probability)[0].Labels
			label = d.Actions.All[decode.Agreed(q)].Label
			d.Return()
		}
		if model.Class(m.Move) == choice {
			best = transition.Step{Move: m.Move, Label: label}
		}
	}
	return moves, best
}

// ask returns the next decision, scored.
func (g *Guide) ask() *learn.Decision {
	q := g.derivation.Next()
	if q != nil {
		g.worker.scorer.Score([]*learn.Decision{q})
	}
	return q
}

// probabilities returns those of the classes of a decision.
func (g *Guide) probabilities(q *learn.Decision) (all []float64) {
	temperature := cmp.Or(g.parser.meta.Temperature, 1)
	sum := q.LogSum(temperature)
	for _, k := range q.Classes {
		all = append(all, math.Exp(float64(q.Scores[k])/temperature-sum))
	}
	return all
}

// actions groups the classes of a decision, which are actions, by moves. The decision has the given probability.
func (g *Guide) actions(q *learn.Decision, probabilities []float64, of float64) (moves []Weighed) {
	for i, k := range q.Classes {
		a, score, p := g.derivation.Actions.All[k], q.Scores[k], float64(of*probabilities[i])
		if len(moves) == 0 || moves[len(moves)-1].Move != a.Move {
			moves = append(moves, Weighed{Move: a.Move, Score: score})
		}
		m := &moves[len(moves)-1]
		m.Score, m.Probability = max(m.Score, score), m.Probability+p
		if a.Label != transition.None {
			m.Labels = append(m.Labels, WeighedLabel{a.Label, score, p})
		}
	}
	for _, m := range moves {
		slices.SortStableFunc(m.Labels, func(a, b WeighedLabel) int {
			return cmp.Compare(b.Score, a.Score)
		})
	}
	return moves
}

// Take takes a legal move, not necessarily the best. A label that the parser does not know, and so cannot see in
// configurations, is replaced by its best label for the move, if there is one.
func (g *Guide) Take(step transition.Step) {
	if step.Move.Labelled() && (step.Label < 0 || step.Label >= g.labels) {
		moves, _ := g.Weigh()
		step.Label = 0
		if i := slices.IndexFunc(moves, func(m Weighed) bool { return m.Move == step.Move }); i >= 0 {
			step.Label = moves[i].Labels[0].Label
		}
	}
	g.parser.system.Apply(&g.derivation.Config, step.Move, step.Label)
}

// Instance returns the sentence of an item that the parser has annotated, with its gold tree, of a treebank of one
// sentence or none, as this parser would have to build it.
func (p *Parser) Instance(it *treebank.Item, gold treebank.Data) (*structure.Instance, error) {
	if it == nil {
		return nil, ErrNil
	}
	e, err := p.meta.codec()
	if err != nil {
		return nil, err
	}
	return structure.InstanceFor(it, gold, p.system, e, p.meta.Labels)
}
