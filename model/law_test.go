package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
)

// everySpec calls law for the defaults of every learner with every reduction.
func everySpec(t *testing.T, law func(t *testing.T, s Spec)) {
	everyLinear(t, law)
	everyHidden(t, law)
}

// everyLinear is everySpec for learners whose scores are linear in their weights.
func everyLinear(t *testing.T, law func(t *testing.T, s Spec)) {
	for _, name := range Names() {
		s := specOf(t, name)
		switch {
		case s.Get("hidden") != nil:
		case s.Get("reduction") == nil:
			t.Run(name, func(t *testing.T) { law(t, s) })
		default:
			for _, value := range reductionNames() {
				set(&s, "reduction", value)
				t.Run(name+"/"+value, func(t *testing.T) { law(t, s) })
			}
		}
	}
}

// everyHidden is everySpec for all others, in several shapes.
func everyHidden(t *testing.T, law func(t *testing.T, s Spec)) {
	for _, name := range Names() {
		s := specOf(t, name)
		if s.Get("hidden") == nil {
			continue
		}
		for _, value := range reductionNames() {
			set(&s, "reduction", value)
			deep, mixed, own := s, s, s
			set(&deep, "direct", false, "hidden", 12)
			set(&mixed, "average", true, "activation", "relu")
			set(&own, "own-units", true)
			t.Run(name+"/"+value, func(t *testing.T) { law(t, s) })
			t.Run(name+"/"+value+"/deep", func(t *testing.T) { law(t, deep) })
			t.Run(name+"/"+value+"/relu", func(t *testing.T) { law(t, mixed) })
			t.Run(name+"/"+value+"/own", func(t *testing.T) { law(t, own) })
		}
	}
}

// teach lets a new learner learn from decisions and calls after, unless it is nil, after each
// decision.
func teach(t testing.TB, s Spec, classes int, decisions []*Decision, after func(l Learner, d *Decision)) Learner {
	l, err := s.New(classes)
	require.NoError(t, err)
	scores := make([]float32, classes)
	for _, d := range decisions {
		l.Score(scores, d.Features)
		l.Learn(d, scores)
		if after != nil {
			after(l, d)
		}
	}
	return l
}

func randomDecisions(seed uint64, n int) []*Decision {
	random := rand.New(rand.NewPCG(seed, seed))
	var decisions []*Decision
	for range n {
		decisions = append(decisions, randomDecision(random))
	}
	return decisions
}

func scoresOf(s Scorer, features []uint64) []float32 {
	scores := make([]float32, s.Classes())
	s.Score(scores, features)
	return scores
}

// hostile returns extreme decisions that users' data can lead to.
func hostile() []*Decision {
	all := func(costs ...float32) *Decision {
		return &Decision{[]uint64{1, 2, 3, 4, 5, 1 << 63}, []Class{2, 0, 1}, costs}
	}
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	d := []*Decision{
		all(inf, 0, 1), all(1, 0, -inf), all(inf, inf, inf), all(-inf, -inf, inf), all(nan, 0, 1), all(1, nan, 0), all(nan, nan, nan),
		all(4, 4, 4), all(0, 0, 0), all(1, 2, 3), all(3, 2, 1), all(0, 1e-40, 1e-45), all(1e38, 0, -1e38),
		all(-3e38, 3e38, 0), all(math.MaxFloat32, -math.MaxFloat32, 0), all(1, 0, 1),
		{[]uint64{1}, []Class{2}, []float32{7}},
		{nil, []Class{0, 1, 2}, []float32{0, 1, 2}},
		{nil, []Class{0}, []float32{1}},
		{make([]uint64, 1000), []Class{0, 1, 2}, []float32{2, 0, 1}},
		{[]uint64{0, 0, 0, 1, 1, 2}, []Class{0, 1}, []float32{0, 1e30}},
		{[]uint64{77}, []Class{2, 2, 0, 1, 2, 1}, []float32{0, 2, 1, 1, 0, 3}},
	}
	return append(append(d, d...), all(0, 1, 2), all(2, 1, 0))
}

// Whatever a learner is told, at any rate, its scores are finite, and so are the scores of the
// model that it freezes to and of its file.
func TestScoresStayFinite(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		for i, extreme := range []float64{1e-30, 1, 1e-30, 1e6, math.MaxFloat32, math.MaxFloat32} {
			set(&s, "rate", extreme, "c", extreme, "r", 1/extreme, "scale", min(extreme, 1e6), "drop", 0)
			set(&s, "margin", float64(i%2))
			l := teach(t, s, 3, hostile(), func(l Learner, d *Decision) {
				for _, x := range append(scoresOf(l, d.Features), scoresOf(l.Freeze(), d.Features)...) {
					require.False(t, math.IsNaN(float64(x)) || math.IsInf(float64(x), 0), "%v: %v", extreme, d)
				}
			})
			again, err := ReadModel(arraysOf(t, l.Freeze()), "x/", 3)
			require.NoError(t, err)
			require.Equal(t, scoresOf(l.Freeze(), []uint64{1, 2, 0}), scoresOf(again, []uint64{1, 2, 0}))
		}
	})
}

