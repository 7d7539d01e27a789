// Package gl is a parser, from raw text to trees, that was trained on
// UD Galician TreeGal, 2.16; UD Galician PUD, 2.17; UD Portuguese Porttinari, dev of 2.17; UD Portuguese PetroGold, dev of 2.16 (CC BY-SA 4.0 and LGPL-LR).
//
//	p, err := gl.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package gl

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed gl.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
