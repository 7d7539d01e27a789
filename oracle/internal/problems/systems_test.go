package problems_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/testdata/testkit"
	"parser/testdata/testkit/derivedtest"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// derivations are all sequences of legal moves of a system for brackets, with the brackets that each builds.
type derivations struct {
	*derivedtest.Language
	brackets [][]problems.Span
	numbers  [][]int32
}

// newDerivations runs through all sequences of legal moves over n words, with labels below a number. The brackets are
// found without the system's own trees.
func newDerivations(s transition.System, n int, labels int32) *derivations {
	d := &derivations{Language: derivedtest.NewLanguage(int(problems.OpenAfter(labels)) - 1)}
	actions := map[transition.Move]fsa.Symbol{
		transition.Shift: problems.Word, transition.Close: problems.Close, transition.Combine: problems.Close, transition.Finish: problems.Finish,
		transition.NoLabel: problems.NoLabel, transition.Open: problems.OpenAfter(0), transition.Label: problems.OpenAfter(0),
	}
	var walk func(c *transition.Config, word []fsa.Symbol, starts []int32, spans []problems.Span)
	walk = func(c *transition.Config, word []fsa.Symbol, starts []int32, spans []problems.Span) {
		if s.Terminal(c) {
			d.Add(word)
			d.brackets = append(d.brackets, slices.Clone(spans))
			d.numbers = append(d.numbers, sorted(spans))
			return
		}
		for m := range s.Legal(c).All() {
			kinds := int32(1)
			if m.Labelled() {
				kinds = labels
			}
			for l := range kinds {
				var next transition.Config
				next.CopyFrom(c)
				s.Apply(&next, m, l)
				more, made := slices.Clone(starts), slices.Clone(spans)
				read := int32(c.Next - 1)
				switch top := len(starts) - 1; m {
				case transition.Shift:
					more = append(more, read)
				case transition.Combine:
					more = more[:top]
				case transition.Label:
					made = append(made, problems.Span{Label: l, Start: starts[top], End: read})
				case transition.Open:
					made = append(made, problems.Span{Label: l, Start: starts[top], End: -1})
				case transition.Close: // the bracket that was opened last, whose start is that of the item that it is then
					i := len(made) - 1
					for made[i].End >= 0 {
						i--
					}
					made[i].End = read
					for more[len(more)-1] > made[i].Start {
						more = more[:len(more)-1]
					}
				}
				walk(&next, append(slices.Clone(word), actions[m]+fsa.Symbol(l)), more, made)
			}
		}
	}
	var c transition.Config
	s.Start(&c, n)
	walk(&c, nil, nil, nil)
	return d
}

// twin gives the values by brute force: a sequence loses the brackets that only it or only gold has.
func (d *derivations) twin(gold []problems.Span) *derivedtest.Twin {
	loss, numbers := make([]fsa.Weight, len(d.Words)), sorted(gold)
	for i := range loss {
		loss[i] = difference(d.numbers[i], numbers)
	}
	return derivedtest.NewTwin(d.Language, loss)
}

