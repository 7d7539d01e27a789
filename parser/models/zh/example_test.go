package zh_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/zh"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := zh.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("狗在睡觉。\n"), "example", text.Options{})
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
	// 1 狗 PROPN 3 nsubj
	// 2 在 VERB 1 mark
	// 3 睡觉 NOUN 0 root
	// 4 。 PUNCT 3 punct
	// <nil>
}
