package derived_test

import (
	"fmt"
	"slices"

	"parser/oracle/fsa"
	"parser/oracle/internal/derived"
)

// brackets returns the brackets that a sequence of actions builds, each before those
// inside it; the End of those that are still open is −1.
func brackets(word []fsa.Symbol) []derived.Span {
	var all []derived.Span
	var open []int
	words := int32(0)
	for _, o := range word {
		switch o {
		case derived.Word:
			words++
		case derived.Close:
			all[open[len(open)-1]].End = words
			open = open[:len(open)-1]
		default:
			open = append(open, len(all))
			all = append(all, derived.Span{Label: int32(o - derived.OpenLabel(0)), Start: words, End: -1})
		}
	}
	return all
}

// sorted returns brackets as numbers in ascending order, the same for the same
// multiset of brackets.
func sorted(spans []derived.Span) []int32 {
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
	*language
	brackets [][]derived.Span
	numbers  [][]int32
}

func newBracketTask(admissible fsa.Machine, labels int32) *bracketTask {
	l, _ := written(admissible, int(derived.OpenLabel(labels))-1)
	t := &bracketTask{language: l}
	for _, word := range l.words {
		t.brackets = append(t.brackets, brackets(word))
		t.numbers = append(t.numbers, sorted(brackets(word)))
	}
	return t
}

// twin gives the values by brute force: a sequence loses the brackets that only it or only gold
// has.
func (t *bracketTask) twin(gold []derived.Span) *twin {
	loss, numbers := make([]fsa.Weight, len(t.words)), sorted(gold)
	for i := range loss {
		loss[i] = difference(t.numbers[i], numbers)
	}
	return newTwin(t.language, loss)
}

// configs names what the future depends on after each prefix: words, brackets opened in a row, open
// brackets and those of gold that are missing.
func (t *bracketTask) configs(gold []derived.Span) []string {
	var names []string
	for _, p := range t.prefixes {
		words, opens, missing := 0, 0, slices.Clone(gold)
		for _, o := range p.word {
			opens++
			if o <= derived.Close {
				opens = 0
			}
			if o == derived.Word {
				words++
			}
		}
		var open []derived.Span
		for _, s := range brackets(p.word) {
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
