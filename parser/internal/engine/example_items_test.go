package engine_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/treebank"
)

// A text is cut into sentences and words, tagged and parsed.
func ExampleParser_ParseText() {
	p, err := engine.Read(english.File(), english.File().Size())
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
		for i, w := range it.Sentence.Words {
			fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
		}
	}
	// Output:
	// 1 The DET 2 det
	// 2 dog NOUN 3 nsubj
	// 3 barked VERB 0 root
	// 4 . PUNCT 3 punct
	// 1 It PRON 3 nsubj
	// 2 's AUX 3 cop
	// 3 late ADJ 0 root
	// 4 ! PUNCT 3 punct
}

const twoSentences = "1\tBirds\t_\tNOUN\t_\t_\t_\t_\t_\t_\n2\tsing\t_\tVERB\t_\t_\t_\t_\t_\t_\n\n" +
	"1\tHe\t_\tPRON\t_\t_\t_\t_\t_\t_\n2\tleft\t_\tVERB\t_\t_\t_\t_\t_\t_\n\n"

// A loop over the sentences of a file gets each as soon as it is parsed.
func ExampleParser_All() {
	p, err := engine.Read(english.File(), english.File().Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	file := conll.NewReader(strings.NewReader(twoSentences), "two.conllu")
	for it, err := range p.All(context.Background(), file.All(), 1) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(it.Words[0].Form, it.Words[0].Deprel)
	}
	// Output:
	// Birds nsubj
	// He nsubj
}

// Whatever a parser builds, it makes items of items, and its structure writes them.
func ExampleParser_Run() {
	p, err := engine.Read(english.File(), english.File().Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	file := conll.NewReader(strings.NewReader(twoSentences), "two.conllu")
	next := func() (*treebank.Item, error) {
		s, err := file.Read()
		if err != nil {
			return nil, err
		}
		return &treebank.Item{Words: s.Words, Sentence: s}, nil
	}
	var out strings.Builder
	w, err := p.Structure().NewWriter(&out, "horizontal")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := p.Run(context.Background(), next, w.Write, 2); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Flush())
	fmt.Print(out.String())
	// Output:
	// <nil>
	// Birds sing
	// He left
}
