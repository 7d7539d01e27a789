package train_test

import (
	"context"
	"fmt"

	"parser/conll"
	"parser/parser"
	"parser/parser/structure"
	"parser/parser/train"
)

// The system decides what is learned: here a tagger, from forms and tags.
func Example() {
	data, err := conll.ReadFile("../../testdata/en/train.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	options := parser.DefaultsFor("tag")
	options.Epochs = 2
	trained, err := train.Run(context.Background(), structure.Data{Sentences: data}, structure.Data{}, options, train.Observer{
		Epoch: func(e train.Epoch) { fmt.Println("epoch", e.Number, "of", options.Epochs) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &conll.Sentence{Words: []conll.Word{{Form: "The"}, {Form: "dog"}, {Form: "said"}, {Form: "."}}}
	if err := trained.Tag(s); err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range s.Words {
		fmt.Println(w.Form, w.UPOS)
	}
	// Output:
	// epoch 1 of 2
	// epoch 2 of 2
	// The DET
	// dog NOUN
	// said VERB
	// . PUNCT
}
