package conll

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// allHeads calls f with every assignment of heads 0..n to n words, trees or
// not. The slice is reused.
func allHeads(n int, f func(heads []int)) {
	heads := make([]int, n)
	for {
		f(heads)
		i := 0
		for ; i < n; i++ {
			if heads[i]++; heads[i] <= n {
				break
			}
			heads[i] = 0
		}
		if i == n {
			return
		}
	}
}

// randomTree makes a tree with roots roots; depth grows with deep.
func randomTree(rnd *rand.Rand, n, roots int, deep bool) []int {
	heads := make([]int, n)
	order := rnd.Perm(n)
	for i := roots; i < n; i++ {
		above := rnd.IntN(i)
		if deep {
			above = i - 1 - rnd.IntN(min(i, 3))
		}
		heads[order[i]] = order[above] + 1
	}
	return heads
}

// descends follows the heads from word for at most n steps.
func descends(heads []int, word, from int) bool {
	for range heads {
		if word = heads[word-1]; word == from {
			return true
		}
		if word <= 0 {
			return false
		}
	}
	return false
}

// nonProjectiveByDefinition is the brute-force twin of NonProjectiveArcs.
func nonProjectiveByDefinition(heads []int) []int {
	var arcs []int
	for d := 1; d <= len(heads); d++ {
		h := heads[d-1]
		for k := min(h, d) + 1; h > 0 && k < max(h, d); k++ {
			if !descends(heads, k, h) {
				arcs = append(arcs, d)
				break
			}
		}
	}
	return arcs
}

// crossing reports whether two arcs cross, those from ROOT at 0 included.
func crossing(heads []int) bool {
	for a := range heads {
		for b := range heads {
			a1, a2 := min(a+1, heads[a]), max(a+1, heads[a])
			b1, b2 := min(b+1, heads[b]), max(b+1, heads[b])
			if a1 < b1 && b1 < a2 && a2 < b2 {
				return true
			}
		}
	}
	return false
}

// treeByDefinition follows every word to ROOT.
func treeByDefinition(heads []int) bool {
	for i := range heads {
		if heads[i] != 0 && !descends(heads, i+1, 0) {
			return false
		}
	}
	return true
}

// projective reports whether the heads are a tree without non-projective arcs; a word without head counts as a root.
func projective(heads []int) bool { return Cycles(heads) == nil && NonProjectiveArcs(heads) == nil }

const smallTree = 6

func TestTreesBySearch(t *testing.T) {
	trees := 0
	for n := range smallTree {
		allHeads(n, func(heads []int) {
			isTree := treeByDefinition(heads)
			require.Equal(t, isTree, CheckTree(heads, false) == nil, heads)
			if !isTree {
				require.False(t, projective(heads), heads)
				NonProjectiveArcs(heads)
				return
			}
			trees++
			require.Nil(t, Cycles(heads), heads)
			want := nonProjectiveByDefinition(heads)
			require.Equal(t, want, NonProjectiveArcs(heads), heads)
			require.Equal(t, len(want) == 0, projective(heads), heads)
			require.Equal(t, len(want) > 0, crossing(heads), heads)
		})
	}
	require.Equal(t, 1+1+3+16+125+1296, trees, "Cayley's formula")
}

func TestLargeTrees(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		n := 1 + rnd.IntN(120)
		heads := randomTree(rnd, n, 1+rnd.IntN(min(n, 3)), i%2 == 0)
		want := nonProjectiveByDefinition(heads)
		require.Equal(t, want, NonProjectiveArcs(heads), heads)
		require.Equal(t, len(want) == 0, projective(heads), heads)
	}
}

