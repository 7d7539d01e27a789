package english_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/english"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := english.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("The dog barked. It's late!\n"), "example", text.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = p.Stream(context.Background(), sentences.Read, func(s *conll.Sentence) error {
		for i, w := range s.Words {
			fmt.Println(i+1, w.Form, w.Lemma, w.UPOS, w.Head, w.Deprel)
		}
		return nil
	}, 1)
	fmt.Println(err)
	// Output:
	// 1 The the DET 2 det
	// 2 dog dog NOUN 3 nsubj
	// 3 barked bark VERB 0 root
	// 4 . . PUNCT 3 punct
	// 1 It it PRON 3 nsubj
	// 2 's be AUX 3 cop
	// 3 late late ADJ 0 root
	// 4 ! ! PUNCT 3 punct
	// <nil>
}
