package multi_test

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/multi"
)

// From words to trees.
func ExampleLoad() {
	p, err := multi.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	if p, err = p.Following("da", nil); err != nil {
		fmt.Println(err)
		return
	}
	s := new(conll.Sentence)
	for _, form := range strings.Fields("Hunden sover .") {
		s.Words = append(s.Words, conll.Word{Form: form})
	}
	if err := p.Parse(s); err != nil {
		fmt.Println(err)
		return
	}
	for i, w := range s.Words {
		fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
	}
	// Output:
	// 1 Hunden NOUN 2 nsubj
	// 2 sover VERB 0 root
	// 3 . PUNCT 2 punct
}
