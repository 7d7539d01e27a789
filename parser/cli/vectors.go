package cli

import (
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/vectors"
)

// wordVectors says which word vectors training begins with.
type wordVectors struct {
	file string
	all  bool
}

func (v *wordVectors) flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Category: frame.InNeural, Name: "vectors", Destination: &v.file, Usage: "`FILE` of word vectors to know more words by: text of word2vec, fastText or GloVe, or .npy with its words in .vocab or .txt beside it"},
		&urfave.BoolFlag{Category: frame.InNeural, Name: "all-vectors", Destination: &v.all, Usage: "keep the vectors of all words, not only of those in the treebank"},
	}
}

// complete checks the flags. It returns a table that is to be filled, or nil if there are no
// vectors to be read.
func (v *wordVectors) complete() (*vectors.Table, error) {
	switch {
	case v.file != "":
		return &vectors.Table{}, nil
	case v.all:
		return nil, fmt.Errorf("%w: --all-vectors without --vectors", frame.ErrUsage)
	}
	return nil, nil
}

// fill reads the vectors into a table, of the words in a treebank if not of all, and says
// how many of them have one.
func (v *wordVectors) fill(t *vectors.Table, e *Env, parts ...*frame.BankFile) (message string, err error) {
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
	if v.all {
		test = nil
	}
	read, err := vectors.Open(v.file, e.Stdin, test)
	if err != nil {
		return "", err
	}
	*t = *read
	has, known := map[string]bool{}, 0
	for _, word := range t.Words {
		has[word] = true
	}
	for form := range forms {
		for _, word := range vectors.Spellings(form) {
			if has[word] {
				known++
				break
			}
		}
	}
	message = fmt.Sprintf("%s: %d vectors of %d numbers, %d kept; %d of %d different words have one", v.file, t.Found, t.Dim, len(t.Words), known, len(forms))
	if t.Doubles > 0 {
		message += fmt.Sprintf("; %d vectors of words that had one are not read", t.Doubles)
	}
	return message, nil
}
