package parser_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"parser/conll"
	"parser/parser"
	"parser/parser/text"
	"parser/parser/train"
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

// What is parsed can be written in every format of what the parser builds.
func ExampleParser_NewWriter() {
	p, err := parser.Load("english/english.npz")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Meta().Structure, p.Meta().Formats)
	items, err := p.ParseText(context.Background(), "Dogs bark.")
	if err != nil {
		fmt.Println(err)
		return
	}
	var w parser.Writer
	if w, err = p.NewWriter(os.Stdout, "horizontal"); err == nil {
		err = errors.Join(w.Write(items[0]), w.Flush())
	}
	fmt.Println(err)
	_, err = p.NewWriter(os.Stdout, "penman")
	fmt.Println(err)
	// Output:
	// dependencies [conllu conllx json horizontal vertical tsv displacy]
	// Dogs bark .
	// <nil>
	// dependencies cannot be written in the format "penman" (have conllu, conllx, json, horizontal, vertical, tsv, displacy)
}

// A parser of dependencies makes no trees in brackets, and a model without segmenter reads no raw text.
func ExampleParser_Text() {
	english, err := parser.Load("english/english.npz")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = english.ParseTree(nil)
	fmt.Println(errors.Is(err, parser.ErrKind))
	data := parser.Data{Sentences: []*conll.Sentence{{Words: []conll.Word{{Form: "Go", UPOS: "VERB", Deprel: "root"}}}}}
	p, err := train.Run(context.Background(), data, parser.Data{}, parser.Options{Scorer: "linear", Epochs: 1}, train.Observer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = p.Text(strings.NewReader("Go!"), "raw", text.Options{})
	fmt.Println(errors.Is(err, parser.ErrNoSegmenter))
	// Output:
	// true
	// true
}

// How good a parser is, by sentences that it has not learned from.
func ExampleParser_Score() {
	p, err := parser.Load("english/english.npz")
	if err != nil {
		fmt.Println(err)
		return
	}
	gold, err := conll.ReadFile("../testdata/en/dev.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	scores, err := p.Score(context.Background(), parser.Data{Sentences: gold}, 2)
	fmt.Println(scores.UAS > scores.LAS, scores.LAS > 60, err)
	// Output: true true <nil>
}
