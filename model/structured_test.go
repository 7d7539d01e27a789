package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomWay returns decisions with a single class.
func randomWay(random *rand.Rand) (way []Decision) {
	for range random.IntN(4) {
		d := randomDecision(random)
		way = append(way, Decision{Features: d.Features, Classes: d.Classes[:1]})
	}
	return way
}

// sumOf returns the score of a way.
func sumOf(l Learner, way []Decision) (sum float64) {
	scores := make([]float32, l.Classes())
	for _, d := range way {
		l.Score(scores, d.Features)
		sum += float64(scores[d.Classes[0]])
	}
	return sum
}

// TestPreferEqualsDenseTwin: the update of the perceptron, of PA-I, PA-II and AROW, with weights and variances in maps.
func TestPreferEqualsDenseTwin(t *testing.T) {
	for _, name := range []string{"perceptron", "pa1", "pa2", "arow"} {
		for _, options := range [][]any{nil, {"margin", 0.0}, {"margin", 2.0, "cost-margin", true}} {
			s := specOf(t, name)
			set(&s, append(options, "average", false)...)
			l, err := s.New(someClasses)
			require.NoError(t, err)
			random, weights, variances := rand.New(rand.NewPCG(4, 4)), map[weightOf]float64{}, map[weightOf]float64{}
			for i := range 60 {
				better, worse := randomWay(random), randomWay(random)
				lead, more := -2*random.Float64(), float64(1+random.IntN(4))
				l.Prefer(better, worse, lead, more)

				x := map[weightOf]float64{}
				for sign, way := range map[float64][]Decision{1: better, -1: worse} {
					for _, d := range way {
						for _, f := range d.Features {
							x[weightOf{f, d.Classes[0]}] += sign
						}
					}
				}
				loss, v := math.Sqrt(more)-lead, 0.0
				if margin := s.Get("margin").(float64); margin > 0 {
					if loss = margin - lead; s.Get("cost-margin") == true {
						loss = margin*math.Sqrt(more) - lead
					}
				}
				for at, n := range x {
					if _, known := variances[at]; !known {
						variances[at] = 1
					}
					v += n * n * variances[at]
				}
				alpha, beta := 1.0, 0.0
				switch {
				case v == 0:
				case name == "pa1":
					alpha = min(1, loss/v)
				case name == "pa2":
					alpha = loss / (v + 0.5)
				case name == "arow":
					beta = 1 / (v + 10)
					alpha = loss * beta
				}
				for at, n := range x {
					sigma := variances[at]
					weights[at] += alpha * sigma * n
					variances[at] -= beta * sigma * sigma * n * n
				}
				scores := make([]float32, someClasses)
				for at, w := range weights {
					l.Score(scores, []uint64{at.feature})
					require.InDelta(t, w, float64(scores[at.class]), 1e-4, "%s %v, update %d", name, options, i)
				}
			}
		}
	}
}

// TestPreferRaisesTheBetter: whatever the learner, a way that it is told to prefer comes out ahead in the end; ways without
// decisions teach nothing.
func TestPreferRaisesTheBetter(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		random := rand.New(rand.NewPCG(5, 5))
		for trial := range 5 {
			l, err := s.New(someClasses)
			require.NoError(t, err)
			better, worse := []Decision{}, []Decision{}
			for len(better) == 0 || len(worse) == 0 || fmt.Sprint(better) == fmt.Sprint(worse) {
				better, worse = randomWay(random), randomWay(random)
			}
			lead := func() float64 { return sumOf(l, better) - sumOf(l, worse) }
			for range 200 {
				if lead() <= 0 {
					l.Prefer(better, worse, lead(), 2)
				}
			}
			require.Positive(t, lead(), trial)
			before := lead()
			l.Prefer(nil, nil, 0, 0)
			require.Equal(t, before, lead())
		}
	})
}

// TestPreferCounts as a decision for the mean of the weights.
func TestPreferCounts(t *testing.T) {
	l := newPerceptron(2, 0)
	l.Prefer([]Decision{{Features: []uint64{1}, Classes: []Class{0}}}, []Decision{{Features: []uint64{2}, Classes: []Class{1}}}, -1, 1)
	l.Prefer(nil, nil, 0, 0)
	require.Equal(t, map[weightOf]float64{{1, 0}: 0.667, {2, 1}: -0.667}, rounded(weightsOf(t, l.freeze())), "2 of 3, the first weights included")
}

func rounded(all map[weightOf]float64) map[weightOf]float64 {
	for at, w := range all {
		all[at] = math.Round(1000*w) / 1000
	}
	return all
}
