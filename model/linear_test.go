package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Rows returns the number of features that have a weight.
func (l *Linear) Rows() int { return len(l.keys) }

// Cells returns the number of weights.
func (l *Linear) Cells() int { return len(l.cells) }

// trained returns a perceptron and its frozen weights after random decisions.
func trained(seed uint64, decisions int) (*pairwise, *Linear) {
	random := rand.New(rand.NewPCG(seed, 9))
	p, scores := newPerceptron(someClasses, 3), make([]float32, someClasses)
	for range decisions {
		d := randomDecision(random)
		p.Score(scores, d.Features)
		p.Learn(d, scores)
	}
	return p, p.Freeze().(*Linear)
}

// requireSame compares two models without printing them.
func requireSame(t *testing.T, want, got *Linear) {
	require.Equal(t, want.classes, got.classes)
	require.True(t, slices.Equal(want.keys, got.keys), "keys differ")
	require.True(t, slices.Equal(want.starts, got.starts), "row starts differ")
	require.True(t, slices.Equal(want.cells, got.cells), "weights differ")
	require.True(t, slices.Equal(want.buckets, got.buckets), "tables differ")
}

// A score is the sum of the weights of the features that have any.
func TestLinearScoresItsWeights(t *testing.T) {
	_, l := trained(1, 500)
	weights := weightsOf(t, l)
	require.Equal(t, someClasses, l.Classes())
	random, scores := rand.New(rand.NewPCG(1, 9)), make([]float32, someClasses)
	for range 300 {
		features := append(randomDecision(random).Features, random.Uint64(), 0)
		random.Shuffle(len(features), func(i, j int) { features[i], features[j] = features[j], features[i] })
		scores[0] = 99 // what was there before does not matter
		l.Score(scores, features)
		for k := range scores {
			want := float32(0)
			for _, f := range features {
				want += float32(weights[weightOf{f, Class(k)}])
			}
			require.Equal(t, want, scores[k])
		}
	}
}

// put gives a feature weights.
func (m *matrix) put(key uint64, weights map[Class]float32) {
	for k, w := range weights {
		m.take([]uint64{key}, []Class{k})
		m.set(m.places[0], w)
	}
}

// linearOver is a model that gives each key a weight of its own for class 0.
func linearOver(keys ...uint64) *Linear {
	m := (&Weights{}).matrix(2)
	for i, key := range keys {
		m.put(key, map[Class]float32{0: float32(i + 1)})
	}
	return m.freeze()
}

// Features whose places in the table are the same, or the last one, are told apart.
func TestLinearFindsCrowdedFeatures(t *testing.T) {
	var keys []uint64
	for i := range uint64(300) {
		keys = append(keys, gather(i), gather(-i-1))
	}
	known := len(keys) / 2
	l, scores := linearOver(keys[:known]...), make([]float32, 2)
	for i, key := range keys {
		l.Score(scores, []uint64{key})
		if i < known {
			require.Equal(t, []float32{float32(i + 1), 0}, scores)
		} else {
			require.Equal(t, []float32{0, 0}, scores, "an unknown feature")
		}
	}
}

// Of features that the table cannot tell apart one counts, never both.
func TestLinearConfusesAlikeFeatures(t *testing.T) {
	one, two := gather(1<<40|9), gather(2<<40|9)
	l, scores := linearOver(gather(8), one, two), make([]float32, 2)
	for _, key := range []uint64{one, two} {
		l.Score(scores, []uint64{key})
		require.Contains(t, []float32{2, 3}, scores[0])
	}
}

// Rows without weights and weights of zero are left out.
func TestFreezeLeavesOutZeros(t *testing.T) {
	m := (&Weights{}).matrix(3)
	m.touch(1)
	m.put(2, map[Class]float32{0: 0})
	m.put(3, map[Class]float32{2: 5, 1: 0, 0: -1})
	l := m.freeze()
	require.Equal(t, map[weightOf]float64{{3, 2}: 5, {3, 0}: -1}, weightsOf(t, l))
	require.Equal(t, 1, l.Rows())
	require.Equal(t, 2, l.Cells())
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

// One step of a parser: 150 features, of which two thirds are known, 80 classes.
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
