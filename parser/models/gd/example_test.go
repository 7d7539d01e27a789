package gd_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/gd"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := gd.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("Tha an cù na chadal.\n"), "example", text.Options{})
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
	// 1 Tha VERB 0 root
	// 2 an DET 3 det
	// 3 cù NOUN 1 nsubj
	// 4 an ADP 6 case
	// 5 a PRON 6 nmod:poss
	// 6 chadal NOUN 1 xcomp:pred
	// 7 . PUNCT 1 punct
	// <nil>
}
