package vi_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/vi"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := vi.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("Con chó đang ngủ.\n"), "example", text.Options{})
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
	// 1 Con NOUN 4 nsubj
	// 2 chó PROPN 1 compound
	// 3 đang ADV 4 advmod
	// 4 ngủ VERB 0 root
	// 5 . PUNCT 4 punct
	// <nil>
}
