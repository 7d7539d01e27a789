package oracle_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

// exactSystems are the systems with an exact dynamic oracle, in both root modes.
func exactSystems() []transition.System {
	return []transition.System{
		transition.ArcHybrid{Roots: transition.MultiRoot},
		transition.ArcHybrid{Roots: transition.SingleRoot},
		transition.ArcEager{Roots: transition.MultiRoot},
		transition.ArcEager{Roots: transition.SingleRoot},
		transition.ArcStandard{Roots: transition.MultiRoot},
		transition.ArcStandard{Roots: transition.SingleRoot},
	}
}

// systemsWith are those of exactSystems that have an oracle of the given name.
func systemsWith(name string) []transition.System {
	return slices.DeleteFunc(exactSystems(), func(s transition.System) bool { return !slices.Contains(oracle.NamesFor(s), name) })
}

func label(s transition.System) string { return fmt.Sprintf("%s %+v", s.Name(), s) }

func TestDynamicEqualsExhaustive(t *testing.T) {
	longest := 5
	if quick() {
		longest = 4
	}
	for _, s := range exactSystems() {
		t.Run(label(s), func(t *testing.T) {
			t.Parallel()
			dynamic, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			pairs := 0
			for n := 1; n <= longest; n++ {
				allTrees(n, func(g *oracle.Gold) {
					if projective(g) {
						pairs += compare(t, s, dynamic, &oracle.Exhaustive{System: s}, g)
					}
				})
			}
			t.Logf("%d pairs of gold tree and configuration", pairs)
			require.Greater(t, pairs, 4000)
		})
	}
}

// compare checks every move's cost in every configuration, and returns their number.
func compare(t *testing.T, s transition.System, o oracle.Oracle, x *oracle.Exhaustive, g *oracle.Gold) int {
	if err := o.Start(g); err != nil {
		t.Fatal(err)
	}
	if err := x.Start(g); err != nil {
		t.Fatal(err)
	}
	count := 0
	reachable(s, g.Len(), func(c *transition.Config) {
		var got, want oracle.Costs
		count++
		if err := o.Moves(&got, c, s.Legal(c)); err != nil {
			t.Fatal(err)
		}
		if err := x.Moves(&want, c, s.Legal(c)); err != nil {
			t.Fatal(err)
		}
		for m := range s.Legal(c).All() {
			if got[m] != want[m] {
				t.Fatalf("gold heads %v, stack %v, b=%d: cost of %v is %d, want %d",
					g.Heads[1:], c.Stack, c.Next, m, got[m], want[m])
			}
		}
	})
	return count
}

func TestLabelledCostsEqualExhaustive(t *testing.T) {
	const labels = 2
	longest := 4
	if quick() {
		longest = 3
	}
	for _, s := range exactSystems() {
		t.Run(label(s), func(t *testing.T) {
			t.Parallel()
			dynamic, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			for n := 1; n <= longest; n++ {
				allTrees(n, func(g *oracle.Gold) {
					if projective(g) {
						labellings(g, labels, func(g *oracle.Gold) {
							compareLabelled(t, s, dynamic, &oracle.Exhaustive{System: s}, g, labels)
						})
					}
				})
			}
		})
	}
}

func compareLabelled(t *testing.T, s transition.System, o oracle.Oracle, x *oracle.Exhaustive, g *oracle.Gold, labels int32) {
	x.LabelCount = labels
	if err := o.Start(g); err != nil {
		t.Fatal(err)
	}
	if err := x.Start(g); err != nil {
		t.Fatal(err)
	}
	reachable(s, g.Len(), func(c *transition.Config) {
		var costs oracle.Costs
		if err := o.Moves(&costs, c, s.Legal(c)); err != nil {
			t.Fatal(err)
		}
		for m := range transition.NumMoves {
			if _, _, arc := s.Arc(c, m); !arc || !s.Legal(c).Has(m) {
				continue
			}
			free := freeLabel(o, c, m)
			for l := range labels {
				got := costs[m]
				if free != transition.None && l != free {
					got += oracle.WrongLabel
				}
				if want := x.Cost(c, m, l); got != want {
					t.Fatalf("gold %v %v, stack %v, b=%d: cost of %v-%d is %d, want %d",
						g.Heads[1:], g.Labels[1:], c.Stack, c.Next, m, l, got, want)
				}
			}
		}
	})
}
