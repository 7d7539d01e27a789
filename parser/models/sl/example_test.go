package sl_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/sl"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := sl.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("Pes spi.\n"), "example", text.Options{})
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
	// 1 Pes NOUN 2 nsubj
	// 2 spi VERB 0 root
	// 3 . PUNCT 2 punct
	// <nil>
}
