package problems_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/internal/problems"
	"parser/testdata/testkit/derivedtest"
)

var deepest = flag.Bool("deepest", false,
	"compare brackets with all sequences of two labels, too, make the long rows of rates, and compare the computations on all golds: takes long")

// factoredTask compares factors with all sequences of a bracketing.
type factoredTask struct {
	problems.Bracketing
	goldOpens int32 // MaxOpens of gold trees: it may exceed that of the sequences, so that no sequence is right
	sample    int   // maximal number of gold trees
	prefixes  [2]int
	deep      bool
}

func (c *factoredTask) String() string {
	return fmt.Sprintf("%d words, %d labels, %d opens, gold %d", c.Words, c.Labels, c.MaxOpens, c.goldOpens)
}

var factoredTasks = []factoredTask{
	{problems.Bracketing{Words: 1, Labels: 2, MaxOpens: 3}, 4, 100, [2]int{1890, 1984}, false},
	{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 1}, 3, 999, [2]int{12750, 36015}, false},
	{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 2}, 2, 999, [2]int{24150, 61047}, false},
	{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 3}, 3, 40, [2]int{124840, 163240}, false},
	{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 1}, 3, 999, [2]int{8208, 42000}, false},
	{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 2}, 2, 999, [2]int{20034, 87264}, false},
	{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 3}, 3, 40, [2]int{72480, 115360}, false},
	{problems.Bracketing{Words: 3, Labels: 2, MaxOpens: 1}, 1, 999, [2]int{3930, 30318}, false},
	{problems.Bracketing{Words: 3, Labels: 2, MaxOpens: 2}, 2, 40, [2]int{306840, 517680}, false},
	{problems.Bracketing{Words: 4, Labels: 1, MaxOpens: 1}, 2, 100, [2]int{9900, 31700}, false},
	{problems.Bracketing{Words: 4, Labels: 1, MaxOpens: 2}, 2, 40, [2]int{114960, 235200}, false},
	{problems.Bracketing{Words: 4, Labels: 2, MaxOpens: 1}, 1, 999, [2]int{156426, 1517685}, false},

	{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 3}, 4, 9999, [2]int{9481598, 16319919}, true},
	{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 3}, 4, 9999, [2]int{1812000, 4686500}, true},
	{problems.Bracketing{Words: 3, Labels: 2, MaxOpens: 2}, 2, 9999, [2]int{10632006, 35059878}, true},
	{problems.Bracketing{Words: 4, Labels: 1, MaxOpens: 2}, 2, 9999, [2]int{1551960, 7779240}, true},
	{problems.Bracketing{Words: 4, Labels: 2, MaxOpens: 2}, 2, 60, [2]int{11988300, 21574380}, true},
}

// After all prefixes, the sum over starts is the least number of brackets that are wrong or
// missing, whether or not the bound on opens binds. Gold trees have brackets over the same words in
// every order, and the same ones twice.
func TestStartFactorsAreExact(t *testing.T) {
	for _, c := range factoredTasks {
		t.Run(c.String(), func(t *testing.T) {
			if c.deep && !*deepest {
				t.Skip("with -deepest only")
			}
			var prefixes [2]int
			for i, forest := range []bool{false, true} {
				c.Forest = forest
				task := newBracketTask(c.Admissible(), c.Labels)
				for _, c.Gold = range c.golds() {
					p, err := c.Factored()
					require.NoError(t, err)
					o, err := derived.Compile(p, 0)
					require.NoError(t, err)
					prefixes[i] += derivedtest.RequireValues(t, task.twin(c.Gold), o, fmt.Sprint("gold ", c.Gold))
				}
			}
			require.Equal(t, c.prefixes, prefixes)
		})
	}
}

// golds returns gold trees: all of them, or a random sample.
func (c *factoredTask) golds() [][]problems.Span {
	b := c.Bracketing
	b.MaxOpens = c.goldOpens
	all := newBracketTask(b.Admissible(), b.Labels).brackets
	if len(all) <= c.sample {
		return all
	}
	rand.New(rand.NewPCG(3, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:c.sample]
}

// Where the bound on depth binds, what is opened at one start takes room from another, and the sum
// is no longer exact; the test states how rarely it errs.
func TestStartFactorsWithBoundedDepth(t *testing.T) {
	for _, c := range []struct {
		problems.Bracketing
		want mistakes
	}{
		{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 3, MaxDepth: 3}, mistakes{27688, 272, 5246, 36}},
		{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 3, MaxDepth: 3}, mistakes{6077, 5, 1712, 2}},
		{problems.Bracketing{Words: 3, Labels: 2, MaxOpens: 2, MaxDepth: 2}, mistakes{6810, 92, 2054, 36}},
		{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 3, MaxDepth: 3, Forest: true}, mistakes{53844, 98, 16147, 15}},
		{problems.Bracketing{Words: 2, Labels: 1, MaxOpens: 2, MaxDepth: 4, Forest: true}, mistakes{677, 0, 186, 0}},
	} {
		task, got := newBracketTask(c.Admissible(), c.Labels), mistakes{}
		for _, c.Gold = range task.brackets {
			p, err := c.Factored()
			require.NoError(t, err)
			o, err := derived.Compile(p, 0)
			require.NoError(t, err)
			got.count(t, task.twin(c.Gold), task.configs(c.Gold), o)
		}
		require.Equal(t, c.want, got, "%d words, %d labels, %d deep", c.Words, c.Labels, c.MaxDepth)
	}
}
