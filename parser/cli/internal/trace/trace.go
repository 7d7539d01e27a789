// Package trace goes through the parse of one sentence step by step. For every configuration it shows the score of each
// legal move by a model, its costs by oracles, and the move that is taken: that of a script, or the best by the model
// or an oracle.
//
//	t, err := trace.Of(model, item, treebank.Data{})     // or with a gold tree; or trace.New(instance), without a model
//	err = t.Ask("dynamic", "fsa")                        // those that take the gold tree
//	script, err := t.Script("SH SH LA-nsubj")
//	err = t.Run(script, trace.ByModel, func(s *trace.Step) error { … }) // the script, then the model's moves
package trace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/transition"
)

// Trace is a sentence with the model and the oracles that are asked about it.
type Trace struct {
	Heading
	instance *structure.Instance
	guide    *engine.Guide // nil without a model
	words    []string      // as they are shown, by node
	labels   []string      // by number: first those of the instance, then new ones of the script
	panel    []*expert
	show     func(*Step) error

	// Of one run.
	config  *transition.Config
	history []history // by node
	errors  []Mistake
	before  map[any]bool     // the nodes and edges of the graph of the step before; nil at the beginning
	weighed []engine.Weighed // by the model, in this configuration
	likes   transition.Step  // the one that it would take
}

// history is the past of a node.
type history struct {
	since   int   // the step since which it has its arc, bracket or label; 0 if it has none
	shifted int   // of a word: the step since which it is not in the buffer
	last    int32 // its last word, in the configuration shown before
	head    int32 // its head there
	label   int32 // its label there
	fresh   bool  // the last move made it, closed it, or gave it a label
}

// chainSeparator replaces the blanks in the labels of shift-label and split, in scripts and where labels are shown.
const chainSeparator = "+"

// New returns the trace of a instance, without a model.
func New(l *structure.Instance) *Trace {
	t := &Trace{Heading: headingOf(l), instance: l, words: []string{"ROOT"}, labels: slices.Clone(l.Labels)}
	if l.Given != nil {
		t.labels = append(t.labels, l.Given.Extra...)
	}
	for i, word := range l.Words {
		if t.Holds == structure.Columns {
			word = fmt.Sprintf("%d:%s", i+1, word)
		}
		t.words = append(t.words, word)
	}
	if len(t.labels) == 0 { // no word has a head
		t.labels = append(t.labels, "_")
	}
	return t
}

// Of returns the trace of the parse of an item by a model. The parse is greedy, even if the model has a beam, and
// does not change the item. gold holds the gold tree or graph, or nothing. If the model has learned to mark lifted
// arcs, costs are about the tree without crossing arcs. The error says why the model cannot parse the sentence (a
// tagger: engine.ErrKind), or why gold does not fit the model or the words.
func Of(p *engine.Parser, it *treebank.Item, gold treebank.Data) (*Trace, error) {
	if p.Structure().Tagger {
		return nil, fmt.Errorf("%w: a tagger builds no tree that could be traced", engine.ErrKind)
	}
	it = it.Clone()
	guide, err := p.Guide(it)
	if err != nil {
		return nil, err
	}
	if len(gold.Graphs) > 0 { // of the same words, with the tree that the model starts from
		gold.Sentences = []*conll.Sentence{it.Sentence}
	}
	l, err := p.Instance(it, gold)
	if err != nil {
		return nil, err
	}
	t := New(l)
	t.guide = guide
	return t, nil
}

// Script reads a script of moves of the system; see transition.ParseScript. It numbers new labels after those of the
// model and the gold tree.
func (t *Trace) Script(text string) ([]transition.Step, error) {
	return transition.ParseScript(text, t.instance.System.Moves(), func(label string) int32 {
		i := slices.IndexFunc(t.labels, func(l string) bool { return t.shown(l) == label })
		if i < 0 {
			if t.instance.System.Chains() == transition.JoinChains {
				label = strings.ReplaceAll(label, chainSeparator, " ")
			}
			i, t.labels = len(t.labels), append(t.labels, label)
		}
		return int32(i)
	})
}

func (t *Trace) shown(label string) string { return strings.ReplaceAll(label, " ", chainSeparator) }

// other is the number of a label that neither the sentence nor the script has.
func (t *Trace) other() int32 { return int32(len(t.labels)) }

// Leader chooses the moves after the end of a script.
type Leader string

const (
	NoLeader Leader = ""       // the trace ends with the script
	ByModel  Leader = "model"  // the move with the highest score, as in a parse
	ByOracle Leader = "oracle" // a best move by the first oracle: SH only if there is no other, NT only before SH
)

// Leader returns the default leader: the model or, without one, an oracle.
func (t *Trace) Leader() Leader {
	if t.guide != nil {
		return ByModel
	}
	return ByOracle
}

