package smatch

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/parser/amr"
)

// graph reads a graph.
func graph(t testing.TB, text string) *amr.Graph {
	t.Helper()
	g, err := amr.NewReader(strings.NewReader(text), "test").Read()
	require.NoError(t, err)
	return g
}

// TestMatch has published pairs, from smatch's tests/test_top.py and the README of smatchpp,
// and others.
func TestMatch(t *testing.T) {
	const alpha = "(a / alpha :ARG0 (b / beta))"
	for _, test := range []struct {
		gold, system  string
		m, sys, golds int
	}{
		{alpha, alpha, 4, 4, 4},
		{alpha, "(a / alternative :ARG0 (b / beta))", 3, 4, 4},
		{alpha, "(a / alpha :ARG0 (b / b-side))", 3, 4, 4},
		{alpha, "(b / beta :ARG0-of (a / alpha))", 3, 4, 4},
		{"(t / test)", "(t / test)", 2, 2, 2},
		{"(d / duck)", "(a / ant)", 1, 2, 2},
		{"(x / y :abc (w / z))", "(x / y :cde (w / z))", 3, 4, 4},
		{"(m / man :arg1-of (a / accompany-01 :arg0 (c / cat)))", "(m / man :accompanier (c / cat))", 3, 4, 6},
		{"(c / chair :mod (r / red))", "(r / red :domain (c / chair))", 3, 4, 4},
		{`(p / person :name (n / name :op1 "Ann"))`, "(p / person :name (n / name :op1 ann))", 5, 5, 5},
		{"(c / country :consist-of (p / person))", "(p / person :consist (c / country))", 2, 4, 4},
		{"(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))", "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 (b2 / boy)))", 6, 8, 7},
		{"(a / and :op1 (b / boy) :op2 (b2 / boy :mod (t / tall)))", "(a / and :op1 (b / boy :mod (t / tall)) :op2 (b2 / boy))", 7, 8, 8},
		{"(a / x :mod - :mod - :ARG0 (b / y) :ARG0 b)", "(a / x :mod - :ARG0 (b / y))", 5, 5, 7},
		{"(a / x :ARG0 a)", "(a / x :ARG0 (b / x))", 2, 4, 3},
		{"(a)", "(b)", 1, 1, 1},
	} {
		gold, system := graph(t, test.gold).Triples(), graph(t, test.system).Triples()
		m := Match(gold, system, Options{})
		assert.Equal(t, eval.Counts{Right: test.m, Gold: test.golds, System: test.sys}, m.Counts, "%s | %s", test.gold, test.system)
		assert.True(t, m.Proven)
		back := Match(system, gold, Options{})
		assert.Equal(t, eval.Counts{Right: test.m, Gold: test.sys, System: test.golds}, back.Counts, "%s | %s", test.gold, test.system)
	}
}

// random returns a graph with many similar triples, some of them loops or
// twice in the graph.
func random(r *rand.Rand, vars, concepts, roles int) *amr.Triples {
	t := &amr.Triples{Others: []amr.Triple{{Kind: amr.Root, Role: amr.Top, Constant: "top"}}}
	role := func() string { return fmt.Sprint("r", r.IntN(roles)) }
	for v := range vars {
		concept := fmt.Sprint("c", r.IntN(concepts+1))
		if strings.HasSuffix(concept, "c0") {
			concept = ""
		}
		t.Concepts = append(t.Concepts, concept)
		from, to := r.IntN(v+1), v
		if r.IntN(3) == 0 {
			from, to = to, from
		}
		if from != to || r.IntN(6) == 0 {
			t.Others = append(t.Others, amr.Triple{Kind: amr.Relation, Var: from, To: to, Role: role()})
		}
		if r.IntN(4) == 0 {
			t.Others = append(t.Others, amr.Triple{Kind: amr.Relation, Var: r.IntN(v + 1), To: r.IntN(v + 1), Role: role()})
		}
		for r.IntN(3) == 0 {
			t.Others = append(t.Others, amr.Triple{Kind: amr.Attribute, Var: r.IntN(v + 1), Role: role(), Constant: fmt.Sprint(r.IntN(2))})
		}
	}
	return t
}

