package oracle_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// lawful is a system with the families of gold trees for which its oracles are compared with the
// search of all configurations: always, and in deep tests.
type lawful struct {
	system       transition.System
	always, deep []family
}

// family is all gold trees of a kind over 1 to some number of words.
type family struct {
	kind   string
	words  int
	labels int32 // of constituents and tags, in gold trees and configurations
	chain  int32 // largest number of brackets over the same words, in gold trees
}

// The kinds of gold trees.
const (
	wholeTrees   = "whole, projective"
	partialTree  = "partial, projective"
	crossingTree = "not projective" // whole or partial
	anyTree      = "all"            // of constituents and tags
)

// lawSystems are all systems but those of graphs, with bounds that bind and others that do not.
func lawSystems() (all []lawful) {
	brackets := func(words int, labels, chain int32) family { return family{anyTree, words, labels, chain} }
	for _, s := range exactSystems() {
		all = append(all, lawful{s, []family{{wholeTrees, 5, 0, 0}, {partialTree, 4, 0, 0}, {crossingTree, 4, 0, 0}},
			[]family{{wholeTrees, 6, 0, 0}, {partialTree, 5, 0, 0}, {crossingTree, 5, 0, 0}}})
	}
	for _, s := range swapSystems() {
		all = append(all, lawful{s, []family{{wholeTrees, 4, 0, 0}, {partialTree, 4, 0, 0}, {crossingTree, 4, 0, 0}}, nil})
	}
	for _, r := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
		s := transition.ArcStandardSwap{ArcStandard: transition.ArcStandard{Roots: r}}
		all = append(all, lawful{s, []family{{wholeTrees, 4, 0, 0}, {crossingTree, 4, 0, 0}}, nil})
	}
	for _, k := range []int32{1, 2, 3} {
		all = append(all, lawful{transition.Bracket{MaxOpens: k}, []family{brackets(4, 1, 1), brackets(3, 1, 2), brackets(3, 2, 1)},
			[]family{brackets(4, 1, 2), brackets(3, 2, 2)}})
	}
	for _, k := range []int32{2, 5} {
		all = append(all, lawful{transition.Bracket{MaxOpens: k, Unary: transition.NoChain}, []family{brackets(4, 1, 1), brackets(3, 2, 1)},
			[]family{brackets(5, 1, 1), brackets(4, 2, 1)}})
		all = append(all, lawful{transition.Bracket{MaxOpens: k, Unary: transition.Strict}, []family{brackets(4, 2, 1)},
			[]family{brackets(6, 1, 1), brackets(5, 2, 1)}})
	}
	for _, k := range []int32{1, 2, 3} {
		all = append(all, lawful{transition.InOrder{MaxUnary: k}, []family{brackets(4, 1, 1), brackets(3, 1, k), brackets(3, 2, 1)},
			[]family{brackets(4, 1, 2), brackets(3, 2, 2)}})
	}
	return append(all, lawful{transition.ShiftLabel{}, []family{brackets(4, 1, 1), brackets(3, 2, 1)}, []family{brackets(5, 1, 1), brackets(4, 2, 1)}},
		lawful{transition.Split{}, []family{brackets(5, 1, 1), brackets(3, 2, 1)}, []family{brackets(6, 1, 1), brackets(4, 2, 1)}},
		lawful{transition.Tag{}, []family{{anyTree, 4, 3, 0}}, nil})
}

// TestLaw is the one law of oracles: what they say is what exhaustive search says. It holds for
// every oracle that does not claim less, in every configuration, for every tree. The table in the
// README says what was compared and how far from it the other oracles are.
func TestLaw(t *testing.T) {
	systems := lawSystems()
	for _, name := range oracle.Systems(transition.Dependencies, transition.Constituents, transition.Tags) {
		require.True(t, slices.ContainsFunc(systems, func(l lawful) bool { return l.system.Name() == name }), name)
	}
	rows := make([][]*lawRow, len(systems))
	t.Run("systems", func(t *testing.T) {
		for i, l := range systems {
			t.Run(label(l.system), func(t *testing.T) {
				t.Parallel()
				for _, f := range l.always {
					rows[i] = addRow(rows[i], compareFamily(t, l.system, f, 25_000))
				}
				for _, f := range l.deep {
					if testkit.Deep() {
						compareFamily(t, l.system, f, 2_000_000)
					}
				}
			})
		}
	})
	if !t.Failed() {
		requireSection(t, "README.md", "law", lawTable(slices.Concat(rows...)))
	}
}