// They stay finite if it is told the same for long, which makes its weights as certain and its
// rates as small as possible, and with the smallest and the largest options.
func TestScoresStayFiniteForLong(t *testing.T) {
	inf := float32(math.Inf(1))
	round := []*Decision{
		{[]uint64{1}, []Class{0, 1, 2}, []float32{0, inf, 1}}, {[]uint64{1}, []Class{0, 1, 2}, []float32{inf, 0, -inf}},
		{[]uint64{1, 2}, []Class{0, 1, 2}, []float32{math.MaxFloat32, 1, -math.MaxFloat32}},
	}
	everySpec(t, func(t *testing.T, s Spec) {
		for i, extreme := range []float64{1 / math.MaxFloat32, math.MaxFloat32} {
			set(&s, "rate", extreme, "c", extreme, "r", 1/math.MaxFloat32, "scale", math.MaxFloat32, "drop", 0, "margin", float64(i))
			if s.Get("beta") != nil {
				set(&s, "beta", extreme, "l1", extreme*float64(i), "l2", extreme)
			}
			l := teach(t, s, 3, slices.Repeat(round, 300), nil)
			for _, x := range append(scoresOf(l, []uint64{1, 2}), scoresOf(l.Freeze(), []uint64{1, 2})...) {
				require.False(t, math.IsNaN(float64(x)) || math.IsInf(float64(x), 0), extreme)
			}
		}
	})
}

// arraysOf writes and reads the entries of a model.
func arraysOf(t testing.TB, m Model) *npz.Arrays {
	a, err := read(written(t, m.Entries("x/")))
	require.NoError(t, err)
	return a
}

// Decisions that teach nothing leave a learner as it is: equal costs, a single class. But
// multiclass takes one of equal classes as right; and csoaa, which predicts how much more each
// class costs than the cheapest, learns nothing from these only while it predicts 0. A new
// network predicts something else, and learns to predict less.
func TestNothingToLearn(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		before := randomDecisions(1, 50)
		equal := &Decision{[]uint64{1, 2, before[0].Features[0]}, []Class{0, 1, 2, 3}, []float32{5, 5, 5, 5}}
		alone := &Decision{equal.Features, []Class{3}, []float32{5}}
		empty := []*Decision{equal, alone, alone}
		switch s.Get("reduction") {
		case "multiclass":
			empty = empty[1:]
		case "csoaa":
			before = nil
			if s.Get("hidden") != nil {
				empty = slices.Repeat([]*Decision{equal}, 50)
			}
		}
		set(&s, "average", false)
		want := scoresOf(teach(t, s, someClasses, before, nil), equal.Features)
		got := scoresOf(teach(t, s, someClasses, append(before, empty...), nil), equal.Features)
		if s.Get("reduction") == "csoaa" && s.Get("hidden") != nil {
			require.Less(t, sumOfSquares(got[:4]), sumOfSquares(want[:4])/4)
		} else {
			require.Equal(t, want, got)
		}
	})
}

func sumOfSquares(scores []float32) float64 {
	sum := 0.0
	for _, x := range scores {
		sum += float64(x) * float64(x)
	}
	return sum
}

// Without averaging, the frozen scores are the learner's, bit by bit.
func TestFreezeKeepsTheScores(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		for _, value := range []int{0, 4} {
			set(&s, "min-updates", value)
			set(&s, "average", false)
			teach(t, s, someClasses, randomDecisions(2, 60), func(l Learner, d *Decision) {
				require.Equal(t, scoresOf(l, d.Features), scoresOf(l.Freeze(), d.Features))
			})
		}
	})
}

// Averaged scores are the mean of the first scores and those after each decision, if scores are
// linear in the weights.
func TestAverageIsTheMean(t *testing.T) {
	everyLinear(t, func(t *testing.T, s Spec) {
		set(&s, "average", true)
		features := randomDecision(rand.New(rand.NewPCG(8, 8))).Features
		sum, n := make([]float64, someClasses), 1.0
		l := teach(t, s, someClasses, randomDecisions(3, 100), func(l Learner, _ *Decision) {
			n++
			for k, x := range scoresOf(l, features) {
				sum[k] += float64(x)
			}
		})
		for k, x := range scoresOf(l.Freeze(), features) {
			require.InDelta(t, sum[k]/n, x, 1e-4*max(1, math.Abs(sum[k]/n)))
		}
	})
}

// Freeze does not disturb learning, and learning does not change what was frozen.
func TestLearningGoesOnAfterFreeze(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		decisions := randomDecisions(4, 80)
		var early Model
		var before []byte
		i := 0
		frozen := teach(t, s, someClasses, decisions, func(l Learner, _ *Decision) {
			if i++; i%20 == 0 {
				early = l.Freeze()
				before = written(t, early.Entries(""))
			}
			if i == 60 {
				require.Equal(t, before, written(t, early.Entries("")))
			}
		}).Freeze()
		plain := teach(t, s, someClasses, decisions, nil).Freeze()
		require.Equal(t, written(t, plain.Entries("")), written(t, frozen.Entries("")))
	})
}

