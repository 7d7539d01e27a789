package vectors_test

import (
	"errors"
	"fmt"
	"strings"

	"parser/parser/internal/neural/vectors"
)

// The vectors of two words of a text are read from the standard input.
func ExampleOpen() {
	const text = "the 0.25 1\ndog -1 2\ncat 3 0.5\n"
	table, err := vectors.Open("-", strings.NewReader(text), func(word string) bool { return word != "the" })
	fmt.Println(table.Words, table.Dim, table.Row(1), err)

	_, err = vectors.Open("-", strings.NewReader(text), func(word string) bool { return word == "owl" })
	fmt.Println(err)
	_, err = vectors.Open("-", strings.NewReader("the 0.25 1\ndog -1\n"), nil)
	fmt.Println(errors.Is(err, vectors.ErrFormat), err)
	// Output:
	// [dog cat] 2 [3 0.5] <nil>
	// stdin: none of the words has a vector
	// true stdin:2: no word vectors: numbers after the word: 1, not 2
}
