package conll18

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// lcsLength is the textbook definition, exponential.
func lcsLength(gold, system []int) int {
	if len(gold) == 0 || len(system) == 0 {
		return 0
	}
	best := max(lcsLength(gold[1:], system), lcsLength(gold, system[1:]))
	if gold[0] == system[0] {
		best = max(best, 1+lcsLength(gold[1:], system[1:]))
	}
	return best
}

// lcsByRule follows the rule for ties word by word.
func lcsByRule(gold, system []int) [][2]int {
	var pairs [][2]int
	for g, s := 0, 0; g < len(gold) && s < len(system); {
		switch {
		case gold[g] == system[s]:
			pairs = append(pairs, [2]int{g, s})
			g, s = g+1, s+1
		case lcsLength(gold[g:], system[s:]) == lcsLength(gold[g+1:], system[s:]):
			g++
		default:
			s++
		}
	}
	return pairs
}

// pairsOf returns the pairs of lcs.
func pairsOf(gold, system []int) (pairs [][2]int) {
	lcs(gold, system, func(g, s int) { pairs = append(pairs, [2]int{g, s}) })
	return pairs
}

func checkLCS(t *testing.T, gold, system []int) {
	t.Helper()
	pairs := pairsOf(gold, system)
	require.Len(t, pairs, lcsLength(gold, system), "%v %v", gold, system)
	require.Equal(t, lcsByRule(gold, system), pairs, "%v %v", gold, system)
}

// All pairs of lists of up to four elements, of three kinds.
func TestLCSExhaustive(t *testing.T) {
	lists := [][]int{{}}
	for i := 0; i < len(lists); i++ {
		for x := range 3 {
			if len(lists[i]) < 4 {
				lists = append(lists, append(append([]int{}, lists[i]...), x))
			}
		}
	}
	require.Len(t, lists, 1+3+9+27+81)
	for _, gold := range lists {
		for _, system := range lists {
			checkLCS(t, gold, system)
		}
	}
}

func FuzzLCS(f *testing.F) {
	f.Add([]byte("abcab"), []byte("bca"))
	f.Add([]byte("xy"), []byte("yx"))
	f.Fuzz(func(t *testing.T, gold, system []byte) {
		checkLCS(t, few(gold), few(system))
	})
}

// few makes a short list over a small alphabet.
func few(text []byte) []int {
	var list []int
	for _, c := range text[:min(len(text), 7)] {
		list = append(list, int(c%4))
	}
	return list
}

// Rows of more than one machine word give the same as a table of lengths without bits.
func TestLCSLong(t *testing.T) {
	var gold, system []int
	for i := range 150 {
		gold, system = append(gold, i*i%7), append(system, i*i*i%5)
	}
	lengths := make([][]int, len(gold)+1)
	for g := range lengths {
		lengths[g] = make([]int, len(system)+1)
	}
	for g := len(gold) - 1; g >= 0; g-- {
		for s := len(system) - 1; s >= 0; s-- {
			lengths[g][s] = max(lengths[g+1][s], lengths[g][s+1])
			if gold[g] == system[s] {
				lengths[g][s] = max(lengths[g][s], 1+lengths[g+1][s+1])
			}
		}
	}
	var want [][2]int
	for g, s := 0, 0; g < len(gold) && s < len(system); {
		switch {
		case gold[g] == system[s]:
			want = append(want, [2]int{g, s})
			g, s = g+1, s+1
		case lengths[g][s] == lengths[g+1][s]:
			g++
		default:
			s++
		}
	}
	require.Len(t, want, lengths[0][0])
	require.Equal(t, want, pairsOf(gold, system))
}
