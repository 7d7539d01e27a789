package compare_test

import (
	"fmt"
	"os"
	"strings"

	"parser/conll"
	"parser/eval"
	"parser/eval/compare"
)

// Two systems, of which the second has one label more right.
func Example() {
	read := func(name, label string) eval.Source {
		return conll.NewReader(strings.NewReader(""+
			"1\tcats\tcat\tNOUN\tNNS\t_\t2\t"+label+"\t_\t_\n"+
			"2\tsleep\tsleep\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"), name)
	}
	c, err := compare.NewArcs(2, compare.Options{Metrics: []compare.Metric{compare.LAS}})
	if err != nil {
		panic(err)
	}
	if err := eval.Together(read("gold", "nsubj"), []eval.Source{read("a", "obj"), read("b", "nsubj")}, c.Add); err != nil {
		panic(err)
	}
	report, err := c.Report(compare.Sampling{})
	if err != nil {
		panic(err)
	}
	report.Gold, report.Systems = "gold", []string{"a", "b"}
	_ = report.WriteScores(os.Stdout)
	// Output:
	// gold: 1 sentence, 2 words without punctuation
	//
	// LAS
	//    system   score     95 % interval  difference   95 % interval  p (randomisation)  p (bootstrap)
	// A  a        50.00    [50.00, 50.00]
	// B  b       100.00  [100.00, 100.00]      +50.00  [50.00, 50.00]             1.0000         0.0001
	//
	// 10000 samples, seed 0; differences are to A; p is two-sided
}

// Of ten sentences b has one more word right in each: of the 2¹⁰ ways to exchange
// outputs only two make as large a difference.
func ExampleRandomisation() {
	scores := make([][2]eval.Counts, 10)
	for i := range scores {
		scores[i] = [2]eval.Counts{{Right: 7, Gold: 10, System: 10}, {Right: 8, Gold: 10, System: 10}}
	}
	r := compare.Randomisation(scores, compare.Sampling{})
	fmt.Printf("%.4f %v\n", r.P, r.Exact)
	// Output: 0.0020 true
}
