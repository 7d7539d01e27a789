package parser_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser"
	learn "parser/parser/train"
)

// What is no tree is an error also where non-projective trees are skipped.
func TestSkippingStillChecksTrees(t *testing.T) {
	o := options(1, func(o *parser.Options) { o.NonProjective = "skip" })
	require.ErrorIs(t, trainError(t, append(some(t)[:3:3], tree(7, 2, 1)), o), conll.ErrCycle)
}

// Labels that look decorated are the treebank's own where nothing is lifted.
func TestSkippingLeavesLabelsAlone(t *testing.T) {
	own := tree(1, 2, 0)
	own.Words[0].Deprel = "a↑b"
	p := trained(t, []*conll.Sentence{own}, options(9, func(o *parser.Options) { o.NonProjective = "skip"; setLearner(o, "min-updates", 0) }))
	s := own.Clone()
	p.Parse(s)
	require.Equal(t, own.Words, s.Words)
}

// A direction that training trees lack gets the labels of the other one, never
// those of ROOT's arcs while there are others.
func TestUnseenDirection(t *testing.T) {
	p := trained(t, []*conll.Sentence{tree(1, 2, 0)}, options(2))
	s := tree(1, 0, 0, 0, 0, 0)
	p.Parse(s)
	for i, w := range s.Words {
		require.Equal(t, w.Head == 0, w.Deprel == "root", "word %d: %+v", i+1, w)
	}
	alone := trained(t, []*conll.Sentence{tree(1, 0)}, options(2))
	alone.Parse(s)
	require.NoError(t, s.CheckTree(true))
}

// Training that ends while dev is parsed keeps what the epoch learned.
func TestCancelledWhileScoring(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	train := some(t)
	last := learn.Observer{Sentence: func(done, total int) {
		if done == total {
			cancel()
		}
	}}
	p, err := trainOn(ctx, train, train[:5], options(2), last)
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, p)
}
