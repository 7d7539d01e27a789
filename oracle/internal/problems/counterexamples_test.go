package problems_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
)

// symbolsOf reads a sequence such as `X( a Y( b ) )`: labels are X, Y, …, and anything else but a
// bracket is a word.
func symbolsOf(text string) (word []fsa.Symbol) {
	for _, token := range strings.Fields(text) {
		switch {
		case token == ")":
			word = append(word, problems.Close)
		case strings.HasSuffix(token, "("):
			word = append(word, problems.OpenLabel(int32(token[0]-'X')))
		default:
			word = append(word, problems.Word)
		}
	}
	return word
}

// spelled is the inverse for one action, where a word is w.
func spelled(o fsa.Symbol) string {
	switch o {
	case problems.Word:
		return "w"
	case problems.Close:
		return ")"
	}
	return string("XYZ"[o-problems.OpenLabel(0)]) + "("
}

// shown formats the values of the actions that are possible.
func shown(values []fsa.Weight) string {
	var all []string
	for o, v := range values {
		if o > 0 && !v.IsZero() {
			all = append(all, fmt.Sprintf("%s %v", spelled(fsa.Symbol(o)), v))
		}
	}
	return strings.Join(all, ", ")
}

// counterexample is a prefix after which a transducer with a single state errs.
type counterexample struct {
	forest       bool
	unary        unary // of sequences; C_x allows any, as the paper's does
	gold, prefix string
	weights      problems.BracketWeights
	says, truth  string
}

// Small prefixes after which a transducer with a single state takes wrong actions for the best, and
// their true costs: the least sum of wrong and missing brackets.
func TestTransducersAreNoOracles(t *testing.T) {
	paper, corrected := problems.PaperWeights(), problems.CorrectedWeights()
	relabel, level := problems.BracketWeights{Open: 1, Close: 1, Relabel: 1}, problems.BracketWeights{Open: 1, Close: 1, Relabel: 2}
	for _, c := range []counterexample{
		{true, anyUnary, "X( a b )", "X( a", paper, "w 0, ) 0, X( 1", "w 0, ) 2, X( 1"},
		{false, anyUnary, "X( X( a b ) c )", "X( X( a", paper, "w 0, ) 0, X( 1", "w 0, ) 2, X( 1"},
		{false, strict, "X( X( a b c ) d )", "X( X( a b", paper, "w 0, ) 0", "w 0, ) 2"},
		{false, anyUnary, "X( a b )", "Y(", paper, "w 1, X( 1, Y( 2", "w 2, X( 1, Y( 2"},
		{false, anyUnary, "X( a b )", "Y(", relabel, "w 1, X( 2, Y( 3", "w 2, X( 1, Y( 2"},
		{true, anyUnary, "X( a b )", "a", level, "w 2, X( 2", "w 1, X( 2"},
		{false, anyUnary, "X( a X( b c ) )", "X( X( a X( b", corrected, "w 1.5, ) 1.5, X( 3", "w 1, ) 3, X( 2"},
		{false, strict, "X( a b c )", "Y(", corrected, "w 2, X( 1.5, Y( 3", "w 2, X( 3, Y( 3"},
	} {
		says, truth := c.values(t)
		require.Equal(t, c.says, says, "%s after %s", c.gold, c.prefix)
		require.Equal(t, c.truth, truth, "%s after %s", c.gold, c.prefix)
	}
}

// values returns the values of the actions after the prefix, by the transducer and by brute force.
func (c *counterexample) values(t *testing.T) (says, truth string) {
	gold, prefix := symbolsOf(c.gold), symbolsOf(c.prefix)
	s := rateSetting{problems.Bracketing{Gold: brackets(gold), MaxOpens: 3, MaxDepth: 4, Forest: c.forest}, c.unary}
	for _, o := range gold {
		if o == problems.Word {
			s.Words++
		}
	}
	s.Labels = int32(max(slices.Max(gold), slices.Max(prefix))-problems.OpenLabel(0)) + 1
	p, err := s.Problem(c.weights)
	require.NoError(t, err)
	o, err := derived.Compile(p, 0)
	require.NoError(t, err)
	w := newBracketTask(s.admissible(true), s.Labels).twin(s.Gold)
	at := &w.Prefixes[0]
	for _, a := range prefix {
		require.NoError(t, o.Advance(a))
		at = &w.Prefixes[at.Next[a]]
	}
	got := w.Scratch()
	require.NoError(t, o.Values(got))
	at.Forbid(got)
	return shown(got), shown(w.Values(w.Scratch(), at))
}

// oneState returns the transducer with a single state that inserts and deletes opening and closing
// brackets of one label.
func oneState(openIn, openOut, closeIn, closeOut fsa.Weight) *fsa.Transducer {
	open := problems.OpenLabel(0)
	weights := map[[2]fsa.Symbol]fsa.Weight{
		{fsa.Epsilon, open}: openIn, {open, fsa.Epsilon}: openOut, {fsa.Epsilon, problems.Close}: closeIn, {problems.Close, fsa.Epsilon}: closeOut,
	}
	return derived.Edits(int(open), func(in, out fsa.Symbol) fsa.Weight {
		if w, ok := weights[[2]fsa.Symbol{in, out}]; ok || in == out {
			return w
		}
		return fsa.Zero()
	})
}

// Whatever its weights, such a transducer prefers the worse of two sequences in one of two cases:
// it cannot do what Definition 8 asks for.
func TestNoWeightsOfOneStateAreRight(t *testing.T) {
	cases := []struct{ gold, better, worse string }{
		{"X( a ) b", "X( a ) X( b )", "X( a b )"},
		{"a X( b )", "a b", "X( a b )"},
	}
	for _, c := range cases {
		gold := sorted(brackets(symbolsOf(c.gold)))
		require.Equal(t, fsa.Weight(1), difference(sorted(brackets(symbolsOf(c.better))), gold))
		require.Equal(t, fsa.Weight(2), difference(sorted(brackets(symbolsOf(c.worse))), gold))
	}
	const steps = 6
	for i := range steps * steps * steps * steps {
		weight := func(k int) fsa.Weight { return fsa.Weight(i/k%steps) / 2 }
		edits, right := oneState(weight(1), weight(steps), weight(steps*steps), weight(steps*steps*steps)), 0
		for _, c := range cases {
			better, err := fsa.OfPair(edits, symbolsOf(c.better), symbolsOf(c.gold))
			require.NoError(t, err)
			worse, err := fsa.OfPair(edits, symbolsOf(c.worse), symbolsOf(c.gold))
			require.NoError(t, err)
			if better < worse {
				right++
			}
		}
		require.Less(t, right, len(cases), "%v", edits)
	}
}
