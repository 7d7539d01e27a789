package parser_test

import (
	"context"
	"fmt"
	"strings"

	"parser/parser"
	"parser/parser/amr"
	"parser/parser/english"
	"parser/parser/internal/grounding"
	"parser/parser/structure"
	"parser/parser/text"
	"parser/parser/train"
)

// exampleGraphs trains a small parser of graphs, which has the English model make words and trees.
func exampleGraphs(ctx context.Context) (*parser.Parser, error) {
	base, err := english.Load()
	if err != nil {
		return nil, err
	}
	graphs, err := amr.ReadFile("../testdata/en/train.amr")
	if err != nil {
		return nil, err
	}
	texts, err := grounding.Texts(graphs)
	if err != nil {
		return nil, err
	}
	trees, err := grounding.Trees(ctx, base, texts, 1)
	if err != nil {
		return nil, err
	}
	options := parser.DefaultsFor("amr")
	options.Epochs = 3
	p, err := train.Run(ctx, structure.Data{Graphs: graphs, Sentences: trees}, structure.Data{}, options, train.Observer{})
	if err != nil {
		return nil, err
	}
	return p.WithBase(base)
}

// A parser of graphs learns from graphs and the dependency trees of their texts. With a base it
// parses raw text.
func Example_graphs() {
	p, err := exampleGraphs(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("The old dog sleeps."), "text", text.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sentences.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.ParseGraph(s))
	// Output:
	// # ::id 1
	// # ::snt The old dog sleeps.
	// (s / sleep-01
	//       :ARG0 (d / dog
	//             :mod (o / old)))
	//  <nil>
}
