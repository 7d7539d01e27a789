package compare

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"parser/eval"

	"github.com/stretchr/testify/require"
)

// randomCounts returns the counts of two systems, of which some sentences tie.
// conllx.Attachment scores have as many words on both sides, brackets have not.
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

// f1 is the definition, in exact numbers.
func f1(c eval.Counts) *big.Rat {
	if c.Gold+c.System == 0 {
		return new(big.Rat)
	}
	return big.NewRat(2*int64(c.Right), int64(c.Gold+c.System))
}

// f1Difference is how far b is above a, exactly.
func f1Difference(a, b []eval.Counts) *big.Rat {
	var x, y eval.Counts
	for i := range a {
		x.Add(a[i])
		y.Add(b[i])
	}
	return new(big.Rat).Sub(f1(y), f1(x))
}

// zip pairs the counts of two systems.
func zip(a, b []eval.Counts) [][2]eval.Counts {
	pairs := make([][2]eval.Counts, len(a))
	for i := range a {
		pairs[i] = [2]eval.Counts{a[i], b[i]}
	}
	return pairs
}

// enumerated is the definition of the test: all sign flips, whether the systems
// differ in a sentence or not. It returns the share that is as extreme.
func enumerated(a, b []eval.Counts) float64 {
	seen, extreme := new(big.Rat).Abs(f1Difference(a, b)), 0
	x, y := make([]eval.Counts, len(a)), make([]eval.Counts, len(a))
	for flips := range 1 << len(a) {
		for i := range a {
			x[i], y[i] = a[i], b[i]
			if flips&(1<<i) != 0 {
				x[i], y[i] = b[i], a[i]
			}
		}
		if new(big.Rat).Abs(f1Difference(x, y)).Cmp(seen) >= 0 {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(a))
}

func TestRandomisationTriesAllOfFew(t *testing.T) {
	for seed := range uint64(40) {
		a, b := randomCounts(rand.New(rand.NewPCG(seed, 1)), 1+int(seed)%11, seed%2 == 0)
		got := Randomisation(zip(a, b), Sampling{})
		require.True(t, got.Exact)
		require.Equal(t, enumerated(a, b), got.P, "seed %d", seed)
	}
}

// What is sampled agrees with what is enumerated within five standard errors.
func TestRandomisationSamplesLikeAll(t *testing.T) {
	const n = 12
	const samples = 1<<n - 1 // one too few to try all
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 2))
		var a, b []eval.Counts
		for len(a) < n {
			if x, y := randomCounts(r, 1, seed%2 == 0); fractionsOf(x) != fractionsOf(y) { // systems differ in it
				a, b = append(a, x[0]), append(b, y[0])
			}
		}
		p := enumerated(a, b)
		got := Randomisation(zip(a, b), Sampling{Samples: samples, Seed: seed})
		require.False(t, got.Exact)
		require.Equal(t, samples, got.Samples)
		require.InDelta(t, p, got.P, 5*math.Sqrt(p*(1-p)/samples)+1.0/samples, "seed %d", seed)
	}
}

func fractionsOf(list []eval.Counts) fraction {
	_, _, sum := fractions(zip(list, list))
	return sum
}

// The law of the test: if chance alone says whose outputs are whose, p ≤ α happens
// with a probability of at most α, whatever α.
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
			r := Randomisation(zip(x, y), Sampling{})
			ps = append(ps, r.P)
		}
		slices.Sort(ps)
		for i, p := range ps {
			require.GreaterOrEqual(t, p, float64(i+1)/float64(len(ps)), "seed %d", seed)
		}
	}
}

