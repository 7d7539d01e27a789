package ja_test

import (
	"context"
	"fmt"

	"parser/parser/models/ja"
)

// From text to trees.
func ExampleLoad() {
	p, err := ja.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "犬が寝ています。")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range items {
		for i, w := range it.Words {
			fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
		}
	}
	// Output:
	// 1 犬 NOUN 3 nsubj
	// 2 が ADP 1 case
	// 3 寝 VERB 0 root
	// 4 て SCONJ 3 mark
	// 5 い VERB 4 fixed
	// 6 ます AUX 3 aux
	// 7 。 PUNCT 3 punct
}
