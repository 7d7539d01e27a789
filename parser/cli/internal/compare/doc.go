// Package compare tells whether parsers differ, how significantly, and where: from a gold treebank and the output of
// several systems it computes scores with confidence intervals, differences from the first system with p values by
// approximate randomisation (Noreen 1989; Yeh 2000) and by paired bootstrap (Koehn 2004; Berg-Kirkpatrick et al. 2012),
// breakdowns, confusions and examples. The scores are those of eval.pl, see [parser/eval/conllx], of EVALB, see
// [parser/eval/evalb], and Smatch, see [parser/eval/smatch].
//
//	c, err := compare.NewArcs(2, compare.Options{Examples: 3})
//	err = compare.Sentences(files, c.Add) // gold first
//	report, err := c.Report(compare.Sampling{})
//	report.Gold, report.Systems = "gold", []string{"a", "b"}
//	err = report.Write(os.Stdout)
package compare
