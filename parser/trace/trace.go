// Package trace goes through the parse of one sentence step by step and says, of every
// configuration, what each legal move costs by some oracles and which one is taken: those
// of a script, or the best.
//
//	t := trace.New(lesson)
//	steps, err := t.Script("SH SH LA-nsubj")
//	err = t.Ask("dynamic", "fsa")                             // those that take the sentence
//	err = t.Run(steps, true, func(s *trace.Step) error { … }) // the script, then the best moves
package trace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/eval/layout"
	"parser/oracle"
	"parser/parser/treebank"
	"parser/transition"
)

// Trace is a sentence with the oracles that are asked about it.
type Trace struct {
	From    string    // where the sentence is from, for errors
	Refused []Refusal // oracles that do not take the sentence
	lesson  *treebank.Lesson
	words   []string // as they are shown, by node
	labels  []string // as they are written; first those of the lesson, then others of the script
	panel   []*expert
	config  *transition.Config
	show    func(*Step) error
}

// chainSeparator stands in labels that are shown, and in scripts, for the blanks
// in those of shift-label.
const chainSeparator = "+"

// New returns the trace of a lesson.
func New(l *treebank.Lesson) *Trace {
	t := &Trace{lesson: l, words: []string{"ROOT"}}
	for i, word := range l.Words {
		if l.System.Kind() == transition.Dependencies {
			word = fmt.Sprintf("%d:%s", i+1, word)
		}
		t.words = append(t.words, word)
	}
	for _, label := range l.Labels {
		t.labels = append(t.labels, strings.ReplaceAll(label, " ", chainSeparator))
	}
	if len(t.labels) == 0 { // no word has a head
		t.labels = append(t.labels, "_")
	}
	return t
}

// Script reads a script of moves; see transition.ParseScript. Labels that the sentence has
// not get numbers behind those that it has.
func (t *Trace) Script(text string) ([]transition.Step, error) {
	return transition.ParseScript(text, func(label string) int32 {
		i := slices.Index(t.labels, label)
		if i < 0 {
			i, t.labels = len(t.labels), append(t.labels, label)
		}
		return int32(i)
	})
}

// other is the number of a label that neither the sentence nor the script has.
func (t *Trace) other() int32 { return int32(len(t.labels)) }

// ErrIllegal is the cause when a script takes a move that is not legal.
var ErrIllegal = errors.New("not legal")

// Run takes the steps of a script, and then, if it is to follow, the best ones to the end.
// A label that the script left out is the first of those that cost least by the first
// oracle; best is what the first oracle likes best. show is called with every configuration
// and the step that leads on. An oracle that fails on the way is an error, and so is a
// script that cannot be followed (ErrIllegal).
func (t *Trace) Run(script []transition.Step, follow bool, show func(*Step) error) error {
	system, c := t.lesson.System, &transition.Config{}
	t.config, t.show = c, show
	for _, e := range t.panel {
		e.paid = 0
	}
	for system.Start(c, len(t.lesson.Words)); ; {
		legal, step, made := transition.Moves(0), transition.Step{Label: transition.None}, len(c.Steps)
		if !system.Terminal(c) {
			legal = system.Legal(c)
			for _, e := range t.panel {
				if err := e.Moves(&e.moves, c); err != nil {
					return t.failed(e, err)
				}
			}
		}
		switch {
		case made < len(script) && !legal.Has(script[made].Move):
			return cmp.Or(t.lookAt(legal, nil), t.illegal(script[made], legal))
		case made < len(script):
			step = script[made]
		case follow && legal != 0:
			step.Move = best(t.panel[0].moves.Best(legal))
		default:
			return t.lookAt(legal, nil)
		}
		if step.Move.Labelled() && step.Label == transition.None { // it lacks one
			k, err := t.labelsBy(t.panel[0], step.Move)
			if err != nil {
				return err
			}
			switch gold := &t.lesson.Gold; {
			case k.First() != transition.None && k.Of(t.other()) > 0:
				step.Label = k.First()
			case len(gold.Spans) > 0:
				step.Label = gold.Spans[0].Label
			default:
				step.Label = max(0, gold.Labels[1])
			}
		}
		if err := t.lookAt(legal, &step); err != nil {
			return err
		}
		for _, e := range t.panel {
			e.paid += e.moves[step.Move]
			if step.Move.Labelled() {
				k, err := t.labelsBy(e, step.Move)
				if err != nil {
					return err
				}
				e.paid += k.Of(step.Label)
			}
		}
		system.Apply(c, step.Move, step.Label)
	}
}

