package th_test

import (
	"context"
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/th"
	"parser/parser/text"
)

// From text to trees.
func ExampleLoad() {
	p, err := th.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := p.Text(strings.NewReader("หมากำลังนอนหลับ\n"), "example", text.Options{})
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
	// 1 หมา VERB 3 nsubj
	// 2 กำลัง AUX 3 aux
	// 3 นอน VERB 0 root
	// 4 หลับ VERB 3 compound
	// <nil>
}
