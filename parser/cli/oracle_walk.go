package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/oracle"
	"parser/parser"
	"parser/transition"
)

// walk leads through a parse of one sentence and asks oracles at every step.
type walk struct {
	from    origin
	lesson  *parser.Lesson
	words   []string // as they are shown, by node
	labels  []string // as they are written; first those of the lesson, then others of the script
	config  transition.Config
	panel   []*expert
	refused []refusal
}

// chainSeparator stands in labels that are shown, and in scripts, for the blanks
// in those of shift-label.
const chainSeparator = "+"

func newWalk(l *parser.Lesson) *walk {
	w := &walk{lesson: l, words: wordsOf(l)}
	for _, label := range l.Labels {
		w.labels = append(w.labels, strings.ReplaceAll(label, " ", chainSeparator))
	}
	return w
}

// number returns the number of a label as it is written. Those that the sentence
// has not get numbers behind those that it has.
func (w *walk) number(label string) int32 {
	i := slices.Index(w.labels, label)
	if i < 0 {
		i, w.labels = len(w.labels), append(w.labels, label)
	}
	return int32(i)
}

// other is the number of a label that neither the sentence nor the script has.
func (w *walk) other() int32 { return int32(len(w.labels)) }

// run takes the steps and then, if it is to follow, the best ones to the end; show
// is called with every configuration and the step that leads on, or nil.
func (w *walk) run(script []transition.Step, follow bool, show func(*transition.Step) error) error {
	s, c := w.lesson.System, &w.config
	s.Start(c, len(w.lesson.Words))
	for {
		if err := w.consult(); err != nil {
			return err
		}
		var step *transition.Step
		switch made := len(c.Steps); {
		case made < len(script):
			if !w.legal().Has(script[made].Move) {
				return cmp.Or(show(nil), w.illegal(script[made]))
			}
			step = w.completed(script[made])
		case follow && !s.Terminal(c):
			step = w.best()
		}
		if err := show(step); err != nil || step == nil {
			return err
		}
		w.take(step)
	}
}

// legal returns the legal moves; in a terminal configuration there are none.
func (w *walk) legal() transition.Moves {
	if w.lesson.System.Terminal(&w.config) {
		return 0
	}
	return w.lesson.System.Legal(&w.config)
}

// illegal says why a step of the script cannot be taken.
func (w *walk) illegal(step transition.Step) error {
	const few = 40 // columns
	var names []string
	for m := range transition.NumMoves {
		if w.legal().Has(m) {
			names = append(names, m.String())
		}
	}
	legal := "the parse is complete"
	if len(names) > 0 {
		legal = "legal: " + strings.Join(names, ", ")
	}
	return fmt.Errorf("%w: --script: step %d: %s is not legal with stack [%s] and buffer [%s]; %s", errUsage,
		len(w.config.Steps)+1, w.text(step), tail(w.stack(), few), head(w.buffer(), few), legal)
}

// text writes a step as scripts do.
func (w *walk) text(step transition.Step) string {
	if step.Label == transition.None {
		return step.Move.String()
	}
	return step.Move.String() + "-" + w.labels[step.Label]
}

// consult asks all oracles for the costs of moves.
func (w *walk) consult() error {
	if w.legal() == 0 {
		return nil
	}
	for _, e := range w.panel {
		e.Moves(&e.moves, &w.config)
		if err := oracle.Failure(e.Oracle); err != nil {
			return fmt.Errorf("%s: step %d: %s: %w", w.from, len(w.config.Steps)+1, e.Name(), err)
		}
	}
	return nil
}

// cost returns what a legal step costs by an oracle.
func (w *walk) cost(e *expert, step transition.Step) int32 {
	cost := e.moves[step.Move]
	if step.Move.Labelled() {
		e.Labels(&e.labels, &w.config, step.Move)
		cost += e.labels.Of(step.Label)
	}
	return cost
}

// take makes a legal step.
func (w *walk) take(step *transition.Step) {
	for _, e := range w.panel {
		e.paid += w.cost(e, *step)
	}
	w.lesson.System.Apply(&w.config, step.Move, step.Label)
}

// completed gives a legal step the label that it lacks: the first that adds
// nothing by the first oracle or, where none adds anything, the first of the sentence.
func (w *walk) completed(step transition.Step) *transition.Step {
	if !step.Move.Labelled() || step.Label != transition.None {
		return &step
	}
	k := &w.panel[0].labels
	w.panel[0].Labels(k, &w.config, step.Move)
	if first := k.First(); first != transition.None && k.Of(w.other()) > 0 {
		step.Label = first
	} else if gold := &w.lesson.Gold; len(gold.Spans) > 0 {
		step.Label = gold.Spans[0].Label
	} else {
		step.Label = gold.Labels[1]
	}
	return &step
}

// best returns the step that the first oracle likes best. Of several it is the one
// that completes most: SH is the last choice, NT the one before it.
func (w *walk) best() *transition.Step {
	best := w.panel[0].moves.Best(w.legal())
	for m := range transition.NumMoves {
		if best.Has(m) && m != transition.Shift && m != transition.Open {
			return w.completed(transition.Step{Move: m, Label: transition.None})
		}
	}
	m := transition.Shift
	if best.Has(transition.Open) {
		m = transition.Open
	}
	return w.completed(transition.Step{Move: m, Label: transition.None})
}