// ErrIllegal is the cause if a script takes an illegal move, and ErrLeader if the trace lacks the leader.
var (
	ErrIllegal = errors.New("not legal")
	ErrLeader  = errors.New("cannot lead")
)

// Run takes the steps of a script, and then follows the leader, if any, to the end. If a step of the script lacks its
// label, it gets the first one that costs least by the first oracle; if all cost the same, the model's best; without a
// model, the first of the sentence. show is called with every configuration and its next step. The error is that of an
// oracle, of show, or an ErrIllegal.
func (t *Trace) Run(script []transition.Step, leader Leader, show func(*Step) error) error {
	can := map[Leader]bool{NoLeader: true, ByModel: t.guide != nil, ByOracle: len(t.panel) > 0}
	if !can[leader] {
		return fmt.Errorf("%s: the %s %w: there is no %[2]s", t.Origin, leader, ErrLeader)
	}
	system, c := t.instance.System, &transition.Config{Given: t.instance.Given}
	t.config, t.show, t.errors, t.before = c, show, nil, nil
	t.history = []history{{}} // of ROOT
	for _, e := range t.panel {
		e.paid = 0
	}
	if t.guide != nil {
		t.guide.Start()
	}
	for system.Start(c, len(t.instance.Words)); ; {
		legal, step, made := transition.Moves(0), transition.Step{Label: transition.None}, len(c.Steps)
		if !system.Terminal(c) {
			legal = system.Legal(c)
			if err := t.consult(legal); err != nil {
				return err
			}
		}
		switch {
		case made < len(script) && !legal.Has(script[made].Move):
			return cmp.Or(t.lookAt(legal, nil), t.illegal(script[made], legal))
		case made < len(script):
			step = script[made]
		case leader == NoLeader || legal == 0:
			return t.lookAt(legal, nil)
		case leader == ByModel:
			step = t.likes
		default:
			step.Move = best(t.panel[0].moves.Best(legal))
		}
		if step.Move.Labelled() && step.Label == transition.None { // it lacks one
			if err := t.label(&step); err != nil {
				return err
			}
		}
		if err := t.lookAt(legal, &step); err != nil {
			return err
		}
		for _, e := range t.panel {
			e.paid += e.price
		}
		system.Apply(c, step.Move, step.Label)
		if t.guide != nil {
			t.guide.Take(step)
		}
	}
}

func (t *Trace) consult(legal transition.Moves) error {
	for _, e := range t.panel {
		if err := e.Moves(&e.moves, t.config, legal); err != nil {
			return t.failed(e, err)
		}
	}
	if t.guide != nil {
		t.weighed, t.likes = t.guide.Weigh()
	}
	return nil
}

func (t *Trace) label(step *transition.Step) error {
	if len(t.panel) > 0 {
		k, err := t.labelsBy(t.panel[0], step.Move)
		if err != nil {
			return err
		}
		if first := k.First(); first != transition.None && k.Of(t.other()) > 0 {
			step.Label = first
			return nil
		}
	}
	switch gold := &t.instance.Gold; {
	case t.guide != nil:
		step.Label = 0
		if i := slices.IndexFunc(t.weighed, func(m engine.Weighed) bool { return m.Move == step.Move }); i >= 0 {
			step.Label = t.weighed[i].Labels[0].Label
		}
	case len(gold.Spans) > 0:
		step.Label = gold.Spans[0].Label
	case gold.Meaning != nil:
		step.Label = t.instance.Given.Unknown
	default:
		step.Label = max(0, gold.Labels[1])
	}
	return nil
}

// best prefers moves that complete something: it returns SH only if there is no other move, and NT only before SH.
func best(moves transition.Moves) transition.Move {
	for m := range moves.All() {
		if m != transition.Shift && m != transition.Open {
			return m
		}
	}
	if moves.Has(transition.Open) {
		return transition.Open
	}
	return transition.Shift
}

func (t *Trace) illegal(step transition.Step, legal transition.Moves) error {
	const few = 40 // columns
	var names []string
	for m := range legal.All() {
		names = append(names, m.String())
	}
	instead := "the parse is complete"
	if len(names) > 0 {
		instead = "legal: " + strings.Join(names, ", ")
	}
	return fmt.Errorf("step %d: %s is %w with stack [%s] and buffer [%s]; %s", len(t.config.Steps)+1, t.text(step), ErrIllegal,
		tail(t.stack(), few), head(t.buffer(), few), instead)
}

func (t *Trace) text(step transition.Step) string {
	if step.Label == transition.None {
		return step.Move.String()
	}
	return step.Move.String() + "-" + t.shown(t.labels[step.Label])
}
