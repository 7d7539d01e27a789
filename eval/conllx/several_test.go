package conllx_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conllx"
)

// drawn returns a sentence of n words with random heads and labels.
func drawn(random *rand.Rand, n int) *conll.Sentence {
	s := &conll.Sentence{}
	for i := range n {
		head := random.IntN(n + 1)
		if head == i+1 {
			head = 0
		}
		s.Words = append(s.Words, conll.Word{Form: []string{"word", "."}[random.IntN(5)/4], Head: head, Deprel: []string{"a", "b", "c"}[random.IntN(3)]})
	}
	return s
}

// With several gold trees the scores are those of comparisons with one, by their definitions.
func TestSeveral(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 54))
		options := conllx.Options{Punctuation: seed%2 == 0}
		several := &conllx.Several{Options: options}
		one := func(gold, system *conll.Sentence) conllx.Attachment {
			a, err := conllx.Score([]*conll.Sentence{{Words: gold.Words}}, []*conll.Sentence{{Words: system.Words}}, options)
			require.NoError(t, err)
			return a
		}
		var nearest, mean, agreement, scored, compared float64
		var golds, systems []*conll.Sentence
		for range 5 {
			n, trees := 3+random.IntN(5), 1+random.IntN(3)
			gold, system := drawn(random, n), drawn(random, n)
			for range trees - 1 {
				other := drawn(random, n)
				for i := range other.Words {
					other.Words[i].Form = gold.Words[i].Form
				}
				gold.Others = append(gold.Others, other)
			}
			require.NoError(t, several.Add(gold, system))
			golds, systems = append(golds, gold), append(systems, system)
			best, right, all := -1, 0, gold.Annotations()
			for i, tree := range all {
				a := one(tree, system)
				mean += float64(a.Both) / float64(trees)
				if a.Heads+a.Both > best {
					best, right = a.Heads+a.Both, a.Both
				}
				for _, other := range all[i+1:] {
					agreement += float64(one(other, tree).Both) / float64(trees*(trees-1)/2)
				}
			}
			nearest += float64(right)
			scored += float64(one(gold, system).Scored)
			if trees > 1 {
				compared += float64(one(gold, system).Scored)
			}
		}
		text, err := json.Marshal(several)
		require.NoError(t, err)
		var got struct {
			Nearest   struct{ LAS float64 } `json:"nearest"`
			Mean      struct{ LAS float64 } `json:"mean"`
			Agreement struct{ LAS *float64 }
		}
		require.NoError(t, json.Unmarshal(text, &got))
		require.InDelta(t, 100*nearest/scored, got.Nearest.LAS, 1e-9)
		require.InDelta(t, 100*mean/scored, got.Mean.LAS, 1e-9)
		if compared > 0 {
			require.InDelta(t, 100*agreement/compared, *got.Agreement.LAS, 1e-9)
		}
		sum, err := conllx.Score(golds, systems, options)
		require.NoError(t, err)
		require.InDelta(t, got.Nearest.LAS, float64(sum.LAS()), 1e-9)

		scorer := conllx.NewScorer(options)
		for i := range golds {
			require.NoError(t, scorer.Add(golds[i], systems[i]))
		}
		report, err := scorer.Report()
		require.NoError(t, err)
		require.Equal(t, sum, report.Attachment)
		var table strings.Builder
		require.NoError(t, several.Write(&table))
		require.Contains(t, table.String(), sum.LAS().String())
	}
}
