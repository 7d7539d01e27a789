package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	train "parser/parser/internal/training"
	"parser/parser/internal/training/parsertest"
)

// TestUnknownShare: a network that is trained with dev keeps how many of its words are unknown; a model without words
// keeps nothing.
func TestUnknownShare(t *testing.T) {
	some := parsertest.Some(t)
	p, err := parsertest.TrainOn(t.Context(), some[:40], some[40:], parsertest.Options(1, parsertest.TinyNetwork), train.Observer{})
	require.NoError(t, err)
	require.Greater(t, p.Meta().Unknown, 0.1)
	require.Less(t, p.Meta().Unknown, 0.9)
	require.Equal(t, p.Meta().Unknown, parsertest.Reread(t, parsertest.File(t, p)).Meta().Unknown)
	linear, err := parsertest.TrainOn(t.Context(), some[:40], some[40:], parsertest.Options(1), train.Observer{})
	require.NoError(t, err)
	require.Zero(t, linear.Meta().Unknown)
}
