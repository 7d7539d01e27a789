package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/compact"
)

// made returns the learner of a default Spec after a change.
func made(t testing.TB, name string, classes int, change func(s *Spec)) Learner {
	s := specOf(t, name)
	change(&s)
	l, err := s.New(classes)
	require.NoError(t, err)
	return l
}

// Worked by hand from the formulas: class 1 is right for feature 1, the others
// cost 2.
func TestPassiveAggressiveUpdates(t *testing.T) {
	right := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{2, 0, 2}}
	twice := &Decision{Features: []uint64{1, 1}, Classes: right.Classes, Costs: right.Costs}
	dear := &Decision{Features: []uint64{1}, Classes: right.Classes, Costs: []float32{9, 3, 7}}
	equal := &Decision{Features: []uint64{1}, Classes: right.Classes, Costs: []float32{2, 2, 2}}
	root := float32(math.Sqrt2)
	for _, test := range []struct {
		why       string
		learner   string
		c, margin float64
		decisions []*Decision
		want      []float32
	}{
		{"τ = √2/2", "pa1", 100, 0, []*Decision{right}, []float32{-root / 2, root / 2, 0}},
		{"τ = C", "pa1", 0.25, 0, []*Decision{right}, []float32{-0.25, 0.25, 0}},
		{"prediction-based: passive when ahead", "pa1", 100, 0, []*Decision{right, right}, []float32{-root / 2, root / 2, 0}},
		{"ρ is a difference: τ = √6/2", "pa1", 100, 0, []*Decision{dear}, []float32{-float32(math.Sqrt(6)) / 2, float32(math.Sqrt(6)) / 2, 0}},
		{"no rival", "pa1", 100, 5, []*Decision{equal}, []float32{0, 0, 0}},
		{"a fixed margin: τ = 1/2", "pa1", 100, 1, []*Decision{right}, []float32{-0.5, 0.5, 0}},
		{"ahead of class 2 by 1/2: τ = 1/4", "pa1", 100, 1, []*Decision{right, right}, []float32{-0.5, 0.75, -0.25}},
		{"x = 2: τ = √2/8, w = 2τ", "pa1", 100, 0, []*Decision{twice}, []float32{-root / 4, root / 4, 0}},
		{"τ = √2/(2+1)", "pa2", 0.5, 0, []*Decision{right}, []float32{-root / 3, root / 3, 0}},
		{"τ = 1/(2+1/2)", "pa2", 1, 1, []*Decision{right}, []float32{-0.4, 0.4, 0}},
		{"x = 2: τ = 1/(8+1/2), w = 2τ", "pa2", 1, 1, []*Decision{twice}, []float32{-2 / 8.5, 2 / 8.5, 0}},
	} {
		l := made(t, test.learner, 3, func(s *Spec) { set(s, "c", test.c, "margin", test.margin) })
		require.InDeltaSlice(t, test.want, learned(l, test.decisions...), 1e-6, "%s: %s", test.learner, test.why)
	}
}

// With r = 1 and margin 1: at first v = 2, β = α = 1/3, σ = 2/3; then class 2 is
// the rival, ℓ = 2/3, v = 2/3 + 1, β = 3/8, α = 1/4.
func TestAROWUpdates(t *testing.T) {
	right := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{2, 0, 2}}
	l := made(t, "arow", 3, func(s *Spec) { set(s, "r", 1, "margin", 1) })
	require.InDeltaSlice(t, []float32{-1. / 3, 1. / 3, 0}, learned(l, right), 1e-6)
	require.InDeltaSlice(t, []float32{-1. / 3, 1. / 2, -1. / 4}, learned(l, right), 1e-6)
	a := l.(*pairwise)
	for k, sigma := range []float32{2. / 3, 1. / 2, 5. / 8} {
		require.InDelta(t, sigma, a.sigma(Class(k)), 1e-6)
	}
	twice := &Decision{Features: []uint64{1, 1}, Classes: right.Classes, Costs: right.Costs}
	l = made(t, "arow", 3, func(s *Spec) { set(s, "r", 2, "margin", 0) })
	// v = 2·4, β = 1/10, α = √2/10, w = 2α, σ = 1 − 4/10.
	require.InDeltaSlice(t, []float32{-math.Sqrt2 / 5, math.Sqrt2 / 5, 0}, learned(l, twice), 1e-6)
	require.InDelta(t, 0.6, l.(*pairwise).sigma(1), 1e-6)
}

// sigma returns the variance of the weight of feature 1 for class k.
func (p *pairwise) sigma(k Class) float32 {
	p.take([]uint64{1}, []Class{k})
	return p.state[p.places[0]]
}

