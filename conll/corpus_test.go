package conll

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/conlltest"
)

// unpack returns the content of a compressed file.
func unpack(t testing.TB, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(z)
	require.NoError(t, err)
	return data
}

var deep = os.Getenv("PARSER_DEEP") != "" // run the long twins, too

// treebanks returns the treebanks beside the project that match a pattern, and of
// those that are large only the small part unless PARSER_DEEP is set.
func treebanks(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(conlltest.Shared(t, ""), pattern))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	if deep {
		return files
	}
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasPrefix(filepath.Base(file), "train.conllu") })
}

func TestTreebanksAreWrittenAsTheyWere(t *testing.T) {
	for _, file := range slices.Concat(treebanks(t, "ud/*/*.gz"), treebanks(t, "ptb/*/*.conllu.gz"), treebanks(t, "conllx/*/*.gz"), treebanks(t, "eval/conll*/*.gz")) {
		latin1 := filepath.Base(filepath.Dir(file)) == "eu"
		text := unpack(t, file)
		_, bad, out := roundTrip(t, text, latin1)
		require.Empty(t, bad, file)
		require.True(t, bytes.Equal(text, []byte(out)), file)
	}
}

func BenchmarkReadTreebank(b *testing.B) {
	text := unpack(b, filepath.Join(conlltest.Shared(b, ""), "ud/en/train.conllu.gz"))
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

// endless repeats a text n times.
type endless struct {
	text string
	n    int
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	n := copy(p, e.text[e.at:])
	if e.at += n; e.at == len(e.text) {
		e.at, e.n = 0, e.n-1
	}
	return n, nil
}

// Reading and writing 100,000 sentences, 31 MB, must not hold more than a few of
// them.
func TestReadingTakesConstantMemory(t *testing.T) {
	const sentences, most = 100_000, 4 << 20
	r := NewReader(&endless{text: small, n: sentences}, "f")
	w := NewWriter(io.Discard)
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	read := 0
	for s, err := range r.All() {
		require.NoError(t, err)
		require.NoError(t, w.Write(s))
		if read++; read%25_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			require.Less(t, int64(now.HeapAlloc)-int64(before.HeapAlloc), int64(most))
		}
	}
	require.Equal(t, sentences, read)
	require.NoError(t, w.Flush())
}
