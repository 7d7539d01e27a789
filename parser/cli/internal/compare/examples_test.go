package compare

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
	"parser/eval/conllx"
	"parser/testdata/testkit/evaltest"
)

// An example shows all words that are wrong by the metric that is broken down.
func TestExamplesShowAllErrors(t *testing.T) {
	gold, a, _ := systemsOf(4, 40)
	for n := range arcMetrics {
		r := compareArcs(t, Options{Metrics: arcMetrics[n : n+1], Examples: len(gold)}, gold, a)
		require.NotEmpty(t, r.Examples)
		for _, e := range r.Examples {
			require.Len(t, e.Rows, e.Counts[0].Gold-e.Counts[0].Right)
			for _, row := range e.Rows {
				require.NotEqual(t, []string{asGold}, row.Systems, "it is wrong")
			}
		}
	}
}

// The examples are the first ones if all sentences are sorted.
func TestExamplesAreTheMostDifferent(t *testing.T) {
	for seed := range uint64(10) {
		gold, a, b := systemsOf(seed, 30)
		all := compareArcs(t, Options{Examples: len(gold)}, gold, a, b).Examples
		spread := func(e example) int {
			return max(e.Counts[0].Right-e.Counts[1].Right, e.Counts[1].Right-e.Counts[0].Right)
		}
		differ := 0
		for n := range gold {
			x, err := conllx.Score(gold[n:n+1], a[n:n+1], conllx.Options{})
			require.NoError(t, err)
			y, err := conllx.Score(gold[n:n+1], b[n:n+1], conllx.Options{})
			require.NoError(t, err)
			differ += eval.One(x.Both != y.Both)
		}
		require.Len(t, all, differ)
		require.True(t, slices.IsSortedFunc(all, func(x, y example) int {
			if spread(x) != spread(y) {
				return spread(y) - spread(x)
			}
			return x.Sentence - y.Sentence
		}))
		for n := range differ + 1 {
			some := compareArcs(t, Options{Examples: n}, gold, a, b).Examples
			require.Equal(t, len(all[:n]), len(some))
			if n > 0 {
				require.Equal(t, all[:n], some)
			}
		}
	}
}

func TestExampleRows(t *testing.T) {
	gold := evaltest.Sentence(t, "g", 7, "She/P/2/nsubj", "saw/V/0/root", "cats/N/2/obj", "./X/2/punct")
	a := evaltest.Sentence(t, "a", 1, "She/P/3/obj", "saw/V/0/root", "cats/N/_/obj", "./X/3/punct")
	b := evaltest.Sentence(t, "b", 1, "She/P/2/obj", "saw/V/9/root", "cats/N/0/root", "./X/2/punct")
	r := compareArcs(t, Options{Examples: 1}, evaltest.List(gold), evaltest.List(a), evaltest.List(b))
	require.Equal(t, []example{{
		Sentence: 1, Place: "g:7", Text: "She saw cats .", Counts: []eval.Counts{{Right: 1, Gold: 3, System: 3}, {Right: 0, Gold: 3, System: 3}},
		Rows: []exampleRow{
			{"1 She", "nsubj 2 saw", []string{"obj 3 cats", "obj 2 saw"}},
			{"2 saw", "root ROOT", []string{"=", "root 9"}},
			{"3 cats", "obj 2 saw", []string{"obj _", "root ROOT"}},
		},
	}}, r.Examples)
	only := compareArcs(t, Options{Examples: 2}, evaltest.List(gold, gold), evaltest.List(gold, a))
	require.Len(t, only.Examples, 1, "with a single system, the sentences with most errors")
	require.Equal(t, 2, only.Examples[0].Sentence)
	require.Equal(t, []string{"none", "outside", "root", "V left"}, []string{
		headText(gold.Words, 2, conll.NoHead), headText(gold.Words, 1, 9),
		headText(gold.Words, 2, 0), headText(gold.Words, 2, 2)})
}

func TestBracketRows(t *testing.T) {
	gold := evaltest.Trees(t, "(TOP (S (NP (DT the) (NN man) (, ,)) (VP (VBD saw) (NP (PRP it)) (ADVP (RB here) (RB now)))))")
	a := evaltest.Trees(t, "(TOP (S (NP (DT the) (NN man) (, ,)) (VP (VBD saw) (PRP it) (PRT (RB here) (RB now)))))")
	b := evaltest.Trees(t, "(TOP (FRAG (X (DT the)) (NP (NN man) (, ,)) (VP (VBD saw) (NP (PRP it)) (ADVP (RB here) (RB now)))))")
	_, r := compareBrackets(t, "collins", Options{Examples: 1, Confusions: 9}, gold, a, b)
	require.Len(t, r.Examples, 1)
	e := r.Examples[0]
	require.Equal(t, "the man , saw it here now", e.Text)
	require.Equal(t, []eval.Counts{{Right: 4, Gold: 5, System: 4}, {Right: 3, Gold: 5, System: 6}}, e.Counts)
	require.Equal(t, []exampleRow{
		{"1-6 the man saw … now", "S", []string{"=", "FRAG"}},
		{"1-2 the man", "NP", []string{"=", nothing}},
		{"1 the", nothing, []string{"=", "X"}},
		{"2 man", nothing, []string{"=", "NP"}},
		{"4 it", "NP", []string{nothing, "="}},
		{"5-6 here now", "ADVP", []string{"PRT", "="}}, // though it counts as right
	}, e.Rows)
	require.Equal(t, []confusion{
		{confused{"", nothing, "NP"}, []int{0, 1}}, {confused{"", nothing, "X"}, []int{0, 1}},
		{confused{"", "NP", nothing}, []int{1, 1}}, {confused{"", "S", "FRAG"}, []int{0, 1}},
	}, slices.SortedFunc(slices.Values(r.Confusions[0].Rows), func(x, y confusion) int { return x.compare(y.confused) }))
}
