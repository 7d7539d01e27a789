package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// constituencySystems has every constituency system, with bounds that the gold
// trees of the tests keep.
func constituencySystems() []transition.System {
	return []transition.System{
		transition.Bracket{MaxOpens: 8},
		transition.Bracket{MaxOpens: 8, Unary: transition.NoChain},
		transition.Bracket{MaxOpens: 8, Unary: transition.Strict},
		transition.InOrder{MaxUnary: 3},
		transition.ShiftLabel{},
		transition.Split{},
	}
}

// Every oracle of every constituency system derives every tree that the system can derive, with the
// order of brackets over the same words where the oracle is static: with three of them also X over
// Y over X.
func TestBracketOraclesDeriveTheGoldTree(t *testing.T) {
	for _, s := range constituencySystems() {
		for _, name := range seriousNames(s) {
			t.Run(name+" "+label(s), func(t *testing.T) {
				t.Parallel()
				o, err := oracle.New(name, s)
				require.NoError(t, err)
				trees := 0
				for n, chain := range []int32{0, 4, 3, 1, 1} {
					for _, g := range oracletest.Bracketings(int32(n), 2, chain) {
						if o.Start(g) == nil {
							trees++
							requireDerived(t, o, s, g)
						}
					}
				}
				t.Logf("%d trees", trees)
			})
		}
	}
}

// requireDerived parses with the oracle's first best move and first free label.
func requireDerived(t *testing.T, o oracle.Oracle, s transition.System, g *oracle.Gold) {
	c := follow(t, s, o, g)
	if o.Name() == "static" {
		require.Equal(t, g.Spans, oracletest.Tree(c), label(s))
		return
	}
	require.Zero(t, bracketLoss(g, c), "%s: gold %v, got %v", label(s), g.Spans, oracletest.Tree(c))
}

// The static oracle's derivation of a large tree costs nothing by the dynamic
// oracle, and ends in exactly the gold tree. It is the same each time.
func TestStaticBracketPathIsOptimal(t *testing.T) {
	for _, s := range constituencySystems() {
		t.Run(label(s), func(t *testing.T) {
			static, err := oracle.New("static", s)
			require.NoError(t, err)
			dynamic, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			for seed := range trials(200) {
				random := rand.New(rand.NewPCG(seed, 7))
				g := randomGold(random, s, 1+random.IntN(60), manyLabels)
				require.NoError(t, static.Start(g))
				require.NoError(t, dynamic.Start(g))
				var c transition.Config
				for s.Start(&c, g.Len()); !s.Terminal(&c); {
					m, l := canonical(t, static, s, &c)
					require.Zero(t, price(dynamic, s, &c, m, l), "seed %d, stack %v, b=%d: %v-%d", seed, c.Stack, c.Next, m, l)
					s.Apply(&c, m, l)
				}
				require.Equal(t, g.Spans, oracletest.Tree(&c), "seed %d", seed)
			}
		})
	}
}

// canonical returns the only best move of a static oracle, and the only label
// that adds nothing.
func canonical(t *testing.T, static oracle.Oracle, s transition.System, c *transition.Config) (transition.Move, int32) {
	var costs oracle.Costs
	var labels oracle.LabelCosts
	require.NoError(t, static.Moves(&costs, c, s.Legal(c)))
	best := costs.Best(s.Legal(c))
	require.Zero(t, best&(best-1), "the static oracle knows one move")
	m := oracletest.AnyOf(rand.New(rand.NewPCG(0, 0)), best)
	require.Zero(t, costs[m])
	if !m.Labelled() {
		return m, transition.None
	}
	require.NoError(t, static.Labels(&labels, c, m))
	free := transition.None
	for l := range int32(manyLabels) {
		if labels.Of(l) == 0 {
			require.Equal(t, transition.None, free, "the static oracle knows one label")
			free = int(l)
		}
	}
	return m, int32(free)
}

