package english_test

import (
	"context"
	"fmt"

	"parser/parser"
	"parser/parser/english"
)

// From text to trees.
func ExampleLoad() {
	p, err := english.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "The dog barked. It's late!")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range items {
		for i, w := range it.Words {
			fmt.Println(i+1, w.Form, w.Lemma, w.UPOS, w.Head, w.Deprel)
		}
	}
	// Output:
	// 1 The the DET 2 det
	// 2 dog dog NOUN 3 nsubj
	// 3 barked bark VERB 0 root
	// 4 . . PUNCT 3 punct
	// 1 It it PRON 3 nsubj
	// 2 's be AUX 3 cop
	// 3 late late ADJ 0 root
	// 4 ! ! PUNCT 3 punct
}

// Words alone are found without the network that makes trees.
func ExampleLoadFor() {
	p, err := english.LoadFor(parser.Request{Only: "words"})
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "It's late!")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range items[0].Words {
		fmt.Print(w.Form, "|")
	}
	// Output: It|'s|late|!|
}