// couple is the twin of the learners that move one good and one bad class: the formulas over maps,
// with the average summed after every decision.
type couple struct {
	dense
	state map[weightOf]float64
	step  func(c *couple, loss float64, x map[uint64]float64, good, bad Class)
}

// learn uses the scores of the learner, so that rounding breaks no ties.
func (c *couple) learn(d *Decision, scores []float32, margin float64, byCost, relative bool) {
	good, bad := d.Cheapest(scores), Class(-1)
	root := func(k Class) float64 { // of what the class costs more
		more := float64(d.Cost(k) - d.Cost(good))
		if relative {
			more /= float64(slices.Max(d.Costs) - d.Cost(good))
		}
		return math.Sqrt(more)
	}
	need := func(k Class) float64 { // the margin, if it depends on what the class costs
		if byCost {
			return margin * root(k)
		}
		return margin
	}
	for _, k := range d.Classes {
		if d.Cost(k) > d.Cost(good) && (bad < 0 || need(k)+float64(scores[k]) > need(bad)+float64(scores[bad])) {
			bad = k
		}
	}
	if bad >= 0 {
		lead, loss := float64(scores[good])-float64(scores[bad]), 0.0
		if margin > 0 {
			loss = need(bad) - lead
		} else if lead <= 0 {
			loss = root(bad) - lead
		}
		if loss > 0 {
			x := map[uint64]float64{}
			for _, f := range d.Features {
				x[f]++
				c.updates[f]++
			}
			c.step(c, loss, x, good, bad)
		}
	}
	c.times++
	for w, weight := range c.weights {
		c.total[w] += weight
	}
}

func squares(x map[uint64]float64) (sum float64) {
	for _, v := range x {
		sum += v * v
	}
	return sum
}

func (c *couple) both(tau float64, x map[uint64]float64, good, bad Class) {
	for f, v := range x {
		c.weights[weightOf{f, good}] += tau * v
		c.weights[weightOf{f, bad}] -= tau * v
	}
}

// The twins' formulas, with C = 0.05 and r = 3.
var twins = map[string]func(c *couple, loss float64, x map[uint64]float64, good, bad Class){
	"pa1": func(c *couple, loss float64, x map[uint64]float64, good, bad Class) {
		c.both(math.Min(0.05, loss/(2*squares(x))), x, good, bad)
	},
	"pa2": func(c *couple, loss float64, x map[uint64]float64, good, bad Class) {
		c.both(loss/(2*squares(x)+10), x, good, bad)
	},
	"arow": func(c *couple, loss float64, x map[uint64]float64, good, bad Class) {
		sigma := func(w weightOf) float64 {
			if s, ok := c.state[w]; ok {
				return s
			}
			return 1
		}
		v := 3.0
		for f, x := range x {
			v += x * x * (sigma(weightOf{f, good}) + sigma(weightOf{f, bad}))
		}
		for f, x := range x {
			for sign, w := range []weightOf{{f, bad}, {f, good}} {
				s := sigma(w)
				c.weights[w] += float64(2*sign-1) * loss / v * s * x
				c.state[w] = s - s*s*x*x/v
			}
		}
	},
}

// The sparse learners have the scores of their twins at every decision, and
// their averaged weights.
func TestMarginLearnersEqualDenseTwins(t *testing.T) {
	for name, step := range twins {
		for _, margin := range []float64{0, 1, 2} {
			byCost := margin == 2
			for _, minUpdates := range []int{0, 3} {
				relative := minUpdates > 0
				random := rand.New(rand.NewPCG(uint64(margin), uint64(minUpdates)))
				l := made(t, name, someClasses, func(s *Spec) {
					set(s, "margin", margin, "cost-margin", byCost, "relative-costs", relative, "min-updates", minUpdates, "c", 0.05, "r", 3)
				})
				twin := &couple{*newDense(margin, minUpdates), map[weightOf]float64{}, step}
				scores := make([]float32, someClasses)
				for range 200 {
					d := randomDecision(random)
					l.Score(scores, d.Features)
					for k := range scores {
						require.InDelta(t, twin.score(d.Features, Class(k)), scores[k], 1e-4, "%s, margin %v", name, margin)
					}
					l.Learn(d, scores)
					twin.learn(d, scores, margin, byCost, relative)
				}
				want, got := twin.averaged(), weightsOf(t, l.Freeze().(*compact.Linear))
				for w, x := range got {
					require.InDelta(t, want[w], x, 1e-5, name)
				}
				require.Greater(t, len(got), someFeatures)
			}
		}
	}
}

