package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/compact"
	"parser/testdata/testkit"
)

// newPerceptron returns an averaged perceptron.
func newPerceptron(classes int, margin float64) *pairwise {
	l, err := Spec{"perceptron", &perceptron{margins: margins{Margin: margin}, weightOptions: weightOptions{Average: true}}}.New(classes)
	if err != nil {
		panic(err)
	}
	return l.(*pairwise)
}

// dense is the twin of perceptron by definition: weights in a map, and an average that sums all
// weights after every decision.
type dense struct {
	margin     float64
	minUpdates int
	weights    map[weightOf]float64
	total      map[weightOf]float64 // sums of weights over time
	times      float64              // weight vectors in total, the first one (zero) included
	updates    map[uint64]int
}

type weightOf struct {
	feature uint64
	class   Class
}

func newDense(margin float64, minUpdates int) *dense {
	return &dense{margin, minUpdates, map[weightOf]float64{}, map[weightOf]float64{}, 1, map[uint64]int{}}
}

func (p *dense) score(features []uint64, k Class) float64 {
	sum := 0.0
	for _, f := range features {
		if p.updates[f] >= p.minUpdates {
			sum += p.weights[weightOf{f, k}]
		}
	}
	return sum
}

func (p *dense) learn(d *Decision) {
	good, bad := p.rivals(d)
	margin := p.score(d.Features, good) - p.score(d.Features, bad)
	if bad >= 0 && (margin < p.margin || margin <= 0) {
		for _, f := range d.Features {
			p.weights[weightOf{f, good}]++
			p.weights[weightOf{f, bad}]--
			p.updates[f]++
		}
	}
	p.times++
	for w, weight := range p.weights {
		p.total[w] += weight
	}
}

// rivals returns the best class of least cost and the best of the others, or −1.
func (p *dense) rivals(d *Decision) (good, bad Class) {
	least := slices.Min(d.Costs)
	good, bad = -1, -1
	for i, k := range d.Classes {
		into := &bad
		if d.Costs[i] == least {
			into = &good
		}
		if *into < 0 || p.score(d.Features, k) > p.score(d.Features, *into) {
			*into = k
		}
	}
	return good, bad
}

// averaged returns the mean weights that are not zero.
func (p *dense) averaged() map[weightOf]float64 {
	mean := map[weightOf]float64{}
	for w, total := range p.total {
		if total != 0 && p.updates[w.feature] >= p.minUpdates {
			mean[w] = total / p.times
		}
	}
	return mean
}

// weightsOf lists the weights of a compact.Linear.
func weightsOf(t *testing.T, l *compact.Linear) map[weightOf]float64 {
	all, weights, at := l.Entries(""), map[weightOf]float64{}, 0
	keys, lengths, classes := all[0].Data.([]uint64), all[1].Data.([]uint16), all[2].Data.([]uint16)
	for row, key := range keys {
		require.Positive(t, lengths[row], "no row is empty")
		for range lengths[row] {
			w := weightOf{key, Class(classes[at])}
			require.NotContains(t, weights, w)
			weights[w] = float64(all[3].Data.([]float32)[at])
			at++
		}
	}
	require.Len(t, weights, l.Weights())
	return weights
}

const (
	someClasses  = 40
	someFeatures = 40
)

// randomDecision offers some classes in any order, for features that may be repeated: a few, and
// sometimes more than are looked up together.
func randomDecision(random *rand.Rand) *Decision {
	d, most := &Decision{}, 8
	if random.IntN(10) == 0 {
		most = 3 * gathered
	}
	for range 1 + random.IntN(most) {
		d.Features = append(d.Features, random.Uint64N(someFeatures)*0x9e3779b97f4a7c15)
	}
	for _, k := range random.Perm(someClasses)[:1+random.IntN(someClasses-1)] {
		d.Classes = append(d.Classes, Class(k))
		d.Costs = append(d.Costs, float32(random.Int32N(3)*random.Int32N(3)))
	}
	return d
}

// The lazily averaged, sparse perceptron has the scores of its twin at every decision, and its
// averaged weights at any time.
func TestPerceptronEqualsDenseTwin(t *testing.T) {
	for _, margin := range []float64{0, 1, 5, 40} {
		for _, minUpdates := range []int{0, 1, 2, 5} {
			random := rand.New(rand.NewPCG(uint64(margin), uint64(minUpdates)))
			p, twin := newPerceptron(someClasses, float64(margin)), newDense(margin, minUpdates)
			p.MinUpdates = max(1, minUpdates)
			scores := make([]float32, someClasses)
			decisions := 90
			if testkit.Deep() {
				decisions = 300
			}
			for i := range decisions {
				d := randomDecision(random)
				p.Score(scores, d.Features)
				for k := range scores {
					require.Equal(t, twin.score(d.Features, Class(k)), float64(scores[k]), "margin %v, decision %d", margin, i)
				}
				p.Learn(d, scores)
				twin.learn(d)
				if i%(decisions/3) == decisions/3-1 {
					requireClose(t, twin.averaged(), weightsOf(t, p.Freeze().(*compact.Linear)))
				}
			}
			require.NotEmpty(t, twin.weights)
		}
	}
}

