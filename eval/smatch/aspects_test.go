package smatch

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/parser/amr"
)

func TestAspects(t *testing.T) {
	const (
		gold = `(w / want-01 :polarity -
   :ARG0 (p / person :wiki "Ann_Smith" :name (n / name :op1 "Ann") :mod (t / tall))
   :ARG1 (g / go-02 :ARG0 p :ARG4 (c / city :name (n2 / name :op1 "Rome")))
   :location (c2 / city))`
		system = `(w / want-02
   :ARG0 (p / person :wiki - :name (n / name :op1 "Ann") :mod (t / tall))
   :ARG1 (g / go-02 :polarity - :ARG0 p :ARG2 (c / city :name (n2 / name :op1 "Roma")))
   :ARG1-of (c2 / city))`
	)
	s := NewScorer(Options{})
	s.Add(graph(t, gold), graph(t, system))
	counts := func(scores []score) map[string]eval.Counts {
		of := map[string]eval.Counts{}
		for _, score := range scores {
			of[score.Name] = score.Counts
			assert.Zero(t, score.Unproven)
		}
		return of
	}
	r := s.Report()
	assert.Equal(t, eval.Counts{Right: 15, Gold: 21, System: 21}, r.Smatch.Counts)
	assert.Equal(t, map[string]eval.Counts{
		"concepts":   {Right: 7, Gold: 8, System: 8},
		"attributes": {Right: 1, Gold: 4, System: 4},
		"relations":  {Right: 6, Gold: 8, System: 8},
		"TOP":        {Right: 1, Gold: 1, System: 1},
	}, counts(r.Kinds))
	assert.Equal(t, map[string]eval.Counts{
		"unlabelled":     {Right: 16, Gold: 21, System: 21}, // :ARG4 and :ARG2
		"without senses": {Right: 16, Gold: 21, System: 21}, // want
		"named entities": {Right: 2, Gold: 2, System: 2},    // person, city
		"wikification":   {Right: 0, Gold: 1, System: 1},
		"negation":       {Right: 0, Gold: 1, System: 1}, // want-01, but go-02
		"concepts":       {Right: 5, Gold: 6, System: 6}, // city and name once
		"re-entrancies":  {Right: 4, Gold: 5, System: 5}, // two edges to the person, and the concepts except want-01
		"semantic roles": {Right: 6, Gold: 8, System: 10},
	}, counts(r.Aspects))
}

func TestReport(t *testing.T) {
	s := NewScorer(Options{})
	s.Add(graph(t, "(t / test)"), graph(t, "(t / test)"))
	s.Add(graph(t, "(d / duck)"), graph(t, "(a / ant)"))
	r := s.Report()
	r.Gold, r.System = "gold.amr", "out.amr"
	assert.Equal(t, "75.00", r.Smatch.F1().String())
	var text bytes.Buffer
	require.NoError(t, r.WriteScore(&text))
	assert.Equal(t, `gold.amr: 2 graphs with out.amr

        right  gold  system  precision  recall     F1  unproven
Smatch      3     4       4      75.00   75.00  75.00         0

exact: no mapping of variables matches more triples
`, text.String())
	encoded, err := json.Marshal(r)
	require.NoError(t, err)
	assert.Contains(t, string(encoded), `"smatch":{"name":"Smatch","right":3,"gold":4,"system":4,"unproven":0,"precision":75,"recall":75,"f1":75}`)
	text.Reset()
	require.NoError(t, r.Write(&text))
	assert.Contains(t, text.String(), "\n  TOP               2     2       2     100.00  100.00  100.00         0\n\nunlabelled          3 ")

	s = NewScorer(Options{Steps: 1, Restarts: -1})
	s.Add(graph(t, "(a / x :ARG0-of (b / y :ARG0 (c / y)))"), graph(t, "(d / z :ARG0 (e / x) :op1 (f / y))"))
	text.Reset()
	require.NoError(t, s.Report().WriteScore(&text))
	assert.Contains(t, text.String(), "not exact: other mappings of variables might match more triples in 1 pair\n")
}

// TestUnlabelledIsNotBelow checks that aspects start from the mapping of Smatch: with too few
// steps for a search of their own they are no worse.
func TestUnlabelledIsNotBelow(t *testing.T) {
	less := 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		gold, system := random(r, 12, 3, 3), random(r, 12, 3, 3)
		m, few := Match(gold, system, Options{}), Options{Steps: 1, Restarts: -1}
		for _, same := range []func(*amr.Triples) *amr.Triples{unlabelled, withoutSenses} {
			gold, system := same(gold), same(system)
			less += eval.One(Match(gold, system, few).Right < m.Right)
			require.GreaterOrEqual(t, match(gold, system, m.Vars, few).Right, m.Right)
			require.GreaterOrEqual(t, match(system, gold, inverse(m.Vars, len(system.Concepts)), few).Right, m.Right)
		}
	}
	assert.Positive(t, less)
}

func inverse(mapping []int, n int) []int {
	back := slices.Repeat([]int{none}, n)
	for v, w := range mapping {
		if w != none {
			back[w] = v
		}
	}
	return back
}
