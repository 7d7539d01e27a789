package compare

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/ptb"
)

func TestDepths(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 14))
	for range 2000 {
		heads := make([]int, r.IntN(9))
		for i := range heads {
			heads[i] = r.IntN(len(heads)+3) - 1
		}
		got := depths(heads)
		for i := range heads {
			require.Equal(t, slowDepth(heads, i+1), got[i], "%v", heads)
		}
	}
	chain := make([]int, 100000)
	for i := range chain {
		chain[i] = i
	}
	require.Equal(t, len(chain), depths(chain)[len(chain)-1])
}

// slowDepth follows the heads, at most as many steps as there are words.
func slowDepth(heads []int, word int) int {
	for steps := 1; steps <= len(heads) && word >= 1 && word <= len(heads); steps++ {
		if word = heads[word-1]; word == 0 {
			return steps
		}
	}
	return 0
}

func TestSpanDepths(t *testing.T) {
	for seed := range uint64(50) {
		gold, _, _ := parsesOf(seed, 5)
		for _, tree := range gold {
			spans := slices.DeleteFunc(tree.Spans(), func(s ptb.Span) bool { return s.Start == s.End })
			got := spanDepths(spans)
			for i, s := range spans {
				around := 1
				for _, u := range spans[:i] {
					around += eval.One(u.Start <= s.Start && s.End <= u.End)
				}
				require.Equal(t, around, got[i])
			}
		}
	}
}

func TestBins(t *testing.T) {
	b := bins{"1", "2", "3-5", "6-..."}
	for n, name := range strings.Fields("1 1 2 3-5 3-5 3-5 6-... 6-...") {
		require.Equal(t, name, b.of(n), n)
	}
	require.Equal(t, []string{"1", "7-..."}, []string{treeDepths.of(1), treeDepths.of(70)})
	for _, b := range []bins{sentenceLengths, spanLengths, treeDepths} {
		last := 0 // of the group before
		for i, name := range b {
			first, end, _ := strings.Cut(name, "-")
			require.Equal(t, strconv.Itoa(last+1), first, "groups are in their order, without gaps")
			if end == "..." {
				require.Len(t, b, i+1)
				continue
			}
			var err error
			last, err = strconv.Atoi(cmp.Or(end, first))
			require.NoError(t, err)
		}
	}
}