// requireClose compares up to the precision of float32. A mean that the twin
// knows to be zero may be absent or as small as rounding makes it.
func requireClose(t *testing.T, want, got map[weightOf]float64) {
	for w, x := range want {
		require.InDelta(t, x, got[w], 1e-6*math.Max(1, math.Abs(x)), "%v", w)
	}
	for w, x := range got {
		require.InDelta(t, want[w], x, 1e-6*math.Max(1, math.Abs(x)), "%v", w)
	}
}

// learned returns the scores after decisions on one feature.
func learned(p Learner, decisions ...*Decision) []float32 {
	scores := make([]float32, p.Classes())
	for _, d := range decisions {
		p.Score(scores, d.Features)
		p.Learn(d, scores)
	}
	p.Score(scores, []uint64{1})
	return scores
}

// Worked by hand: class 1 is right for feature 1, class 0 is not.
func TestUpdates(t *testing.T) {
	right := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{2, 0, 2}}
	require.Equal(t, []float32{-1, 1, 0}, learned(newPerceptron(3, 0), right), "a tie is a mistake")
	require.Equal(t, []float32{-1, 1, 0}, learned(newPerceptron(3, 0), right, right, right), "ahead is enough without a margin")
	require.Equal(t, []float32{-1, 1, 0}, learned(newPerceptron(3, 1), right, right), "a lead of 1 is a margin of 1")
	require.Equal(t, []float32{-1, 2, -1}, learned(newPerceptron(3, 1.5), right, right), "a lead of 1 (over class 2) is no margin of 1.5")
	require.Equal(t, []float32{-2, 4, -2}, learned(newPerceptron(3, 6), right, right, right, right), "the rivals take turns")
	require.Equal(t, []float32{-2, 4, -2}, learned(newPerceptron(3, 6), right, right, right, right, right), "a lead of 6 is enough")

	twice := &Decision{Features: []uint64{1, 1}, Classes: right.Classes, Costs: right.Costs}
	require.Equal(t, []float32{-2, 2, 0}, learned(newPerceptron(3, 0), twice), "a feature that stands twice counts twice")
	alone := &Decision{Features: []uint64{1}, Classes: []Class{1}, Costs: []float32{4}}
	require.Equal(t, []float32{0, 0, 0}, learned(newPerceptron(3, 9), alone), "one class has no rival")
	equal := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{3, 3, 3}}
	require.Equal(t, []float32{0, 0, 0}, learned(newPerceptron(3, 9), equal), "equal costs leave no rival")
	all := &Decision{Features: []uint64{1}, Classes: []Class{2, 1, 0}, Costs: []float32{1, 5, 1}}
	require.Equal(t, []float32{0, -1, 1}, learned(newPerceptron(3, 0), all), "of the cheapest, the first on ties")
}

// A feature that was updated too rarely takes no part in scoring, and then joins with all that it
// has learned.
func TestMinUpdates(t *testing.T) {
	right := &Decision{Features: []uint64{1}, Classes: []Class{0, 1}, Costs: []float32{2, 0}}
	p := newPerceptron(2, 0)
	p.MinUpdates = 3
	for range 2 {
		require.Equal(t, []float32{0, 0}, learned(p, right))
		require.Zero(t, p.Freeze().(*compact.Linear).Weights())
	}
	require.Equal(t, []float32{-3, 3}, learned(p, right))
	require.Equal(t, "1 features, 2 weights", p.Freeze().Describe())
	require.Equal(t, []float32{-3, 3}, learned(p, right), "now it needs no more updates")
}

// Later learning does not change what Freeze returned, and learning goes on as if Freeze had not
// been called.
func TestFreezeLeavesTheLearnerAlone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	p, q := newPerceptron(someClasses, 2), newPerceptron(someClasses, 2)
	scores := make([]float32, someClasses)
	var first *compact.Linear
	var before map[weightOf]float64
	for i := range 300 {
		d := randomDecision(random)
		for _, learner := range []*pairwise{p, q} {
			learner.Score(scores, d.Features)
			learner.Learn(d, scores)
		}
		p.Freeze()
		if i == 100 {
			first = p.Freeze().(*compact.Linear)
			before = weightsOf(t, first)
		}
	}
	require.Equal(t, before, weightsOf(t, first))
	require.Equal(t, q.Freeze().Entries(""), p.Freeze().Entries(""))
	require.Zero(t, newPerceptron(3, 0).Freeze().(*compact.Linear).Weights(), "nothing learned")
}

// A perceptron learns separable decisions: exclusive or of two bits, given their pair as a
// feature.
func TestPerceptronSeparates(t *testing.T) {
	p := newPerceptron(2, 1)
	var decisions []*Decision
	for a := range uint64(2) {
		for b := range uint64(2) {
			costs := []float32{float32(a ^ b), float32(1 - a ^ b)}
			decisions = append(decisions, &Decision{Features: []uint64{a, 2 + b, 4 + 2*a + b}, Classes: []Class{0, 1}, Costs: costs})
		}
	}
	for range 20 {
		learned(p, decisions...)
	}
	frozen, scores := p.Freeze(), make([]float32, 2)
	for _, d := range decisions {
		frozen.Score(scores, d.Features)
		require.Zero(t, d.Cost(Best(d.Classes, scores)), "%v scores %v", d, scores)
	}
}
