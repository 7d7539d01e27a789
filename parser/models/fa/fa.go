// Package fa is a parser, from raw text to trees, that was trained on
// UD Persian PerDT, dev of 2.16; UD Persian Seraji, 2.16 (CC BY-SA 4.0).
//
//	p, err := fa.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package fa

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed fa.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
