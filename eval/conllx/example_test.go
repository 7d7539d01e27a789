package conllx_test

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/eval/conllx"
)

// three reads a tree over "cats sleep ." with the given label for "cats".
func three(label string) []*conll.Sentence {
	r := conll.NewReader(strings.NewReader(""+
		"1\tcats\tcat\tNOUN\tNNS\t_\t2\t"+label+"\t_\t_\n"+
		"2\tsleep\tsleep\tVERB\tVBP\t_\t0\troot\t_\t_\n"+
		"3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n"), "cats.conllu")
	s, err := r.Read()
	if err != nil {
		panic(err)
	}
	return []*conll.Sentence{s}
}

func Example() {
	a, err := conllx.Score(three("nsubj"), three("obj"), conllx.Options{})
	fmt.Println(a.UAS(), a.LAS(), a.Skipped, err)
	// Output: 100.00 50.00 1 <nil>
}
