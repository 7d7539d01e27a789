package oracle_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// several searches all parses of a sentence with several gold trees: the least loss of a configuration is that of the
// best tree to which it leads, against the nearest gold tree. Nothing in it knows of minima for one gold tree each.
type several struct {
	space  *space // for the names of configurations
	gold   *oracle.Gold
	alone  []*oracle.Gold // the gold trees one by one
	values map[string]int32
	seen   []*transition.Config // that are not terminal
}

// value returns the least loss of the trees to which c leads. What was built before matters only by its loss against
// each gold tree.
func (v *several) value(c *transition.Config) int32 {
	key := []byte(v.space.name(c))
	for _, g := range v.alone {
		key = append(key, byte(g.Loss(c)))
	}
	name := string(key)
	if value, ok := v.values[name]; ok {
		return value
	}
	if v.space.system.Terminal(c) {
		v.values[name] = v.gold.Loss(c)
		return v.values[name]
	}
	own, least := &transition.Config{}, int32(math.MaxInt32)
	own.CopyFrom(c)
	successors(v.space.system, own, v.space.labels, func(next *transition.Config) { least = min(least, v.value(next)) })
	v.values[name], v.seen = least, append(v.seen, own)
	return least
}

// compare compares the costs of all moves with all labels, one of arcs that no gold tree has among them, in all configurations.
func (v *several) compare(t *testing.T, oracles []oracle.Oracle) int {
	s := v.space.system
	var start, next transition.Config
	s.Start(&start, v.gold.Len())
	v.value(&start)
	for _, o := range oracles {
		require.NoError(t, o.Start(v.gold))
	}
	for _, c := range v.seen[:len(v.seen):len(v.seen)] {
		value, legal := v.value(c), s.Legal(c)
		for _, o := range oracles {
			var costs oracle.Costs
			var labels oracle.LabelCosts
			oracletest.Must(o.Moves(&costs, c, legal))
			for m := range legal.All() {
				priced := int32(1)
				if m.Labelled() {
					priced = v.space.labels
					oracletest.Must(o.Labels(&labels, c, m))
				}
				least := int32(math.MaxInt32)
				for l := range priced {
					next.CopyFrom(c)
					s.Apply(&next, m, l)
					got, want := costs[m]+labels.Of(l)*int32(indicator(m.Labelled())), v.value(&next)-value
					if got != want {
						t.Fatalf("%s %s: gold %v, after %v: cost of %v-%d is %d, want %d", o.Name(), label(s), *v.gold, c.Steps, m, l, got, want)
					}
					least = min(least, labels.Of(l)*int32(indicator(m.Labelled())))
				}
				require.Zero(t, least, "the best label of a move adds nothing")
			}
		}
	}
	return len(v.seen)
}

// severalOf returns a Gold of trees.
func severalOf(trees ...*oracle.Gold) *oracle.Gold {
	g := *trees[0]
	for _, other := range trees[1:] {
		g.Others = append(g.Others, *other)
	}
	return &g
}

// TestLawOfSeveral is the law for several gold trees: exact oracles say what exhaustive search says, for all pairs of
// short trees, whole and partial, also non-projective ones if the oracle takes these; and for random pairs and triples of
// longer ones.
func TestLawOfSeveral(t *testing.T) {
	systems := slices.DeleteFunc(lawSystems(), func(l lawful) bool { // the largest searches
		p := l.system.Params()
		return !testkit.Deep() && (p.MaxOpens == 3 || p.MaxUnary == 3)
	})
	lines := make([][]string, len(systems))
	t.Run("systems", func(t *testing.T) {
		for i, l := range systems {
			t.Run(label(l.system), func(t *testing.T) {
				t.Parallel()
				lines[i] = lawOfSeveral(t, l)
			})
		}
	})
	if !t.Failed() && !testkit.Deep() {
		head := "| system | oracles | gold trees | pairs and triples | configurations | wrong |\n| --- | --- | --- | --: | --: | --: |\n"
		requireSection(t, "README.md", "several", head+strings.Join(slices.Concat(lines...), ""))
	}
}

// trees returns the gold trees over n words with labels below k, non-projective ones if they are wanted.
func (l *lawful) trees(t *testing.T, n int, k int32, crossing bool) (all []*oracle.Gold) {
	for _, f := range l.always {
		if f.labels = min(f.labels, k); f.kind != crossingTree || crossing {
			all = append(all, f.gold(t, l.system, n)...)
		}
	}
	return all
}

// lawOfSeveral compares the exact oracles of a system, those for any tree with more trees.
func lawOfSeveral(t *testing.T, l lawful) (lines []string) {
	words, pairs, draws := 3, 300, 15
	if l.system.Kind() == transition.Constituents {
		words, pairs, draws = 2, 100, 5
	}
	if testkit.Deep() {
		pairs, draws = math.MaxInt, 20*draws
	}
	for _, anyTree := range []bool{false, true} {
		var names []string
		for _, name := range oracle.NamesFor(l.system) {
			if can := oracle.Describe(name); !can.OnPath && !can.Estimates && can.AnyTree == anyTree {
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			continue
		}
		var oracles []oracle.Oracle
		for _, name := range names {
			oracles = append(oracles, oracleNamed(t, name, l.system))
		}
		kinds, golds, configs, random := "all", 0, 0, rand.New(rand.NewPCG(1, 54))
		for n := 1; n <= words+1; n++ {
			labels := int32(2)                                           // of gold trees and configurations
			if l.system.Kind() == transition.Constituents && n > words { // the search grows faster
				labels = 1
			}
			trees := l.trees(t, n, labels, anyTree)
			compare := func(trees ...*oracle.Gold) {
				v := &several{space: &space{system: l.system, labels: labels}, gold: severalOf(trees...), alone: trees, values: map[string]int32{}}
				golds, configs = golds+1, configs+v.compare(t, oracles)
			}
			for i := 0; n <= words && i < len(trees)*len(trees); i += 1 + len(trees)*len(trees)/pairs {
				compare(trees[i/len(trees)], trees[i%len(trees)])
			}
			for range draws {
				drawn := []*oracle.Gold{trees[random.IntN(len(trees))], trees[random.IntN(len(trees))]}
				if random.IntN(3) == 0 {
					drawn = append(drawn, trees[random.IntN(len(trees))])
				}
				compare(drawn...)
			}
		}
		if l.system.Kind() == transition.Dependencies {
			if kinds = "whole and partial, projective"; anyTree {
				kinds = "whole and partial, any"
			}
		}
		lines = append(lines, fmt.Sprintf("| %s | `%s` | %s | %s | %s | 0 |\n",
			described(l.system), strings.Join(names, "`, `"), kinds, grouped(golds), grouped(configs)))
	}
	return lines
}

// TestSeveralAreRefused by oracles that are not exact, and where the trees are not of the same words.
func TestSeveralAreRefused(t *testing.T) {
	two := &oracle.Gold{Heads: []int32{0, 2, 0}, Labels: []int32{0, 0, 0}}
	one := &oracle.Gold{Heads: []int32{0, 0}, Labels: []int32{0, 0}}
	for name, gold := range map[string]*oracle.Gold{"static": severalOf(two, two), "dynamic": severalOf(two, one)} {
		o, err := oracle.New(name, transition.ArcHybrid{})
		require.NoError(t, err)
		require.ErrorContains(t, o.Start(gold), "several gold trees of a sentence")
	}
}
