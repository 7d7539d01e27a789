package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/parser/treebank"
	"parser/transition"
)

// walk leads through a parse of one sentence and asks oracles at every step.
type walk struct {
	from    origin
	lesson  *treebank.Lesson
	words   []string // as they are shown, by node
	labels  []string // as they are written; first those of the lesson, then others of the script
	config  transition.Config
	panel   []*expert
	refused []refusal
}

// chainSeparator stands in labels that are shown, and in scripts, for the blanks
// in those of shift-label.
const chainSeparator = "+"

func newWalk(l *treebank.Lesson) *walk {
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
			var err error
			if step, err = w.completed(script[made]); err != nil {
				return err
			}
		case follow && !s.Terminal(c):
			var err error
			if step, err = w.best(); err != nil {
				return err
			}
		}
		if err := show(step); err != nil || step == nil {
			return err
		}
		if err := w.take(step); err != nil {
			return err
		}
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
		if err := e.Moves(&e.moves, &w.config); err != nil {
			return w.failed(e, err)
		}
	}
	return nil
}

// failed says at which step an oracle failed.
func (w *walk) failed(e *expert, err error) error {
	return fmt.Errorf("%s: step %d: %s: %w", w.from, len(w.config.Steps)+1, e.Name(), err)
}

// ofLabels asks an oracle what labels add to the cost of a legal, labelled move.
func (w *walk) ofLabels(e *expert, m transition.Move) error {
	if err := e.Labels(&e.labels, &w.config, m); err != nil {
		return w.failed(e, err)
	}
	return nil
}

// take makes a legal step.
func (w *walk) take(step *transition.Step) error {
	for _, e := range w.panel {
		e.paid += e.moves[step.Move]
		if !step.Move.Labelled() {
			continue
		}
		if err := w.ofLabels(e, step.Move); err != nil {
			return err
		}
		e.paid += e.labels.Of(step.Label)
	}
	w.lesson.System.Apply(&w.config, step.Move, step.Label)
	return nil
}

// completed gives a legal step the label that it lacks: the first that adds
// nothing by the first oracle or, where none adds anything, the first of the sentence.
func (w *walk) completed(step transition.Step) (*transition.Step, error) {
	if !step.Move.Labelled() || step.Label != transition.None {
		return &step, nil
	}
	if err := w.ofLabels(w.panel[0], step.Move); err != nil {
		return nil, err
	}
	k := &w.panel[0].labels
	if first := k.First(); first != transition.None && k.Of(w.other()) > 0 {
		step.Label = first
	} else if gold := &w.lesson.Gold; len(gold.Spans) > 0 {
		step.Label = gold.Spans[0].Label
	} else {
		step.Label = gold.Labels[1]
	}
	return &step, nil
}

// best returns the step that the first oracle likes best. Of several it is the one
// that completes most: SH is the last choice, NT the one before it.
func (w *walk) best() (*transition.Step, error) {
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
