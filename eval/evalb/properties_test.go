package evalb

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/eval/internal/evaltest"
	"parser/ptb"
	"parser/testdata/testkit"
)

// randomTreePair has two trees over the same words; one time in eight the
// system's has another word or one less.
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

func scored(t testing.TB, gold, system []*ptb.Tree, p Params) *Report {
	t.Helper()
	require.Equal(t, len(gold), len(system))
	b := NewScorer(p)
	for i := range gold {
		b.Add(gold[i], system[i])
	}
	return b.Report()
}

func TestBracketsGoldAgainstItself(t *testing.T) {
	for seed := range uint64(20) {
		gold, _ := randomTrees(seed, 50, 12)
		r := scored(t, gold, gold, named(t, "new"))
		require.Zero(t, r.All.Errors)
		require.Equal(t, []eval.Percent{100, 100, 100, 100, 100}, []eval.Percent{r.All.Recall(), r.All.Precision(), r.All.F1(), r.All.CompleteMatch(), r.All.TagAccuracy()})
		require.Zero(t, r.All.Crossing)
		require.Equal(t, eval.Percent(100), r.All.WithoutCrossing())
		for _, l := range r.Labels {
			require.Equal(t, LabelScore{l.Label, l.Gold, l.Gold, l.Gold, l.Gold}, l)
			require.NotContains(t, []string{"TOP", "NP-SBJ"}, l.Label)
		}
	}
}

// The order of the sentences is of no consequence; parts add up to the whole.
func TestBracketsPermutation(t *testing.T) {
	for seed := range uint64(20) {
		gold, system := randomTrees(seed, 60, 12)
		want := scored(t, gold, system, named(t, "new"))
		require.NotZero(t, want.All.Failed())
		half, rest := scored(t, gold[:25], system[:25], named(t, "new")), scored(t, gold[25:], system[25:], named(t, "new"))
		sum := half.All
		sum.Add(rest.All)
		require.Equal(t, want.All, sum)
		rand.New(rand.NewPCG(seed, 8)).Shuffle(len(gold), func(i, j int) {
			gold[i], gold[j] = gold[j], gold[i]
			system[i], system[j] = system[j], system[i]
		})
		got := scored(t, gold, system, named(t, "new"))
		want.Sentences, got.Sentences = nil, nil
		require.Equal(t, want, got)
	}
}

func TestBracketsBounds(t *testing.T) {
	for seed := range uint64(20) {
		gold, system := randomTrees(seed, 60, 12)
		r := scored(t, gold, system, named(t, "new"))
		for i, s := range r.Sentences {
			require.LessOrEqual(t, s.Matched, min(s.Gold, s.System), i)
			require.LessOrEqual(t, s.Crossing, s.System, i)
			require.LessOrEqual(t, s.Tags, s.Words, i)
			require.Equal(t, s.Err != nil, s.Status != Scored)
			if s.Err != nil {
				require.Zero(t, s.Matched+s.Gold+s.System+s.Crossing+s.Words+s.Tags)
			}
		}
		all := r.All
		require.Equal(t, len(gold), all.Sentences)
		require.LessOrEqual(t, all.Complete, all.NoCrossing)
		require.LessOrEqual(t, all.NoCrossing, all.FewCrossing)
		require.LessOrEqual(t, float64(all.WithFailed().F1()), float64(all.F1()))
		var labels LabelScore
		for _, l := range r.Labels {
			labels.Gold, labels.Found = labels.Gold+l.Gold, labels.Found+l.Found
			labels.System, labels.Right = labels.System+l.System, labels.Right+l.Right
		}
		require.Equal(t, LabelScore{"", all.Gold, all.Matched, all.System, all.Matched}, labels)
	}
}

// With symmetric parameters and no failed sentence recall one way is precision
// the other way: that the first bracket is taken does not matter then.
func TestBracketsExchanged(t *testing.T) {
	for seed := range uint64(20) {
		gold, system := randomTrees(seed, 60, 12)
		there, back := scored(t, gold, system, named(t, "collins")), scored(t, system, gold, named(t, "collins"))
		for i, s := range there.Sentences {
			if b := back.Sentences[i]; s.Err == nil {
				require.Equal(t, []int{s.Matched, s.Gold, s.System, s.Words, s.Tags}, []int{b.Matched, b.System, b.Gold, b.Words, b.Tags})
				require.Equal(t, s.Crossing == 0, b.Crossing == 0)
			}
		}
	}
}

// Cutoffs at all lengths only grow, up to everything.
func TestBracketsCutoff(t *testing.T) {
	gold, system := randomTrees(3, 100, 10)
	last := Totals{}
	for cutoff := range 11 {
		p := named(t, "new")
		p.Cutoff = cutoff
		r := scored(t, gold, system, p)
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
	require.Equal(t, scored(t, gold, system, named(t, "new")).All, last)
}

// slowMatch is the definition, read out: each gold bracket looks through all
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

// slowCrossing is the definition: the words of two brackets overlap, and each
// has some that the other lacks.
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
			score := NewScorer(p).Add(gold, system)
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

// Where quotation marks have other words between them, a sentence with marks put
// back scores as if they had had tags that count from the beginning.
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
		want := NewScorer(p).Add(shaped(kept), test)
		got := NewScorer(p).Add(shaped(deleted), test)
		if len(system) > 1 && got.Words == len(system) {
			repaired++
		}
		require.NoError(t, got.Err)
		got.Tags = want.Tags
		require.Equal(t, want, got, "%v %v", shaped(deleted), test)
		back := NewScorer(p).Add(test, shaped(deleted))
		require.NoError(t, back.Err)
		require.Equal(t, want.Matched, back.Matched)
	}
	require.Greater(t, repaired, 1000)
}
