package compare_test

import (
	"fmt"

	"parser/eval"
	"parser/eval/compare"
)

// Of ten sentences b has one more word right in each: of the 2¹⁰ ways to exchange
// outputs only two make as large a difference.
func ExampleRandomisation() {
	a, b := make([]eval.Counts, 10), make([]eval.Counts, 10)
	for i := range a {
		a[i] = eval.Counts{Right: 7, Gold: 10, System: 10}
		b[i] = eval.Counts{Right: 8, Gold: 10, System: 10}
	}
	r, err := compare.Randomisation(a, b, compare.Sampling{})
	fmt.Printf("%.4f %v %v\n", r.P(), r.Exact, err)
	// Output: 0.0020 true <nil>
}