func TestCheckTree(t *testing.T) {
	for _, c := range []struct {
		heads   []int
		cause   error
		message string
	}{
		{[]int{2, 0, 2}, nil, ""},
		{[]int{}, nil, ""},
		{[]int{2, NoHead}, ErrNoHead, "word without head: word 2"},
		{[]int{2, 3}, ErrHead, "bad HEAD 3 of word 2: the last word is 2"},
		{[]int{2, -7}, ErrHead, "bad HEAD -7 of word 2: the last word is 2"},
		{[]int{0, 2}, ErrSelfLoop, "word is its own head: word 2"},
		{[]int{0, 1, 0}, ErrRoots, "several roots: words 1 and 3"},
		{[]int{2, 4, 2, 3, 0}, ErrCycle, "cycle: words [2 4 3]"},
	} {
		err := CheckTree(c.heads, true)
		require.ErrorIs(t, err, c.cause)
		if err != nil {
			require.EqualError(t, err, c.message)
		}
	}
	require.NoError(t, CheckTree([]int{0, 1, 0}, false))
}

func TestSentenceCheckTree(t *testing.T) {
	s := read(t, small)[0]
	err := s.CheckTree(true)
	require.ErrorIs(t, err, ErrNoHead)
	require.EqualError(t, err, "test:10: [s1] word without head: word 5")
	s.Words[4].Head = 4
	require.NoError(t, s.CheckTree(true))
	s.Words[3].Head = 5
	require.EqualError(t, s.CheckTree(true), "test:9: [s1] cycle: words [4 5]")
}

func TestHeadsAndLabels(t *testing.T) {
	s := read(t, small)[0]
	require.Equal(t, []int{9, 4, 4, 4, 0, NoHead}, s.Heads([]int{9}))
	require.Equal(t, []string{"nsubj", "cop", "case", "root", "_"}, s.Labels(nil))
	for i := range s.Words {
		line := strings.Split(small, "\n")[s.wordLine(i)-1]
		require.True(t, strings.HasPrefix(line, string(rune('1'+i))+"\t"), line)
	}
}

// The words of a sentence keep their lines when other lines stand between them.
func TestWordsKeepTheirLines(t *testing.T) {
	text := "# a\n# b\n"
	for _, line := range []string{"1-2\tdu", "1\tde", "2\tle", "2.1\tx", "3\tz"} {
		text += line + strings.Repeat("\t_", 8) + "\n"
	}
	text += "\n"
	s, err := NewReader(strings.NewReader("\n\n"+text), "in").Read()
	require.NoError(t, err)
	lines := strings.Split("\n\n"+text, "\n")
	for i, w := range s.Words {
		require.Contains(t, lines[s.wordLine(i)-1], fmt.Sprintf("%d\t%s\t", i+1, w.Form))
	}
}

// TestCyclesAndUnknownHeads: heads that are not a tree must not prevent termination.
func TestCyclesAndUnknownHeads(t *testing.T) {
	for _, c := range []struct{ heads, arcs []int }{
		{[]int{NoHead, NoHead}, nil},
		{[]int{3, NoHead, NoHead}, []int{1}},
		{[]int{3, 0, 1}, []int{3}},
		{[]int{99, -5, 1}, []int{3}},
	} {
		require.Equal(t, c.arcs, NonProjectiveArcs(c.heads), c.heads)
	}
	require.True(t, projective([]int{NoHead, 1, NoHead}))
	require.False(t, projective([]int{2, 1}))
}

// TestLongTrees: trees as long as a sentence can be; a quadratic algorithm would not finish.
func TestLongTrees(t *testing.T) {
	const n = 1 << 20
	chain, star, pairs := make([]int, n), make([]int, n), make([]int, n)
	for i := range n {
		chain[i] = i
		star[i] = 1
		pairs[i] = i ^ 1 + 1
	}
	star[0] = 0
	for _, heads := range [][]int{chain, star} {
		require.True(t, projective(heads))
		require.Empty(t, NonProjectiveArcs(heads))
	}
	require.Empty(t, NonProjectiveArcs(pairs))
	cycles := Cycles(pairs)
	require.Len(t, cycles, n/2)
	require.Equal(t, []int{1, 2}, cycles[0])
}

func BenchmarkProjective(b *testing.B) {
	heads := randomTree(rand.New(rand.NewPCG(1, 2)), 30, 1, true)
	b.ReportAllocs()
	for b.Loop() {
		NonProjectiveArcs(heads)
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