// compareFamily compares all oracles of a system with the search, for all trees of a family, each
// with all configurations or, where that makes more than most pairs for a number of words, with
// every second, third, … Those that build machines for each tree see ten trees.
func compareFamily(t *testing.T, s transition.System, f family, most int) *lawRow {
	r := &lawRow{system: s, kind: f.kind, verdicts: map[string]*verdict{}}
	for n := 1; n <= f.words; n++ {
		p := newSpace(s, n, f.labels)
		golds := f.gold(t, s, n)
		values := make([][]int32, len(golds))
		for i, g := range golds {
			values[i] = p.values(g)
		}
		stride := 1 + len(golds)*len(p.configs)/most
		for _, name := range oracle.NamesFor(s) {
			o, sum, every := oracleNamed(t, name, s), r.verdict(name), 1
			if oracle.Describe(name).Slow {
				every = 1 + len(golds)/10
			}
			for i := 0; i < len(golds); i += every {
				if o.Start(golds[i]) != nil {
					continue
				}
				for k := i % stride; k < len(p.configs); k += stride {
					p.compare(t, o, golds[i], values[i], k, sum)
				}
			}
		}
	}
	return r
}

// gold returns the trees over n words that the system derives.
func (f *family) gold(t *testing.T, s transition.System, n int) (all []*oracle.Gold) {
	switch s.Kind() {
	case transition.Constituents:
		return goldTrees(oracleNamed(t, "dynamic", s), int32(n), f.labels, f.chain)
	case transition.Tags:
		taggings(n, f.labels, func(g *oracle.Gold) { all = append(all, &oracle.Gold{Labels: slices.Clone(g.Labels)}) })
		return all
	}
	whole, random := projectiveTrees(n), rand.New(rand.NewPCG(1, uint64(n)))
	add := func(g *oracle.Gold) {
		kind := crossingTree
		switch unknown := slices.Contains(g.Heads, none); {
		case !unknown && projective(g):
			kind = wholeTrees
		case unknown && slices.ContainsFunc(whole, func(heads []int32) bool { return agree(g.Heads, heads) }):
			kind = partialTree
		}
		if kind == f.kind {
			all = append(all, labelled(g.Heads, random)...)
		}
	}
	allTrees(n, add)
	partialTrees(n, add)
	return all
}

// labelled returns a tree with all labellings, some labels unknown, or with a random one if it has
// more than two words.
func labelled(heads []int32, random *rand.Rand) (all []*oracle.Gold) {
	add := func(labels []int32) {
		g := &oracle.Gold{Heads: slices.Clone(heads), Labels: slices.Clone(labels)}
		for d := range labels {
			g.Labels[d]-- // none is one of them
		}
		all = append(all, g)
	}
	labels := make([]int32, len(heads))
	if len(heads) <= 3 {
		labellings(&oracle.Gold{Labels: labels}, 3, func(g *oracle.Gold) { add(g.Labels) })
		return all
	}
	for d := range labels {
		labels[d] = random.Int32N(3)
	}
	add(labels)
	return all
}

// compare compares the costs of all moves with all labels in the k-th configuration. The first wrong
// cost of an oracle that claims to be exact ends the test.
func (p *space) compare(t *testing.T, o oracle.Oracle, g *oracle.Gold, values []int32, k int, sum *verdict) {
	if len(p.steps[k]) == 0 {
		return
	}
	c, kind, about, unit := p.configs[k], p.system.Kind(), oracle.Describe(o.Name()), int32(1)
	exact := !about.OnPath && !about.Estimates && slices.Contains(oracle.Names(), about.Name)
	if about.Estimates && kind == transition.Constituents {
		unit = 2 // they count half brackets
	}
	var costs oracle.Costs
	oracletest.Must(o.Moves(&costs, c, p.system.Legal(c)))
	wrong, least, truth := false, int32(math.MaxInt32), int32(0)
	for i := range p.steps[k] {
		x := &p.steps[k][i]
		var labels oracle.LabelCosts
		if x.move.Labelled() {
			oracletest.Must(o.Labels(&labels, c, x.move))
		}
		for _, l := range p.priced(x) {
			got, want := costs[x.move]+labels.Of(l), x.loss(kind, g, l)+values[x.to]-values[k]
			switch {
			case got < least:
				least, truth = got, want
			case got == least:
				truth = max(truth, want)
			}
			if wrong = wrong || got != unit*want; wrong && exact {
				t.Fatalf("%s %s: gold %v, after %v: cost of %v-%d is %d, want %d", o.Name(), label(p.system), *g, c.Steps, x.move, l, got, want)
			}
		}
	}
	sum.compared++
	sum.wrong += indicator(wrong)
	sum.misled += indicator(truth > 0)
}

