package compare

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval"
	"parser/eval/conllx"
	"parser/eval/evalb"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

// sampling returns the usual sampling with some samples and a seed.
func sampling(samples int, seed uint64) Sampling {
	return Sampling{Samples: samples, Seed: seed, Confidence: DefaultConfidence, Workers: 1}
}

// fast takes few samples, so that reports are fast.
var fast = sampling(200, 1)

// reading returns what reads lists like files.
func reading[T any](lists ...[]T) (files []func() (T, error)) {
	for _, list := range lists {
		files = append(files, textfile.Each(list))
	}
	return files
}

// compareArcs compares the sentences of systems with gold ones.
func compareArcs(t testing.TB, o Options, gold []*conll.Sentence, systems ...[]*conll.Sentence) *Report {
	t.Helper()
	c, err := NewArcs(len(systems), o)
	require.NoError(t, err)
	require.NoError(t, Sentences(reading(append([][]*conll.Sentence{gold}, systems...)...), c.Add))
	r, err := c.Report(fast)
	require.NoError(t, err)
	return r
}

// entriesOf makes an entry of each tree; nil is no parse.
func entriesOf(trees []*ptb.Tree) []evalb.Entry {
	var list []evalb.Entry
	for _, tree := range trees {
		list = append(list, evalb.Entry{Trees: []*ptb.Tree{tree}, Place: "file:1"})
	}
	return list
}

func compareBrackets(t testing.TB, params string, o Options, gold []*ptb.Tree, systems ...[]*ptb.Tree) (*Brackets, *Report) {
	t.Helper()
	c, err := NewBrackets(len(systems), named(t, params), o)
	require.NoError(t, err)
	for n, g := range entriesOf(gold) {
		var others []evalb.Entry
		for _, s := range systems {
			others = append(others, entriesOf(s)[n])
		}
		require.NoError(t, c.Add(g, others))
	}
	return c, c.Report(fast)
}

// systemsOf returns gold sentences and two systems.
func systemsOf(seed uint64, n int) (gold, a, b []*conll.Sentence) {
	gold, a = evaltest.RandomPair(rand.New(rand.NewPCG(seed, 11)), n)
	r := rand.New(rand.NewPCG(seed, 12))
	for _, s := range a {
		s = s.Clone()
		for i := range s.Words {
			if r.IntN(5) == 0 {
				s.Words[i].Head = r.IntN(len(s.Words)+3) - 1 // none and outside too
			}
		}
		b = append(b, s)
	}
	return gold, a, b
}

func named(t testing.TB, name string) evalb.Params {
	t.Helper()
	p, err := evalb.NamedParams(name)
	require.NoError(t, err)
	return p
}

// parsesOf returns gold trees and two systems that have the same words, or none.
func parsesOf(seed uint64, n int) (gold, a, b []*ptb.Tree) {
	r := rand.New(rand.NewPCG(seed, 13))
	for range n {
		words := evaltest.Leaves(r, 1+r.IntN(10))
		gold, a = append(gold, evaltest.RandomTree(r, words)), append(a, evaltest.RandomTree(r, words))
		parse := evaltest.RandomTree(r, words)
		if r.IntN(8) == 0 {
			parse = nil
		}
		b = append(b, parse)
	}
	return gold, a, b
}

// All scores are those of the scorers for one system, and the groups of every
// breakdown add up to them.
func TestArcComparisonAgreesWithScore(t *testing.T) {
	for seed := range uint64(10) {
		gold, a, b := systemsOf(seed, 30)
		for n, metric := range arcMetrics {
			o := Options{Punctuation: seed%2 == 0, Metrics: slices.Concat(arcMetrics[n:], arcMetrics[:n])}
			r := compareArcs(t, o, gold, a, b)
			require.Equal(t, len(gold), r.Sentences)
			for i, system := range [][]*conll.Sentence{a, b} {
				want, err := conllx.Score(gold, system, conllx.Options{Punctuation: o.Punctuation})
				require.NoError(t, err)
				for _, m := range r.Scores {
					score := map[Metric]eval.Percent{las: want.LAS(), uas: want.UAS(), la: want.LabelAccuracy()}[m.Metric]
					require.Equal(t, score, m.Systems[i].Score)
				}
				require.Equal(t, metric, r.Scores[0].Metric)
				requireParts(t, r, i)
			}
			require.Len(t, r.Breakdowns, 5)
		}
	}
}

