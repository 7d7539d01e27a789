package fsa_test

import (
	"fmt"
	"os"
	"strings"

	"parser/oracle/fsa"
)

// A machine in text that keeps the words of "really big ships" or drops the first for a price, and
// its best path.
func ExampleReadATT() {
	names := &fsa.Symbols{}
	for _, word := range []string{"really", "big", "ships"} {
		names.Add(word)
	}
	words := fsa.Notation{In: names, Out: names}
	m, err := fsa.ReadATT(strings.NewReader(`
0 1 really really 2
0 1 really <eps> 0.5
1 2 big big
2 3 ships ships
3
`), "ships.txt", words)
	if err != nil {
		fmt.Println(err)
		return
	}
	path, weight, err := fsa.ShortestPath(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range path {
		in, _ := names.Name(a.In)
		out, _ := names.Name(a.Out)
		fmt.Println(in, "->", out)
	}
	fmt.Println("at", weight)
	if err := fsa.WriteATT(os.Stdout, fsa.Output(m), fsa.Notation{Acceptor: true, In: names}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// really -> <eps>
	// big -> big
	// ships -> ships
	// at 0.5
	// 0	1	really	2
	// 0	1	<eps>	0.5
	// 1	2	big
	// 2	3	ships
	// 3
}
