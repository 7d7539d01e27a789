package evalb

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

// randomTreePair returns two trees over the same words; one time in eight the
// system's tree has another word or one word less.
func randomTreePair(r *rand.Rand, most int) (gold, system *ptb.Tree) {
	words := evaltest.Leaves(r, 1+r.IntN(most))
	gold = evaltest.RandomTree(r, words)
	others := slices.Clone(words)
	switch at := r.IntN(len(words)); r.IntN(16) {
	case 0:
		others[at] = &ptb.Tree{Label: "NN", Word: "other"}
	case 1:
		others = slices.Delete(others, at, at+1)
	case 2, 3, 4:
		others[at] = &ptb.Tree{Label: "JJ", Word: words[at].Word}
	}
	if len(others) == 0 {
		return gold, nil
	}
	return gold, evaltest.RandomTree(r, others)
}

func randomTrees(seed uint64, n, most int) (gold, system []*ptb.Tree) {
	r := rand.New(rand.NewPCG(seed, 7))
	for range n {
		g, s := randomTreePair(r, most)
		gold, system = append(gold, g), append(system, s)
	}
	return gold, system
}

func scoreAll(t testing.TB, gold, system []*ptb.Tree, p Params) *Report {
	t.Helper()
	require.Equal(t, len(gold), len(system))
	b := NewScorer(p)
	for i := range gold {
		b.addPair(gold[i], system[i])
	}
	return b.Report()
}

func TestBracketsGoldAgainstItself(t *testing.T) {
	for seed := range uint64(20) {
		gold, _ := randomTrees(seed, 50, 12)
		r := scoreAll(t, gold, gold, named(t, "new"))
		require.Zero(t, r.All.Errors)
		require.Equal(t, []eval.Percent{100, 100, 100, 100, 100}, []eval.Percent{r.All.Recall(), r.All.Precision(), r.All.F1(),
			r.All.completeMatch(), r.All.tagAccuracy()})
		require.Zero(t, r.All.Crossing)
		require.Equal(t, eval.Percent(100), r.All.withoutCrossing())
		for _, l := range r.Labels {
			require.Equal(t, eval.Label{Label: l.Label, Gold: l.Gold, Found: l.Gold, System: l.Gold, Right: l.Gold}, l)
			require.NotContains(t, []string{"TOP", "NP-SBJ"}, l.Label)
		}
	}
}

// The order of the sentences does not matter; parts add up to the whole.
func TestBracketsPermutation(t *testing.T) {
	for seed := range uint64(20) {
		gold, system := randomTrees(seed, 60, 12)
		want := scoreAll(t, gold, system, named(t, "new"))
		require.NotZero(t, want.All.failed())
		half, rest := scoreAll(t, gold[:25], system[:25], named(t, "new")), scoreAll(t, gold[25:], system[25:], named(t, "new"))
		sum := half.All
		sum.add(rest.All)
		require.Equal(t, want.All, sum)
		rand.New(rand.NewPCG(seed, 8)).Shuffle(len(gold), func(i, j int) {
			gold[i], gold[j] = gold[j], gold[i]
			system[i], system[j] = system[j], system[i]
		})
		got := scoreAll(t, gold, system, named(t, "new"))
		want.Sentences, got.Sentences = nil, nil
		require.Equal(t, want, got)
	}
}

func TestBracketsBounds(t *testing.T) {
	for seed := range uint64(20) {
		gold, system := randomTrees(seed, 60, 12)
		r := scoreAll(t, gold, system, named(t, "new"))
		for i, s := range r.Sentences {
			require.LessOrEqual(t, s.Matched, min(s.Gold, s.System), i)
			require.LessOrEqual(t, s.Crossing, s.System, i)
			require.LessOrEqual(t, s.Tags, s.Words, i)
			require.Equal(t, s.Err != nil, s.Status != scored)
			if s.Err != nil {
				require.Zero(t, s.Matched+s.Gold+s.System+s.Crossing+s.Words+s.Tags)
			}
		}
		all := r.All
		require.Equal(t, len(gold), all.Sentences)
		require.LessOrEqual(t, all.Complete, all.NoCrossing)
		require.LessOrEqual(t, all.NoCrossing, all.FewCrossing)
		require.LessOrEqual(t, float64(all.withFailed().F1()), float64(all.F1()))
		var labels eval.Label
		for _, l := range r.Labels {
			labels.Gold, labels.Found = labels.Gold+l.Gold, labels.Found+l.Found
			labels.System, labels.Right = labels.System+l.System, labels.Right+l.Right
		}
		require.Equal(t, eval.Label{Gold: all.Gold, Found: all.Matched, System: all.System, Right: all.Matched}, labels)
	}
}

// With symmetric parameters and no failed sentence, exchanging gold and system exchanges
// recall and precision: then it does not matter that the first bracket is taken.
func TestBracketsExchanged(t *testing.T) {
	for seed := range uint64(20) {
		gold, system := randomTrees(seed, 60, 12)
		there, back := scoreAll(t, gold, system, named(t, "collins")), scoreAll(t, system, gold, named(t, "collins"))
		for i, s := range there.Sentences {
			if b := back.Sentences[i]; s.Err == nil {
				require.Equal(t, []int{s.Matched, s.Gold, s.System, s.Words, s.Tags}, []int{b.Matched, b.System, b.Gold, b.Words, b.Tags})
				require.Equal(t, s.Crossing == 0, b.Crossing == 0)
			}
		}
	}
}

