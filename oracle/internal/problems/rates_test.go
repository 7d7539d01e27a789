package problems_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/testdata/testkit"
	"parser/testdata/testkit/derivedtest"
	"parser/transition"
)

// rates counts prefixes that leave a choice by how the set of actions that an oracle
// calls best relates to the truly best ones.
type rates struct{ golds, choices, equal, subset, partly, disjoint int }

// count compares an oracle with a twin after all prefixes that leave a choice; with flawless, only
// after those that can still become gold.
func (r *rates) count(t testing.TB, w *derivedtest.Twin, o derived.Oracle, flawless bool) {
	r.golds++
	at, want, got := derivedtest.Follower{Oracle: o}, w.Scratch(), w.Scratch()
	for i := range w.Prefixes {
		p := &w.Prefixes[i]
		if p.Choices() < 2 || flawless && derivedtest.Least(w.Values(want, p)) > 0 {
			continue
		}
		at.Follow(t, w.Language, p)
		require.NoError(t, o.Values(got))
		p.Forbid(got)
		r.add(derivedtest.Best(got), derivedtest.Best(w.Values(want, p)))
	}
}

func (r *rates) add(got, want int) {
	r.choices++
	switch {
	case got == want:
		r.equal++
	case got&want == got:
		r.subset++
	case got&want != 0:
		r.partly++
	default:
		r.disjoint++
	}
}

const rateColumns = "%-22s %5d %8d  %s  %6.1f %6.1f %6.1f %6.1f\n"

// row writes a row: rates in percent of the prefixes.
func (r *rates) row(dst *strings.Builder, setting, how string) {
	share := func(n int) float64 { return 100 * float64(n) / float64(r.choices) }
	fmt.Fprintf(dst, rateColumns, setting, r.golds, r.choices, how, share(r.equal), share(r.subset), share(r.partly), share(r.disjoint))
}

// rateSetting is a family of bracketings.
type rateSetting struct {
	problems.Bracketing
	unary unary
}

func (s *rateSetting) String() string {
	around := "one"
	if s.Forest {
		around = "forest"
	}
	return fmt.Sprintf("n%d %s D%d %s %s", s.Words, "XYZ"[:s.Labels], s.MaxDepth, s.unary, around)
}

// admissible returns C_x: that of the setting, or the paper's, which allows unary
// brackets.
func (s *rateSetting) admissible(own bool) fsa.Machine {
	if own && s.unary != anyUnary {
		return withoutUnary(s.Bracketing, s.unary)
	}
	return s.Bracketing.Admissible()
}

// The weights of opening brackets, of relabelling, and of closing brackets.
var rateWeights = []problems.BracketWeights{
	problems.PaperWeights(),
	{Open: 1, Close: 1, Relabel: 2},
	problems.CorrectedWeights(),
}

// rows compares the transducers on all gold trees of the setting.
func (s *rateSetting) rows(t *testing.T, dst *strings.Builder) {
	task := newBracketTask(s.admissible(true), s.Labels)
	for _, own := range []bool{true, false} {
		for _, orders := range []string{"one", "all"} {
			if !own && s.unary == anyUnary || orders == "all" && (s.unary != anyUnary || s.Labels == 1) {
				continue
			}
			for _, w := range rateWeights {
				s.transducer(t, task, w, own, orders == "one", false).row(dst, s.String(), how(own, orders, w))
			}
		}
	}
	if s.unary == anyUnary {
		s.factors(t, task).row(dst, s.String(), "factors by start     ")
	}
}

func how(own bool, orders string, w problems.BracketWeights) string {
	x := "own"
	if !own {
		x = "any"
	}
	return fmt.Sprintf("%s  %s  %v %v %-3v  ", x, orders, w.Open, w.Relabel, w.Close)
}

// transducer gives the rates of the paper's construction. D_g holds only gold's sequence, or all
// sequences that have its brackets.
func (s *rateSetting) transducer(t *testing.T, task *bracketTask, w problems.BracketWeights, own, oneOrder, flawless bool) *rates {
	r := &rates{}
	for i := range task.Words {
		b := s.Bracketing
		b.Gold = task.brackets[i]
		p, err := b.Problem(w)
		require.NoError(t, err)
		p.Admissible = s.admissible(own)
		if oneOrder {
			p.Factors[0].Gold = fsa.Linear(task.Words[i]...)
		}
		o, err := derived.Compile(p, 0)
		require.NoError(t, err)
		r.count(t, task.twin(b.Gold), o, flawless)
	}
	return r
}

// factors gives the rates of the factors by start.
func (s *rateSetting) factors(t *testing.T, task *bracketTask) *rates {
	r := &rates{}
	for _, gold := range task.brackets {
		b := s.Bracketing
		b.Gold = gold
		p, err := b.Factored()
		require.NoError(t, err)
		o, err := derived.Compile(p, 0)
		require.NoError(t, err)
		r.count(t, task.twin(gold), o, false)
	}
	return r
}

// edits returns a transducer that inserts and deletes an action at its weight, and replaces it at
// another.
func edits(shift, arc, replace fsa.Weight) *fsa.Transducer {
	weight := []fsa.Weight{problems.Shift: shift, problems.Left: arc, problems.Right: arc}
	return derived.Edits(int(problems.Right), func(in, out fsa.Symbol) fsa.Weight {
		switch {
		case in == out:
			return fsa.One
		case in == fsa.Epsilon || out == fsa.Epsilon:
			return weight[in+out]
		}
		return replace
	})
}

