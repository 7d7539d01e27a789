package ga_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/ga"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := ga.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("Tá an madra ina chodladh.\n"), "example", text.Options{})
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
	// 1 Tá VERB 0 root
	// 2 an DET 3 det
	// 3 madra NOUN 1 nsubj
	// 4 ina ADP 5 case
	// 5 chodladh NOUN 1 xcomp:pred
	// 6 . PUNCT 1 punct
	// <nil>
}
