package conll

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// treebanks returns the treebanks beside the project that match a pattern, and only
// the small part of large ones unless PARSER_DEEP is set.
func treebanks(t *testing.T, pattern string) []string {
	t.Helper()
	files := testkit.SharedFiles(t, pattern)
	if testkit.Deep() {
		return files
	}
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasPrefix(filepath.Base(file), "train.conllu") })
}

func TestTreebanksAreWrittenAsTheyWere(t *testing.T) {
	for _, file := range slices.Concat(treebanks(t, "ud/*/*.gz"), treebanks(t, "ptb/*/*.conllu.gz"),
		treebanks(t, "conllx/*/*.gz"), treebanks(t, "eval/conll*/*.gz")) {
		text := testkit.Unzipped(t, file)
		if filepath.Base(filepath.Dir(file)) == "eu" {
			text = asUTF8(t, text)
		}
		_, bad, out := roundTrip(t, text)
		require.Empty(t, bad, file)
		require.True(t, bytes.Equal(text, []byte(out)), file)
	}
}

func BenchmarkReadTreebank(b *testing.B) {
	text := testkit.Unzipped(b, testkit.Shared(b, "ud/en/train.conllu.gz"))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	words := 0
	for b.Loop() {
		for s, err := range NewReader(bytes.NewReader(text), "").All() {
			if err != nil {
				b.Fatal(err)
			}
			words += s.Len()
		}
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
}

// Reading and writing 100,000 sentences, 31 MB, must not hold more than a few of
// them in memory.
func TestReadingTakesConstantMemory(t *testing.T) {
	const sentences, most = 100_000, 4 << 20
	r := NewReader(testkit.Repeated(small, sentences), "f")
	w := NewWriter(io.Discard)
	check := testkit.HeapBelow(t, most)
	read := 0
	for s, err := range r.All() {
		require.NoError(t, err)
		require.NoError(t, w.Write(s))
		if read++; read%25_000 == 0 {
			check()
		}
	}
	require.Equal(t, sentences, read)
	require.NoError(t, w.Flush())
}
