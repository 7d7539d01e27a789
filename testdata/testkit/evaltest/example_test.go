package evaltest_test

import (
	"fmt"
	"math/rand/v2"

	"parser/testdata/testkit/evaltest"
)

// The system has most heads and labels of the gold tree, but not those of the first * and
// of -.
func Example() {
	gold, system := evaltest.RandomPair(rand.New(rand.NewPCG(1, 1)), 1)
	for i, w := range gold[0].Words {
		fmt.Println(w.Form, w.Head, w.Deprel, system[0].Words[i].Head, system[0].Words[i].Deprel)
	}
	// Output:
	// ä 0 y 0 y
	// , 0 y 0 y
	// * 2 x 3 x
	// ä 1 z 1 z
	// c 2 z 2 z
	// . 3 z 3 z
	// . 2 z 2 z
	// - 0 z 0 x
	// * 7 z 7 z
}
