// Package is is a parser, from raw text to trees, that was trained on
// UD Icelandic Modern, snapshot of 2026; UD Icelandic GC, dev of 2.11; UD Faroese FarPaHC, snapshot of 2026 (CC BY-SA 4.0).
//
//	p, err := is.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package is

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed is.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
