package vectors

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
)

// reading reads vectors of some words from text, or of all if none is given.
func reading(t *testing.T, text string, words ...string) (*Table, error) {
	t.Helper()
	file, err := textfile.New(iotest.HalfReader(strings.NewReader(text)), "emb")
	require.NoError(t, err)
	return read(file, among(words), textVectors)
}

func among(words []string) func(string) bool {
	if words == nil {
		return nil
	}
	return func(word string) bool { return strings.Contains("|"+strings.Join(words, "|")+"|", "|"+word+"|") }
}

// TestTextFormats: with and without the first line of word2vec, and with any blanks.
func TestTextFormats(t *testing.T) {
	want := &Table{Words: []string{"the", "dog"}, Dim: 3, Data: []float32{1, -2.5, 0, 1e-3, 2, 3}, Found: 2}
	for _, text := range []string{
		"2 3\nthe 1 -2.5 0\ndog 1e-3 2 3\n",
		"the 1 -2.5 0\ndog 1e-3 2 3",
		"\ufeff2 3\r\nthe 1 -2.5 0 \r\ndog 0.001 2 3 \r\n\r\n",
		"the\t1\t-2.5\t0\n\ndog  1e-3   2\t 3\n",
	} {
		got, err := reading(t, text)
		require.NoError(t, err, "%q", text)
		require.Equal(t, want, got, "%q", text)
	}
	require.Equal(t, []float32{1e-3, 2, 3}, want.Row(1))
}

// TestStrangeWords: numbers, no-break spaces, blanks within, bytes that are not UTF-8.
func TestStrangeWords(t *testing.T) {
	got, err := reading(t, "10 1 2\n10\u00a0000 3 4\n. . . 5 6\n\xff 7 8\n")
	require.NoError(t, err)
	require.Equal(t, []string{"10", "10\u00a0000", ". . .", "\xff"}, got.Words)
	require.Equal(t, []float32{1, 2, 3, 4, 5, 6, 7, 8}, got.Data)
}

// TestKept: the wanted words are kept, and the first of two vectors of a word.
func TestKept(t *testing.T) {
	text := "a 1 1\nb 2 2\nc nan nan\na 3 3\nb 4 4\nd 5 5\n"
	got, err := reading(t, text, "b", "d", "e")
	require.NoError(t, err)
	require.Equal(t, &Table{Words: []string{"b", "d"}, Dim: 2, Data: []float32{2, 2, 5, 5}, Found: 6, Doubles: 1}, got)
	_, err = reading(t, text, "e")
	require.ErrorIs(t, err, errNone)
	_, err = reading(t, text, "c")
	require.EqualError(t, err, `emb:3: no word vectors: "nan" is no finite number in single precision`)
}

// TestBadText: it is refused, with the line.
func TestBadText(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "emb: no word vectors: it is empty",
		"\n\n":                   "emb: no word vectors: it is empty",
		"0 5\n":                  "emb: no word vectors: it is empty",
		"1 0\na 1\n":             "emb:1: no word vectors: vectors of 0 numbers, not 1 to 8192",
		"1 9999999\na 1\n":       "emb:1: no word vectors: vectors of 9999999 numbers, not 1 to 8192",
		"word\n":                 "emb:1: no word vectors: vectors of 0 numbers, not 1 to 8192",
		"a 1 2\nb 1\n":           "emb:2: no word vectors: numbers after the word: 1, not 2",
		"a 1 2\n 1 2\n":          "emb:2: no word vectors: numbers after the word: 1, not 2",
		"a 1 2\nb 1 2 3\n":       "emb:2: no word vectors: numbers after the word: 3, not 2",
		"a 1 2\nb\n":             "emb:2: no word vectors: numbers after the word: 0, not 2",
		"a 1 2\n\nb 1 x\n":       `emb:3: no word vectors: "x" is no finite number in single precision`,
		"a 1 inf\n":              `emb:1: no word vectors: "inf" is no finite number in single precision`,
		"a 1 1e39\n":             `emb:1: no word vectors: "1e39" is no finite number in single precision`,
		"3 2\na 1 2\nb 1 2\n":    "emb:3: no word vectors: the number of vectors is 2, and 3 in the first line",
		"1 2\na 1 2\nb 1 2\n":    "emb:3: no word vectors: the number of vectors is 2, and 1 in the first line",
		strings.Repeat("a", 1e6): "emb:1: no word vectors: the line is longer than 262144 bytes",
	} {
		_, err := reading(t, text)
		require.ErrorIs(t, err, ErrFormat, "%.40q", text)
		require.EqualError(t, err, want)
	}
	file, err := textfile.New(io.MultiReader(strings.NewReader("a 1 2\nb"), iotest.ErrReader(iotest.ErrTimeout)), "emb")
	require.NoError(t, err)
	_, err = read(file, nil, textVectors)
	require.ErrorIs(t, err, iotest.ErrTimeout)
}

