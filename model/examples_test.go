package model

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Len, Dropped and Bounded return the results of Counts.
func (e *Examples) Len() int     { n, _, _ := e.Counts(0); return n }
func (e *Examples) Dropped() int { _, n, _ := e.Counts(0); return n }

func (e *Examples) Bounded(alpha int) int { _, _, n := e.Counts(alpha); return n }

// stored returns example i.
func stored(e *Examples, i int) *Decision {
	var d Decision
	e.at(i, &d)
	return &d
}

// requireEqual compares decisions; empty and nil lists are equal.
func requireEqual(t *testing.T, want, got *Decision) {
	require.True(t, slices.Equal(want.Features, got.Features), "%v, %v", want.Features, got.Features)
	require.True(t, slices.Equal(want.Classes, got.Classes), "%v, %v", want.Classes, got.Classes)
	require.True(t, slices.Equal(want.Costs, got.Costs), "%v, %v", want.Costs, got.Costs)
}

// Without a limit every decision is kept as it was, even if the caller changes it later.
func TestExamplesKeepWhatWasAdded(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	e := NewExamples(0, 1)
	var want []*Decision
	for range 300 {
		d := randomDecision(random)
		if random.IntN(10) == 0 {
			d.Features = nil
		}
		d.Costs[0] = float32(random.NormFloat64())
		d.Costs[len(d.Costs)-1] = -math.MaxFloat32
		e.Add(d)
		copied := &Decision{slices.Clone(d.Features), slices.Clone(d.Classes), slices.Clone(d.Costs)}
		want = append(want, copied)
		clear(d.Features)
		clear(d.Classes)
		clear(d.Costs)
	}
	require.Equal(t, len(want), e.Len())
	require.Zero(t, e.Dropped())
	var d Decision
	for i := range want {
		e.at(i, &d)
		requireEqual(t, want[i], &d)
	}
	e.rebuild()
	for i := range want {
		requireEqual(t, want[i], stored(e, i))
	}
}

// Equal lists and features are stored once.
func TestExamplesShare(t *testing.T) {
	e, d := NewExamples(0, 1), &Decision{make([]uint64, 100), make([]Class, 80), make([]float32, 80)}
	for i := range d.Features {
		d.Features[i] = uint64(i) << 40
	}
	for i := range d.Classes {
		d.Classes[i] = Class(i)
	}
	e.Add(d)
	before := e.size()
	for range 1000 {
		e.Add(d)
	}
	require.Equal(t, int64(1000*(24+4*100)), e.size()-before)
}

// numbered returns a decision that contains its number.
func numbered(i int) *Decision {
	return &Decision{[]uint64{uint64(i), uint64(i) << 32, 7}, []Class{Class(i % 5), 9}, []float32{float32(i), 0}}
}

// The limit holds at all times, kept examples are complete, and none is kept twice.
func TestExamplesKeepTheBound(t *testing.T) {
	for _, limit := range []int64{1, 20_000, 50_000} {
		e := NewExamples(limit, 3)
		for i := range 3000 {
			e.Add(numbered(i))
			require.True(t, e.size() <= limit || e.Len() == 1)
			require.Equal(t, i+1, e.Len()+e.Dropped())
		}
		seen := map[uint64]bool{}
		for i := range e.Len() {
			d := stored(e, i)
			requireEqual(t, numbered(int(d.Features[0])), d)
			require.False(t, seen[d.Features[0]])
			seen[d.Features[0]] = true
		}
		require.NotZero(t, e.Len())
		require.NotZero(t, e.Dropped())
	}
}

// The counted bytes are the memory that examples take, except for spare capacity of slices and
// maps.
func TestExamplesTakeTheirBytes(t *testing.T) {
	const limit = 4 << 20
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	random, before := rand.New(rand.NewPCG(6, 1)), heap()
	e, d := NewExamples(limit, 1), &Decision{make([]uint64, 50), make([]Class, 30), make([]float32, 30)}
	for range 20_000 {
		for i := range d.Features {
			d.Features[i] = random.Uint64N(50_000)
		}
		for i := range d.Classes {
			d.Classes[i], d.Costs[i] = Class(i), float32(random.IntN(2))
		}
		e.Add(d)
	}
	took := heap() - before
	require.Greater(t, e.size(), int64(limit/2))
	require.LessOrEqual(t, e.size(), int64(limit))
	require.Less(t, took, int64(limit*3/2))
	require.Greater(t, took, int64(limit/3))
	runtime.KeepAlive(e)
}

