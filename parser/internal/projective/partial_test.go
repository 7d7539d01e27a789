package projective

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

// allPartial calls f with every choice of heads, at least one of them unknown, that is part of some
// tree of n words. The slice is reused.
func allPartial(n int, f func(heads []int)) {
	allHeads(n, func(heads []int) { // word i itself stands for unknown
		partial := slices.Clone(heads)
		for i, h := range heads {
			if h == i+1 {
				partial[i] = conll.NoHead
			}
		}
		if slices.Contains(partial, conll.NoHead) && conll.Cycles(partial) == nil {
			f(partial)
		}
	})
}

func agree(known, heads []int) bool {
	for i, h := range known {
		if h != conll.NoHead && h != heads[i] {
			return false
		}
	}
	return true
}

// TestCompleteIsProjectiveIfAnyTreeIs compares with all trees; those with a single root suffice if
// no second root is known.
func TestCompleteIsProjectiveIfAnyTreeIs(t *testing.T) {
	for n := 1; n <= 5; n++ {
		var trees [][]int
		allTrees(n, func(heads []int) {
			if Tree(heads) {
				trees = append(trees, slices.Clone(heads))
			}
		})
		refused := 0
		allPartial(n, func(heads []int) {
			whole := Complete(heads)
			require.NoError(t, conll.CheckTree(whole, false), heads)
			require.True(t, agree(heads, whole), "%v %v", heads, whole)
			any := slices.ContainsFunc(trees, func(tree []int) bool {
				return agree(heads, tree) && (roots(tree) == 1 || roots(heads) > 1)
			})
			require.Equal(t, any, Tree(whole), "%v %v", heads, whole)
			if !any {
				refused++
			}
		})
		require.Equal(t, n > 2, refused > 0)
	}
}

// TestProjectivizePartial: what is known afterwards is part of a projective tree. Words without
// head keep none, and nothing changes where nothing has to.
func TestProjectivizePartial(t *testing.T) {
	lost, moved := 0, 0
	for n := 1; n <= 5; n++ {
		allPartial(n, func(heads []int) {
			for _, scheme := range schemes {
				h, l := slices.Clone(heads), distinct(n)
				lifted, err := scheme.Projectivize(h, l)
				require.NoError(t, err)
				require.True(t, Tree(Complete(h)), "%v %v", heads, h)
				require.Equal(t, Tree(Complete(heads)), lifted == 0, "%v %v", heads, h)
				if lifted == 0 {
					require.Equal(t, heads, h)
					require.Equal(t, distinct(n), l)
				}
				for i := range heads {
					switch {
					case heads[i] == conll.NoHead:
						require.Equal(t, []any{conll.NoHead, distinct(n)[i]}, []any{h[i], l[i]}, "%v %v", heads, h)
					case h[i] == conll.NoHead:
						lost++
					case h[i] != heads[i]:
						moved++
						require.True(t, reaches(heads, heads[i], h[i]), "%v %v", heads, h)
						require.Contains(t, l[i], markLifted)
					}
				}
			}
		})
	}
	require.Positive(t, lost)
	require.Positive(t, moved)
}

// TestProjectivizeLifted: the arc 4 → 1 crosses that from ROOT, and is lifted to 2, which 4 is
// known to descend from; otherwise 1 loses its head.
func TestProjectivizeLifted(t *testing.T) {
	heads, labels := []int{4, 0, conll.NoHead, 2}, strings.Fields("a b c d")
	lifted, err := Head.Projectivize(heads, labels)
	require.NoError(t, err)
	require.Equal(t, []any{1, []int{2, 0, conll.NoHead, 2}, []string{"a↑d", "b", "c", "d"}}, []any{lifted, heads, labels})

	heads, labels = []int{4, 0, conll.NoHead, conll.NoHead}, strings.Fields("a b c d")
	lifted, err = Head.Projectivize(heads, labels)
	require.NoError(t, err)
	require.Equal(t, []any{1, []int{conll.NoHead, 0, conll.NoHead, conll.NoHead}, []string{"a", "b", "c", "d"}}, []any{lifted, heads, labels})
}

// Ten thousand words, half of them without head.
func BenchmarkComplete(b *testing.B) {
	heads := randomTree(rand.New(rand.NewPCG(1, 2)), 10000, 1)
	for i := range heads {
		if i%2 == 0 {
			heads[i] = conll.NoHead
		}
	}
	for b.Loop() {
		Complete(heads)
	}
}
