package ptb

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/testdata/testkit"
)

// treebanks returns the compressed files of a treebank beside the project, or
// of all of them.
func treebanks(t testing.TB, name string) []string {
	t.Helper()
	return testkit.SharedFiles(t, "ptb/"+name+"/*.mrg.gz")
}

// roundTrip writes all trees of a text in the form in which they were found.
func roundTrip(t *testing.T, text []byte) string {
	t.Helper()
	var out bytes.Buffer
	r, w := NewReader(bytes.NewReader(text), "test"), NewWriter(&out)
	for tree, err := range r.All() {
		require.NoError(t, err)
		w.Tight = r.Tight()
		require.NoError(t, w.Write(tree))
	}
	require.NoError(t, w.Flush())
	return out.String()
}

// TestTreebanksRoundTrip reads and writes every available treebank.
func TestTreebanksRoundTrip(t *testing.T) {
	for _, file := range treebanks(t, "*") {
		text := testkit.Unzipped(t, file)
		require.True(t, bytes.Equal(text, []byte(roundTrip(t, text))), file)
	}
}

// TestWordsOfGUM compares words with those of GUM's own dependency trees, where
// brackets are brackets.
func TestWordsOfGUM(t *testing.T) {
	for _, file := range treebanks(t, "en-gum") {
		trees, err := ReadFile(file)
		require.NoError(t, err)
		sentences, err := conll.ReadFile(strings.Replace(file, ".mrg", ".conllu", 1))
		require.NoError(t, err)
		require.Len(t, trees, len(sentences))
		for i, s := range sentences {
			leaves := trees[i].Leaves()
			require.Len(t, leaves, s.Len())
			for k, word := range s.Words {
				require.Equal(t, word.Form, Unescape(leaves[k].Word))
				require.Equal(t, word.Form, Unescape(Escape(word.Form)))
			}
		}
	}
}

func BenchmarkReadTreebank(b *testing.B) {
	text := testkit.Unzipped(b, testkit.Shared(b, "ptb/en-gum/train.mrg.gz"))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	words := 0
	for b.Loop() {
		for t, err := range NewReader(bytes.NewReader(text), "").All() {
			if err != nil {
				b.Fatal(err)
			}
			words += len(t.Leaves())
		}
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
}
