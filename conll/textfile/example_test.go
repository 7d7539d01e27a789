package textfile_test

import (
	"fmt"
	"strings"

	"parser/conll/textfile"
)

// A format's reader reads items, here lines that must be short; a bad one does not
// stop the reading.
func Example() {
	f, err := textfile.Open("-", strings.NewReader("one\ntwenty-two\nthree"))
	if err != nil {
		fmt.Println(err)
		return
	}
	long := &textfile.Cause{Rule: "too-long", Text: "line too long"}
	words := textfile.NewItems(f, f.Name, func(text *textfile.Reader) (string, error) {
		line, err := text.Line(textfile.BufferSize)
		if err != nil {
			return "", err
		}
		if word := strings.TrimSpace(string(line)); len(word) <= 5 {
			return word, nil
		}
		return "", &textfile.Error{File: text.Name, Line: text.Lines, Column: 6, Err: long}
	})
	defer words.Close()
	for word, err := range words.All() {
		fmt.Println(word, err)
	}
	// Output:
	// one <nil>
	//  stdin:2:6: line too long
	// three <nil>
}
