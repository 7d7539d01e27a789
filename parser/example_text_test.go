package parser_test

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser"
	"parser/parser/english"
	"parser/parser/text"
)

// Sentences keep what it takes to make the text again.
func ExampleTextOf() {
	p, err := english.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	raw := "It rains.  I stay\nin!"
	read, err := p.Text(strings.NewReader(raw), "raw", text.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var sentences []*conll.Sentence
	for s, err := range read {
		if err != nil {
			fmt.Println(err)
			return
		}
		sentences = append(sentences, s)
	}
	again, err := parser.TextOf(sentences)
	fmt.Println(len(sentences), again == raw, err)
	// Output: 2 true <nil>
}
