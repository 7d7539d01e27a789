package structure

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/treebank"
	"parser/transition"
)

// Constrainable is a Codec of structures that can be given in part, and completed: of trees.
type Constrainable interface {
	Codec
	// CheckKept returns an error, with its place, if no tree of system s can have all that is given in the item: heads of
	// words, or the constituents of its Tree.
	CheckKept(s transition.System, it *treebank.Item) error
	// Constraint returns what keeps it while a system builds the rest.
	Constraint(s transition.System) Constraint
}

// Constraint keeps what is given in one item at a time.
type Constraint interface {
	decode.Constraint
	// Start takes what is given in an item, whose words scorers see like this, and returns the system that has room for it.
	Start(it *treebank.Item, words []conll.Word) transition.System
	// Read is the Codec's, except that what is given stays.
	Read(c *transition.Config, it *treebank.Item, filled []conll.Word)
}

var (
	_ Constrainable = (*arcs)(nil)
	_ Constrainable = (*brackets)(nil)
)

// anyLabel is the label of a given constituent that can have any. An empty label means the same.
const anyLabel = "_"

// given returns the constituents of the tree in an item, as they are learned, without the outermost bracket.
func (e *brackets) given(it *treebank.Item) (all []decode.Span) {
	if it.Tree == nil {
		return nil
	}
	steps := e.steps
	steps.Empties = true // since words have none
	t := steps.Apply(it.Tree)
	if t == nil {
		return nil
	}
	for _, s := range t.Spans()[1:] {
		if s.Label == anyLabel {
			s.Label = ""
		}
		all = append(all, decode.Span{Label: s.Label, Start: int32(s.Start), End: int32(s.End)})
	}
	return all
}

// CheckKept implements Constrainable.
func (e *brackets) CheckKept(s transition.System, it *treebank.Item) error {
	err := e.spans().Check(s, e.given(it))
	if it.Tree != nil && len(WordsOf(it.Tree)) != len(it.Words) {
		err = fmt.Errorf("a tree of %d words comes with %d words", len(WordsOf(it.Tree)), len(it.Words))
	}
	if err != nil && it.File != "" {
		return &conll.Error{File: it.File, Line: it.Line, Err: err}
	}
	return err
}

// spans returns what keeps constituents.
func (e *brackets) spans() *decode.Spans {
	var names [][]string
	for _, label := range e.labels {
		names = append(names, strings.Split(label, chainMark))
	}
	return decode.NewSpans(names)
}

// Constraint implements Constrainable.
func (e *brackets) Constraint(s transition.System) Constraint {
	return &keptSpans{e.spans(), e, s}
}

// keptSpans keeps the constituents of the tree of an item. Its configurations have all that is given, so that it needs no
// Read of its own.
type keptSpans struct {
	*decode.Spans
	*brackets
	system transition.System
}

// Start implements Constraint.
func (k *keptSpans) Start(it *treebank.Item, _ []conll.Word) transition.System {
	return k.Spans.Start(k.system, k.given(it))
}
