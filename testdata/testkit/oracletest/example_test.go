package oracletest_test

import (
	"fmt"
	"math/rand/v2"

	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

func Example() {
	random := rand.New(rand.NewPCG(1, 2))
	g := oracletest.Random(random, 4, transition.SingleRoot, 2)
	fmt.Println(g.Heads[1:], g.Labels[1:])
	fmt.Println(len(oracletest.Bracketings(2, 1, 1)), "constituency trees over two words")
	// Output:
	// [0 1 2 3] [1 0 1 1]
	// 4 constituency trees over two words
}