// The same Spec and decisions make the same bytes; reading them gives the same
// scores and the same bytes.
func TestSavedModels(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		decisions := randomDecisions(5, 80)
		one, two := teach(t, s, someClasses, decisions, nil).Freeze(), teach(t, s, someClasses, decisions, nil).Freeze()
		data := written(t, one.Entries("x/"))
		require.Equal(t, data, written(t, two.Entries("x/")))
		again, err := ReadModel(arraysOf(t, one), "x/", someClasses)
		require.NoError(t, err)
		require.Equal(t, data, written(t, again.Entries("x/")))
		require.Equal(t, one.Describe(), again.Describe())
		for _, d := range append(decisions, &Decision{Features: []uint64{12345}}, &Decision{}) {
			require.Equal(t, scoresOf(one, d.Features), scoresOf(again, d.Features))
		}
	})
}

// fit makes passes over examples, see Pass, and returns the mistakes of the last one.
func fit(l Learner, e *Examples, passes, alpha int, random *rand.Rand) (mistakes int) {
	for range passes {
		mistakes = e.Pass(l, alpha, random)
	}
	return mistakes
}

// separable returns decisions that features separate: one word decides, and others do not.
func separable(seed uint64, n int) []*Decision {
	random := rand.New(rand.NewPCG(seed, 7))
	var decisions []*Decision
	for range n {
		right := random.IntN(6)
		d := &Decision{Features: []uint64{uint64(right), 100 + random.Uint64N(5), 200 + random.Uint64N(5)}}
		for k := range Class(6) {
			d.Classes = append(d.Classes, k)
			d.Costs = append(d.Costs, float32(1+random.IntN(3)))
		}
		d.Costs[right] = 0
		decisions = append(decisions, d)
	}
	return decisions
}

// Every learner learns separable decisions.
func TestEveryLearnerSeparates(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		examples := NewExamples(0, 1)
		for _, d := range separable(1, 300) {
			examples.Add(d)
		}
		l, err := s.New(6)
		require.NoError(t, err)
		passes := 15
		if s.Get("hidden") != nil {
			passes = 50
		}
		fit(l, examples, passes, 0, rand.New(rand.NewPCG(1, 1)))
		wrong, frozen := 0, l.Freeze()
		for _, d := range separable(2, 300) {
			if d.Cost(Best(d.Classes, scoresOf(frozen, d.Features))) > 0 {
				wrong++
			}
		}
		require.LessOrEqual(t, wrong, 9)
	})
}

// Learning allocates only for new weights, and scoring never.
func TestLearnersDoNotAllocate(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		d := randomDecisions(6, 1)[0]
		l := teach(t, s, someClasses, []*Decision{d, d, d}, nil)
		frozen, scores := l.Freeze(), make([]float32, someClasses)
		require.Zero(t, testing.AllocsPerRun(20, func() { frozen.Score(scores, d.Features) }))
		require.Zero(t, testing.AllocsPerRun(20, func() { l.Score(scores, d.Features); l.Learn(d, scores) }))
	})
}

// One step of a parser: 100 features of 200,000, and 80 classes, one of them free.
func BenchmarkLearners(b *testing.B) {
	for _, name := range Names() {
		s := specOf(b, name)
		if s.Get("reduction") == nil {
			b.Run(name, func(b *testing.B) { benchmark(b, s) })
			continue
		}
		for _, value := range reductionNames() {
			set(&s, "reduction", value)
			b.Run(name+"/"+value, func(b *testing.B) { benchmark(b, s) })
		}
	}
}

func benchmark(b *testing.B, s Spec) {
	const classes, features, known, before = 80, 100, 200_000, 3_000
	random := rand.New(rand.NewPCG(4, 4))
	d := &Decision{make([]uint64, features), make([]Class, classes), make([]float32, classes)}
	draw := func() {
		for i := range d.Features {
			d.Features[i] = scatter(random.Uint64N(known))
		}
		for k := range d.Costs {
			d.Classes[k], d.Costs[k] = Class(k), float32(1+random.IntN(3))
		}
		d.Costs[d.Features[0]%classes] = 0
	}
	l, err := s.New(classes)
	require.NoError(b, err)
	scores := make([]float32, classes)
	learn := func() { l.Score(scores, d.Features); l.Learn(d, scores) }
	for range before {
		draw()
		learn()
	}
	frozen := l.Freeze()
	for _, step := range []struct {
		name string
		do   func()
	}{{"Learn", learn}, {"Score", func() { frozen.Score(scores, d.Features) }}} {
		b.Run(step.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				draw()
				step.do()
			}
		})
	}
}
