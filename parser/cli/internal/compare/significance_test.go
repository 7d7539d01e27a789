package compare

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
)

// randomCounts returns the counts of two systems, which tie in some sentences.
// Attachment scores have the same number of items on both sides, brackets do not.
func randomCounts(r *rand.Rand, n int, brackets bool) (a, b []eval.Counts) {
	for range n {
		gold := 1 + r.IntN(6)
		score := func() eval.Counts {
			c := eval.Counts{Gold: gold, System: gold}
			if brackets {
				c.System = 1 + r.IntN(6)
			}
			c.Right = r.IntN(min(c.Gold, c.System) + 1)
			return c
		}
		x, y := score(), score()
		if r.IntN(3) == 0 {
			y = x
		}
		a, b = append(a, x), append(b, y)
	}
	return a, b
}

// exactF1 is the definition of F1, in exact numbers.
func exactF1(c eval.Counts) *big.Rat {
	if c.Gold+c.System == 0 {
		return new(big.Rat)
	}
	return big.NewRat(2*int64(c.Right), int64(c.Gold+c.System))
}

// exactDifference is the F1 of b minus that of a, in exact numbers.
func exactDifference(a, b []eval.Counts) *big.Rat {
	var x, y eval.Counts
	for i := range a {
		x.Add(a[i])
		y.Add(b[i])
	}
	return new(big.Rat).Sub(exactF1(y), exactF1(x))
}

// zip pairs the counts of two systems.
func zip(a, b []eval.Counts) [][2]eval.Counts {
	pairs := make([][2]eval.Counts, len(a))
	for i := range a {
		pairs[i] = [2]eval.Counts{a[i], b[i]}
	}
	return pairs
}

// enumerated is the definition of the test: it tries all exchanges, even in sentences
// in which the systems do not differ, and returns the share that is as extreme.
func enumerated(a, b []eval.Counts) float64 {
	seen, extreme := new(big.Rat).Abs(exactDifference(a, b)), 0
	x, y := make([]eval.Counts, len(a)), make([]eval.Counts, len(a))
	for flips := range 1 << len(a) {
		for i := range a {
			x[i], y[i] = a[i], b[i]
			if flips&(1<<i) != 0 {
				x[i], y[i] = b[i], a[i]
			}
		}
		if new(big.Rat).Abs(exactDifference(x, y)).Cmp(seen) >= 0 {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(a))
}

func TestRandomisationTriesAllOfFew(t *testing.T) {
	for seed := range uint64(40) {
		a, b := randomCounts(rand.New(rand.NewPCG(seed, 1)), 1+int(seed)%11, seed%2 == 0)
		got := randomisation(zip(a, b), sampling(DefaultSamples, 0))
		require.True(t, got.Exact)
		require.Equal(t, enumerated(a, b), got.P, "seed %d", seed)
	}
}

// Sampling agrees with enumeration within five standard errors.
func TestRandomisationSamplesLikeAll(t *testing.T) {
	const n = 12
	const samples = 1<<n - 1 // one too few to try all exchanges
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 2))
		var a, b []eval.Counts
		for len(a) < n {
			if x, y := randomCounts(r, 1, seed%2 == 0); fractionsOf(x) != fractionsOf(y) { // the systems differ in it
				a, b = append(a, x[0]), append(b, y[0])
			}
		}
		p := enumerated(a, b)
		got := randomisation(zip(a, b), sampling(samples, seed))
		require.False(t, got.Exact)
		require.Equal(t, samples, got.Samples)
		require.InDelta(t, p, got.P, 5*math.Sqrt(p*(1-p)/samples)+1.0/samples, "seed %d", seed)
	}
}

func fractionsOf(list []eval.Counts) fraction {
	_, _, sum := fractions(zip(list, list))
	return sum
}

// In each of ten sentences b has one more word right: only two of the 2¹⁰ ways to
// exchange outputs make as large a difference.
func TestRandomisationOfTenSentences(t *testing.T) {
	scores := make([][2]eval.Counts, 10)
	for i := range scores {
		scores[i] = [2]eval.Counts{{Right: 7, Gold: 10, System: 10}, {Right: 8, Gold: 10, System: 10}}
	}
	require.Equal(t, randomised{P: 2.0 / 1024, Extreme: 2, Samples: 1024, Exact: true}, randomisation(scores, sampling(DefaultSamples, 0)))
}

// The law of the test: if outputs are assigned to systems at random, the probability of
// p ≤ α is at most α, for any α.
func TestRandomisationKeepsItsLevel(t *testing.T) {
	const n = 7
	for seed := range uint64(6) {
		a, b := randomCounts(rand.New(rand.NewPCG(seed, 10)), n, seed%2 == 0)
		var ps []float64
		for flips := range 1 << n {
			x, y := slices.Clone(a), slices.Clone(b)
			for i := range x {
				if flips&(1<<i) != 0 {
					x[i], y[i] = y[i], x[i]
				}
			}
			r := randomisation(zip(x, y), sampling(DefaultSamples, 0))
			ps = append(ps, r.P)
		}
		slices.Sort(ps)
		for i, p := range ps {
			require.GreaterOrEqual(t, p, float64(i+1)/float64(len(ps)), "seed %d", seed)
		}
	}
}

