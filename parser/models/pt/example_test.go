package pt_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/pt"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := pt.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("O cachorro dorme.\n"), "example", text.Options{})
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
	// 1 O DET 2 det
	// 2 cachorro NOUN 3 nsubj
	// 3 dorme VERB 0 root
	// 4 . PUNCT 3 punct
	// <nil>
}
