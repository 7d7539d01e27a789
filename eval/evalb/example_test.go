package evalb_test

import (
	"fmt"
	"strings"

	"parser/eval/evalb"
	"parser/ptb"
)

// Of the five brackets below TOP, one has another label and one is missing; the
// full stop is not scored.
func Example() {
	read := func(text string) []*ptb.Tree {
		t, err := ptb.NewReader(strings.NewReader(text), "example.mrg").Read()
		if err != nil {
			panic(err)
		}
		return []*ptb.Tree{t}
	}
	gold := read("(TOP (S (NP-SBJ (NNS Cats)) (VP (VBP sleep) (PP (IN at) (NP (NN noon)))) (. .)))")
	system := read("(TOP (S (NP (NNS Cats)) (VP (VBP sleep) (ADVP (IN at) (NN noon))) (. .)))")
	params, err := evalb.NamedParams(evalb.DefaultParams)
	if err != nil {
		panic(err)
	}
	totals, err := evalb.Score(gold, system, params)
	fmt.Println(totals.Recall(), totals.Precision(), totals.F1(), err)
	// Output: 60.00 75.00 66.67 <nil>
}