// With one word per sentence the test is the sign test: of n words that only one system
// has right, k are a's. If k is 0, p is 2/2ⁿ.
func TestRandomisationIsTheSignTest(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for k := 0; k <= n; k++ {
			a, b := make([]eval.Counts, n+3), make([]eval.Counts, n+3)
			for i := range a {
				a[i], b[i] = eval.Counts{Right: eval.One(i < k), Gold: 1, System: 1}, eval.Counts{Right: eval.One(k <= i && i < n), Gold: 1, System: 1}
			}
			got := randomisation(zip(a, b), sampling(DefaultSamples, 0))
			want := 0.0
			for wins := range n + 1 {
				if max(2*wins-n, n-2*wins) >= max(2*k-n, n-2*k) {
					want += binomial(n, wins) / math.Pow(2, float64(n))
				}
			}
			require.InDelta(t, want, got.P, 1e-12, "%d of %d", k, n)
			if k == 0 {
				require.InDelta(t, 2/math.Pow(2, float64(n)), got.P, 1e-12)
			}
		}
	}
}

func binomial(n, k int) float64 {
	return float64(new(big.Int).Binomial(int64(n), int64(k)).Int64())
}

// allResamples is the definition of the bootstrap: every sequence of n sentences is
// equally likely. It returns the shares of samples that are far, higher and lower.
func allResamples(a, b []eval.Counts) (far, higher, lower float64) {
	n, all := len(a), 1
	for range n {
		all *= n
	}
	seen := exactDifference(a, b)
	x, y := make([]eval.Counts, n), make([]eval.Counts, n)
	for number := range all {
		for i := range n {
			x[i], y[i] = a[number%n], b[number%n]
			number /= n
		}
		d := exactDifference(x, y)
		higher += float64(eval.One(d.Sign() > 0))
		lower += float64(eval.One(d.Sign() < 0))
		shifted := new(big.Rat).Sub(d, seen)
		far += float64(eval.One(shifted.Abs(shifted).Cmp(new(big.Rat).Abs(seen)) >= 0))
	}
	return far / float64(all), higher / float64(all), lower / float64(all)
}

func TestBootstrapSamplesLikeAll(t *testing.T) {
	const samples = 20000
	within := func(p float64) float64 { return 5*math.Sqrt(p*(1-p)/samples) + 1.0/samples }
	for seed := range uint64(12) {
		a, b := randomCounts(rand.New(rand.NewPCG(seed, 3)), 1+int(seed)%6, seed%2 == 0)
		got := bootstrap(zip(a, b), sampling(samples, seed))
		far, higher, lower := allResamples(a, b)
		require.InDelta(t, far, got.P, within(far), "seed %d", seed)
		require.InDelta(t, higher, float64(got.Higher)/samples, within(higher), "seed %d", seed)
		require.InDelta(t, lower, float64(got.Lower)/samples, within(lower), "seed %d", seed)
	}
}

// If k of n words, each in a sentence of its own, are right, the share of right ones is
// nearly normal: its interval is k/n ± 1.96·√(k(n−k)/n³).
func TestScoreIntervalIsNormal(t *testing.T) {
	const n, k = 2000, 1700
	list := make([]eval.Counts, n)
	for i := range list {
		list[i] = eval.Counts{Right: eval.One(i < k), Gold: 1, System: 1}
	}
	got := scoreInterval(list, sampling(DefaultSamples, 1))
	width := 100 * 1.959964 * math.Sqrt(k*(n-k)/math.Pow(n, 3))
	require.InDelta(t, 85-width, float64(got.Low), 0.06)
	require.InDelta(t, 85+width, float64(got.High), 0.06)
	narrow := scoreInterval(list, Sampling{Samples: DefaultSamples, Seed: 1, Confidence: 0.5, Workers: 1})
	require.InDelta(t, 85-width*0.67449/1.959964, float64(narrow.Low), 0.06)
}

func TestPercentiles(t *testing.T) {
	list := make([]eval.Percent, 999)
	for i := range list {
		list[i] = eval.Percent(999 - i)
	}
	require.Equal(t, interval{25, 975}, percentiles(list, 0.95), "the 25th of 999 at each end")
	require.Equal(t, interval{50, 950}, percentiles(list, 0.90))
	require.Equal(t, interval{1, 999}, percentiles(list, 0.9999), "the least and the greatest")
	require.Equal(t, interval{7, 7}, percentiles([]eval.Percent{7}, 0.95))
}

func TestIdenticalSystemsDoNotDiffer(t *testing.T) {
	a, _ := randomCounts(rand.New(rand.NewPCG(1, 4)), 100, true)
	for _, list := range [][]eval.Counts{nil, {{}}, a} {
		random := randomisation(zip(list, list), sampling(DefaultSamples, 0))
		require.Equal(t, 1.0, random.P)
		drawn := bootstrap(zip(list, list), sampling(100, 0))
		require.Equal(t, resampled{P: 1, Far: 100, Samples: 100}, drawn)
		require.Equal(t, 1.0, drawn.P)
	}
}

