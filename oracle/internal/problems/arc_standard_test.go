package problems_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/fsa"
	"parser/testdata/testkit/derivedtest"
	"parser/transition"
)

// Arcs of arc-standard are not decomposable, so no factors by arc are exact, whatever their automata: the least number of
// wrong heads is more than the sum of what each arc loses at least. (Goldberg, Sartorio & Satta 2014 say why: a word is
// popped when it gets its head, so its dependents must come before.) With a single root up to three words are too few to
// see it; of the smallest trees, in which the first of four words is the head of all others, two arcs are lost by a third
// SH, and each of them could have been saved. With several roots, three words that hang from ROOT are enough.
func TestArcsOfArcStandardAreNotDecomposable(t *testing.T) {
	type count struct{ prefixes, wrong int }
	for roots, want := range map[transition.Roots][]count{
		transition.SingleRoot: {{3, 0}, {14, 0}, {182, 0}, {3750, 22}},
		transition.MultiRoot:  {{3, 0}, {30, 0}, {504, 6}, {11605, 188}},
	} {
		for n, want := range want {
			all, got := newParses(transition.ArcStandard{Roots: roots}, n+1), count{}
			for _, heads := range goldHeads(n+1, roots == transition.SingleRoot) {
				sum, truth := byArc(all, heads), all.twin(heads)
				for i := range all.Prefixes {
					p := &all.Prefixes[i]
					got.prefixes++
					if derivedtest.Least(sum.Values(sum.Scratch(), p)) != derivedtest.Least(truth.Values(truth.Scratch(), p)) {
						got.wrong++
					}
				}
			}
			require.Equal(t, want, got, "%d words, %v roots", n+1, roots)
		}
	}
	shift := fsa.Symbol(1)
	for _, c := range []struct {
		roots  transition.Roots
		heads  []int32
		prefix int // a number of SH
	}{{transition.SingleRoot, []int32{0, 0, 1, 1, 1}, 3}, {transition.MultiRoot, []int32{0, 0, 0, 0}, 2}} {
		all, at := newParses(transition.ArcStandard{Roots: c.roots}, len(c.heads)-1), 0
		for range c.prefix {
			at = all.Prefixes[at].Next[shift]
		}
		sum, truth := byArc(all, c.heads), all.twin(c.heads)
		require.Equal(t, fsa.Weight(0), sum.Values(sum.Scratch(), &all.Prefixes[at])[shift])
		require.Equal(t, fsa.Weight(2), truth.Values(truth.Scratch(), &all.Prefixes[at])[shift])
	}
}

// byArc gives the sum of what each arc loses at least, after each prefix.
func byArc(all *parses, heads []int32) *derivedtest.Twin {
	var losses [][]fsa.Weight
	for d := 1; d < len(heads); d++ {
		loss := make([]fsa.Weight, len(all.Words))
		for i := range loss {
			if all.heads[i][d] != heads[d] {
				loss[i] = 1
			}
		}
		losses = append(losses, loss)
	}
	return derivedtest.NewTwin(all.Language, losses...)
}
