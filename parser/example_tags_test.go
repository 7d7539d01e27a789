package parser_test

import (
	"context"
	"fmt"

	"parser/conll"
	"parser/parser"
	"parser/parser/structure"
	"parser/parser/train"
)

// A parser that holds a tagger reads words alone.
func ExampleParser_WithTaggers() {
	ctx := context.Background()
	data, err := conll.ReadFile("../testdata/en/train.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	o := parser.DefaultsFor("tag")
	o.Epochs = 4
	tagger, err := train.Run(ctx, structure.Data{Sentences: data}, structure.Data{}, o, train.Observer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	o = parser.DefaultOptions()
	o.UseScorer("linear") // which learns in a few seconds
	o.Epochs = 4
	p, err := train.Run(ctx, structure.Data{Sentences: data}, structure.Data{}, o, train.Observer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if p, err = p.WithTaggers(tagger); err != nil {
		fmt.Println(err)
		return
	}
	s := &conll.Sentence{Words: []conll.Word{{Form: "The"}, {Form: "dog"}, {Form: "sleeps"}, {Form: "."}}}
	if err := p.Parse(s); err != nil {
		fmt.Println(err)
		return
	}
	for i, w := range s.Words {
		fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
	}
	// Output:
	// 1 The DET 2 det
	// 2 dog NOUN 3 nsubj
	// 3 sleeps VERB 0 root
	// 4 . PUNCT 3 punct
}
