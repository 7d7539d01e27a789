package enamr_test

import (
	"context"
	"fmt"

	"parser/parser/models/en-amr"
)

// From text to graphs.
func ExampleLoad() {
	p, err := enamr.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Who wrote this book?")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range items {
		fmt.Println(it.Graph)
	}
	// Output:
	// # ::id 1
	// # ::snt Who wrote this book?
	// (w / write-01
	//       :ARG0 (a / amr-unknown)
	//       :ARG1 (b / book))
}
