package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// flowed returns the scores after a flow over a whole problem.
func flowed(r reduction, s, c, q []float64) []float64 {
	p := gradient{reduction: r}
	d := &Decision{Classes: make([]Class, len(s)), Costs: make([]float32, len(s))}
	scores := make([]float32, len(s))
	for i := range s {
		d.Classes[i], d.Costs[i], scores[i] = Class(i), float32(c[i]), float32(s[i])
	}
	if !p.at(d, scores) {
		return s
	}
	var active []float64
	for _, at := range p.places {
		active = append(active, q[at])
	}
	p.flow(active)
	moved := slices.Clone(s)
	for i, at := range p.places {
		moved[at] -= active[i] * p.g[i]
	}
	return moved
}

// The closed forms of Karampatziakis & Langford (2011, table 1) for one example:
// squared loss, and the hinge.
func TestFlowsInClosedForm(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	for range 200 {
		s, c := problem(random)
		q := make([]float64, len(s))
		for i := range q {
			q[i] = 5 * random.Float64()
			s[i] = float64(float32(s[i]))
		}
		for i, moved := range flowed(reductionOf("csoaa", 1), s, c, q) {
			require.InDelta(t, -c[i]+(s[i]+c[i])*math.Exp(-q[i]), moved, 1e-9)
		}
		g, want := gradientAt(reductionOf("hinge", 1), s, c), slices.Clone(s)
		good, bad := slices.Index(g, -1), slices.Index(g, 1)
		if good >= 0 {
			tau := min(1, lossAt(reductionOf("hinge", 1), s, c)/(q[good]+q[bad]))
			want[good] += tau * q[good]
			want[bad] -= tau * q[bad]
		}
		require.InDeltaSlice(t, want, flowed(reductionOf("hinge", 1), s, c, q), 1e-9)
	}
}

// lambert returns W(e^x), the w with w + log w = x, by Newton's method.
func lambert(x float64) float64 {
	w := max(1e-9, min(x, math.Exp(min(x, 1))))
	for range 100 {
		w = max(w/10, w-(w+math.Log(w)-x)*w/(1+w))
	}
	return w
}

// For two classes log loss is the logistic loss of their lead, whose flow is, with
// p the lead of the right class and q that of both (ibid.),
//
//	p' = q + p + e^p − W(exp(q + p + e^p)).
func TestLogisticFlow(t *testing.T) {
	for _, p := range []float64{-6, -2, 0, 0.5, 3} {
		for _, q := range []float64{0.01, 0.3, 1, 5, 7} {
			moved := flowed(reductionOf("multiclass", 1), []float64{p, 0}, []float64{0, 1}, []float64{q / 2, q / 2})
			h := q + p + math.Exp(p)
			want := h - lambert(h)
			// p' + e^p' = h, as e^p' is W.
			require.InDelta(t, h, want+math.Exp(want), 1e-6)
			require.InDelta(t, want-p, moved[0]-moved[1]-p, 0.05+0.1*(want-p), "p %v, q %v", p, q)
		}
	}
}

// No flow raises the loss, however far it goes, and a longer one leaves less of it.
func TestFlowsDoNotOvershoot(t *testing.T) {
	everyReduction(t, func(t *testing.T, r reduction) {
		random := rand.New(rand.NewPCG(5, 1))
		for range 300 {
			s, c := problem(random)
			for i := range s {
				s[i] = float64(float32(10 * s[i]))
			}
			last := lossAt(r, s, c)
			for _, length := range []float64{1e-3, 0.1, 1, 10, 1e3, 1e9, 1e30} {
				q := make([]float64, len(s))
				for i := range q {
					q[i] = length
				}
				moved := flowed(r, s, c, q)
				loss := lossAt(r, moved, c)
				require.LessOrEqual(t, loss, lossAt(r, s, c)+1e-9)
				if length <= 1 {
					require.LessOrEqual(t, loss, last+1e-9)
				}
				last = loss
			}
		}
	})
}

// Importance invariance: one update of weight h is h updates of weight 1, for
// regression and any h, in the learner too. A rate acts as a weight, since only their
// product counts.
func TestImportanceInvariance(t *testing.T) {
	for _, h := range []int{2, 5, 40} {
		learner := func(rate float64) Learner {
			update := sgdUpdate(rate)
			update.invariant = true
			return (&reduced{Reduction: "csoaa"}).descent(someClasses, update)
		}
		once, often := learner(0.03*float64(h)), learner(0.03)
		for _, d := range randomDecisions(7, 30) {
			learned(once, d)
			for range h {
				learned(often, d)
			}
			for k, x := range scoresOf(often, d.Features) {
				require.InDelta(t, x, scoresOf(once, d.Features)[k], 1e-4)
			}
		}
	}
}

// Derivatives below the threshold are dropped, and others stay as they are.
func TestDrop(t *testing.T) {
	d := &Decision{Classes: []Class{4, 2, 0}, Costs: []float32{0.5, 0, 0.1}}
	p := gradient{reduction: reductionOf("csoaa", 1), drop: 0.2}
	require.True(t, p.at(d, []float32{0, 0, 0.25, 0, 0}))
	require.Equal(t, []Class{4, 2}, p.classes)
	require.Equal(t, []float64{0.5, 0.25}, p.g)
	p.drop = 0.6
	require.False(t, p.at(d, []float32{0, 0, 0.25, 0, 0}))
	p.drop = 0
	require.True(t, p.at(d, []float32{0, 0, 0.25, 0, 0}))
	require.Equal(t, []Class{4, 2, 0}, p.classes)
}
