// Package nn is a parser, from raw text to trees, that was trained on
// UD Norwegian Nynorsk, 2.6; UD Norwegian NynorskLIA, 2.10; UD Norwegian Bokmaal, dev of 2.16 (CC BY-SA 4.0).
//
//	p, err := nn.Load()
//	items, err := p.ParseText(ctx, raw)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package nn

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed nn.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
