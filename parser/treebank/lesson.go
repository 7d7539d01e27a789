package treebank

import (
	"fmt"

	"parser/oracle"
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

// NewLesson makes a lesson of a treebank of one sentence. What the encoding leaves open,
// the sentence itself decides. Words without head stay so; heads with a cycle are an
// error, and so is a tree without words (ErrNoTree).
func NewLesson(d Data, system string, as *Encoding) (*Lesson, error) {
	if err := d.CheckKind(system); err != nil {
		return nil, err
	}
	e, err := as.Encoder(system)
	if err != nil {
		return nil, err
	}
	b := e.Bank(d)
	all, err := e.Annotations(b)
	if err != nil {
		return nil, err
	}
	if len(all) != 1 {
		return nil, fmt.Errorf("%w: a tree without words", ErrNoTree)
	}
	l := &Lesson{Labels: labelsOf(all)}
	for _, w := range b.Words[0] {
		l.Words = append(l.Words, w.Form)
	}
	l.Gold = all[0].gold(l.Labels)
	l.System, err = oracle.NewSystem(system, e.Params(b, all))
	return l, err
}