// requireParts checks that the groups of each breakdown add up to the score.
func requireParts(t *testing.T, r *Report, system int) {
	t.Helper()
	want := r.Scores[0].Systems[system].Counts
	for _, b := range r.Breakdowns {
		var sum eval.Label
		for _, g := range b.Groups {
			s := g.Systems[system]
			require.Equal(t, g.Name, s.Label)
			sum.Gold, sum.Found = sum.Gold+s.Gold, sum.Found+s.Found
			sum.System, sum.Right = sum.System+s.System, sum.Right+s.Right
		}
		if b.Score == "recall" { // only the gold brackets have a depth
			sum.System = want.System
		}
		require.Equal(t, eval.Label{Label: "", Gold: want.Gold, Found: want.Right, System: want.System, Right: want.Right}, sum, b.By)
	}
}

func TestBracketComparisonAgreesWithEVALB(t *testing.T) {
	for seed := range uint64(10) {
		gold, a, b := parsesOf(seed, 40)
		for _, params := range []string{"collins", "new"} {
			c, r := compareBrackets(t, params, Options{Metrics: bracketMetrics}, gold, a, b)
			for i, system := range [][]*ptb.Tree{a, b} {
				totals, err := evalb.Score(gold, system, named(t, params))
				require.NoError(t, err)
				require.Equal(t, totals.Errors+totals.Skipped, c.Failed()[i])
				all := evalb.Totals{Matched: totals.Matched, Gold: totals.Gold + totals.Missed, System: totals.System}
				scores := []eval.Percent{}
				for _, m := range r.Scores {
					scores = append(scores, m.Systems[i].Score)
				}
				require.Equal(t, []eval.Percent{all.F1(), all.Recall(), all.Precision(), eval.PercentOrZero(totals.Complete, totals.Sentences)}, scores)
				requireParts(t, r, i)
			}
			require.Len(t, r.Breakdowns, 4)
		}
	}
}

// Every error is counted as a confusion.
func TestConfusionsAreErrors(t *testing.T) {
	const all = 1000000
	gold, a, b := systemsOf(1, 50)
	r := compareArcs(t, Options{Metrics: arcMetrics, Confusions: all}, gold, a, b)
	brackets, parseA, parseB := parsesOf(1, 50)
	_, trees := compareBrackets(t, "collins", Options{Confusions: all}, brackets, parseA, parseB)
	for i := range 2 {
		labels, heads := r.Scores[2].Systems[i], r.Scores[1].Systems[i]
		require.Equal(t, labels.Gold-labels.Right, confusedBy(r.Confusions[0], i))
		require.Equal(t, heads.Gold-heads.Right, confusedBy(r.Confusions[1], i))
		missed, wrong, f1 := 0, 0, trees.Scores[0].Systems[i]
		for _, row := range trees.Confusions[0].Rows {
			require.NotEqual(t, row.Gold, row.System)
			if row.Gold != nothing {
				missed += row.Counts[i]
			}
			if row.System != nothing {
				wrong += row.Counts[i]
			}
		}
		require.Equal(t, []int{f1.Gold - f1.Right, f1.System - f1.Right}, []int{missed, wrong})
	}
	short := compareArcs(t, Options{Confusions: 3}, gold, a, b)
	require.Equal(t, r.Confusions[1].Rows[:3], short.Confusions[1].Rows)
	require.True(t, slices.IsSortedFunc(r.Confusions[0].Rows, func(x, y confusion) int { return y.Counts[0] + y.Counts[1] - x.Counts[0] - x.Counts[1] }))
}

func confusedBy(c confusionTable, system int) (n int) {
	for _, row := range c.Rows {
		n += row.Counts[system]
	}
	return n
}

