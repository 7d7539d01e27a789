package derived_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/internal/derived"
	"parser/transition"
)

// dependencies returns the factors for gold heads in the system of a twin.
func dependencies(s transition.System, heads []int32) derived.Problem {
	single := s.Params().Roots == transition.SingleRoot
	if _, eager := s.(transition.ArcEager); eager {
		return derived.ArcEager(heads, single)
	}
	return derived.ArcHybrid(heads, single)
}

// arcSystems are the systems whose factors are exact, with the longest sentences to
// compare.
var arcSystems = []struct {
	transition.System
	words, prefixes int // of parses, for all gold trees
}{
	{transition.ArcHybrid{Roots: transition.MultiRoot}, 5, 407386},
	{transition.ArcHybrid{Roots: transition.SingleRoot}, 5, 197370},
	{transition.ArcEager{Roots: transition.MultiRoot}, 4, 46219},
	{transition.ArcEager{Roots: transition.SingleRoot}, 4, 30489},
}

// After all prefixes, for all projective trees with one root or several, the sum over arcs is the
// least number of wrong heads.
func TestArcFactorsAreExact(t *testing.T) {
	for _, s := range arcSystems {
		t.Run(fmt.Sprintf("%s %v", s.Name(), s.Params().Roots), func(t *testing.T) {
			prefixes := 0
			for n := 1; n <= s.words; n++ {
				all := newParses(s.System, n, false)
				for _, heads := range trees(n) {
					if !projective(heads) {
						continue
					}
					o, err := derived.Compile(dependencies(s.System, heads), 0)
					require.NoError(t, err)
					prefixes += requireValues(t, all.twin(heads), o, fmt.Sprint("gold ", heads[1:]))
				}
			}
			require.Equal(t, s.prefixes, prefixes)
		})
	}
}

// mistakes counts configurations of all gold trees of a kind: those in which an oracle gives
// another value than the true one, those that leave a choice, and those of these in which one of
// its best actions is not truly best.
type mistakes struct{ configurations, wrong, choices, errs int }

func (e *mistakes) count(t testing.TB, w *twin, configs []string, o derived.Oracle) {
	at, seen := follower{Oracle: o}, map[string]bool{}
	want, got := w.scratch(), w.scratch()
	for i := range w.prefixes {
		p := &w.prefixes[i]
		if seen[configs[i]] {
			continue
		}
		seen[configs[i]] = true
		at.follow(t, w.language, p)
		require.NoError(t, o.Values(got))
		w.values(want, p)
		p.forbid(got)
		e.configurations++
		if least(got) != least(want) {
			e.wrong++
		}
		if p.choices() > 1 {
			e.choices++
			if best(got)&^best(want) != 0 {
				e.errs++
			}
		}
	}
}

// Cases where the sum is not exact: trees whose arcs cross, and, in arc-eager under a single root,
// words that the ending happens to attach correctly.
func TestArcFactorsAreNotExact(t *testing.T) {
	crossing := func(heads []int32) bool { return !projective(heads) }
	for _, c := range []struct {
		system transition.System
		words  int
		ending bool
		golds  func([]int32) bool
		want   mistakes
	}{
		{transition.ArcHybrid{Roots: transition.MultiRoot}, 3, true, crossing, mistakes{60, 4, 16, 1}},
		{transition.ArcHybrid{Roots: transition.MultiRoot}, 4, true, crossing, mistakes{2170, 159, 770, 29}},
		{transition.ArcHybrid{Roots: transition.SingleRoot}, 3, true, crossing, mistakes{60, 2, 16, 1}},
		{transition.ArcHybrid{Roots: transition.SingleRoot}, 4, true, crossing, mistakes{2170, 114, 770, 22}},
		{transition.ArcEager{Roots: transition.MultiRoot}, 3, true, crossing, mistakes{160, 9, 52, 1}},
		{transition.ArcEager{Roots: transition.MultiRoot}, 4, true, crossing, mistakes{8470, 435, 2800, 48}},
		{transition.ArcEager{Roots: transition.SingleRoot}, 3, false, crossing, mistakes{160, 2, 52, 2}},
		{transition.ArcEager{Roots: transition.SingleRoot}, 4, false, crossing, mistakes{8470, 176, 2800, 42}},
		{transition.ArcEager{Roots: transition.SingleRoot}, 2, true, projective, mistakes{39, 13, 12, 0}},
		{transition.ArcEager{Roots: transition.SingleRoot}, 3, true, projective, mistakes{480, 159, 156, 5}},
		{transition.ArcEager{Roots: transition.SingleRoot}, 4, true, projective, mistakes{6655, 2302, 2200, 88}},
	} {
		all, got := newParses(c.system, c.words, c.ending), mistakes{}
		for _, heads := range trees(c.words) {
			if !c.golds(heads) {
				continue
			}
			o, err := derived.Compile(dependencies(c.system, heads), 0)
			require.NoError(t, err)
			got.count(t, all.twin(heads), all.configs, o)
		}
		require.Equal(t, c.want, got, "%s %v, %d words", c.system.Name(), c.system.Params().Roots, c.words)
	}
}