// With growing cutoffs the totals of short sentences grow, up to those of all.
func TestBracketsCutoff(t *testing.T) {
	gold, system := randomTrees(3, 100, 10)
	last := Totals{}
	for cutoff := range 11 {
		p := named(t, "new")
		p.Cutoff = cutoff
		r := scoreAll(t, gold, system, p)
		require.Equal(t, cutoff, r.Cutoff)
		short := 0
		for _, s := range r.Sentences {
			if s.Length <= cutoff {
				short++
			}
		}
		require.Equal(t, short, r.Short.Sentences)
		require.GreaterOrEqual(t, r.Short.Gold, last.Gold)
		last = r.Short
		require.Contains(t, testkit.Text(t, r.WriteSummary), fmt.Sprintf("\n-- len<=%d --\n", cutoff))
	}
	require.Equal(t, scoreAll(t, gold, system, named(t, "new")).All, last)
}

// slowMatch follows the definition: each gold bracket looks through all
// system brackets.
func slowMatch(p Params, gold, system []ptb.Span) int {
	equal := func(a, b string) bool {
		return a == b || slices.Contains(p.EqualLabels, [2]string{a, b}) || slices.Contains(p.EqualLabels, [2]string{b, a})
	}
	taken, matched := make([]bool, len(system)), 0
	for _, g := range gold {
		for j, s := range system {
			if !taken[j] && g.Start == s.Start && g.End == s.End && (!p.Labelled || equal(g.Label, s.Label)) {
				taken[j] = true
				matched++
				break
			}
		}
	}
	return matched
}

// slowCrossing follows the definition: the words of two brackets overlap, and each
// has a word that the other does not have.
func slowCrossing(gold, system []ptb.Span) int {
	crossing := 0
	for _, s := range system {
		if slices.ContainsFunc(gold, func(g ptb.Span) bool {
			return max(g.Start, s.Start) < min(g.End, s.End) &&
				(g.Start < s.Start || g.End > s.End) && (s.Start < g.Start || s.End > g.End)
		}) {
			crossing++
		}
	}
	return crossing
}

func TestBracketsEqualSlowTwin(t *testing.T) {
	for _, text := range []string{"", "LABELED 0", "EQ_LABEL NP VP\nEQ_LABEL S NP\nEQ_LABEL X X", "DELETE_LABEL TOP\nDELETE_LABEL ,\nEQ_LABEL ADVP PRT"} {
		p := params(t, text)

		crossings := 0
		for seed := range uint64(3000) {
			gold, system := randomTreePair(rand.New(rand.NewPCG(seed, 9)), 3+int(seed%12))
			score := NewScorer(p).addPair(gold, system)
			if score.Err != nil {
				continue
			}
			g, s := p.scored(p.side([]*ptb.Tree{gold})), p.scored(p.side([]*ptb.Tree{system}))
			require.Equal(t, slowMatch(p, g, s), score.Matched, "%d: %v %v", seed, gold, system)
			require.Equal(t, slowCrossing(g, s), score.Crossing, "%d: %v %v", seed, gold, system)
			crossings += score.Crossing
		}
		require.Greater(t, crossings, 1000)
	}
}

// If there are other words between the quotation marks, a sentence with restored marks
// scores as if their tags had never been deleted.
func TestQuotesAsIfNeverDeleted(t *testing.T) {
	p := params(t, quote1)
	repaired := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 10))
		var deleted, kept, system []*ptb.Tree
		for i := range 1 + r.IntN(4) {
			word := &ptb.Tree{Label: "X", Word: fmt.Sprint(i)}
			deleted, kept, system = append(deleted, word), append(kept, word), append(system, word)
			if r.IntN(2) == 0 {
				mark := &ptb.Tree{Label: "POS", Word: "'"}
				deleted, kept, system = append(deleted, &ptb.Tree{Label: "``", Word: "'"}), append(kept, mark), append(system, mark)
			}
		}
		shape := r.Uint64()
		shaped := func(words []*ptb.Tree) *ptb.Tree { return evaltest.RandomTree(rand.New(rand.NewPCG(shape, 0)), words) }
		test := evaltest.RandomTree(r, system)
		want := NewScorer(p).addPair(shaped(kept), test)
		got := NewScorer(p).addPair(shaped(deleted), test)
		if len(system) > 1 && got.Words == len(system) {
			repaired++
		}
		require.NoError(t, got.Err)
		got.Tags = want.Tags
		require.Equal(t, want, got, "%v %v", shaped(deleted), test)
		back := NewScorer(p).addPair(test, shaped(deleted))
		require.NoError(t, back.Err)
		require.Equal(t, want.Matched, back.Matched)
	}
	require.Greater(t, repaired, 1000)
}
