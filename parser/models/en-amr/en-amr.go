// Package enamr is a parser, from raw text to graphs, that was trained on
// QALD-9-AMR, commit 5f1f224 (Apache 2.0).
//
//	p, err := enamr.Load()
//	items, err := p.ParseText(ctx, "Who wrote this book?")
//	fmt.Println(items[0].Graph)
//
// The model has the licence of the treebank, unlike the code; NOTICE says more about both, and
// how good it is. It holds weights and a vocabulary, and no sentence.
package enamr

import (
	_ "embed"
	"strings"

	"parser/parser"
	"parser/parser/english"
)

//go:embed en-amr.npz
var file string

// Load returns the parser, with the English model of package english as its base.
func Load() (*parser.Parser, error) {
	p, err := parser.Read(strings.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	base, err := english.Load()
	if err != nil {
		return nil, err
	}
	return p.WithBase(base)
}
