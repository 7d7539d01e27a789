package draw_test

import (
	"fmt"
	"os"

	"parser/conll"
	"parser/parser"
	"parser/parser/draw"
	"parser/parser/query"
)

// What a pattern finds is marked.
func ExampleFound() {
	s := &conll.Sentence{Words: []conll.Word{
		{Form: "Birds", UPOS: "NOUN", Head: 3, Deprel: "nsubj"}, {Form: "often", UPOS: "ADV", Head: 3, Deprel: "advmod"},
		{Form: "sing", UPOS: "VERB", Head: 0, Deprel: "root"},
	}}
	p, err := query.ParseSemgrex("{upos:VERB}=v >nsubj {}=s")
	if err != nil {
		fmt.Println(err)
		return
	}
	var matches []*query.Match
	for m, err := range p.Search(false)(s) {
		if err != nil {
			fmt.Println(err)
			return
		}
		matches = append(matches, m)
	}
	picture := draw.Found(&parser.Item{Words: s.Words, Sentence: s}, matches...)
	if err := draw.Write(os.Stdout, "text", draw.Options{}, picture); err != nil {
		fmt.Println(err)
	}
	// Output:
	// *   ┍>  Birds  NOUN  nsubj
	//     ├>  often  ADV   advmod
	// * ─>┴─  sing   VERB  root
}

// What only one of two parses has is marked: + in the system's, - in the gold one.
func Example() {
	gold := &conll.Sentence{Words: []conll.Word{
		{Form: "Birds", UPOS: "NOUN", Head: 2, Deprel: "nsubj"}, {Form: "sing", UPOS: "VERB", Head: 0, Deprel: "root"},
	}}
	system := gold.Clone()
	system.Words[0].Deprel = "obj"
	item := func(s *conll.Sentence) *parser.Item { return &parser.Item{Words: s.Words, Sentence: s} }
	both, err := draw.Compare(item(gold), item(system))
	if err == nil {
		err = draw.Write(os.Stdout, "text", draw.Options{}, draw.Of(item(gold)), both)
	}
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(draw.Formats())
	// Output:
	// ┌>  Birds  NOUN  nsubj
	// ─>┴─  sing   VERB  root
	//
	// -   ┌>  Birds  NOUN  nsubj
	// +   ┝>  Birds  NOUN  obj
	//   ─>┴─  sing   VERB  root
	// - missing: in gold only
	// + wrong: in the system's only
	// [svg html text tikz dot]
}
