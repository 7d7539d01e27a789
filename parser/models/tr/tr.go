// Package tr is a parser, from raw text to trees, that was trained on
// UD Turkish BOUN, dev of 2.18; UD Turkish Kenet, dev of 2.13; UD Turkish Penn, dev of 2.17; UD Turkish FrameNet, 2.17 (CC BY-SA 4.0).
//
//	p, err := tr.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package tr

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed tr.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
