package smatch_test

import (
	"fmt"
	"strings"

	"parser/eval/smatch"
	"parser/parser/amr"
)

func Example() {
	r := amr.NewReader(strings.NewReader(`(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))
(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 (b2 / boy)))`), "boys.amr")
	gold, err := r.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	system, err := r.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	m := smatch.Match(gold.Triples(), system.Triples(), smatch.Options{})
	fmt.Println(m.Right, m.System, m.Gold, m.Proven)
	fmt.Println(smatch.NaivePaper(gold, system))
	// Output:
	// 6 8 7 true
	// 1
}
