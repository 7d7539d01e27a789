package cop_test

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/models/cop"
)

// From words to trees.
func ExampleLoad() {
	p, err := cop.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	s := new(conll.Sentence)
	for _, form := range strings.Fields("ⲡ ⲟⲩϩⲟⲟⲣ ⲛⲕⲟⲧⲕ") {
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
	// 1 ⲡ DET 2 det
	// 2 ⲟⲩϩⲟⲟⲣ NOUN 3 nsubj
	// 3 ⲛⲕⲟⲧⲕ VERB 0 root
}
