package textfile_test

import (
	"fmt"
	"io"
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
	defer f.Close()
	long, number := &textfile.Cause{Rule: "too-long", Text: "line too long"}, 0
	read := func() (string, error) {
		line, err := f.Line(textfile.BufferSize)
		if err == io.EOF && len(line) == 0 {
			return "", io.EOF
		}
		number++
		if text := strings.TrimSpace(string(line)); len(text) <= 5 {
			return text, nil
		}
		return "", &textfile.Error{File: f.Name, Line: number, Column: 6, Err: long}
	}
	for line, err := range textfile.All(read) {
		fmt.Println(line, err)
	}
	// Output:
	// one <nil>
	//  stdin:2:6: line too long
	// three <nil>
}
