package problems_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/testdata/testkit/derivedtest"
	"parser/transition"
)

// brackets returns the brackets that a sequence of actions builds, each before those
// inside it; the End of those that are still open is −1.
func brackets(word []fsa.Symbol) []problems.Span {
	var all []problems.Span
	var open []int
	words := int32(0)
	for _, o := range word {
		switch o {
		case problems.Word:
			words++
		case problems.Close:
			all[open[len(open)-1]].End = words
			open = open[:len(open)-1]
		default:
			open = append(open, len(all))
			all = append(all, problems.Span{Label: int32(o - problems.OpenLabel(0)), Start: words, End: -1})
		}
	}
	return all
}

// sorted returns brackets as numbers in ascending order, the same for the same
// multiset of brackets.
func sorted(spans []problems.Span) []int32 {
	const words = 64
	numbers := make([]int32, len(spans))
	for i, s := range spans {
		numbers[i] = (s.Label*words+s.Start)*words + s.End
	}
	slices.Sort(numbers)
	return numbers
}

// difference counts the brackets that only one of two multisets has.
func difference(a, b []int32) fsa.Weight {
	count := len(a) + len(b)
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b, count = a[1:], b[1:], count-2
		}
	}
	return fsa.Weight(count)
}

// bracketTask is a set of sequences of bracketing with the brackets that each builds.
type bracketTask struct {
	*derivedtest.Language
	brackets [][]problems.Span
	numbers  [][]int32
}

func newBracketTask(admissible fsa.Machine, labels int32) *bracketTask {
	l, _ := derivedtest.Written(admissible, int(problems.OpenLabel(labels))-1)
	t := &bracketTask{Language: l}
	for _, word := range l.Words {
		t.brackets = append(t.brackets, brackets(word))
		t.numbers = append(t.numbers, sorted(brackets(word)))
	}
	return t
}

// twin gives the values by brute force: a sequence loses the brackets that only it or only gold
// has.
func (t *bracketTask) twin(gold []problems.Span) *derivedtest.Twin {
	loss, numbers := make([]fsa.Weight, len(t.Words)), sorted(gold)
	for i := range loss {
		loss[i] = difference(t.numbers[i], numbers)
	}
	return derivedtest.NewTwin(t.Language, loss)
}

// configs names what the future depends on after each prefix: words, brackets opened in a row, open
// brackets and those of gold that are missing.
func (t *bracketTask) configs(gold []problems.Span) []string {
	var names []string
	for _, p := range t.Prefixes {
		words, opens, missing := 0, 0, slices.Clone(gold)
		for _, o := range p.Word {
			opens++
			if o <= problems.Close {
				opens = 0
			}
			if o == problems.Word {
				words++
			}
		}
		var open []problems.Span
		for _, s := range brackets(p.Word) {
			if s.End < 0 {
				open = append(open, s)
			} else if i := slices.Index(missing, s); i >= 0 {
				missing = slices.Delete(missing, i, i+1)
			}
		}
		names = append(names, fmt.Sprint(words, opens, open, sorted(missing)))
	}
	return names
}

// Under unary strict a bracket may be closed only if it has two children or more. So C_x must know that of all open
// brackets: of prefixes with d of them that have read the same words, up to 2^d continue differently, where with unary
// any all continue in the same way (unless brackets were just opened). No small automaton accepts these sequences.
func TestUnaryStrictNeedsManyStates(t *testing.T) {
	for depth, want := range map[int]int{1: 1, 2: 4, 3: 8, 4: 16} {
		words := 2*depth + 1
		require.Equal(t, want, continuations(transition.Bracket{MaxOpens: int32(words), Unary: transition.Strict}, words, depth))
	}
	require.Equal(t, 7, continuations(transition.Bracket{MaxOpens: 6, Unary: transition.NoChain}, 5, 3))
	require.Equal(t, 1, continuations(transition.Bracket{MaxOpens: 2}, 4, 3))
}

// continuations returns how many sets of continuations prefixes have that leave a number of open brackets, none of them just
// opened, after the same number of words: the most for any number of words.
func continuations(s transition.System, words, depth int) (most int) {
	numbers, sets := map[string]int{}, map[int32]map[int]bool{}
	var follow func(c *transition.Config) int
	follow = func(c *transition.Config) int {
		key := ""
		for m := range s.Legal(c).All() {
			var next transition.Config
			next.CopyFrom(c)
			s.Apply(&next, m, 0)
			key += fmt.Sprint(m, follow(&next), " ")
		}
		if _, known := numbers[key]; !known {
			numbers[key] = len(numbers)
		}
		open := 0
		for _, node := range c.Stack[1:] {
			if c.IsOpen(node) {
				open++
			}
		}
		if open == depth && c.Opens == 0 {
			if sets[c.Next] == nil {
				sets[c.Next] = map[int]bool{}
			}
			sets[c.Next][numbers[key]] = true
			most = max(most, len(sets[c.Next]))
		}
		return numbers[key]
	}
	var c transition.Config
	s.Start(&c, words)
	follow(&c)
	return most
}
