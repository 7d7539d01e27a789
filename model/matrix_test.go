package model

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/compact"
)

// put gives a feature weights.
func (m *matrix) put(key uint64, weights map[Class]float32) {
	for k, w := range weights {
		m.take([]uint64{key}, []Class{k})
		m.set(m.places[0], w)
	}
}

// Rows without weights and weights of zero are left out.
func TestFreezeLeavesOutZeros(t *testing.T) {
	m := (&weightOptions{}).matrix(3)
	m.touch(1)
	m.put(2, map[Class]float32{0: 0})
	m.put(3, map[Class]float32{2: 5, 1: 0, 0: -1})
	l := m.freeze()
	require.Equal(t, map[weightOf]float64{{3, 2}: 5, {3, 0}: -1}, weightsOf(t, l))
	require.Equal(t, "1 features, 2 weights", l.Describe())
}

// trained returns a perceptron and its frozen weights after random decisions.
func trained(seed uint64, decisions int) (*pairwise, *compact.Linear) {
	random := rand.New(rand.NewPCG(seed, 9))
	p, scores := newPerceptron(someClasses, 3), make([]float32, someClasses)
	for range decisions {
		d := randomDecision(random)
		p.Score(scores, d.Features)
		p.Learn(d, scores)
	}
	return p, p.Freeze().(*compact.Linear)
}

func TestScoringDoesNotAllocate(t *testing.T) {
	p, l := trained(2, 300)
	d := randomDecision(rand.New(rand.NewPCG(2, 9)))
	scores := make([]float32, someClasses)
	for _, s := range []Scorer{p, l} {
		require.Zero(t, testing.AllocsPerRun(100, func() { s.Score(scores, d.Features) }), "%T", s)
	}
	require.Zero(t, testing.AllocsPerRun(100, func() { p.Score(scores, d.Features); p.Learn(d, scores) }),
		"learning allocates for new weights only")
	require.Zero(t, testing.AllocsPerRun(100, func() { d.Cost(Best(d.Classes, scores)); d.Cheapest(scores) }))
}

// One step of a parser: 150 features, two thirds of them known, and 80 classes.
func BenchmarkScore(b *testing.B) {
	const classes, features, known = 80, 150, 500_000
	random := rand.New(rand.NewPCG(4, 4))
	p, scores := newPerceptron(classes, 1000), make([]float32, classes)
	d := &Decision{Features: make([]uint64, features), Classes: []Class{0, 1}, Costs: []float32{0, 1}}
	draw := func(of uint64) {
		for i := range d.Features {
			d.Features[i] = random.Uint64N(of)
		}
		d.Classes[0] = random.Int32N(classes - 1)
		d.Classes[1] = d.Classes[0] + 1
	}
	for range 20_000 {
		draw(known)
		p.Learn(d, scores)
	}
	run := func(name string, of uint64, step func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				draw(of)
				step()
			}
		})
	}
	l := p.Freeze()
	run("Linear", known*3/2, func() { l.Score(scores, d.Features) })
	run("Perceptron", known*3/2, func() { p.Score(scores, d.Features) })
	run("Learn", known, func() { p.Learn(d, scores) })
	run("drawing alone", known, func() {})
}
