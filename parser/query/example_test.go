package query_test

import (
	"errors"
	"fmt"

	"parser/conll"
	"parser/parser/query"
	"parser/ptb"
	"parser/ptb/heads"
)

func ExampleParseSemgrex() {
	sentence := &conll.Sentence{Words: []conll.Word{
		{Form: "Gulls", UPOS: "NOUN", Head: 2, Deprel: "nsubj"},
		{Form: "steal", UPOS: "VERB", Head: 0, Deprel: "root"},
		{Form: "bread", UPOS: "NOUN", Head: 2, Deprel: "obj"},
	}}
	p, err := query.ParseSemgrex("{upos:VERB}=verb > {upos:NOUN}=noun")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Names())
	for m, err := range p.Search(false)(sentence) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(sentence.Words[m.Named[0].First].Form, sentence.Words[m.Named[1].First].Form)
	}
	// Output:
	// [verb noun]
	// steal Gulls
	// steal bread
}

func ExampleParseTregex() {
	tree := &ptb.Tree{Label: "S", Children: []*ptb.Tree{
		{Label: "NP", Children: []*ptb.Tree{{Label: "NNS", Word: "Gulls"}}},
		{Label: "VP", Children: []*ptb.Tree{{Label: "VBP", Word: "cry"}}},
	}}
	p, err := query.ParseTregex("S <# VP=head")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := heads.Load("collins")
	if err != nil {
		fmt.Println(err)
		return
	}
	for m := range p.Search(rules)(tree) {
		fmt.Println(p.Names(), m.Named[0].Tree)
	}
	// Output: [head] (VP (VBP cry))
}

func ExampleError() {
	_, err := query.ParseSemgrex("{lemma:don't} & {}")
	if wrong, ok := errors.AsType[*query.Error](err); ok {
		fmt.Println(wrong.Column, wrong.Message)
	}
	// Output: 15 & is not supported; relations that stand side by side must all hold
}
