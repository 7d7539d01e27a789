package features_test

import (
	"fmt"

	"parser/conll"
	"parser/parser/internal/features"
	"parser/transition"
)

// Templates are compiled once, words prepared once per sentence, and features
// extracted from every configuration.
func Example() {
	set, err := features.Parse(`
S0w N0w           # two words
S0t dist(S0,N0)   # a tag and how far it is to the buffer
S0lw S0ld         # the leftmost dependent and its label
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	set = set.Adapt(features.Data{Empty: "t", Tag: 'p'}) // the data has no XPOS
	fmt.Print(set)

	var v features.Vector
	var c transition.Config
	x := set.Compile()
	x.Prepare(&v, []conll.Word{{Form: "cats", UPOS: "NOUN"}, {Form: "sleep", UPOS: "VERB"}})
	s := transition.ArcHybrid{}
	s.Start(&c, 2)
	s.Apply(&c, transition.Shift, transition.None)
	x.Extract(&v, &c)
	fmt.Println(len(v.Features), "features of stack", c.Stack)
	// Output:
	// S0w N0w
	// S0p dist(S0,N0)
	// S0lw S0ld
	// 3 features of stack [0 1]
}
