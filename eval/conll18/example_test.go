package conll18_test

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/eval/conll18"
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
	scores, err := conll18.Score(three("nsubj"), three("obj"))
	fmt.Println(scores.LAS.F1(), scores.CLAS.F1(), err)
	// Output: 66.67 50.00 <nil>
}
