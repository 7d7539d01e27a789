package extract_test

import (
	"fmt"

	"parser/conll"
	"parser/parser/extract"
)

func Example() {
	triples, err := extract.Load("triples")
	if err != nil {
		fmt.Println(err)
		return
	}
	sentences, err := conll.ReadFile("testdata/en.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	find := triples.Finder()
	for _, s := range sentences[1:3] {
		items, err := find(s)
		if err != nil {
			fmt.Println(err)
		}
		for _, it := range items {
			fmt.Printf("%s: %s(%s; %s)\n", s.ID, it.Part("verb"), it.Part("subject"), it.Part("object"))
		}
	}
	// Output:
	// en-2: was written(a young poet; The letter)
	// en-3: wants(She; )
	// en-3: buy(She; the house)
	// en-3: built(her parents; the house)
}