// hybridRows compares edit distances of action sequences with the factors by arc, on
// all projective trees over n words.
func hybridRows(t *testing.T, dst *strings.Builder, roots transition.Roots, n int) {
	s := transition.ArcHybrid{Roots: roots}
	all, golds := newParses(s, n), goldHeads(n, roots == transition.SingleRoot)
	for _, c := range []struct {
		name string
		loss *fsa.Transducer
	}{
		{"Levenshtein", edits(1, 1, 1)},
		{"insert and delete", edits(1, 1, 2)},
		{"shift free", edits(0, 1, 1)},
		{"factors by arc", nil},
	} {
		r := &rates{}
		for _, heads := range golds {
			p := problems.Arcs(s, heads)
			if c.loss != nil {
				p = problems.EditDistance(s, heads)
				p.Factors[0].Loss = c.loss
			}
			o, err := derived.Compile(p, 0)
			require.NoError(t, err)
			r.count(t, all.twin(heads), o, false)
		}
		r.row(dst, fmt.Sprintf("n%d %v root", n, roots), fmt.Sprintf("%-21s", c.name))
	}
}

// goldHeads returns the projective trees over n words.
func goldHeads(n int, single bool) (all [][]int32) {
	for _, heads := range trees(n) {
		if projective(heads) && (!single || roots(heads) == 1) {
			all = append(all, heads)
		}
	}
	return all
}

const ratesHead = `How often the actions that an oracle holds to be the best are those that are: in
percent of the prefixes that leave a choice, of all gold trees. equal: they are;
subset: some of them, and no others; partly: some of them, and others; disjoint:
others.

Bracketing of n words with labels X, Y, …, at most D brackets open. Unary brackets:
any, nochain (the only child of a bracket is a word) or strict (none). one: one
bracket is around all. The oracle is that of the paper's transducer, with weights
for an opening bracket too many or too few, for another label, and for a closing
bracket (1 1 0 are the paper's); C_x has the setting's unary brackets (own) or any;
D_g has one sequence for the gold tree or all that have its brackets. Or it is that of
the factors by start, which are exact but where D binds.
`

const ratesTable = `
setting                golds prefixes  C_x  D_g  weights    equal subset partly disjoint
`

const flawlessHead = `
The same after prefixes without an error, which can still become gold.
`

const hybridHead = `
Arc-hybrid, projective trees over n words. The oracle is that of edit distance between
sequences of actions; the loss is the number of wrong heads.

setting                golds prefixes  transducer           equal subset partly disjoint
`

// The tables in testdata say how far the paper's construction is from an oracle.
func TestRates(t *testing.T) {
	testkit.Golden(t, "testdata/rates.txt", ratesTables(t, []rateSetting{
		{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 3, MaxDepth: 3}, anyUnary},
		{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 3, MaxDepth: 3}, anyUnary},
		{problems.Bracketing{Words: 3, Labels: 2, MaxOpens: 2, MaxDepth: 2}, anyUnary},
		{problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 3, MaxDepth: 3, Forest: true}, anyUnary},
		{problems.Bracketing{Words: 4, Labels: 1, MaxOpens: 4, MaxDepth: 4}, strict},
		{problems.Bracketing{Words: 4, Labels: 2, MaxOpens: 3, MaxDepth: 3}, strict},
		{problems.Bracketing{Words: 4, Labels: 1, MaxOpens: 3, MaxDepth: 3}, noChain},
	}, 3, 4))
}

// Longer sentences, deeper trees.
func TestRatesDeep(t *testing.T) {
	if !*deepest {
		t.Skip("with -deepest only")
	}
	testkit.Golden(t, "testdata/rates-deep.txt", ratesTables(t, []rateSetting{
		{problems.Bracketing{Words: 2, Labels: 2, MaxOpens: 4, MaxDepth: 4}, anyUnary},
		{problems.Bracketing{Words: 4, Labels: 1, MaxOpens: 3, MaxDepth: 3}, anyUnary},
		{problems.Bracketing{Words: 3, Labels: 2, MaxOpens: 2, MaxDepth: 2, Forest: true}, anyUnary},
		{problems.Bracketing{Words: 5, Labels: 1, MaxOpens: 4, MaxDepth: 4}, strict},
		{problems.Bracketing{Words: 4, Labels: 2, MaxOpens: 3, MaxDepth: 3}, noChain},
	}, 5))
}

// ratesTables makes the tables for bracketings and for arc-hybrid with some lengths.
func ratesTables(t *testing.T, settings []rateSetting, hybrid ...int) string {
	var dst strings.Builder
	dst.WriteString(ratesHead + ratesTable)
	for _, s := range settings {
		s.rows(t, &dst)
	}
	dst.WriteString(flawlessHead + ratesTable)
	for _, s := range settings {
		if s.unary == anyUnary {
			task := newBracketTask(s.admissible(true), s.Labels)
			for _, w := range rateWeights {
				s.transducer(t, task, w, true, false, true).row(&dst, s.String(), how(true, "all", w))
			}
		}
	}
	dst.WriteString(hybridHead)
	for _, n := range hybrid {
		hybridRows(t, &dst, transition.MultiRoot, n)
		hybridRows(t, &dst, transition.SingleRoot, n)
	}
	return dst.String()
}
