package parser_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser"
)

// TestDropoutLeavesTheExpertAlone: who asks the oracle only gets no features, and no chance
// is spent on them; so a tagger learns the same whether the roll-outs of the oracle are
// read off its costs or carried out.
func TestDropoutLeavesTheExpertAlone(t *testing.T) {
	learned := func(execute bool) []float32 {
		return weights(t, trainedTagger(t, some(t)[:20], tagOptions("upos", 2, func(o *parser.Options) {
			o.Dropout, o.Execute = 0.3, execute
		})))
	}
	require.Equal(t, learned(false), learned(true))
}