// Of sentences with one word each the test is the sign test: of n words that one
// of the systems only has right, k are a's. All n: p = 2/2ⁿ.
func TestRandomisationIsTheSignTest(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for k := 0; k <= n; k++ {
			a, b := make([]eval.Counts, n+3), make([]eval.Counts, n+3)
			for i := range a {
				a[i], b[i] = eval.Counts{Right: eval.One(i < k), Gold: 1, System: 1}, eval.Counts{Right: eval.One(k <= i && i < n), Gold: 1, System: 1}
			}
			got := Randomisation(zip(a, b), Sampling{})
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

// resampled is the definition of the bootstrap: every sequence of n sentences is
// as likely as any other. It returns the shares of what is far, higher and lower.
func resampled(a, b []eval.Counts) (far, higher, lower float64) {
	n, all := len(a), 1
	for range n {
		all *= n
	}
	seen := f1Difference(a, b)
	x, y := make([]eval.Counts, n), make([]eval.Counts, n)
	for number := range all {
		for i := range n {
			x[i], y[i] = a[number%n], b[number%n]
			number /= n
		}
		d := f1Difference(x, y)
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
		got := Bootstrap(zip(a, b), Sampling{Samples: samples, Seed: seed})
		far, higher, lower := resampled(a, b)
		require.InDelta(t, far, got.P, within(far), "seed %d", seed)
		require.InDelta(t, higher, float64(got.Higher)/samples, within(higher), "seed %d", seed)
		require.InDelta(t, lower, float64(got.Lower)/samples, within(lower), "seed %d", seed)
	}
}

// Of n words in sentences of their own of which k are right, the share of right
// ones is normal, nearly: its interval is k/n ± 1.96·√(k(n−k)/n³).
func TestScoreIntervalIsNormal(t *testing.T) {
	const n, k = 2000, 1700
	list := make([]eval.Counts, n)
	for i := range list {
		list[i] = eval.Counts{Right: eval.One(i < k), Gold: 1, System: 1}
	}
	got := ScoreInterval(list, Sampling{Seed: 1})
	width := 100 * 1.959964 * math.Sqrt(k*(n-k)/math.Pow(n, 3))
	require.InDelta(t, 85-width, float64(got.Low), 0.06)
	require.InDelta(t, 85+width, float64(got.High), 0.06)
	narrow := ScoreInterval(list, Sampling{Seed: 1, Confidence: 0.5})
	require.InDelta(t, 85-width*0.67449/1.959964, float64(narrow.Low), 0.06)
}

func TestPercentiles(t *testing.T) {
	list := make([]eval.Percent, 999)
	for i := range list {
		list[i] = eval.Percent(999 - i)
	}
	require.Equal(t, Interval{25, 975}, percentiles(list, 0.95), "the 25th of 999 at each end")
	require.Equal(t, Interval{50, 950}, percentiles(list, 0.90))
	require.Equal(t, Interval{1, 999}, percentiles(list, 0.9999), "there are no rarer ones")
	require.Equal(t, Interval{7, 7}, percentiles([]eval.Percent{7}, 0.95))
}

func TestIdenticalSystemsDoNotDiffer(t *testing.T) {
	a, _ := randomCounts(rand.New(rand.NewPCG(1, 4)), 100, true)
	for _, list := range [][]eval.Counts{nil, {{}}, a} {
		random := Randomisation(zip(list, list), Sampling{})
		require.Equal(t, 1.0, random.P)
		drawn := Bootstrap(zip(list, list), Sampling{Samples: 100})
		require.Equal(t, Resampled{P: 1, Far: 100, Samples: 100}, drawn)
		require.Equal(t, 1.0, drawn.P)
	}
}

// Which system comes first decides on signs only.
func TestSignificanceIsSymmetric(t *testing.T) {
	for seed := range uint64(10) {
		a, b := randomCounts(rand.New(rand.NewPCG(seed, 5)), 60, seed%2 == 0)
		s := Sampling{Samples: 500, Seed: seed}
		there := Bootstrap(zip(a, b), s)
		back := Bootstrap(zip(b, a), s)
		require.Equal(t, Interval{-there.High, -there.Low}, back.Interval)
		require.Equal(t, []int{there.Far, there.Higher, there.Lower}, []int{back.Far, back.Lower, back.Higher})
		one := Randomisation(zip(a, b), s)
		other := Randomisation(zip(b, a), s)
		require.False(t, one.Exact)
		require.Equal(t, one, other)
	}
}

func TestSignificanceDependsOnTheSeedAlone(t *testing.T) {
	a, b := randomCounts(rand.New(rand.NewPCG(1, 6)), 200, true)
	outcome := func(seed uint64, workers int) (Randomised, Resampled) {
		s := Sampling{Samples: 1000, Seed: seed, Workers: workers}
		random := Randomisation(zip(a, b), s)
		drawn := Bootstrap(zip(a, b), s)
		return random, drawn
	}
	random, drawn := outcome(1, 1)
	for _, workers := range []int{0, 2, 7} {
		r, d := outcome(1, workers)
		require.Equal(t, random, r)
		require.Equal(t, drawn, d)
	}
	r, d := outcome(2, 1)
	require.NotEqual(t, random, r)
	require.NotEqual(t, drawn, d)
}

// An obvious difference is found, and as surely as the samples allow; the same
// test finds nothing where the difference is noise.
func TestSignificanceTellsSignalFromNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	var a, good, noise []eval.Counts
	for range 500 {
		right := 10 + r.IntN(6)
		a = append(a, eval.Counts{Right: right, Gold: 20, System: 20})
		good = append(good, eval.Counts{Right: right + r.IntN(4), Gold: 20, System: 20})
		noise = append(noise, eval.Counts{Right: right + r.IntN(3) - 1, Gold: 20, System: 20})
	}
	s := Sampling{Samples: 999}
	found := Randomisation(zip(a, good), s)
	require.Equal(t, 0.001, found.P)
	drawn := Bootstrap(zip(a, good), s)
	require.Equal(t, 0.001, drawn.P)
	require.Positive(t, float64(drawn.Low))
	require.Equal(t, 999, drawn.Higher)
	missed := Randomisation(zip(a, noise), s)
	require.Greater(t, missed.P, 0.05)
	drawn = Bootstrap(zip(a, noise), s)
	require.Less(t, float64(drawn.Low), 0.0)
	require.Greater(t, float64(drawn.High), 0.0)
}

// Comparisons are those of exact numbers, also of large ones.
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
		Randomisation(zip(x, y), Sampling{})
	}
}

func BenchmarkBootstrap(b *testing.B) {
	x, y := randomCounts(rand.New(rand.NewPCG(1, 9)), 2000, true)
	for b.Loop() {
		Bootstrap(zip(x, y), Sampling{})
	}
}
