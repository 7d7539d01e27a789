package problems_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/testdata/testkit"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// Tables agree with Compile after every prefix of random sequences, for all actions that it allows
// (it knows depth and buffer, they do not).

func TestArcTablesEqualCompiled(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for _, l := range arcSystems {
		tables, err := problems.NewArcTables(l.System)
		require.NoError(t, err)
		for i := range 40 {
			roots := []transition.Roots{transition.SingleRoot, transition.MultiRoot}[i%2]
			heads := oracletest.Random(r, 1+r.IntN(12), roots, 1).Heads
			require.NoError(t, tables.Start(heads))
			requireSameCosts(t, r, problems.Arcs(l.System, heads), tables)
		}
	}
}

func TestBracketTablesEqualCompiled(t *testing.T) {
	const labels = 3
	r := rand.New(rand.NewPCG(8, 1))
	tables := problems.NewBracketTables(3)
	for range 40 {
		words := 1 + r.Int32N(5)
		g := oracletest.RandomBracketing(r, transition.Bracket{MaxOpens: 3}, int(words), labels, 2)
		b := problems.Bracketing{Gold: spans(g), Words: words, Labels: labels + 1, MaxOpens: 3}
		require.NoError(t, tables.Start(b.Gold, words, b.Labels))
		p, err := b.Factored()
		require.NoError(t, err)
		requireSameCosts(t, r, p, tables)
	}
}

func spans(g *oracle.Gold) []problems.Span {
	var all []problems.Span
	for _, s := range g.Spans {
		all = append(all, problems.Span{Label: s.Label, Start: s.Start, End: s.End})
	}
	return all
}

// requireSameCosts compares an oracle with Compile along random sequences.
func requireSameCosts(t *testing.T, r *rand.Rand, p derived.Problem, o derived.Oracle) {
	t.Helper()
	compiled := compiled(t, p)
	want, got := make([]fsa.Weight, p.Actions+1), make([]fsa.Weight, p.Actions+1)
	for range 5 {
		require.NoError(t, compiled.Reset())
		require.NoError(t, o.Reset())
		for {
			require.NoError(t, compiled.Values(want))
			require.NoError(t, o.Values(got))
			if !want[0].IsZero() {
				require.Zero(t, got[0])
				break
			}
			allowed := requireEqualWhereFinite(t, want, got)
			a := allowed[r.IntN(len(allowed))]
			require.NoError(t, compiled.Advance(a))
			require.NoError(t, o.Advance(a))
		}
	}
}

// requireEqualWhereFinite compares the costs of actions with a finite value and
// returns these.
func requireEqualWhereFinite(t *testing.T, want, got []fsa.Weight) []fsa.Symbol {
	t.Helper()
	var allowed []fsa.Symbol
	best, least := fsa.Zero(), fsa.Zero()
	for a := 1; a < len(want); a++ {
		if !want[a].IsZero() {
			allowed = append(allowed, fsa.Symbol(a))
			best, least = best.Plus(want[a]), least.Plus(got[a])
		}
	}
	for _, a := range allowed {
		require.Equal(t, want[a]-best, got[a]-least, "action %d of %v, %v", a, want, got)
	}
	require.Zero(t, least)
	return allowed
}

// leftBranching returns brackets that all start at the first word, outermost first.
func leftBranching(labels ...int32) []oracle.Span {
	all := make([]oracle.Span, len(labels))
	for i, l := range labels {
		all[i] = oracle.Span{Label: l, Start: 0, End: int32(len(labels) - i + 1)}
	}
	return all
}

// As many brackets at one start as real trees have, and more, each of which may become any of
// gold's: the costs are those of the oracle written by hand.
func TestBracketTablesOfLeftBranchingTrees(t *testing.T) {
	const most = 11
	r := rand.New(rand.NewPCG(8, 2))
	var golds [][]oracle.Span
	for range 30 {
		labels := make([]int32, 1+r.IntN(most))
		for i := range labels {
			labels[i] = r.Int32N(2)
		}
		golds = append(golds, leftBranching(labels...))
	}
	requireTablesAsWritten(t, r, most, golds)
}

