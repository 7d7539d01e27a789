// Package ca is a parser, from raw text to trees, that was trained on
// UD Catalan AnCora, dev of 2.9 (GNU GPL 3.0).
//
//	p, err := ca.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package ca

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed ca.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
