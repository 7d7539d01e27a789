package cli

import (
	"fmt"
	"slices"
	"strings"

	"parser/parser/cli/internal/frame"
	"parser/parser/vectors"
)

// fillVectors reads the vectors of the words in a treebank, or of all with --all-vectors, and says how many of the
// words have one.
func (t *training) fillVectors(parts ...*frame.BankFile) error {
	forms, wanted := map[string]bool{}, map[string]bool{}
	for _, part := range parts {
		for _, text := range part.Texts {
			for form := range strings.SplitSeq(text, "\t") {
				forms[form] = true
			}
		}
	}
	for form := range forms {
		for _, word := range vectors.Spellings(form) {
			wanted[word] = true
		}
	}
	test := func(word string) bool { return wanted[word] }
	if t.allVectors {
		test = nil
	}
	read, err := vectors.Open(t.vectors, t.Env.Stdin, test)
	if err != nil {
		return err
	}
	table := t.Options.Vectors
	*table = *read
	has, known := map[string]bool{}, 0
	for _, word := range table.Words {
		has[word] = true
	}
	for form := range forms {
		if slices.ContainsFunc(vectors.Spellings(form), func(word string) bool { return has[word] }) {
			known++
		}
	}
	message := fmt.Sprintf("%s: %d vectors of %d numbers, %d kept; %d of %d different words have one", t.vectors, table.Found, table.Dim, len(table.Words), known, len(forms))
	if table.Doubles > 0 {
		message += fmt.Sprintf("; %d vectors of words that had one are not read", table.Doubles)
	}
	fmt.Fprintln(t.Notes(), "vectors:", message)
	return nil
}