// As many brackets, but over few spans: gold allows all orders of those over the same words,
// millions in total.
func TestBracketTablesOfLongChains(t *testing.T) {
	const most = 13
	r := rand.New(rand.NewPCG(8, 4))
	var golds [][]oracle.Span
	for range 8 {
		words := 1 + r.Int32N(3)
		g := make([]oracle.Span, most-r.Int32N(2))
		for i := range g {
			g[i] = oracle.Span{Label: r.Int32N(6), Start: 0, End: words - words*int32(i)/most}
		}
		golds = append(golds, g)
	}
	requireTablesAsWritten(t, r, most, golds)
}

// requireTablesAsWritten compares tables with the oracle written by hand, along walks that err now
// and then.
func requireTablesAsWritten(t *testing.T, r *rand.Rand, maxOpens int32, golds [][]oracle.Span) {
	t.Helper()
	s := transition.Bracket{MaxOpens: maxOpens}
	written, err := oracle.New("dynamic", s)
	require.NoError(t, err)
	tables, err := oracle.New("fsa", s)
	require.NoError(t, err)
	for _, spans := range golds {
		g := &oracle.Gold{Spans: spans}
		require.NoError(t, written.Start(g))
		require.NoError(t, tables.Start(g))
		var c transition.Config
		for s.Start(&c, int(spans[0].End)); !s.Terminal(&c); {
			var want, got oracle.Costs
			require.NoError(t, written.Moves(&want, &c, s.Legal(&c)))
			require.NoError(t, tables.Moves(&got, &c, s.Legal(&c)))
			require.Equal(t, want, got, "gold %v after %v", spans, c.Steps)
			moves, label := s.Legal(&c), spans[r.IntN(len(spans))].Label
			if r.IntN(8) > 0 {
				moves, label = want.Best(moves), cheapestLabel(r, written, &c, spans)
			}
			s.Apply(&c, oracletest.AnyOf(r, moves), label)
		}
	}
}

// cheapestLabel returns one of the labels of gold with which opening costs the least.
func cheapestLabel(r *rand.Rand, o oracle.Oracle, c *transition.Config, spans []oracle.Span) int32 {
	var costs oracle.LabelCosts
	oracletest.Must(o.Labels(&costs, c, transition.Open))
	best := spans[r.IntN(len(spans))].Label
	for _, i := range r.Perm(len(spans)) {
		if costs.Of(spans[i].Label) < costs.Of(best) {
			best = spans[i].Label
		}
	}
	return best
}

// Where there are more guesses than a table holds, Advance and Values say so; the next sentence is
// followed normally.
func TestBracketTablesStateLimit(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("PARSER_DEEP is not set: it makes as many states as there may be")
	}
	const opens = 30
	g := leftBranching(make([]int32, opens)...)
	tables := problems.NewBracketTables(opens)
	values := make([]fsa.Weight, problems.OpenLabel(2))
	require.NoError(t, tables.Start(spans(&oracle.Gold{Spans: g}), opens+1, 2))
	var err error
	taken := 0
	for ; err == nil && taken < opens; taken++ {
		if err = tables.Advance(problems.OpenLabel(0)); err == nil {
			err = tables.Values(values)
		}
	}
	require.ErrorIs(t, err, fsa.ErrStateLimit)
	require.Greater(t, taken, 14)
	require.ErrorIs(t, tables.Advance(problems.Word), fsa.ErrStateLimit)
	require.ErrorIs(t, tables.Values(values), fsa.ErrStateLimit)

	require.NoError(t, tables.Start(spans(&oracle.Gold{Spans: g}), opens+1, 2))
	require.NoError(t, tables.Values(values))
	require.Equal(t, []fsa.Weight{fsa.Zero(), fsa.Zero(), fsa.Zero(), 0, 2}, values)
}
