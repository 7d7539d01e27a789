package parsertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/engine"
	"parser/parser/treebank"
)

// Asked returns a parser of which more is asked than of p.
func Asked(t testing.TB, p *engine.Parser, edit func(*treebank.Request)) *engine.Parser {
	t.Helper()
	r := p.Request()
	edit(&r)
	q, err := p.With(r)
	require.NoError(t, err)
	return q
}

// Retagging returns a parser like p that tags all words.
func Retagging(t testing.TB, p *engine.Parser) *engine.Parser {
	t.Helper()
	return Asked(t, p, func(r *treebank.Request) { r.Retag = true })
}
