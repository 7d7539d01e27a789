package ko_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/ko"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := ko.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("개가 자고 있다.\n"), "example", text.Options{})
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
	// 1 개가 NOUN 2 nsubj
	// 2 자고 VERB 0 root
	// 3 있다 VERB 2 flat
	// 4 . PUNCT 3 punct
	// <nil>
}
