// Package vectors reads word vectors that were made elsewhere, as initial values for a network.
//
//	table, err := vectors.Open("cc.da.300.vec.gz", os.Stdin, func(word string) bool { return wanted[word] })
//	vector := table.Row(0) // of table.Words[0]
//
// The formats are text, a word and its numbers a line, as word2vec and fastText write it with
// a first line "count numbers", and GloVe without; and a matrix in an .npy file, with its
// words in a second file. Each can be compressed. Memory is that of the words kept.
package vectors

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/unicode/norm"

	"parser/conll/textfile"
)

var (
	// ErrFormat is the cause of all errors in the contents of files.
	ErrFormat = errors.New("no word vectors")
	// errNone is the cause if no vector is kept.
	errNone = errors.New("none of the words has a vector")
)

// maxDim is the largest number of numbers that a vector may have.
const maxDim = 1 << 13

// Table is words with their vectors.
type Table struct {
	Words []string  // without duplicates
	Dim   int       // length of each vector
	Data  []float32 // all finite: Dim for each of Words

	Found   int // vectors in the file, kept or not
	Doubles int // of these, vectors of words that had one before, which are not kept
}

// Row returns the vector of a word, from 0.
func (t *Table) Row(word int) []float32 { return t.Data[word*t.Dim:][:t.Dim] }

// Spellings returns the words under which the vector of a form is looked up, the best first: the
// form itself, and its lower case.
func Spellings(form string) []string { return []string{form, strings.ToLower(form)} }

// Open reads the vectors in a file ("-" is stdin): those of words that are wanted, or all if wanted
// is nil, and the first of two of a word. The words of emb.npy are in emb.vocab or emb.txt, one a
// line in the order of rows. All files can be compressed. The error is ErrFormat, with
// file and line, if a file is malformed, and another one if there is nothing to keep.
func Open(name string, stdin io.Reader, wanted func(word string) bool) (*Table, error) {
	file, err := textfile.Open(name, stdin)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if start, _ := file.Peek(len(npyMagic)); string(start) != npyMagic {
		return read(file, wanted, textVectors)
	}
	words, err := openWords(name)
	if err != nil {
		return nil, err
	}
	defer words.Close()
	return read(file, wanted, func(k *keeper, f *textfile.Reader) error { return matrixVectors(k, f, words) })
}

func read(file *textfile.Reader, wanted func(string) bool, vectors func(*keeper, *textfile.Reader) error) (*Table, error) {
	if wanted == nil {
		wanted = func(string) bool { return true }
	}
	k := &keeper{wanted: wanted, kept: map[string]bool{}}
	switch err := vectors(k, file); {
	case err != nil:
		return nil, err
	case k.Found == 0:
		return nil, fmt.Errorf("%s: %w: it is empty", file.Name, ErrFormat)
	case len(k.Words) == 0:
		return nil, fmt.Errorf("%s: %w", file.Name, errNone)
	}
	return &k.Table, nil
}

type keeper struct {
	Table
	wanted func(word string) bool
	kept   map[string]bool
}

// next counts a vector of a word, and returns where to write its numbers; nil if it is not kept.
func (k *keeper) next(word string) []float32 {
	k.Found++
	word = norm.NFC.String(word) // as words are looked up
	if !k.wanted(word) {
		return nil
	}
	if k.kept[word] {
		k.Doubles++
		return nil
	}
	word = strings.Clone(word)
	k.kept[word], k.Words = true, append(k.Words, word)
	k.Data = append(k.Data, make([]float32, k.Dim)...)
	return k.Row(len(k.Words) - 1)
}

// bad returns an ErrFormat about a line of a file.
func bad(file *textfile.Reader, format string, args ...any) error {
	return &textfile.Error{File: file.Name, Line: file.Lines, Err: fmt.Errorf("%w: "+format, append([]any{ErrFormat}, args...)...)}
}
