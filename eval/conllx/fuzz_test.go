package conllx

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
)

// FuzzScore scores any two files. Unless they are refused, each file scores fully against itself,
// there are no more right heads and labels than words, and the whole report can be printed.
func FuzzScore(f *testing.F) {
	for _, ending := range []string{"conll", "conllu"} {
		for _, name := range []string{"gold", "system"} {
			text, err := os.ReadFile("../../testdata/eval/small." + name + "." + ending)
			require.NoError(f, err)
			f.Add(string(text), string(text), true)
			f.Add(string(text), strings.ReplaceAll(string(text), "nsubj", "\xe2\x80\xae"), false)
		}
	}
	f.Fuzz(func(t *testing.T, one, other string, punctuation bool) {
		o := Options{Punctuation: punctuation}
		read := func(text string) []*conll.Sentence {
			all, _ := textfile.ReadAll(conll.NewReader(strings.NewReader(text), "f").Read)
			return all
		}
		score := func(gold, system []*conll.Sentence) *Report {
			s := NewScorer(o)
			for i := range min(len(gold), len(system)) {
				if s.Add(gold[i], system[i]) != nil {
					return nil
				}
			}
			r, err := s.Report()
			if err != nil {
				return nil
			}
			return r
		}
		gold, system := read(one), read(other)
		if own := score(gold, gold); own != nil {
			a := own.Attachment
			require.Equal(t, [3]int{a.Scored, a.Scored, a.Scored}, [3]int{a.Heads, a.Labels, a.Both})
		}
		r := score(gold, system)
		if r == nil {
			return
		}
		a := r.Attachment
		require.LessOrEqual(t, a.Both, min(a.Heads, a.Labels))
		require.LessOrEqual(t, max(a.Heads, a.Labels), a.Scored)
		require.GreaterOrEqual(t, a.Heads+a.Labels-a.Both, 0)
		require.NoError(t, r.Write(&strings.Builder{}))
		plain, err := Score(gold[:min(len(gold), len(system))], system[:min(len(gold), len(system))], o)
		require.NoError(t, err)
		require.Equal(t, plain, a)
	})
}
