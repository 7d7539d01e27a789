package conll

import (
	"bytes"
	"compress/gzip"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f.conllu")
	require.NoError(t, os.WriteFile(name, []byte(small+small), 0o600))
	all, err := ReadFile(name)
	require.NoError(t, err)
	require.Len(t, all, 2)
	_, err = ReadFile(name + "x")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = ReadFile("../testdata/malformed/id-gap.conllu")
	require.ErrorIs(t, err, errID)
}

// TestBuffering: reading gives the same whatever is buffered. If the whole text is, ordinary
// sentences are taken in one piece; if single bytes are, every sentence is read line by line.
func TestBuffering(t *testing.T) {
	parts := []string{
		small, smallX, strings.ReplaceAll(small, "\n", "\r\n"), "\n", " \n", "\r\n", "\ufeff", "# alone\n\n", " 1\tx\n\n",
		strings.Replace(small, "\n2", "\n \n2", 1), strings.Replace(small, "\n2", "\n 2", 1), strings.TrimSuffix(small, "\n"), "\xff" + smallX,
	}
	for seed := range uint64(2000) {
		random, text := rand.New(rand.NewPCG(seed, 0)), ""
		for range 1 + random.IntN(6) {
			text += parts[random.IntN(len(parts))]
		}
		for _, limit := range []int{MaxSize, len(small)} {
			fast, slow := NewReader(strings.NewReader(text), "f"), NewReader(iotest.OneByteReader(strings.NewReader(text)), "f")
			fast.limit, slow.limit = limit, limit
			fast.Immediate, slow.Immediate = seed%2 == 0, seed%2 == 0
			good, bad := testkit.All(fast.All())
			slowGood, slowBad := testkit.All(slow.All())
			require.Equal(t, slowGood, good, "%q", text)
			require.Equal(t, slowBad, bad, "%q", text)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	data := []byte(strings.Repeat(strings.Replace(small, "_\t_\t_\t_\n2.1", "_\t_\t_\tSpaceAfter=No\n2.1", 1), 10000))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	words := 0
	for b.Loop() {
		for s, err := range NewReader(bytes.NewReader(data), "").All() {
			if err != nil {
				b.Fatal(err)
			}
			words += s.Len()
		}
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
}

// TestFormatsThatClash: files whose later lines contradict their format.
func TestFormatsThatClash(t *testing.T) {
	blind := "1\tBirds\tbird\tN\tNNS\t_\n\n"
	_, bad := testkit.All(NewReader(strings.NewReader(blind+"# c\n"+blind), "f").All())
	require.Len(t, bad, 1)
	require.ErrorIs(t, bad[0], ErrColumns)
	require.EqualError(t, bad[0], "f:4:1: wrong number of columns: 6, want 10")

	r := NewReader(strings.NewReader("1-2\tI'm\t_\t_\t_\t_\t_\t_\t_\t_\n\n"), "f")
	r.Format = FormatX
	_, err := r.Read()
	require.EqualError(t, err, `f:1:1: bad ID "1-2"; the next word is 1`)

	_, bad = testkit.All(NewReader(strings.NewReader(smallX+strings.Replace(smallX, "\tN\t", "\t\t", 1)), "f").All())
	require.EqualError(t, bad[0], "f:4:14: empty column 4 (CPOSTAG); write _ when there is nothing to say")
}

// The replacement character is an ordinary character.
func TestTheFirstByteThatIsNoUTF8IsNamed(t *testing.T) {
	for text, at := range map[string]int{"": 0, "å\ufffd": 0, "å\xff": 5, "\ufffd\xe5x": 6} {
		_, err := NewReader(strings.NewReader("# "+text+"\n"+smallX), "f").Read()
		if at == 0 {
			require.NoError(t, err)
			continue
		}
		var e *Error
		require.ErrorAs(t, err, &e)
		require.ErrorIs(t, err, ErrEncoding)
		require.Equal(t, at, e.Column, "%q", text)
	}
}

// TestGzipIsBounded: the limit is that of the text, however small the file is.
func TestGzipIsBounded(t *testing.T) {
	var small bytes.Buffer
	z := gzip.NewWriter(&small)
	_, err := z.Write(bytes.Repeat([]byte("x"), 8<<20))
	require.NoError(t, errors.Join(err, z.Close()))
	require.Less(t, small.Len(), 10_000)
	r := NewReader(&small, "f")
	r.limit = 1 << 20
	_, err = r.Read()
	require.ErrorIs(t, err, ErrTooLong)
}
