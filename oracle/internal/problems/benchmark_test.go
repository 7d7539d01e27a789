package problems_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/transition"
)

// benchmarkSentence is a sentence with a gold tree of words and one of brackets: each
// subtree is a bracket, labelled with one of three labels, unless it is a word.
type benchmarkSentence struct {
	heads    []int32
	brackets []problems.Span
}

// randomSentence draws a tree in which each word is equally likely to be the head of its span, so
// that its depth grows with the logarithm of its length.
func randomSentence(r *rand.Rand, words int32) *benchmarkSentence {
	s := &benchmarkSentence{heads: make([]int32, words+1)}
	s.draw(r, 0, words, 0)
	return s
}

func (s *benchmarkSentence) draw(r *rand.Rand, start, end, head int32) {
	if start == end {
		return
	}
	if end-start > 1 {
		s.brackets = append(s.brackets, problems.Span{Label: r.Int32N(3), Start: start, End: end})
	}
	top := start + 1 + r.Int32N(end-start)
	s.heads[top] = head
	s.draw(r, start, top-1, top)
	s.draw(r, top, end, top)
}

// arcs returns a gold sequence of arc-hybrid: arcs as soon as they can be made.
func (s *benchmarkSentence) arcs() (sequence []fsa.Symbol) {
	n, stack, front := len(s.heads)-1, []int{0}, 1
	last := make([]int, n+1) // dependents
	for d := 1; d <= n; d++ {
		last[s.heads[d]] = d
	}
	for front <= n || len(stack) > 1 {
		top := stack[len(stack)-1]
		switch {
		case top > 0 && int(s.heads[top]) == front:
			sequence = append(sequence, problems.Left)
		case top > 0 && int(s.heads[top]) < top && last[top] < front && (s.heads[top] > 0 || front > n):
			sequence = append(sequence, problems.Right)
		default:
			sequence = append(sequence, problems.Shift)
			stack = append(stack, front)
			front++
			continue
		}
		stack = stack[:len(stack)-1]
	}
	return sequence
}

// bracketing allows as many open brackets as there are words, as the paper does, and as many opened
// in a row as gold has.
func (s *benchmarkSentence) bracketing() *problems.Bracketing {
	b := &problems.Bracketing{Gold: s.brackets, Words: int32(len(s.heads)) - 1, Labels: 3}
	b.MaxDepth, b.MaxOpens = b.Words, 1
	for i, last := range s.brackets {
		row := int32(1)
		for j := i; j > 0 && s.brackets[j-1].Start == last.Start; j-- {
			row++
		}
		b.MaxOpens = max(b.MaxOpens, row)
	}
	return b
}

// The time of an oracle for a sentence: to prepare, and to give the values of all actions along a
// gold sequence; the mean of eight sentences with -benchtime 8x. Sizes that take more than some
// seconds or gigabytes are left out. Tables, which serve all sentences, have seen these before.
func BenchmarkComputations(b *testing.B) {
	for _, c := range []struct {
		problem, computation string
		longest              int32
	}{
		{"arc-hybrid", "recompute", 20},
		{"arc-hybrid", "precompute", 20},
		{"arc-hybrid", "compile", 80},
		{"arc-hybrid", "search", 80},
		{"arc-hybrid", "tables", 160},
		{"paper", "recompute", 20},
		{"paper", "precompute", 20},
		{"paper", "compile", 160},
		{"paper", "search", 80},
		{"factored", "recompute", 10},
		{"factored", "precompute", 10},
		{"factored", "compile", 20},
		{"factored", "search", 20},
		{"factored", "tables", 160},
	} {
		for n := int32(5); n <= c.longest; n *= 2 {
			b.Run(fmt.Sprintf("%s/%s/words=%d", c.problem, c.computation, n), func(b *testing.B) {
				var follow [8]func()
				for i := range follow {
					follow[i] = randomSentence(rand.New(rand.NewPCG(7, uint64(i))), n).follower(b, c.problem, c.computation)
					if c.computation == "tables" {
						follow[i]()
					}
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					follow[i%len(follow)]()
				}
			})
		}
	}
}

// follower returns a function that prepares an oracle for the sentence, from scratch except for
// tables, and asks for all values along a gold sequence.
func (s *benchmarkSentence) follower(t testing.TB, problem, computation string) func() {
	prepare, sequence := s.computation(t, problem, computation), s.sequence(t, problem)
	return func() {
		o, actions := prepare()
		values := make([]fsa.Weight, actions+1)
		for _, a := range sequence {
			require.NoError(t, o.Values(values))
			require.NoError(t, o.Advance(a))
		}
	}
}

// problem returns a problem of the sentence.
func (s *benchmarkSentence) problem(t testing.TB, name string) derived.Problem {
	switch name {
	case "arc-hybrid":
		return problems.Arcs(transition.ArcHybrid{}, s.heads)
	case "paper":
		p, err := s.bracketing().Problem(problems.PaperWeights())
		require.NoError(t, err)
		return p
	}
	p, err := s.bracketing().Factored()
	require.NoError(t, err)
	return p
}

// sequence returns a gold sequence of a problem.
func (s *benchmarkSentence) sequence(t testing.TB, problem string) []fsa.Symbol {
	if problem == "arc-hybrid" {
		return s.arcs()
	}
	gold, err := fsa.Expand(s.problem(t, "paper").Factors[0].Gold, 0)
	require.NoError(t, err)
	path, _, err := fsa.ShortestPath(gold)
	require.NoError(t, err)
	var sequence []fsa.Symbol
	for _, a := range path {
		sequence = append(sequence, a.In)
	}
	return sequence
}

// computation returns a constructor of an oracle for the sentence, from scratch except for tables,
// and the number of its actions.
func (s *benchmarkSentence) computation(t testing.TB, problem, name string) func() (derived.Oracle, int) {
	arcs, err := problems.NewArcTables(transition.ArcHybrid{})
	require.NoError(t, err)
	b := s.bracketing()
	brackets := problems.NewBracketTables(b.MaxOpens)
	return func() (o derived.Oracle, actions int) {
		p, err := s.problem(t, problem), error(nil)
		switch {
		case name == "recompute":
			o, err = derived.Recompute(p, 0)
		case name == "precompute":
			o, err = derived.Precompute(p, 0)
		case name == "compile":
			o, err = derived.Compile(p, 0)
		case name == "search":
			o, err = derived.Search(p, 0)
		case problem == "arc-hybrid":
			o, err = arcs, arcs.Start(s.heads)
		default:
			o, err = brackets, brackets.Start(b.Gold, b.Words, b.Labels)
		}
		require.NoError(t, err)
		return o, p.Actions
	}
}
