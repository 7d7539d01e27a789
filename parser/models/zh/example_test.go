package zh_test

import (
	"context"
	"fmt"

	"parser/parser/models/zh"
)

// From text to trees.
func ExampleLoad() {
	p, err := zh.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "狗在睡觉。")
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
	// 1 狗 NOUN 3 nsubj
	// 2 在 VERB 3 advcl
	// 3 睡觉 VERB 0 root
	// 4 。 PUNCT 3 punct
}
