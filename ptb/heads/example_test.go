package heads_test

import (
	"fmt"
	"strings"

	"parser/ptb"
	"parser/ptb/heads"
)

// Constituents become dependencies by head rules.
func ExampleConvert() {
	tree, _ := ptb.NewReader(strings.NewReader("( (S (NP-SBJ (NNS Birds)) (VP (VBP sing) (NP (-NONE- *))) (. .)))"), "birds.mrg").Read()
	rules, _ := heads.Load("yamada")
	d := heads.Convert(tree, rules, heads.Penn2Malt)
	for i, leaf := range d.Leaves {
		fmt.Println(i+1, leaf.Word, leaf.Label, d.Heads[i], d.Labels[i])
	}
	// Output:
	// 1 Birds NNS 2 SUB
	// 2 sing VBP 0 ROOT
	// 3 . . 2 P
}
