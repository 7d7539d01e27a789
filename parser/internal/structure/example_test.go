package structure_test

import (
	"fmt"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/transition"
)

// A treebank of one sentence becomes gold heads and numbers of labels.
func Example() {
	s := &conll.Sentence{Words: []conll.Word{
		{Form: "Birds", Head: 2, Deprel: "nsubj"}, {Form: "sing", Head: 0, Deprel: "root"},
	}}
	encoding := structure.Encoding{NonProjective: "skip"}
	codec, err := encoding.Codec("arc-hybrid", "single")
	if err != nil {
		fmt.Println(err)
		return
	}
	bank := codec.Bank(treebank.Data{Sentences: []*conll.Sentence{s}})
	expert, err := oracle.New("dynamic", transition.ArcHybrid{Roots: bank.Params.Roots})
	if err != nil {
		fmt.Println(err)
		return
	}
	corpus, err := bank.Corpus(codec, expert, bank.Labels())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(corpus.Labels, corpus.Golds[0].Heads, corpus.Golds[0].Labels)
	// Output:
	// [nsubj root] [-1 2 0] [-1 0 1]
}
