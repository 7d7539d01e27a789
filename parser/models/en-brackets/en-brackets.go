// Package enbrackets is a parser, from raw text to constituents, that was trained on
// GUM, documents for commercial use, commit 72ce5ac (CC BY-SA 4.0).
//
//	p, err := enbrackets.Load()
//	items, err := p.ParseText(ctx, "The dog sleeps.")
//	fmt.Println(items[0].Tree)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package enbrackets

import (
	_ "embed"
	"strings"

	"parser/parser"
)

//go:embed en-brackets.npz
var file string

// Load returns the parser.
func Load() (*parser.Parser, error) {
	return parser.Read(strings.NewReader(file), int64(len(file)))
}
