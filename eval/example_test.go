package eval_test

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/eval"
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
	a, err := eval.Score(three("nsubj"), three("obj"), eval.Options{})
	fmt.Println(a.UAS(), a.LAS(), a.Skipped, err)
	// Output: 100.00 50.00 1 <nil>
}

// Of ten sentences b has one more word right in each: of the 2¹⁰ ways to exchange
// outputs only two make as large a difference.
func ExampleRandomisation() {
	a, b := make([]eval.Counts, 10), make([]eval.Counts, 10)
	for i := range a {
		a[i] = eval.Counts{Right: 7, Gold: 10, System: 10}
		b[i] = eval.Counts{Right: 8, Gold: 10, System: 10}
	}
	r, err := eval.Randomisation(a, b, eval.Sampling{})
	fmt.Printf("%.4f %v %v\n", r.P(), r.Exact, err)
	// Output: 0.0020 true <nil>
}

func ExampleCoNLL18() {
	scores, err := eval.CoNLL18(three("nsubj"), three("obj"))
	fmt.Println(scores.LAS.F1(), scores.CLAS.F1(), err)
	// Output: 66.67 50.00 <nil>
}
