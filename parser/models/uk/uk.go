// Package uk is a parser, from raw text to trees, that was trained on
// UD Ukrainian ParlaMint, snapshot of 2026; UD Russian Taiga, snapshot of 2026; UD Belarusian HSE, 2.5 (CC BY-SA 4.0).
//
//	p, err := uk.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package uk

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed uk.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
