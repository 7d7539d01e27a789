// Package gd is a parser, from raw text to trees, that was trained on
// UD Scottish Gaelic ARCOSG, snapshot of 2026; UD Irish IDT, snapshot of 2026 (CC BY-SA 4.0).
//
//	p, err := gd.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package gd

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed gd.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
