package derivedtest_test

import (
	"fmt"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/testdata/testkit/derivedtest"
)

// Of the sequences 1 2 and 1 3, gold is the first; the values after 1 are those of ending and of the three actions.
func Example() {
	l, _ := derivedtest.Written(fsa.Words([]fsa.Symbol{1, 2}, []fsa.Symbol{1, 3}), 3)
	twin := derivedtest.NewTwin(l, []fsa.Weight{0, 1})
	fmt.Println(twin.Values(twin.Scratch(), &twin.Prefixes[1]))

	p := derived.Problem{Actions: 3, Admissible: fsa.Words(l.Words...), Factors: []derived.Factor{{Loss: derived.Hamming(3), Gold: fsa.Linear(1, 2)}}}
	oracle, err := derived.Compile(p, 0)
	values := twin.Scratch()
	if err == nil {
		err = oracle.Advance(1)
	}
	if err == nil {
		err = oracle.Values(values)
	}
	fmt.Println(values, err)
	// Output:
	// [+Inf +Inf 0 1]
	// [+Inf +Inf 0 1] <nil>
}
