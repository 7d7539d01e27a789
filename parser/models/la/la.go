// Package la is a parser, from raw text to trees, that was trained on
// UD Latin LLCT, dev of 2.17; UD Latin CIRCSE, 2.17 (CC BY-SA 4.0).
//
//	p, err := la.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package la

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed la.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
