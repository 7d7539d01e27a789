package pl_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/pl"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := pl.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("Pies śpi.\n"), "example", text.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = p.Stream(context.Background(), sentences.Read, func(s *conll.Sentence) error {
		for i, w := range s.Words {
			fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
		}
		return nil
	}, 1)
	fmt.Println(err)
	// Output:
	// 1 Pies NOUN 2 nsubj
	// 2 śpi VERB 0 root
	// 3 . PUNCT 2 punct
	// <nil>
}
