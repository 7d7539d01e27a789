package mt_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/mt"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := mt.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("Il-kelb rieqed.\n"), "example", text.Options{})
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
	// 1 Il- DET 2 det
	// 2 kelb NOUN 3 nsubj
	// 3 rieqed VERB 0 root
	// 4 . PUNCT 3 punct
	// <nil>
}
