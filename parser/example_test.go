package parser_test

import (
	"context"
	"fmt"

	"parser/parser"
)

// Sentences and words alone are found without the network that makes trees.
func ExampleLoadFor() {
	p, err := parser.LoadFor("english/english.npz", parser.Request{Only: "words"})
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "The dog didn't bark. It's late!")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range items {
		for _, w := range it.Words {
			fmt.Print(w.Form, "|")
		}
		fmt.Println()
	}
	// Output:
	// The|dog|did|n't|bark|.|
	// It|'s|late|!|
}

// The two most probable trees of a sentence.
func ExampleParser_With() {
	p, err := parser.Load("english/english.npz")
	if err == nil {
		p, err = p.With(parser.Request{NBest: 2})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "I saw her duck.")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range append(items, items[0].Others...) {
		fmt.Printf("%d: duck is the %s of %s\n", it.Rank, it.Words[3].Deprel, it.Words[it.Words[3].Head-1].Form)
	}
	// Output:
	// 1: duck is the obj of saw
	// 2: duck is the iobj of saw
}
