package train_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"parser/conll"
	"parser/parser"
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
	trained, err := train.Run(context.Background(), parser.Data{Sentences: data}, parser.Data{}, options, train.Observer{
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

// A training with a checkpoint goes on where an earlier program ended.
func ExampleResume() {
	data, err := conll.ReadFile("../../testdata/en/train.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	options := parser.DefaultsFor("tag")
	options.Epochs = 3
	ctx, stop := context.WithCancel(context.Background())
	learn := func() (*parser.Parser, error) {
		return train.Resume(ctx, filepath.Join(folder, "tag"), parser.Data{Sentences: data}, parser.Data{}, options, train.Observer{
			Epoch: func(e train.Epoch) {
				fmt.Println("epoch", e.Number, "done before:", e.Past)
				if e.Number == 2 && !e.Past {
					stop()
				}
			},
		})
	}
	_, err = learn()
	fmt.Println(err)
	ctx = context.Background()
	_, err = learn()
	fmt.Println(err)
	left, err := os.ReadDir(folder)
	fmt.Println(len(left), err)
	// Output:
	// epoch 1 done before: false
	// epoch 2 done before: false
	// context canceled
	// epoch 1 done before: true
	// epoch 2 done before: true
	// epoch 3 done before: false
	// <nil>
	// 0 <nil>
}