// best returns, of the best moves, the one that completes most: SH is the last choice, NT
// the one before it.
func best(moves transition.Moves) transition.Move {
	for m := range transition.NumMoves {
		if moves.Has(m) && m != transition.Shift && m != transition.Open {
			return m
		}
	}
	if moves.Has(transition.Open) {
		return transition.Open
	}
	return transition.Shift
}

// illegal says why a step of the script cannot be taken.
func (t *Trace) illegal(step transition.Step, legal transition.Moves) error {
	const few = 40 // columns
	var names []string
	for m := range transition.NumMoves {
		if legal.Has(m) {
			names = append(names, m.String())
		}
	}
	instead := "the parse is complete"
	if len(names) > 0 {
		instead = "legal: " + strings.Join(names, ", ")
	}
	return fmt.Errorf("step %d: %s is %w with stack [%s] and buffer [%s]; %s", len(t.config.Steps)+1, t.text(step), ErrIllegal,
		tail(t.stack(), few), head(t.words[t.config.Next:], few), instead)
}

// failed says at which step an oracle failed.
func (t *Trace) failed(e *expert, err error) error {
	return fmt.Errorf("%s: step %d: %s: %w", t.From, len(t.config.Steps)+1, e.Name(), err)
}

// text writes a step as scripts do.
func (t *Trace) text(step transition.Step) string {
	if step.Label == transition.None {
		return step.Move.String()
	}
	return step.Move.String() + "-" + t.labels[step.Label]
}

// expert is an oracle that takes the sentence.
type expert struct {
	oracle.Oracle
	paid   int32 // the costs of the moves made so far
	moves  oracle.Costs
	labels oracle.LabelCosts
}

// Refusal is an oracle that does not take the sentence.
type Refusal struct {
	Oracle string `json:"oracle"`
	Reason string `json:"reason"`
}

// ErrRefused is the cause when no oracle takes the sentence.
var ErrRefused = errors.New("no oracle takes this tree")

// Exhaustive is the name of an oracle that oracle.New does not know, because it takes
// exponential time.
const Exhaustive = "exhaustive"

// A sentence is too long for the exhaustive oracle if it has more words or, in
// bracket, more words times the square of the brackets opened in a row: the oracle
// would need more than a few seconds, and soon all memory.
const (
	maxExhaustive        = 10
	maxExhaustiveBracket = 48
)

// Oracles lists all oracles that Ask knows.
func Oracles() []string { return append(oracle.Names(), Exhaustive) }

// Ask starts the named oracles, or, if there are no names, all but the exhaustive one that
// the system has. Those that refuse the tree are put aside; it is an ErrRefused if all do.
// A name of no oracle of the system is an oracle.ErrUnknown or oracle.ErrNoOracle.
func (t *Trace) Ask(names ...string) error {
	if len(names) == 0 {
		names = oracle.NamesFor(t.lesson.System)
	}
	n, opens := len(t.lesson.Words), int64(t.lesson.System.Params().MaxOpens)
	var reasons []string
	for _, name := range names {
		o, err := oracle.New(name, t.lesson.System)
		if name == Exhaustive {
			x := &oracle.Exhaustive{System: t.lesson.System}
			if x.System.Kind() == transition.Constituents {
				x.LabelCount = t.other() + 1
			}
			o, err = x, nil
		}
		if err != nil {
			return err
		}
		switch words := layout.Count(n, "word"); {
		case name == Exhaustive && n > maxExhaustive:
			err = fmt.Errorf("%w: %s, more than %d", oracle.ErrTooLong, words, maxExhaustive)
		case name == Exhaustive && int64(n)*opens*opens > maxExhaustiveBracket:
			err = fmt.Errorf("%w: %s with up to %d brackets opened in a row", oracle.ErrTooLong, words, opens)
		default:
			err = o.Start(&t.lesson.Gold)
		}
		if err != nil {
			t.Refused = append(t.Refused, Refusal{o.Name(), err.Error()})
			reasons = append(reasons, o.Name()+": "+err.Error())
			continue
		}
		t.panel = append(t.panel, &expert{Oracle: o})
	}
	if len(t.panel) == 0 {
		return fmt.Errorf("%s: %w: %s", t.From, ErrRefused, strings.Join(reasons, "; "))
	}
	return nil
}

// labelsBy asks an oracle what labels add to the cost of a legal, labelled move.
func (t *Trace) labelsBy(e *expert, m transition.Move) (*oracle.LabelCosts, error) {
	if err := e.Labels(&e.labels, t.config, m); err != nil {
		return nil, t.failed(e, err)
	}
	return &e.labels, nil
}