// Exchanging the systems changes only signs.
func TestSignificanceIsSymmetric(t *testing.T) {
	for seed := range uint64(10) {
		a, b := randomCounts(rand.New(rand.NewPCG(seed, 5)), 60, seed%2 == 0)
		s := sampling(500, seed)
		there := bootstrap(zip(a, b), s)
		back := bootstrap(zip(b, a), s)
		require.Equal(t, interval{-there.High, -there.Low}, back.interval)
		require.Equal(t, []int{there.Far, there.Higher, there.Lower}, []int{back.Far, back.Lower, back.Higher})
		one := randomisation(zip(a, b), s)
		other := randomisation(zip(b, a), s)
		require.False(t, one.Exact)
		require.Equal(t, one, other)
	}
}

func TestSignificanceDependsOnTheSeedAlone(t *testing.T) {
	a, b := randomCounts(rand.New(rand.NewPCG(1, 6)), 200, true)
	outcome := func(seed uint64, workers int) (randomised, resampled) {
		s := Sampling{Samples: 1000, Seed: seed, Confidence: DefaultConfidence, Workers: workers}
		random := randomisation(zip(a, b), s)
		drawn := bootstrap(zip(a, b), s)
		return random, drawn
	}
	random, drawn := outcome(1, 1)
	for _, workers := range []int{2, 3, 7} {
		r, d := outcome(1, workers)
		require.Equal(t, random, r)
		require.Equal(t, drawn, d)
	}
	r, d := outcome(2, 1)
	require.NotEqual(t, random, r)
	require.NotEqual(t, drawn, d)
}

// An obvious difference is significant, with the least p that the samples allow; a
// difference that is noise is not.
func TestSignificanceTellsSignalFromNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	var a, good, noise []eval.Counts
	for range 500 {
		right := 10 + r.IntN(6)
		a = append(a, eval.Counts{Right: right, Gold: 20, System: 20})
		good = append(good, eval.Counts{Right: right + r.IntN(4), Gold: 20, System: 20})
		noise = append(noise, eval.Counts{Right: right + r.IntN(3) - 1, Gold: 20, System: 20})
	}
	s := sampling(999, 0)
	found := randomisation(zip(a, good), s)
	require.Equal(t, 0.001, found.P)
	drawn := bootstrap(zip(a, good), s)
	require.Equal(t, 0.001, drawn.P)
	require.Positive(t, float64(drawn.Low))
	require.Equal(t, 999, drawn.Higher)
	missed := randomisation(zip(a, noise), s)
	require.Greater(t, missed.P, 0.05)
	drawn = bootstrap(zip(a, noise), s)
	require.Less(t, float64(drawn.Low), 0.0)
	require.Greater(t, float64(drawn.High), 0.0)
}

// Comparisons are those of exact numbers, even for large numbers.
func TestDifferenceComparesExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for range 5000 {
		most := int64(1) << (1 + r.IntN(30))
		draw := func() (difference, *big.Rat) {
			a, b := fraction{size: 1 + r.Int64N(most)}, fraction{size: 1 + r.Int64N(most)}
			a.right, b.right = r.Int64N(a.size/2+1), r.Int64N(b.size/2+1)
			exact := new(big.Rat).Sub(big.NewRat(b.right, b.size), big.NewRat(a.right, a.size))
			return differenceOf(a, b), exact
		}
		d, exact := draw()
		e, seen := draw()
		size := new(big.Rat).Abs(seen)
		require.Equal(t, new(big.Rat).Abs(exact).Cmp(size) >= 0, d.reaches(1, e))
		shifted := new(big.Rat).Sub(exact, seen)
		require.Equal(t, shifted.Abs(shifted).Cmp(size) >= 0, d.asFar(e))
		value, _ := exact.Float64()
		require.InDelta(t, 200*value, float64(d.percent()), 1e-9)
	}
}

func BenchmarkRandomisation(b *testing.B) {
	x, y := randomCounts(rand.New(rand.NewPCG(1, 9)), 2000, true)
	for b.Loop() {
		randomisation(zip(x, y), sampling(DefaultSamples, 0))
	}
}

func BenchmarkBootstrap(b *testing.B) {
	x, y := randomCounts(rand.New(rand.NewPCG(1, 9)), 2000, true)
	for b.Loop() {
		bootstrap(zip(x, y), sampling(DefaultSamples, 0))
	}
}

// TestSignificance: it is the p value of the report on two systems.
func TestSignificance(t *testing.T) {
	a := []eval.Counts{{Right: 1, Gold: 3, System: 3}, {Right: 2, Gold: 4, System: 4}}
	b := []eval.Counts{{Right: 3, Gold: 3, System: 3}, {Right: 3, Gold: 4, System: 4}}
	s := Sampling{Samples: 100, Seed: 1, Workers: 1}
	require.Equal(t, 0.5, Significance(a, b, s), "of four exchanges, none and both differ as much")
	require.Equal(t, 1.0, Significance(a, a, s))
}