// most tries all mappings.
func most(gold, system *amr.Triples) (best int) {
	a, b := gold.List(), system.List()
	m := Mapping{Vars: slices.Repeat([]int{none}, len(gold.Concepts))}
	taken := make([]bool, len(system.Concepts))
	var try func(v int)
	try = func(v int) {
		if v == len(m.Vars) {
			best = max(best, matching(&m, a, b))
			return
		}
		try(v + 1)
		for w := range taken {
			if !taken[w] {
				taken[w], m.Vars[v] = true, w
				try(v + 1)
				taken[w], m.Vars[v] = false, none
			}
		}
	}
	try(0)
	return best
}

func matching(m *Mapping, gold, system []amr.Triple) (n int) {
	found, right := m.Matches(gold, system)
	for _, yes := range found {
		n += eval.One(yes)
	}
	for _, yes := range right {
		n -= eval.One(yes)
	}
	if n != 0 {
		panic("found and right differ in number")
	}
	for _, yes := range found {
		n += eval.One(yes)
	}
	return n
}

func requireMapping(t *testing.T, gold, system *amr.Triples, m Mapping) {
	require.Len(t, m.Vars, len(gold.Concepts))
	taken := map[int]bool{none: false}
	for _, v := range m.Vars {
		require.False(t, taken[v], "%v", m.Vars)
		taken[v] = v != none
	}
	require.Equal(t, m.Right, matching(&m, gold.List(), system.List()))
}

func TestMatchIsBestOfAll(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 0))
		gold, system := random(r, 1+r.IntN(6), 1+r.IntN(4), 1+r.IntN(3)), random(r, 1+r.IntN(6), 1+r.IntN(4), 1+r.IntN(3))
		m := Match(gold, system, Options{})
		require.Equal(t, most(gold, system), m.Right, "seed %d", seed)
		require.True(t, m.Proven)
		requireMapping(t, gold, system, m)
	}
}

// climbed returns what hill climbing alone finds.
func climbed(gold, system *amr.Triples, r *rand.Rand) (best int) {
	p, work := newProblem(gold, system, maxPairs), budget(DefaultSteps)
	for i := range 1 + DefaultRestarts {
		choose := greatest(p.gain)
		if i > 0 {
			choose = func(free []int) int { return free[r.IntN(len(free))] }
		}
		_, value := p.climb(choose, &work)
		best = max(best, value)
	}
	return best
}

func TestMatchIsNotBelowHillClimbing(t *testing.T) {
	better := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		gold, system := random(r, 2+r.IntN(17), 4, 4), random(r, 2+r.IntN(17), 4, 4)
		climbed := climbed(gold, system, r)
		m := Match(gold, system, Options{Seed: seed})
		requireMapping(t, gold, system, m)
		require.GreaterOrEqual(t, m.Right, climbed, "seed %d", seed)
		better += eval.One(m.Right > climbed)
	}
	assert.Greater(t, better, 10, "exact search is better than hill climbing")
}

// TestStepsEnd bounds the work: the best mapping so far is returned as not proven.
func TestStepsEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	gold, system := random(r, 25, 3, 4), random(r, 25, 3, 4)
	whole := Match(gold, system, Options{})
	few := Options{Steps: 20000, Seed: 7}
	m := Match(gold, system, few)
	assert.False(t, m.Proven)
	assert.LessOrEqual(t, m.Right, whole.Right)
	assert.Positive(t, m.Right)
	requireMapping(t, gold, system, m)
	assert.Equal(t, m, Match(gold, system, few))
	least := Match(gold, system, Options{Steps: 1})
	assert.False(t, least.Proven)
	requireMapping(t, gold, system, least)
}

// TestHuge has graphs for which even the list of triples that may match is too long.
func TestHuge(t *testing.T) {
	g := random(rand.New(rand.NewPCG(4, 4)), 50_000, 20, 5)
	m := Match(g, g, Options{})
	assert.False(t, m.Proven)
	requireMapping(t, g, g, m)
	assert.Equal(t, len(g.List()), m.Right)
}
