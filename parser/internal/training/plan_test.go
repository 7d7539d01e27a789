package training

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/treebank"
)

// planOf returns the plan of sentences of these lengths, and the sources that they are from.
func planOf(lengths []int, from ...treebank.Source) *plan {
	return newPlan(from, 0, treebank.Source{}, func(i int) int { return lengths[i] })
}

// An epoch reads of each treebank as much as its share says, and of silver trees as much as there is of others, but
// none in its last third.
func TestPlan(t *testing.T) {
	all, part, twice := treebank.Source{Name: "a", Share: 1}, treebank.Source{Name: "b", Share: 0.5}, treebank.Source{Name: "c", Share: 2}
	silver := treebank.Source{Name: "a", Share: 0.5, Silver: true}
	lengths := []int{3, 2, 4, 4, 1, 5, 5, 5, 5}
	p := planOf(lengths, all, all, part, part, twice, silver, silver, silver, silver)
	require.False(t, p.whole())
	require.Equal(t, 5+4+2, p.gold)
	random := rand.New(rand.NewPCG(1, 1))
	seen := map[int]bool{}
	const epochs = 30
	for epoch := 1; epoch <= epochs; epoch++ {
		counts, words := make([]int, len(lengths)), 0
		for _, i := range p.order(epoch, epochs, 1, random) {
			counts[i]++
			words += lengths[i]
			seen[i] = true
		}
		require.Equal(t, []int{1, 1, 2}, []int{counts[0], counts[1], counts[4]})
		require.Equal(t, 1, counts[2]+counts[3])
		drawn := counts[5] + counts[6] + counts[7] + counts[8]
		if epoch > 20 {
			require.Zero(t, drawn)
			require.Equal(t, 11, p.words(epoch, epochs))
		} else {
			require.Equal(t, 1, drawn) // 5 of 11 · 0.5 words
			require.Equal(t, 11+5, p.words(epoch, epochs))
		}
	}
	require.Len(t, seen, len(lengths), "other sentences are drawn in other epochs")
}

// Few silver trees are read once in an epoch, however large their share.
func TestPlanReadsSilverTreesOnce(t *testing.T) {
	p := planOf([]int{9, 2, 2}, treebank.Source{Share: 1}, treebank.Source{Share: 3, Silver: true}, treebank.Source{Share: 3, Silver: true})
	require.ElementsMatch(t, []int{0, 1, 2}, p.order(1, 3, 1, rand.New(rand.NewPCG(1, 1))))
	require.Equal(t, 13, p.words(1, 3))
}

// One treebank is read as if there were no plan.
func TestPlanOfOneTreebank(t *testing.T) {
	p := planOf([]int{9, 2}, treebank.Source{Share: 1}, treebank.Source{Share: 1})
	require.True(t, p.whole())
	require.Equal(t, 11, p.words(1, 3))
}
