// Package cop is a parser, from words to trees, that was trained on
// UD Coptic Scriptorium, 2.16 (CC BY 4.0).
//
//	p, err := cop.Load()
//	err := p.Parse(sentence)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package cop

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed cop.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
