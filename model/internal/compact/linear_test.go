package compact

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

const someClasses = 40

// randomLinear returns a model of random rows, some of which have full copies.
func randomLinear(seed uint64, rows int) *Linear {
	return linearOf(someClasses, someRows(rand.New(rand.NewPCG(seed, 9)), someClasses, rows))
}

// requireSame compares two models without printing them.
func requireSame(t *testing.T, want, got *Linear) {
	require.Equal(t, want.classes, got.classes)
	require.True(t, slices.Equal(want.index.keys, got.index.keys), "keys differ")
	require.True(t, slices.Equal(want.starts, got.starts), "row starts differ")
	require.True(t, slices.Equal(want.cells, got.cells), "weights differ")
	require.True(t, slices.Equal(want.index.buckets, got.index.buckets), "tables differ")
}

// A score is the sum of the weights of the features that have any.
func TestLinearScoresItsWeights(t *testing.T) {
	const known = 60
	random := rand.New(rand.NewPCG(1, 9))
	rows := someRows(random, someClasses, known)
	l, scores := linearOf(someClasses, rows), make([]float32, someClasses)
	require.NotEmpty(t, l.dense)
	require.Equal(t, someClasses, l.Classes())
	for range 300 {
		features := []uint64{random.Uint64(), 0}
		for range random.IntN(3 * gathered) {
			features = append(features, random.Uint64N(2*known))
		}
		random.Shuffle(len(features), func(i, j int) { features[i], features[j] = features[j], features[i] })
		scores[0] = 99 // what was there before does not matter
		l.Score(scores, features)
		sums := slices.Repeat([]float32{1}, someClasses)
		l.AddScores(sums, features)
		for k := range scores {
			want, sum := float32(0), float32(1)
			for _, f := range features {
				if f < known {
					want, sum = want+rows[f][int32(k)], sum+rows[f][int32(k)]
				}
			}
			require.Equal(t, want, scores[k])
			require.Equal(t, sum, sums[k])
		}
	}
}

// linearOver is a model that gives each key a weight of its own for class 0.
func linearOver(keys ...uint64) *Linear {
	b := NewLinear(2)
	for i, key := range keys {
		b.Add(0, float32(i+1))
		b.End(key)
	}
	return b.Done()
}

// Features with the same place in the table, or the last one, are kept apart.
func TestLinearFindsCrowdedFeatures(t *testing.T) {
	var keys []uint64
	for i := range uint64(300) {
		keys = append(keys, gather(i), gather(-i-1))
	}
	known := len(keys) / 2
	l, scores := linearOver(keys[:known]...), make([]float32, 2)
	for i, key := range keys {
		l.Score(scores, []uint64{key})
		if i < known {
			require.Equal(t, []float32{float32(i + 1), 0}, scores)
		} else {
			require.Equal(t, []float32{0, 0}, scores, "an unknown feature")
		}
	}
}

// Of features that the table cannot keep apart one counts, never both.
func TestLinearConfusesAlikeFeatures(t *testing.T) {
	one, two := gather(1<<40|9), gather(2<<40|9)
	l, scores := linearOver(gather(8), one, two), make([]float32, 2)
	for _, key := range []uint64{one, two} {
		l.Score(scores, []uint64{key})
		require.Contains(t, []float32{2, 3}, scores[0])
	}
}

// Rows without weights and weights of zero are left out.
func TestLinearLeavesOutZeros(t *testing.T) {
	b := NewLinear(3)
	b.End(1)
	b.Add(0, 0)
	b.End(2)
	b.Add(2, 5)
	b.Add(1, 0)
	b.Add(0, -1)
	b.End(3)
	l := b.Done()
	require.Equal(t, (&rows{[]uint64{3}, []uint16{2}, []uint16{2, 0}, []float32{5, -1}, 3}).entries(), l.Entries("0/"))
	require.Equal(t, "1 features, 2 weights", l.Describe())
	require.Equal(t, 2, l.Weights())
}

func TestScoringDoesNotAllocate(t *testing.T) {
	l, features, scores := randomLinear(2, 300), []uint64{1, 2, 500, 3, 4, 5, 6}, make([]float32, someClasses)
	require.Zero(t, testing.AllocsPerRun(100, func() { l.Score(scores, features) }))
}
