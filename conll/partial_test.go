package conll

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// allPartial calls f with every choice of heads, at least one of them unknown, that is part of some
// tree of n words. The slice is reused.
func allPartial(n int, f func(heads []int)) {
	allHeads(n, func(heads []int) { // word i itself stands for unknown
		partial := slices.Clone(heads)
		for i, h := range heads {
			if h == i+1 {
				partial[i] = NoHead
			}
		}
		if slices.Contains(partial, NoHead) && Cycles(partial) == nil {
			f(partial)
		}
	})
}

func agree(known, heads []int) bool {
	for i, h := range known {
		if h != NoHead && h != heads[i] {
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
			if Projective(heads) {
				trees = append(trees, slices.Clone(heads))
			}
		})
		refused := 0
		allPartial(n, func(heads []int) {
			whole := Complete(heads)
			require.NoError(t, CheckTree(whole, false), heads)
			require.True(t, agree(heads, whole), "%v %v", heads, whole)
			any := slices.ContainsFunc(trees, func(tree []int) bool {
				return agree(heads, tree) && (roots(tree) == 1 || roots(heads) > 1)
			})
			require.Equal(t, any, Projective(whole), "%v %v", heads, whole)
			if !any {
				refused++
			}
		})
		require.Equal(t, n > 2, refused > 0)
	}
}

func TestCheckPartial(t *testing.T) {
	for _, c := range []struct {
		heads []int
		cause error
	}{
		{[]int{NoHead, NoHead}, nil},
		{[]int{2, NoHead, 0}, nil},
		{[]int{2, 1, NoHead}, ErrCycle},
		{[]int{NoHead, 2}, ErrSelfLoop},
		{[]int{NoHead, 3}, ErrHead},
		{[]int{NoHead, -2}, ErrHead},
		{[]int{0, NoHead, 0}, ErrRoots},
	} {
		require.ErrorIs(t, CheckPartial(c.heads, true), c.cause, "%v", c.heads)
		if c.cause == ErrRoots {
			require.NoError(t, CheckPartial(c.heads, false))
		}
	}
	s := &Sentence{File: "f", Line: 3, ID: "s1", Words: []Word{{Head: NoHead}, {Head: 3}, {Head: 2}}}
	require.EqualError(t, s.CheckPartial(true), "f:4: [s1] cycle: words [2 3]")
	s.Words[1].Head = 1
	require.NoError(t, s.CheckPartial(true))
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
				require.True(t, Projective(Complete(h)), "%v %v", heads, h)
				require.Equal(t, Projective(Complete(heads)), lifted == 0, "%v %v", heads, h)
				if lifted == 0 {
					require.Equal(t, heads, h)
					require.Equal(t, distinct(n), l)
				}
				for i := range heads {
					switch {
					case heads[i] == NoHead:
						require.Equal(t, []any{NoHead, distinct(n)[i]}, []any{h[i], l[i]}, "%v %v", heads, h)
					case h[i] == NoHead:
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
	heads, labels := []int{4, 0, NoHead, 2}, strings.Fields("a b c d")
	lifted, err := Head.Projectivize(heads, labels)
	require.NoError(t, err)
	require.Equal(t, []any{1, []int{2, 0, NoHead, 2}, []string{"a↑d", "b", "c", "d"}}, []any{lifted, heads, labels})

	heads, labels = []int{4, 0, NoHead, NoHead}, strings.Fields("a b c d")
	lifted, err = Head.Projectivize(heads, labels)
	require.NoError(t, err)
	require.Equal(t, []any{1, []int{NoHead, 0, NoHead, NoHead}, []string{"a", "b", "c", "d"}}, []any{lifted, heads, labels})
}

// Ten thousand words, half of them without head.
func BenchmarkComplete(b *testing.B) {
	heads := randomTree(rand.New(rand.NewPCG(1, 2)), 10000, 1, false)
	for i := range heads {
		if i%2 == 0 {
			heads[i] = NoHead
		}
	}
	for b.Loop() {
		Complete(heads)
	}
}