// price is the cost of a move with a label.
func price(o oracle.Oracle, s transition.System, c *transition.Config, m transition.Move, l int32) int32 {
	var costs oracle.Costs
	var labels oracle.LabelCosts
	oracletest.Must(o.Moves(&costs, c, s.Legal(c)))
	if m.Labelled() {
		oracletest.Must(o.Labels(&labels, c, m))
	}
	return costs[m] + labels.Of(l)
}

// Brackets that are not those of one tree, and trees that the system cannot derive, are refused by
// both oracles with a named error.
func TestBracketOraclesRefuse(t *testing.T) {
	const X, Y = 0, 1
	type tree = []oracle.Span
	var (
		flat     = tree{{X, 0, 2}}
		single   = tree{{X, 0, 2}, {X, 1, 2}}
		chain    = tree{{X, 0, 2}, {Y, 0, 2}}
		lone     = tree{{X, 0, 1}}
		loneYX   = tree{{Y, 0, 1}, {X, 0, 1}}
		three    = tree{{X, 0, 3}, {X, 0, 2}, {X, 0, 1}}
		inOrder1 = transition.InOrder{MaxUnary: 1}
	)
	broken := map[string]tree{
		"none":                       nil,
		"not over the first word":    {{X, 1, 3}},
		"after the root bracket":     {{X, 0, 2}, {X, 2, 3}},
		"longer than the first":      {{X, 0, 2}, {X, 0, 3}},
		"empty":                      {{X, 0, 2}, {X, 1, 1}},
		"reversed":                   {{X, 0, 2}, {X, 2, 1}},
		"before the first word":      {{X, 0, 2}, {X, -1, 1}},
		"crossing":                   {{X, 0, 3}, {X, 0, 2}, {X, 1, 3}},
		"inner before outer":         {{X, 0, 3}, {X, 0, 1}, {X, 0, 2}},
		"right before left":          {{X, 0, 3}, {X, 2, 3}, {X, 0, 1}},
		"right before left and deep": {{X, 0, 4}, {X, 2, 4}, {X, 3, 4}, {X, 1, 2}},
	}
	for _, s := range append(constituencySystems(), inOrder1, transition.Bracket{MaxOpens: 2}) {
		for _, name := range seriousNames(s) {
			o, err := oracle.New(name, s)
			require.NoError(t, err)
			require.Equal(t, name, o.Name())
			for why, spans := range broken {
				require.ErrorIs(t, o.Start(&oracle.Gold{Spans: spans}), oracle.ErrNotNested, "%s %s", label(s), why)
			}
			unary, chains, most := s.Params().Unary, s.Params().MaxUnary != 1 && s.Chains() != transition.JoinChains, s.Params().MaxOpens
			requireTaken(t, o, flat, true)
			requireTaken(t, o, single, unary != transition.Strict)
			requireTaken(t, o, chain, unary == transition.AnyUnary && chains)
			requireTaken(t, o, lone, true)
			requireTaken(t, o, loneYX, unary == transition.AnyUnary && chains)
			requireTaken(t, o, three, most != 2 && unary != transition.Strict)
		}
	}
}

func requireTaken(t *testing.T, o oracle.Oracle, spans []oracle.Span, taken bool) {
	err := o.Start(&oracle.Gold{Spans: spans})
	if taken {
		require.NoError(t, err, "%T %v", o, spans)
	} else {
		require.ErrorIs(t, err, oracle.ErrNotDerivable, "%T %v", o, spans)
	}
}

// Off its derivation the static oracle still answers; the answer means nothing.
func TestStaticBracketOraclesAnswerAnywhere(t *testing.T) {
	for _, s := range constituencySystems() {
		o, err := oracle.New("static", s)
		require.NoError(t, err)
		for seed := range trials(100) {
			random := rand.New(rand.NewPCG(seed, 8))
			g := randomGold(random, s, 1+random.IntN(20), manyLabels)
			require.NoError(t, o.Start(g))
			randomWalk(random, s, g.Len(), manyLabels, func(c *transition.Config) {
				for _, cost := range costsOf(o, s, c) {
					require.Contains(t, []int32{0, 1, 2}, cost)
				}
			})
		}
	}
}
