// Package multi is a parser, from words to trees, that was trained on
// Universal Dependencies (CC BY-SA 4.0).
//
//	p, err := multi.Load()
//	danish, err := p.Following("da", nil)
//	err = danish.Parse(sentence)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package multi

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed multi.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
