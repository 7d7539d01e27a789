package compare_test

import (
	"os"
	"strings"

	"parser/conll"
	"parser/parser/cli/internal/compare"
)

// Two systems; the second has one more label right.
func Example() {
	read := func(name, label string) func() (*conll.Sentence, error) {
		return conll.NewReader(strings.NewReader(""+
			"1\tcats\tcat\tNOUN\tNNS\t_\t2\t"+label+"\t_\t_\n"+
			"2\tsleep\tsleep\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"), name).Read
	}
	c, err := compare.NewArcs(2, compare.Options{Metrics: []compare.Metric{"las"}})
	if err != nil {
		panic(err)
	}
	files := []func() (*conll.Sentence, error){read("gold", "nsubj"), read("a", "obj"), read("b", "nsubj")}
	if err := compare.Sentences(files, c.Add); err != nil {
		panic(err)
	}
	report, err := c.Report(compare.Sampling{Samples: compare.DefaultSamples, Confidence: compare.DefaultConfidence, Workers: 1})
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