// Where the margin depends on costs, class 2, which costs 9 more than class 1, must lose by 3, and
// class 0 by 1: so ℓ = 3 and τ = 3/2; then class 0 is ahead of its margin, ℓ = 1 − 3/2, but class 2
// is not, ℓ = 3 − 3.
func TestMarginsByCost(t *testing.T) {
	d := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{4, 3, 12}}
	l := made(t, "pa1", 3, func(s *Spec) { set(s, "c", 100, "margin", 1, "cost-margin", true) })
	require.InDeltaSlice(t, []float32{0, 1.5, -1.5}, learned(l, d), 1e-6)
	require.InDeltaSlice(t, []float32{0, 1.5, -1.5}, learned(l, d), 1e-6, "passive")
	p := made(t, "perceptron", 3, func(s *Spec) { set(s, "margin", 2, "cost-margin", true) })
	require.Equal(t, []float32{0, 1, -1}, learned(p, d))
	require.Equal(t, []float32{0, 2, -2}, learned(p, d), "2 is ahead by 2, but needs 6")
}

// Relative costs are shares of the largest of their decision: class 2 must lose by 1, and class 0 by 1/3, so ℓ = 1 and
// τ = 1/2, and then both are beyond their margins. The largest of all floating-point costs does no harm.
func TestMarginsByRelativeCost(t *testing.T) {
	relative := func(s *Spec) { set(s, "c", 100, "margin", 1, "cost-margin", true, "relative-costs", true) }
	d := &Decision{Features: []uint64{1}, Classes: []Class{0, 1, 2}, Costs: []float32{4, 3, 12}}
	l := made(t, "pa1", 3, relative)
	require.InDeltaSlice(t, []float32{0, 0.5, -0.5}, learned(l, d), 1e-6)
	require.InDeltaSlice(t, []float32{0, 0.5, -0.5}, learned(l, d), 1e-6, "passive")
	dear := &Decision{Features: []uint64{1}, Classes: d.Classes, Costs: []float32{1, 0, math.MaxFloat32}}
	require.InDeltaSlice(t, []float32{0, 0.5, -0.5}, learned(made(t, "pa1", 3, relative), dear), 1e-6)
}

// In three of five decisions class 0 is better by 1, in the others class 1 by 20. What is right most
// of the time is class 0, what costs least is class 1: so learners that read the size of costs choose,
// and those that do not, or are shown only which class is best, choose class 0. Relative costs differ only
// within a decision: in those where a third class costs 20.
func TestWhoReadsTheSizeOfCosts(t *testing.T) {
	for _, c := range []struct {
		learner        string
		change         func(s *Spec)
		within, across bool // a decision, decisions
	}{
		{"pa1", func(s *Spec) { set(s, "c", 0.02) }, false, false},
		{"pa2", func(s *Spec) { set(s, "c", 0.02) }, false, false},
		{"arow", func(s *Spec) {}, false, false},
		{"sgd", func(s *Spec) { set(s, "reduction", "multiclass") }, false, false},
		{"pa2", func(s *Spec) { set(s, "c", 0.02, "cost-margin", true) }, true, true},
		{"arow", func(s *Spec) { set(s, "cost-margin", true) }, true, true},
		{"arow", func(s *Spec) { set(s, "cost-margin", true, "relative-costs", true) }, true, false},
		{"sgd", func(s *Spec) { set(s, "reduction", "csoaa") }, true, true},
		{"sgd", func(s *Spec) { set(s, "reduction", "csoaa", "relative-costs", true) }, true, false},
		{"sgd", func(s *Spec) { set(s, "reduction", "wap") }, true, true},
		{"sgd", func(s *Spec) { set(s, "reduction", "wap", "relative-costs", true) }, true, false},
	} {
		choice := func(classes []Class, dear float32) Class {
			l, random := made(t, c.learner, 3, c.change), rand.New(rand.NewPCG(1, 2))
			scores := make([]float32, 3)
			for range 4000 {
				costs := []float32{0, 1, dear}
				if random.IntN(5) >= 3 {
					costs = []float32{dear, 0, dear}
				}
				d := &Decision{Features: []uint64{1}, Classes: classes, Costs: costs[:len(classes)]}
				l.Score(scores, d.Features)
				l.Learn(d, scores)
			}
			l.Freeze().Score(scores, []uint64{1})
			return Best(classes, scores)
		}
		two, three := []Class{0, 1}, []Class{0, 1, 2}
		require.Zero(t, choice(two, 1), "%s: equal costs", c.learner)
		require.Zero(t, choice(three, 1), "%s: equal costs", c.learner)
		require.Equal(t, c.across, choice(two, 20) == 1, "%s: what is rare costs more", c.learner)
		require.Equal(t, c.within, choice(three, 20) == 1, "%s: what is rare costs more than what is frequent", c.learner)
	}
}
