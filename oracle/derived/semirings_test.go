package derived_test

import (
	"cmp"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// sequencesFrom lists what follows a state of a deterministic machine without cycles, and its weight.
func sequencesFrom(t *fsa.Transducer, q fsa.State) (all []path) {
	if w := t.Final(q); !w.IsZero() {
		all = append(all, path{weight: w})
	}
	for _, a := range t.Arcs(q) {
		for _, rest := range sequencesFrom(t, a.To) {
			all = append(all, path{a.Weight + rest.weight, append([]fsa.Symbol{a.In}, rest.in...)})
		}
	}
	return all
}

// In the semirings of the example, sums over all paths are those of sequences that are listed.
func TestSemirings(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 2))
	const k, probability = 3, 0.5
	sequences := 0
	for range 400 {
		losses, err := derived.Losses(randomProblem(r), 1000)
		if err != nil {
			continue // no sequence, or a cycle of insertions where gold is not given
		}
		counts, err := fsa.PathSums(losses, counting(),
			func(_ fsa.State, a fsa.Arc) count { return one(a.Weight) }, func(_ fsa.State, w fsa.Weight) count { return one(w) })
		require.NoError(t, err)
		best, err := fsa.PathSums(losses, kBest(k),
			func(_ fsa.State, a fsa.Arc) []path { return []path{{a.Weight, []fsa.Symbol{a.In}}} },
			func(_ fsa.State, w fsa.Weight) []path { return []path{{weight: w}} })
		require.NoError(t, err)
		means, err := fsa.PathSums(losses, expectation(),
			func(_ fsa.State, a fsa.Arc) expected { return expected{probability, probability * float64(a.Weight)} },
			func(_ fsa.State, w fsa.Weight) expected { return expected{1, float64(w)} })
		require.NoError(t, err)
		for q := range fsa.State(losses.Len()) {
			all, number, sum := sequencesFrom(losses, q), int64(0), expected{}
			slices.SortStableFunc(all, func(a, b path) int { return cmp.Compare(a.weight, b.weight) })
			for _, s := range all {
				if s.weight == all[0].weight {
					number++
				}
				p := 1.0
				for range s.in {
					p *= probability
				}
				sum.probability += p
				sum.weight += p * float64(s.weight)
			}
			sequences += len(all)
			require.Equal(t, all[0].weight, counts[q].weight)
			require.Zero(t, counts[q].paths.Cmp(big.NewInt(number)))
			require.Len(t, best[q], min(k, len(all)))
			for i, s := range best[q] {
				require.Equal(t, all[i].weight, s.weight)
				require.True(t, slices.ContainsFunc(all, func(o path) bool { return o.weight == s.weight && slices.Equal(o.in, s.in) }))
			}
			require.InDelta(t, sum.probability, means[q].probability, 1e-12)
			require.InDelta(t, sum.weight, means[q].weight, 1e-12)
		}
	}
	require.Greater(t, sequences, 500)
}

// Numbers of sequences have no bound: here they double with each word.
func TestOptimalSequencesWithoutBound(t *testing.T) {
	const words = 200
	p := tagging(slices.Repeat([]fsa.Symbol{1}, words), 2)
	p.Factors[0].Gold = nil // any sequence is gold
	losses, err := derived.Losses(p, 0)
	require.NoError(t, err)
	counts, err := fsa.PathSums(losses, counting(),
		func(_ fsa.State, a fsa.Arc) count { return one(a.Weight) }, func(_ fsa.State, w fsa.Weight) count { return one(w) })
	require.NoError(t, err)
	require.Equal(t, new(big.Int).Lsh(big.NewInt(1), words), counts[losses.Start()].paths)
}
