package fr_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/fr"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := fr.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("Le chien dort.\n"), "example", text.Options{})
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
	// 1 Le DET 3 det
	// 2 chien ADJ 3 amod
	// 3 dort NOUN 0 root
	// 4 . PUNCT 3 punct
	// <nil>
}
