package problems_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/testdata/testkit"
	"parser/testdata/testkit/derivedtest"
	"parser/transition"
)

// The three computations agree with the enumerated ready problems along all prefixes.

func TestComputationsAgreeOnTags(t *testing.T) {
	prefixes := 0
	for length := range 4 {
		for _, gold := range derivedtest.EveryWord(length, 3) {
			prefixes += derivedtest.RequireAgreement(t, problems.Tagging(gold, 3), false)
		}
	}
	require.Equal(t, 1210, prefixes)
}

// every returns the step between golds that are tested; PARSER_DEEP halves it. With -deepest all
// golds are tested, which takes minutes, nearly all of them for the first computation, which builds
// a machine for each action: golds are much alike, and the tests of factors compare all of them
// with brute force where they differ.
func every(step int) int {
	switch {
	case *deepest:
		return 1
	case testkit.Deep():
		return 2 * step
	}
	return 4 * step
}

func TestComputationsAgreeOnArcs(t *testing.T) {
	for _, c := range []struct {
		problem func(transition.System, []int32) derived.Problem
		system  transition.System
		words   int
		step    int
	}{
		{problems.Arcs, transition.ArcHybrid{Roots: transition.MultiRoot}, 3, 1},
		{problems.Arcs, transition.ArcHybrid{}, 3, 1},
		{problems.Arcs, transition.ArcHybrid{Roots: transition.MultiRoot}, 4, 5},
		{problems.Arcs, transition.ArcHybrid{}, 4, 5},
		{problems.Arcs, transition.ArcEager{Roots: transition.MultiRoot}, 3, 1},
		{problems.Arcs, transition.ArcEager{}, 3, 1},
		{problems.Arcs, transition.ArcEager{Roots: transition.MultiRoot}, 4, 40},
		{problems.Arcs, transition.ArcEager{}, 4, 40},
		{problems.EditDistance, transition.ArcHybrid{Roots: transition.MultiRoot}, 3, 1},
		{problems.EditDistance, transition.ArcHybrid{}, 3, 1},
		{problems.EditDistance, transition.ArcHybrid{Roots: transition.MultiRoot}, 4, 4},
		{problems.EditDistance, transition.ArcHybrid{}, 4, 4},
	} {
		for n := 1; n <= c.words; n++ {
			golds := 0
			for _, heads := range trees(n) {
				p := c.problem(c.system, heads)
				if _, err := derived.Compile(p, 0); !projective(heads) || errors.Is(err, derived.ErrNoSequence) {
					continue
				}
				if golds++; golds%every(c.step) == 0 {
					derivedtest.RequireAgreement(t, p, false)
				}
			}
		}
	}
}

func TestComputationsAgreeOnBrackets(t *testing.T) {
	for _, c := range []struct {
		problems.Bracketing
		step int
	}{
		{problems.Bracketing{Words: 1, Labels: 2, MaxOpens: 3}, 1},
		{problems.Bracketing{Words: 1, Labels: 2, MaxOpens: 3, MaxDepth: 2}, 1},
		{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 2}, 40},
		{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 2, MaxDepth: 2}, 17},
		{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 2}, 48},
		{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 2, MaxDepth: 2}, 17},
	} {
		for _, c.Forest = range []bool{false, true} {
			for i, gold := range newBracketTask(c.Admissible(), c.Labels).brackets {
				if i%every(c.step) != 0 {
					continue
				}
				c.Gold = gold
				for _, p := range readyBrackets(t, c.Bracketing) {
					derivedtest.RequireAgreement(t, p, false)
				}
			}
		}
	}
}

// readyBrackets returns the three problems of a bracketing.
func readyBrackets(t testing.TB, b problems.Bracketing) []derived.Problem {
	paper, err := b.Problem(problems.PaperWeights())
	require.NoError(t, err)
	corrected, err := b.Problem(problems.CorrectedWeights())
	require.NoError(t, err)
	factored, err := b.Factored()
	require.NoError(t, err)
	return []derived.Problem{paper, corrected, factored}
}

// D_g of the paper's bracketing accepts exactly the sequences that build the gold brackets.
func TestBracketingGold(t *testing.T) {
	for _, b := range []problems.Bracketing{
		{Words: 1, Labels: 2, MaxOpens: 4, Forest: true},
		{Words: 2, Labels: 2, MaxOpens: 3, Forest: true},
		{Words: 3, Labels: 1, MaxOpens: 3},
		{Words: 3, Labels: 2, MaxOpens: 2},
	} {
		task := newBracketTask(b.Admissible(), b.Labels)
		same := map[string][]string{}
		for i, numbers := range task.numbers {
			same[fmt.Sprint(numbers)] = append(same[fmt.Sprint(numbers)], fmt.Sprint(task.Words[i]))
		}
		for i, gold := range task.brackets {
			b.Gold = gold
			p, err := b.Problem(problems.PaperWeights())
			require.NoError(t, err)
			l, _ := derivedtest.Written(p.Factors[0].Gold, p.Actions)
			require.ElementsMatch(t, same[fmt.Sprint(task.numbers[i])], spell(l.Words), "gold %v", gold)
		}
	}
}

func spell(words [][]fsa.Symbol) (all []string) {
	for _, word := range words {
		all = append(all, fmt.Sprint(word))
	}
	return all
}

// D_g of edit distance accepts exactly the sequences that build the gold tree.
func TestEditDistanceGold(t *testing.T) {
	for _, roots := range []transition.Roots{transition.MultiRoot, transition.SingleRoot} {
		for n := 1; n <= 4; n++ {
			all := newParses(transition.ArcHybrid{Roots: roots}, n)
			same := map[string][]string{}
			for i, heads := range all.heads {
				same[fmt.Sprint(heads)] = append(same[fmt.Sprint(heads)], fmt.Sprint(all.Words[i]))
			}
			for _, heads := range trees(n) {
				p := problems.EditDistance(transition.ArcHybrid{Roots: roots}, heads)
				l, _ := derivedtest.Written(p.Factors[0].Gold, p.Actions)
				require.ElementsMatch(t, same[fmt.Sprint(heads)], spell(l.Words), "gold %v", heads[1:])
			}
		}
	}
}