// npy returns a matrix as NumPy writes it.
func npy(version byte, descr, order, shape string, numbers any) string {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }    \n", descr, order, shape)
	length := []byte{byte(len(header)), 0}
	if version > 1 {
		length = append(length, 0, 0)
	}
	data, _ := binary.Append(nil, binary.LittleEndian, numbers)
	return fmt.Sprintf("\x93NUMPY%c\x00%s%s%s", version, length, header, data)
}

// opening writes files and opens the vectors in emb.npy.
func opening(t *testing.T, matrix string, files map[string]string, words ...string) (*Table, error) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	path := filepath.Join(folder, "emb.npy")
	require.NoError(t, os.WriteFile(path, []byte(matrix), 0o666))
	table, err := Open(path, nil, among(words))
	if err != nil {
		err = fmt.Errorf("%s%w", strings.ReplaceAll(err.Error(), folder+string(filepath.Separator), ""), wrapped{err})
	}
	return table, err
}

// wrapped is an error without a text of its own.
type wrapped struct{ error }

func (wrapped) Error() string   { return "" }
func (w wrapped) Unwrap() error { return w.error }

func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

// TestMatrices in both precisions, compressed or not, with and without frequencies after words.
func TestMatrices(t *testing.T) {
	single := npy(1, "<f4", "False", "(3, 2)", []float32{1, 2, 3, 4, 5, 6})
	double := npy(2, "<f8", "False", "(3, 2)", []float64{1, 2, 3, 4, 5, 6})
	const words = "the\t99\r\na dog\nthe\n"
	want := &Table{Words: []string{"the", "a dog"}, Dim: 2, Data: []float32{1, 2, 3, 4}, Found: 3, Doubles: 1}
	for _, matrix := range []string{single, double, zipped(single)} {
		for name, text := range map[string]string{"emb.vocab": words, "emb.txt": words, "emb.vocab.gz": zipped(words), "emb.txt.gz": zipped(words)} {
			got, err := opening(t, matrix, map[string]string{name: text})
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
	got, err := opening(t, double, map[string]string{"emb.txt": "a\nb\nc\n"}, "c")
	require.NoError(t, err)
	require.Equal(t, &Table{Words: []string{"c"}, Dim: 2, Data: []float32{5, 6}, Found: 3}, got)
}

// TestBadMatrices are refused with a reason.
func TestBadMatrices(t *testing.T) {
	good := npy(1, "<f4", "False", "(2, 1)", []float32{1, 2})
	for _, c := range []struct{ matrix, words, want string }{
		{good, "a\n", "emb.txt:1: no word vectors: 1 word for 2 vectors"},
		{good, "", "emb.txt:0: no word vectors: 0 words for 2 vectors"},
		{good, "a\nb\nc\n", "emb.txt:3: no word vectors: more words than the 2 vectors"},
		{good + "x", "a\nb\n", "emb.npy: no word vectors: there is more than 2 rows"},
		{good[:len(good)-1], "a\nb\n", "emb.npy: no word vectors: row 2 of 2: unexpected EOF"},
		{good[:7], "a\n", "emb.npy: no word vectors: the header is cut off: unexpected EOF"},
		{good[:9], "a\n", "emb.npy: no word vectors: the header is cut off: unexpected EOF"},
		{good[:30], "a\n", "emb.npy: no word vectors: the header is cut off: unexpected EOF"},
		{npy(1, "<f4", "True", "(2, 1)", []float32{1, 2}), "a\nb\n", "emb.npy: no word vectors: it is in Fortran's order: save numpy.ascontiguousarray of it"},
		{npy(1, "<i4", "False", "(2, 1)", []int32{1, 2}), "a\nb\n", "emb.npy: no word vectors: numbers of type <i4, not <f4 or <f8"},
		{npy(1, ">f4", "False", "(2, 1)", []int32{1, 2}), "a\nb\n", "emb.npy: no word vectors: numbers of type >f4, not <f4 or <f8"},
		{npy(1, "<f4", "False", "(2, 0)", []float32{}), "a\nb\n", "emb.npy: no word vectors: vectors of 0 numbers, not 1 to 8192"},
		{npy(1, "<f4", "False", "(2, 9999)", []float32{}), "a\nb\n", "emb.npy: no word vectors: vectors of 9999 numbers, not 1 to 8192"},
		{npy(1, "<f4", "False", "(0, 2)", []float32{}), "", "emb.npy: no word vectors: it is empty"},
		{npy(1, "<f4", "False", "(99999999999999999999, 2)", []float32{}), "", "emb.npy: no word vectors: 99999999999999999999 rows"},
		{npy(1, "<f4", "False", "(2,)", []float32{}), "",
			"emb.npy: no word vectors: a matrix is needed, not \"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\""},
		{npy(1, "<f4", "False", "(2, 1)", []float32{1, float32(math.NaN())}), "a\nb\n",
			`emb.txt:2: no word vectors: number 1 of row 2 of emb.npy, of "b", is NaN, not finite in single precision`},
		{npy(1, "<f8", "False", "(1, 2)", []float64{1, 1e39}), "a\n",
			`emb.txt:1: no word vectors: number 2 of row 1 of emb.npy, of "a", is 1e+39, not finite in single precision`},
	} {
		_, err := opening(t, c.matrix, map[string]string{"emb.txt": c.words})
		require.ErrorIs(t, err, ErrFormat, c.want)
		require.EqualError(t, err, c.want)
	}
	_, err := opening(t, good, nil)
	require.ErrorIs(t, err, ErrFormat)
	require.EqualError(t, err, "emb.npy: no word vectors: the words of its rows, one a line, are missing: emb.vocab or emb.txt")
	_, err = Open(filepath.Join(t.TempDir(), "none"), nil, nil)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestMemoryIsThatOfWordsKept: unwanted words cost no memory.
func TestMemoryIsThatOfWordsKept(t *testing.T) {
	line := "word" + strings.Repeat(" 0.25", 300) + "\n"
	text := strings.Repeat(line, 1000) + "kept" + strings.Repeat(" 1", 300) + "\n"
	allocations := testing.AllocsPerRun(3, func() {
		file := &textfile.Reader{Reader: bufio.NewReader(strings.NewReader(text)), Name: "emb"}
		table, err := read(file, func(word string) bool { return word == "kept" }, textVectors)
		require.NoError(t, err)
		require.Len(t, table.Data, 300)
	})
	require.Less(t, allocations, 1100.0, "one a line, of its word")
}

// FuzzRead: any file is refused or gives a sound table, part of which can be read.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"2 3\nthe 1 -2.5 0\ndog 1e-3 2 3\n", "the 1 2\n. . 1 2\n", "1 1\n1 1\n",
		npy(1, "<f4", "False", "(2, 2)", []float32{1, 2, 3, 4})} {
		f.Add([]byte(seed), "a\nb\n")
	}
	f.Fuzz(func(t *testing.T, data []byte, words string) {
		read := func(wanted func(string) bool) (*Table, error) {
			file, err := textfile.New(bytes.NewReader(data), "emb")
			if err != nil {
				return nil, err
			}
			if !strings.HasPrefix(string(data), npyMagic) {
				return read(file, wanted, textVectors)
			}
			return read(file, wanted, func(k *keeper, f *textfile.Reader) error {
				return matrixVectors(k, f, &textfile.Reader{Reader: bufio.NewReader(strings.NewReader(words)), Name: "words"})
			})
		}
		all, err := read(nil)
		if err != nil {
			return
		}
		require.Len(t, all.Data, len(all.Words)*all.Dim)
		require.Equal(t, all.Found, len(all.Words)+all.Doubles)
		seen := map[string]bool{}
		for i, word := range all.Words {
			require.NotContains(t, word, "\n")
			require.False(t, seen[word])
			seen[word] = true
			for _, x := range all.Row(i) {
				require.Zero(t, x-x)
			}
		}
		last := len(all.Words) - 1
		one, err := read(func(word string) bool { return word == all.Words[last] })
		require.NoError(t, err)
		require.Equal(t, all.Words[last:], one.Words)
		require.Equal(t, all.Row(last), one.Data)
	})
}
