package cy_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/cy"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := cy.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("Mae'r ci yn cysgu.\n"), "example", text.Options{})
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
	// 1 Mae VERB 0 root
	// 2 'r DET 3 det
	// 3 ci NOUN 1 nsubj
	// 4 yn AUX 5 aux
	// 5 cysgu NOUN 1 xcomp
	// 6 . PUNCT 1 punct
	// <nil>
}
