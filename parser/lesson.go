package parser

import (
	"fmt"
	"slices"

	"parser/conll"
	"parser/oracle"
	"parser/ptb"
	"parser/transition"
)

// Lesson is one sentence with its gold tree as training sees it, for a look at
// what oracles say about it.
type Lesson struct {
	System transition.System
	Words  []string // forms
	Labels []string // of the tree, sorted; a label's number is its place
	Gold   oracle.Gold
}

// NewLesson makes a lesson of a dependency tree. Of the options it needs System,
// Roots, for which the tree itself decides where they are left open, and
// NonProjective. Words without head stay so; heads with a cycle are an error.
func NewLesson(s *conll.Sentence, o Options) (*Lesson, error) {
	if err := o.builds(transition.Dependencies); err != nil {
		return nil, err
	}
	roots, err := rootsOf(&o, []*conll.Sentence{s})
	if err != nil {
		return nil, err
	}
	scheme, err := schemeOf(o.NonProjective)
	if err != nil {
		return nil, err
	}
	t, err := goldTree(s, scheme)
	if err != nil {
		return nil, err
	}
	l := &Lesson{Labels: labelsOf([]*tree{t})}
	l.Gold = encode(t, l.Labels)
	for i := range s.Words {
		l.Words = append(l.Words, s.Words[i].Form)
	}
	return l.with(&o, transition.Params{Roots: roots})
}

// NewTreeLesson makes a lesson of a constituency tree. Of the options it needs
// System, Steps, Unary, and MaxOpens and MaxUnary, for which the tree itself
// decides where they are 0. A tree without words is an error (ErrNoTree).
func NewTreeLesson(t *ptb.Tree, o Options) (*Lesson, error) {
	steps, err := o.steps()
	if err != nil {
		return nil, err
	}
	unary, err := transition.ParseUnary(o.Unary)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	bank := newTreebank([]*ptb.Tree{t}, steps)
	if bank.empty > 0 {
		return nil, fmt.Errorf("%w: a tree without words", ErrNoTree)
	}
	l, spans := &Lesson{}, o.derivable(goldSpans(bank.trees[0]), unary)
	for _, w := range bank.words[0] {
		l.Words = append(l.Words, w.Form)
	}
	for _, s := range spans {
		l.Labels = append(l.Labels, s.Label)
	}
	slices.Sort(l.Labels)
	l.Labels = slices.Compact(l.Labels)
	l.Gold.Spans = (&corpus{labels: l.Labels}).encode(spans)
	return l.with(&o, o.params([][]ptb.Span{spans}, unary))
}

// with completes a lesson with its system.
func (l *Lesson) with(o *Options, p transition.Params) (*Lesson, error) {
	err := o.checkBounds()
	if err != nil {
		return nil, err
	}
	if l.System, err = oracle.NewSystem(o.System, p); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	return l, nil
}
