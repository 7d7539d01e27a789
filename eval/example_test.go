package eval_test

import (
	"fmt"

	"parser/eval"
)

func Example() {
	var c eval.Counts
	c.Add(eval.Counts{Right: 3, Gold: 4, System: 5})
	c.Add(eval.Counts{Right: 1, Gold: 2, System: 1})
	fmt.Println(c.F1())
	// Output: 66.67
}