// Whether an example is kept does not depend on when it was added: over many seeds each tenth of
// the decisions has its share of the sample, by a χ² test.
func TestExamplesAreAUniformSample(t *testing.T) {
	const added, tenths, runs = 1000, 10, 200
	var counts [tenths]float64
	total := 0.0
	for seed := range uint64(runs) {
		e := NewExamples(24_000, seed)
		for i := range added {
			e.Add(numbered(i))
		}
		for i := range e.Len() {
			counts[stored(e, i).Features[0]*tenths/added]++
			total++
		}
	}
	require.Greater(t, total, float64(20*runs))
	require.Less(t, total, float64(added*runs/2))
	chi := 0.0
	for _, n := range counts {
		chi += (n - total/tenths) * (n - total/tenths) / (total / tenths)
	}
	require.Less(t, chi, 27.9, "9 degrees of freedom, p = 0.001: %v", counts)
}

func TestExamplesDependOnTheSeedAlone(t *testing.T) {
	sample := func(seed uint64) (kept []uint64) {
		e := NewExamples(20_000, seed)
		for i := range 2000 {
			e.Add(numbered(i))
		}
		for i := range e.Len() {
			kept = append(kept, stored(e, i).Features[0])
		}
		return kept
	}
	require.Equal(t, sample(1), sample(1))
	require.NotEqual(t, sample(1), sample(2))
}

// obstinate always prefers class 0 and records what it is taught.
type obstinate struct {
	Learner
	taught []uint64
}

func (*obstinate) Classes() int                    { return 10 }
func (*obstinate) Score(dst []float32, _ []uint64) { clear(dst); dst[0] = 1 }
func (o *obstinate) Learn(d *Decision, s []float32) {
	o.taught = append(o.taught, d.Features[0])
}

// Examples 0, 1 and 2: class 0 is wrong for 1, and for 2, and right for 0.
func obstacles() *Examples {
	e := NewExamples(0, 0)
	for i := range 3 {
		e.Add(&Decision{[]uint64{uint64(i)}, []Class{0, 1}, []float32{min(1, float32(i)), 0.5}})
	}
	return e
}

func TestAlphaBound(t *testing.T) {
	for _, test := range []struct{ alpha, learned, last, bounded int }{
		{0, 15, 2, 0}, // off
		{1, 9, 0, 2},  // 5 visits of example 0, and of the others the first one, which does not count, and one
		{2, 11, 0, 2},
		{4, 15, 2, 2},
		{5, 15, 2, 0},
	} {
		e, o := obstacles(), &obstinate{}
		require.Equal(t, test.last, fit(o, e, 5, test.alpha, rand.New(rand.NewPCG(1, 1))), "α = %d", test.alpha)
		require.Len(t, o.taught, test.learned, "α = %d", test.alpha)
		require.Equal(t, test.bounded, e.Bounded(test.alpha), "α = %d", test.alpha)
	}
}

// Every pass has its own order, which depends only on the random source.
func TestPassesAreInRandomOrder(t *testing.T) {
	e := NewExamples(0, 0)
	for i := range 50 {
		e.Add(numbered(i))
	}
	order := func(seed uint64) []uint64 {
		o := &obstinate{}
		fit(o, e, 2, 0, rand.New(rand.NewPCG(seed, 0)))
		return o.taught
	}
	one := order(1)
	require.Equal(t, one, order(1))
	require.NotEqual(t, one, order(2))
	require.NotEqual(t, one[:50], one[50:])
	for _, pass := range [][]uint64{one[:50], one[50:]} {
		sorted := slices.Sorted(slices.Values(pass))
		for i, f := range sorted {
			require.Equal(t, uint64(i), f)
		}
	}
}

// The purpose of the α-bound: contradicting examples no longer disturb a perceptron once they are
// left out.
func TestAlphaBoundRemovesNoise(t *testing.T) {
	noisy, again := NewExamples(0, 0), NewExamples(0, 0)
	for i := range 200 {
		d := numbered(i)
		d.Classes, d.Costs = []Class{0, 1}, []float32{1, 0}
		d.Features = []uint64{uint64(i % 7), 7}
		if i%9 == 0 {
			d.Costs = []float32{0, 1}
		}
		noisy.Add(d)
		again.Add(d)
	}
	random := rand.New(rand.NewPCG(1, 2))
	require.NotZero(t, fit(newPerceptron(2, 0), noisy, 20, 0, random))
	require.Zero(t, fit(newPerceptron(2, 0), again, 20, 2, random))
	require.Less(t, again.Bounded(2), 200)
}

func BenchmarkExamples(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	e, d := NewExamples(1<<24, 1), &Decision{make([]uint64, 100), make([]Class, 80), make([]float32, 80)}
	for i := range d.Classes {
		d.Classes[i] = Class(i)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range d.Features {
			d.Features[i] = random.Uint64N(100_000)
		}
		d.Costs[random.IntN(80)] = float32(random.IntN(3))
		e.Add(d)
		e.at(random.IntN(e.Len()), d)
	}
}
