package compare

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/eval/smatch"
	"parser/parser/amr"
)

// compareGraphs compares texts in PENMAN notation.
func compareGraphs(t *testing.T, search smatch.Options, o Options, gold string, systems ...string) (*Graphs, *Report) {
	t.Helper()
	c, err := NewGraphs(len(systems), search, o)
	require.NoError(t, err)
	require.NoError(t, GraphsOf(texts(append([]string{gold}, systems...)...), c.Add))
	return c, c.Report(sampling(10, 0))
}

const (
	goldGraphs = `# ::snt The tall boy wants to go to Rome .
(w / want-01
   :ARG0 (b / boy :mod (t / tall))
   :ARG1 (g / go-02 :ARG0 b :ARG4 (c / city :name (n / name :op1 "Rome"))))

(s / sleep-01 :polarity -)
`
	someGraphs = `(w / want-02
   :ARG0 (b / boy :mod (t / tall))
   :ARG1 (g / go-02 :ARG0 b :ARG2 (c / city :name (n / name :op1 "Roma"))))

(s / sleep-01 :time (n / now))
`
)

func TestGraphs(t *testing.T) {
	c, r := compareGraphs(t, smatch.Options{}, Options{Metrics: graphMetrics, Confusions: 10, Examples: 1}, goldGraphs, someGraphs, goldGraphs)
	assert.Equal(t, []int{0, 0}, c.Unproven())
	// The scores are those of the scorer for one system.
	s := smatch.NewScorer(smatch.Options{})
	require.NoError(t, GraphsOf(texts(goldGraphs, someGraphs), func(gold *amr.Graph, systems []*amr.Graph) { s.Add(gold, systems[0]) }))
	score := s.Report().Smatch
	assert.Equal(t, eval.Counts{Right: 13, Gold: 17, System: 18}, score.Counts)
	for i, want := range []eval.Percent{score.F1(), score.Recall(), score.Precision()} {
		assert.InDelta(t, float64(want), float64(r.Scores[i].Systems[0].Score), 1e-9)
		assert.InDelta(t, 100, float64(r.Scores[i].Systems[1].Score), 1e-9)
	}
	// The groups of each breakdown add up to the score of the system.
	for _, b := range r.Breakdowns {
		for system, want := range []eval.Counts{score.Counts, {Right: 17, Gold: 17, System: 17}} {
			var sum eval.Counts
			for _, g := range b.Groups {
				sum.Add(eval.Counts{Right: g.Systems[system].Right, Gold: g.Systems[system].Gold, System: g.Systems[system].System})
			}
			assert.Equal(t, want, sum, b.By)
		}
	}
	assert.Equal(t, []confusion{
		{confused{Gold: nothing, System: "now"}, []int{1, 0}},
		{confused{Gold: "want-01", System: "want-02"}, []int{1, 0}},
	}, r.Confusions[confusionsOf[amr.Concept]].Rows)
	assert.Equal(t, []confusion{
		{confused{Gold: nothing, System: ":time"}, []int{1, 0}},
		{confused{Gold: ":arg4", System: ":arg2"}, []int{1, 0}},
	}, r.Confusions[confusionsOf[amr.Relation]].Rows)
	assert.Equal(t, []exampleRow{
		{"w", "want-01", []string{"want-02", asGold}},
		{"n", ":op1 rome", []string{":op1 roma", asGold}},
		{"g c", ":arg4", []string{":arg2", asGold}},
	}, r.Examples[0].Rows)
	assert.Equal(t, "The tall boy wants to go to Rome .", r.Examples[0].Text)
	assert.Equal(t, "0.amr:2", r.Examples[0].Place)
	r.Gold, r.Systems = "gold", []string{"some", "same"}
	var text bytes.Buffer
	require.NoError(t, r.Write(&text))
	assert.Contains(t, text.String(), "gold: 2 sentences, 17 triples\n")
}

func TestGraphsUnproven(t *testing.T) {
	c, _ := compareGraphs(t, smatch.Options{Steps: 1, Restarts: -1}, Options{}, "(a / x :ARG0-of (b / y :ARG0 (c / y)))",
		"(d / z :ARG0 (e / x) :op1 (f / y))", "(a / x)")
	assert.Equal(t, []int{1, 0}, c.Unproven())
	_, err := NewGraphs(1, smatch.Options{}, Options{Metrics: []Metric{las}})
	assert.ErrorIs(t, err, ErrMetric)
}
