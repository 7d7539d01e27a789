package ja_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/ja"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := ja.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("犬が寝ています。\n"), "example", text.Options{})
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
	// 1 犬 NOUN 3 nsubj
	// 2 が ADP 1 case
	// 3 寝 VERB 0 root
	// 4 て SCONJ 3 mark
	// 5 い VERB 4 fixed
	// 6 ます AUX 3 aux
	// 7 。 PUNCT 3 punct
	// <nil>
}
