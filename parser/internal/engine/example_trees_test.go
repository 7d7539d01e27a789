package engine_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/english"
	"parser/parser/internal/engine"
	train "parser/parser/internal/training"
	"parser/parser/text"
	"parser/parser/treebank"
	"parser/ptb"
)

// exampleTrees trains a small constituency parser.
func exampleTrees() (*engine.Parser, error) {
	data, err := ptb.ReadFile("../../../testdata/en/train.mrg")
	if err != nil {
		return nil, err
	}
	options := engine.DefaultsFor("in-order")
	options.UseScorer("linear") // which learns in a few seconds
	options.Epochs = 8
	return train.Run(context.Background(), treebank.Data{Trees: data}, treebank.Data{}, options, train.Observer{})
}

// A constituency parser learns from one part of a treebank and is chosen on
// another.
func Example_constituents() {
	data, err := ptb.ReadFile("../../../testdata/en/train.mrg")
	if err != nil {
		fmt.Println(err)
		return
	}
	dev, err := ptb.ReadFile("../../../testdata/en/dev.mrg")
	if err != nil {
		fmt.Println(err)
		return
	}
	options := engine.DefaultsFor("bracket")
	options.UseScorer("linear") // which learns in a few seconds
	options.Epochs = 3
	p, err := train.Run(context.Background(), treebank.Data{Trees: data}, treebank.Data{Trees: dev}, options, train.Observer{
		Epoch: func(e train.Epoch) { fmt.Println("epoch", e.Number, "F1 above 70:", e.F1 > 70) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := p.Meta()
	fmt.Println(m.System, "with at most", m.Params.MaxOpens, "opened in a row; trees skipped:", m.Skipped.Total())
	// Output:
	// epoch 1 F1 above 70: true
	// epoch 2 F1 above 70: true
	// epoch 3 F1 above 70: true
	// bracket with at most 4 opened in a row; trees skipped: 0
}

// ParseTree needs forms and tags.
func ExampleParser_ParseTree() {
	p, err := exampleTrees()
	if err != nil {
		fmt.Println(err)
		return
	}
	tree, err := p.ParseTree([]conll.Word{
		{Form: "The", XPOS: "DT"}, {Form: "dog", XPOS: "NN"}, {Form: "sleeps", XPOS: "VBZ"}, {Form: ".", XPOS: "."},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tree)
	// Output: (TOP (S (NP (DT The) (NN dog)) (VP (VBZ sleeps)) (. .)))
}

// A parser of constituents has learned from words with their tags. A base cuts raw text for it, and tags the words.
func ExampleParser_WithBase() {
	p, err := exampleTrees()
	if err != nil {
		fmt.Println(err)
		return
	}
	base, err := engine.Read(english.File(), english.File().Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	if p, err = p.WithBase(base); err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("The dog barked. It rained."), "text", text.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for s, err := range sentences.All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		tree, err := p.ParseTree(s.Words)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(tree)
	}
	// Output:
	// (TOP (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))
	// (TOP (S (NP (PRP It)) (VP (VBD rained)) (. .)))
}