// Exchanging the systems exchanges the columns and the signs of the differences;
// a system does not differ from itself.
func TestComparisonIsSymmetric(t *testing.T) {
	o := Options{Examples: 5, Confusions: 100}
	gold, a, b := systemsOf(3, 60)
	there, back := compareArcs(t, o, gold, a, b), compareArcs(t, o, gold, b, a)
	for m := range there.Scores {
		x, y := there.Scores[m].Systems, back.Scores[m].Systems
		require.Equal(t, x[0].Interval, y[1].Interval)
		require.Equal(t, x[0].Score, y[1].Score)
		d, e := x[1].Difference, y[1].Difference
		require.Equal(t, d.Value, -e.Value)
		require.InDelta(t, float64(x[1].Score-x[0].Score), float64(d.Value), 1e-9)
		require.Equal(t, d.Randomisation, e.Randomisation)
		require.Equal(t, d.Bootstrap.Low, -e.Bootstrap.High)
		require.Equal(t, d.Bootstrap.P, e.Bootstrap.P)
		require.Nil(t, x[0].Difference)
	}
	for i, b := range there.Breakdowns {
		for j, g := range b.Groups {
			slices.Reverse(g.Systems)
			require.Equal(t, g, back.Breakdowns[i].Groups[j])
		}
	}
	for i := range there.Examples {
		require.Equal(t, there.Examples[i].Sentence, back.Examples[i].Sentence)
	}
	same := compareArcs(t, o, gold, a, a)
	require.Empty(t, same.Examples)
	for _, m := range same.Scores {
		d := m.Systems[1].Difference
		require.Zero(t, d.Value)
		require.Equal(t, interval{}, d.Bootstrap.interval)
		require.Equal(t, []float64{1, 1}, []float64{d.Randomisation.P, d.Bootstrap.P})
	}
}

// The whole report on our own sentences is fixed.
func TestComparisonGolden(t *testing.T) {
	o := Options{Confusions: 5, Examples: 2}
	gold, system := evaltest.Read(t, "../../../../testdata/eval/small.gold.conll"), evaltest.Read(t, "../../../../testdata/eval/small.system.conll")
	goldenReport(t, "../../../../testdata/eval/small.compare.json", compareArcs(t, o, gold, system, gold))
	parse := func(name string) []*ptb.Tree {
		list, err := ptb.ReadFile("../../../../testdata/eval/brackets/compare." + name + ".mrg")
		require.NoError(t, err)
		return list
	}
	_, r := compareBrackets(t, "collins", o, parse("gold"), parse("a"), parse("b"))
	goldenReport(t, "../../../../testdata/eval/brackets/compare.report.json", r)
}

func goldenReport(t *testing.T, name string, r *Report) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	require.NoError(t, e.Encode(r))
	testkit.Golden(t, name, b.String())
}

func TestComparisonErrors(t *testing.T) {
	_, err := NewArcs(1, Options{Metrics: []Metric{las, f1}})
	require.ErrorIs(t, err, ErrMetric)
	_, err = NewBrackets(1, evalb.Params{}, Options{Metrics: []Metric{uas}})
	require.ErrorIs(t, err, ErrMetric)

	c, err := NewArcs(2, Options{})
	require.NoError(t, err)
	gold := evaltest.Sentence(t, "g", 4, "a/N/0/x", "b/N/1/x")
	err = c.Add(gold, evaltest.List(gold, evaltest.Sentence(t, "s", 9, "a/N/0/x", "c/N/1/x")))
	require.ErrorIs(t, err, eval.ErrWords)
	require.EqualError(t, err, `g:5: gold and system sentence differ in words: "b", but "c" at s:10`)
	require.ErrorIs(t, c.Add(gold, evaltest.List(gold, evaltest.Sentence(t, "s", 9, "a/N/0/x"))), eval.ErrWordCount)
	_, err = c.Report(fast)
	require.ErrorIs(t, err, eval.ErrNoTokens, "refused sentences are not counted")

	b, err := NewBrackets(1, named(t, "collins"), Options{})
	require.NoError(t, err)
	entry := func(text, place string) evalb.Entry { return evalb.Entry{Trees: evaltest.Trees(t, text), Place: place} }
	tree := entry("(S (X a) (-NONE- *) (Y b))", "g:1")
	err = b.Add(tree, []evalb.Entry{entry("(S (X a) (Y c))", "s:3")})
	require.ErrorIs(t, err, eval.ErrWords)
	require.EqualError(t, err, `g:1: gold and system sentence differ in words: "b", but "c" at s:3`)
	require.ErrorIs(t, b.Add(tree, []evalb.Entry{entry("(S (X a))", "s:3")}), eval.ErrWordCount)
	require.NoError(t, b.Add(tree, []evalb.Entry{entry("(S (X a) (Y b))", "s:3")}))
	require.NoError(t, b.Add(tree, []evalb.Entry{{Place: "s:4"}}))
	require.NoError(t, b.Add(tree, []evalb.Entry{entry("(S (X a) (, b))", "s:5")}), "another tag, which is deleted")
	require.Equal(t, []int{2}, b.Failed())
	r := b.Report(fast)
	require.Equal(t, eval.Counts{Right: 1, Gold: 3, System: 1}, r.Scores[0].Systems[0].Counts)
}
