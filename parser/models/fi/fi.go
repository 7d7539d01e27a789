// Package fi is a parser, from raw text to trees, that was trained on
// UD Finnish TDT, dev of 2.16; UD Finnish PUD, 2.16; UD Finnish FTB, dev of 2.18 (CC BY-SA 4.0).
//
//	p, err := fi.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package fi

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed fi.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