// different returns the trees that derivations build, each once, at most some of them; those with several brackets over the same words
// only if chains may be.
func (d *derivations) different(most int, chains bool) (all [][]problems.Span) {
	seen := map[string]bool{}
	for i, gold := range d.brackets {
		key := fmt.Sprint(d.numbers[i])
		if !seen[key] {
			all = append(all, gold)
		}
		seen[key] = true
	}
	if !chains {
		all = slices.DeleteFunc(all, func(gold []problems.Span) bool {
			spans := map[[2]int32]bool{}
			for _, s := range gold {
				spans[[2]int32{s.Start, s.End}] = true
			}
			return len(spans) < len(gold)
		})
	}
	rand.New(rand.NewPCG(14, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(most, len(all))]
}

// systemTask compares the factors of in-order or, without a bound on unary chains, of shift-label with all derivations.
type systemTask struct {
	words    int
	labels   int32
	unary    int32
	golds    int // at most
	prefixes int // of all golds
	wrong    int // prefixes whose values are wrong
	deep     bool
}

func (c *systemTask) problem(gold []problems.Span) derived.Problem {
	if c.unary > 0 {
		b := problems.InOrder{Gold: gold, Words: int32(c.words), Labels: c.labels, MaxUnary: c.unary}
		return b.Factored()
	}
	b := problems.ShiftLabel{Gold: gold, Words: int32(c.words), Labels: c.labels}
	return b.Factored()
}

// The sum over starts is the least number of brackets that are wrong or missing after all prefixes: in shift-label, and
// in in-order unless the bound on unary chains binds. The admissible sequences are those of the transition system.
func TestFactorsOfSystems(t *testing.T) {
	for _, c := range []systemTask{
		{1, 2, 0, 99, 8, 0, false}, {2, 2, 0, 99, 792, 0, false}, {3, 1, 0, 99, 3504, 0, false}, {3, 2, 0, 20, 15820, 0, false},
		{4, 1, 0, 40, 58640, 0, false}, {4, 1, 0, 9999, 258016, 0, true},
		{1, 2, 1, 99, 16, 0, false}, {1, 2, 2, 99, 100, 0, false}, {2, 2, 1, 99, 1368, 0, false}, {2, 1, 2, 99, 1206, 0, false},
		{2, 1, 3, 99, 7920, 0, false}, {3, 1, 1, 99, 2712, 0, false}, {2, 2, 2, 20, 19760, 0, false}, {3, 1, 2, 10, 9970, 0, false},
		{4, 1, 1, 9999, 148720, 0, true}, {3, 1, 2, 9999, 269190, 0, true}, {3, 2, 1, 9999, 328320, 0, true},
	} {
		t.Run(fmt.Sprintf("%d words, %d labels, unary %d", c.words, c.labels, c.unary), func(t *testing.T) {
			if c.deep && !testkit.Deep() {
				t.Skip("with PARSER_DEEP only")
			}
			var s transition.System = transition.ShiftLabel{}
			if c.unary > 0 {
				s = transition.InOrder{MaxUnary: c.unary}
			}
			all, prefixes, wrong := newDerivations(s, c.words, c.labels), 0, 0
			for i, gold := range all.different(c.golds, c.unary > 0) {
				p := c.problem(gold)
				if i == 0 {
					same, _ := derivedtest.Written(p.Admissible, p.Actions+p.Commitments)
					same.Words = slices.DeleteFunc(same.Words, func(word []fsa.Symbol) bool { return int(slices.Max(word)) > p.Actions })
					require.ElementsMatch(t, spell(all.Words), spell(same.Words))
				}
				o, err := derived.Compile(p, 0)
				require.NoError(t, err)
				w, at := all.twin(gold), derivedtest.Follower{Oracle: o}
				want, got := w.Scratch(), w.Scratch()
				for k := range w.Prefixes {
					at.Follow(t, w.Language, &w.Prefixes[k])
					derivedtest.NoError(t, o.Values(got))
					if prefixes++; !slices.Equal(w.Values(want, &w.Prefixes[k]), got) {
						wrong++
					}
				}
			}
			require.Equal(t, []int{c.prefixes, c.wrong}, []int{prefixes, wrong})
		})
	}
}

// Without commitments the sum over starts is not exact in in-order where the bound on unary chains binds. Gold is
// A( a A( b c ) ), a bracket may not be the only child of another, and B( was opened around a. To open the inner A( around b
// seems to lose B( alone, because B( could still be closed around a and b, and A( opened around it; but then the inner A(
// would have to be closed before, and it cannot be closed after b. With B( around all three words, A( around it would be a chain.
func TestStartsOfInOrderNeedCommitments(t *testing.T) {
	c := systemTask{words: 3, labels: 2, unary: 1}
	gold := []problems.Span{{Label: 0, Start: 0, End: 3}, {Label: 0, Start: 1, End: 3}}
	for unary, want := range map[int32]fsa.Weight{1: 2, 2: 1} {
		c.unary = unary
		p := c.problem(gold)
		for o, want := range map[derived.Oracle]fsa.Weight{compiled(t, without(p)): 1, compiled(t, p): want} {
			for _, a := range []fsa.Symbol{problems.Word, problems.OpenAfter(1), problems.Word} {
				require.NoError(t, o.Advance(a))
			}
			values := make([]fsa.Weight, p.Actions+p.Commitments+1)
			require.NoError(t, o.Values(values))
			require.Equal(t, want, values[problems.OpenAfter(0)], "at most %d brackets over the same words", unary)
		}
	}
}

// Tables give the costs of Compile along random sequences of sentences that differ in length and labels.
func TestLabelTablesEqualCompiled(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	tables := problems.NewLabelTables()
	for range 150 {
		b := problems.ShiftLabel{Words: 1 + r.Int32N(7), Labels: 1 + r.Int32N(3)}
		b.Gold = randomSpans(r, &b)
		require.NoError(t, tables.Start(b.Gold, b.Words, b.Labels))
		requireSameCosts(t, r, b.Factored(), tables)
	}
}

// randomSpans draws a tree by random moves of the system.
func randomSpans(r *rand.Rand, b *problems.ShiftLabel) (gold []problems.Span) {
	var starts []int32
	m := b.Admissible()
	words := int32(0)
	for q := m.Start(); m.Final(q).IsZero(); {
		arcs := m.Arcs(q)
		a := arcs[r.IntN(len(arcs))]
		switch {
		case a.In == problems.Word:
			starts, words = append(starts, words), words+1
		case a.In == problems.Close:
			starts = starts[:len(starts)-1]
		case a.In != problems.NoLabel:
			gold = append(gold, problems.Span{Label: int32(a.In - problems.OpenAfter(0)), Start: starts[len(starts)-1], End: words})
		}
		q = a.To
	}
	return gold
}

func TestInOrderTablesEqualCompiled(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 2))
	for maxUnary := range int32(3) {
		s := transition.InOrder{MaxUnary: maxUnary + 1}
		tables := problems.NewInOrderTables(s.MaxUnary)
		for range 25 {
			b := problems.InOrder{Words: 1 + r.Int32N(4), Labels: 1 + r.Int32N(3), MaxUnary: s.MaxUnary}
			b.Gold = spans(oracletest.RandomBracketing(r, transition.Bracket{MaxOpens: 3}, int(b.Words), b.Labels, s.MaxUnary))
			require.NoError(t, tables.Start(b.Gold, b.Words, b.Labels))
			requireSameCosts(t, r, b.Factored(), tables)
		}
	}
}

func TestLabelTablesErrors(t *testing.T) {
	tables := problems.NewLabelTables()
	require.ErrorIs(t, tables.Start(nil, 2, 1), derived.ErrNoSequence, "no span over all words")
	var many []problems.Span
	for end := range int32(256) {
		many = append(many, problems.Span{Start: 0, End: end + 1})
	}
	require.NoError(t, tables.Start(many[:255], 255, 1))
	require.ErrorIs(t, tables.Start(many, 256, 1), problems.ErrTooLarge)
}
