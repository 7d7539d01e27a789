package lemma_test

import (
	"fmt"

	"parser/parser/internal/structure/internal/lemma"
)

// The script from "Cities" to "city" also makes the lemma of a word that was never seen.
func Example() {
	script := lemma.Script("Cities", "city")
	fmt.Println(script)
	fmt.Println(lemma.Apply(script, "Fries"))
	fmt.Println(lemma.Apply(script, "is"))
	// Output:
	// l:|---+y
	// fry true
	//  false
}
