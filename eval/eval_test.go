package eval

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/conlltest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// own is the folder of this package's own test data.
const own = "../testdata/eval"

// fixture returns a file of the data beside the project, or skips the test.
func fixture(t testing.TB, name string) string { return conlltest.Shared(t, name) }

func read(t testing.TB, name string) []*conll.Sentence {
	t.Helper()
	sentences, err := conll.ReadFile(name)
	require.NoError(t, err)
	return sentences
}

// text returns what a method that prints to a writer prints.
func text(t testing.TB, write func(w *bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, write(&b))
	return b.String()
}

// golden compares with a golden file, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(got), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

// sentence makes a sentence of words written FORM/TAG/HEAD/LABEL; "_" for a
// head is none.
func sentence(t testing.TB, file string, line int, words ...string) *conll.Sentence {
	t.Helper()
	s := &conll.Sentence{File: file, Line: line}
	for _, word := range words {
		f := strings.Split(word, "/")
		require.Len(t, f, 4)
		w := conll.Word{Form: f[0], Lemma: "_", UPOS: f[1], XPOS: "_", Feats: "_", Head: conll.NoHead, Deprel: f[3]}
		if f[2] != "_" {
			_, err := fmt.Sscan(f[2], &w.Head)
			require.NoError(t, err)
		}
		s.Words = append(s.Words, w)
	}
	return s
}

// list is a list of one sentence or more.
func list(s ...*conll.Sentence) []*conll.Sentence { return s }

// randomPair returns gold sentences and a system's that gets about two words in
// three right. Forms repeat, so that ties and frequent errors occur.
func randomPair(r *rand.Rand, n int) (gold, system []*conll.Sentence) {
	forms := []string{"a", "b", "c", "ä", ".", ",", "*", "-"}
	tags := []string{"N", "V", "D"}
	labels := []string{"x", "y", "z", "x:y"}
	line := 1
	for range n {
		g := &conll.Sentence{File: "gold", Line: line}
		s := &conll.Sentence{File: "system", Line: line}
		length := 1 + r.IntN(9)
		line += length + 1
		for i := range length {
			w := conll.Word{Form: pick(r, forms), UPOS: pick(r, tags), Head: r.IntN(i + 1), Deprel: pick(r, labels)}
			g.Words = append(g.Words, w)
			if r.IntN(3) == 0 {
				w.Head = r.IntN(length + 1)
			}
			if r.IntN(4) == 0 {
				w.Deprel = pick(r, labels)
			}
			s.Words = append(s.Words, w)
		}
		gold, system = append(gold, g), append(system, s)
	}
	return gold, system
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// report scores two lists.
func report(t testing.TB, gold, system []*conll.Sentence, o Options) *Report {
	t.Helper()
	s := NewScorer(o)
	require.NoError(t, Pairs(&slice{gold}, &slice{system}, s.Add))
	r, err := s.Report()
	require.NoError(t, err)
	return r
}

// failing is a writer that takes n bytes.
type failing struct{ n int }

func (f *failing) Write(b []byte) (int, error) {
	if len(b) > f.n {
		return f.n, os.ErrClosed
	}
	f.n -= len(b)
	return len(b), nil
}
