package ambiguity_test

import (
	"fmt"
	"maps"

	"parser/parser/internal/neural/ambiguity"
)

func Example() {
	c := ambiguity.New(nil, maps.All(map[string][]string{"walks": {"NOUN", "VERB"}, "sleeps": {"VERB"}}))
	for _, n := range c.Of("Walks") {
		fmt.Println(c.Tags[n])
	}
	// Output:
	// NOUN
	// VERB
}