// priced returns the labels of a step to ask about: those of arcs include one that gold lacks.
func (p *space) priced(x *step) []int32 {
	if x.move.Labelled() && x.label == transition.None && p.system.Kind() == transition.Dependencies {
		return []int32{0, 1, 2}
	}
	return []int32{x.label}
}

// The costs that Goldberg & Nivre (2012) published for arc-eager are exact if several words may hang
// from ROOT, but not under a single root, which they do not have. This is how far they are from it,
// for all projective trees of up to five words with one root.
func TestPublishedCostsUnderASingleRoot(t *testing.T) {
	s, o, sum := transition.ArcEager{Roots: transition.SingleRoot}, oracle.GoldbergNivre(), &verdict{}
	for n := 1; n <= 5; n++ {
		p := newSpace(s, n, 0)
		for _, heads := range projectiveTrees(n) {
			g := &oracle.Gold{Heads: heads, Labels: make([]int32, n+1)}
			if rootCount(g) > 1 {
				continue
			}
			require.NoError(t, o.Start(g))
			values := p.values(g)
			for k := range p.configs {
				p.compare(t, o, g, values, k, sum)
			}
		}
	}
	require.Equal(t, &verdict{55809, 9591, 1393}, sum)
}

// TestLawOnRandomTrees compares exact oracles with exhaustive search on trees of up to seven words:
// dependency trees, whole and partial, projective or not, in all configurations, and constituency
// trees along parses that err in half of their steps; with max-opens 3, trees of five words only.
func TestLawOnRandomTrees(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("deep tests only")
	}
	draws := []func(*rand.Rand, int, transition.Roots, int32) *oracle.Gold{oracletest.Random, tangled, holed(oracletest.Random), holed(tangled)}
	for _, l := range lawSystems() {
		s := l.system
		t.Run(label(s), func(t *testing.T) {
			t.Parallel()
			for _, name := range seriousNames(s) {
				if oracle.Describe(name).OnPath {
					continue
				}
				o, random, sum := oracleNamed(t, name, s), rand.New(rand.NewPCG(1, 7)), &verdict{}
				for n := 5; n <= 7; n++ {
					trees, labels := 60, int32(2)
					if s.Kind() == transition.Constituents { // the search grows faster
						trees, labels = []int{5: 24, 6: 3, 7: 1}[n], 1
					}
					if s == (transition.System)(transition.Bracket{MaxOpens: 3}) { // by far the largest search
						trees = []int{5: 2, 6: 0, 7: 0}[n]
					}
					if transition.Tentative(s) && n == 7 { // labels multiply the configurations
						trees = 0
					}
					for i := range trees {
						switch s.Kind() {
						case transition.Constituents:
							g := randomGold(random, s, n, labels)
							require.NoError(t, o.Start(g))
							sum.compared += compareOnWalk(t, o, s, g, random, labels+1)
						case transition.Dependencies:
							g := draws[i%4](random, n, []transition.Roots{transition.SingleRoot, transition.MultiRoot}[i%2], labels)
							if o.Start(g) != nil {
								continue
							}
							p := newSpace(s, n, 0)
							values := p.values(g)
							for k := range p.configs {
								p.compare(t, o, g, values, k, sum)
							}
						}
					}
				}
				t.Logf("%s: %d pairs of gold tree and configuration", name, sum.compared)
			}
		})
	}
}
