// Package ru is a parser, from raw text to trees, that was trained on
// UD Russian Taiga, snapshot of 2026; UD Russian GSD, dev of 2.16; UD Russian Poetry, dev of 2.16; UD Ukrainian ParlaMint, snapshot of 2026;
// UD Belarusian HSE, 2.5 (CC BY-SA 4.0).
//
//	p, err := ru.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package ru

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed ru.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
