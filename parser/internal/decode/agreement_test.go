package decode_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// agreement has three tags: words with the first bear labels 0 and 1, with the second 1 and 2, and
// with the third, which has no dependents, 0.
var agreement = decode.Agreement{Tags: []string{"A", "B", "C"}, Labels: [][]int32{{0, 1}, {1, 2}, {0}}, Leaves: []int32{2}, Usual: []int32{1}}

func TestFitting(t *testing.T) {
	tagging := decode.Tagging{Agreement: &agreement, Best: []int32{0, 2, transition.None}}
	type fit struct {
		tag    int32
		change float64
	}
	fitting := func(word int, label int32, dependents bool) fit {
		tag, change := tagging.Fitting(word, label, dependents, nil)
		return fit{tag, change}
	}
	require.Equal(t, fit{0, 0}, fitting(0, 1, true))
	require.Equal(t, fit{0, math.Inf(-1)}, fitting(0, 2, true), "given tags stay")
	require.Equal(t, fit{transition.None, 0}, fitting(2, 2, true), "what is not known goes with everything")
	tagging.Change = func(word int, tag int32) float64 { return float64(tag) - 5 }
	require.Equal(t, fit{1, -4}, fitting(0, 2, true))
	require.Equal(t, fit{2, 0}, fitting(1, 0, false))
	require.Equal(t, fit{0, -5}, fitting(1, 0, true), "what has dependents has no tag of leaves")
	require.Equal(t, int32(1), agreement.Number("B"))
	require.Equal(t, int32(transition.None), agreement.Number("D"))
}

// marks is an agreement with a label, 2, that only words without dependents bear, as punctuation does.
var marks = decode.Agreement{Tags: agreement.Tags, Labels: [][]int32{{0, 1}, {1}, {0, 2}}, Leaves: []int32{2}, Usual: []int32{2}}

// TestAgreed: in any configuration of any system it is the best class that makes no leaf a head,
// with the label that is best together with the tag.
func TestAgreed(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	changed, counts := 0, [3]int{}
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			for range 300 {
				const n = 7
				tagging := &decode.Tagging{Agreement: []*decode.Agreement{&agreement, &marks}[random.IntN(2)]}
				for range n {
					tagging.Best = append(tagging.Best, random.Int32N(4)-1)
				}
				if random.IntN(2) == 0 {
					tagging.Change = func(word int, tag int32) float64 { return -float64(word+1) * float64(tag+1) / 7 }
				}
				d := derivation(s, twoStep, 0, n)
				for q := d.Next(); q != nil; q = d.Next() {
					q.Scores = q.Scores[:0]
					for range max(len(d.Actions.All), int(transition.NumMoves)) {
						q.Scores = append(q.Scores, float32(random.NormFloat64()))
					}
					d.Tagging = nil
					require.Equal(t, q.Best(), decode.Agreed(q), "without tags")
					d.Tagging = tagging
					q.Choice = decode.Agreed(q)
					require.Equal(t, agreed(d, q, &counts), q.Choice)
					if q.Choice != q.Best() {
						changed++
					}
					_ = d.Take(q.Choice)
				}
				require.True(t, s.Terminal(&d.Config))
			}
		}
	}
	require.Greater(t, changed, 100)
	for i := range counts {
		require.Greater(t, counts[i], 20, i)
	}
}

// agreed is what Agreed returns, by its definition. It counts the changes of move, the arcs of words whose label allows
// no dependents, and those to words that have some.
func agreed(d *decode.Derivation, q *learn.Decision, counts *[3]int) model.Class {
	arc := func(k model.Class) (m transition.Move, head, dependent, label int32) {
		a := decode.Action{Move: transition.Move(k), Label: transition.None}
		if !d.TwoStep || q.Stage == 1 {
			a = d.Actions.All[k]
		}
		head, dependent, ok := d.System.Arc(&d.Config, a.Move)
		if !ok {
			return a.Move, 0, 0, transition.None
		}
		return a.Move, head, dependent, a.Label
	}
	t := d.Tagging
	above := func(head int32) bool { // whether it may have dependents
		if head == 0 {
			return true
		}
		if t.Best[head-1] == 2 {
			return false
		}
		if t.Agreement == &marks && d.Config.Nodes[head].Label == 2 && t.Best[head-1] >= 0 && t.Change != nil {
			counts[1]++
			return false
		}
		return true
	}
	var free []model.Class
	for _, k := range q.Classes {
		if _, head, _, _ := arc(k); above(head) {
			free = append(free, k)
		}
	}
	best := model.Best(q.Classes, q.Scores)
	if len(free) > 0 && !slices.Contains(free, best) {
		counts[0]++
		best = model.Best(free, q.Scores)
	}
	value := func(k model.Class) float64 {
		_, _, dependent, label := arc(k)
		if dependent == 0 || label == transition.None {
			return float64(q.Scores[k])
		}
		has := slices.ContainsFunc(d.Config.Nodes[1:], func(n transition.Node) bool { return n.Head == dependent })
		if has = has && t.Best[dependent-1] != 2; has {
			counts[2]++
		}
		_, change := t.Fitting(int(dependent)-1, label, has, nil)
		return float64(q.Scores[k]) + change
	}
	if value(best) == float64(q.Scores[best]) {
		return best
	}
	move, _, _, _ := arc(best)
	highest := math.Inf(-1)
	for _, k := range q.Classes {
		if m, _, _, _ := arc(k); m == move && value(k) > highest {
			best, highest = k, value(k)
		}
	}
	return best
}

// TestBeamAgrees: no derivation that goes against the tags is preferred to one that does not.
func TestBeamAgrees(t *testing.T) {
	s := transition.ArcHybrid{}
	for _, leaf := range []int32{0, 2} { // the second of two words
		d := derivation(s, false, 0, 2)
		d.Tagging = &decode.Tagging{Agreement: &agreement, Best: []int32{0, leaf}}
		beam := decode.Beam{Width: 4}
		beam.Run(liking{transition.Left, d.Actions}, d)
		want := int32(2) // the first word hangs on the second
		if leaf == 2 {
			want = 0
		}
		require.Equal(t, want, d.Config.Nodes[1].Head)
	}
}

// liking is a scorer that likes a move.
type liking struct {
	move    transition.Move
	actions *decode.Actions
}

func (l liking) Score(decisions []*learn.Decision) {
	for _, d := range decisions {
		d.Scores = make([]float32, len(l.actions.All))
		for k, a := range l.actions.All {
			if a.Move == l.move {
				d.Scores[k] = 9
			}
		}
	}
}

func TestAgreementIsChecked(t *testing.T) {
	require.NoError(t, agreement.Check(3))
	for name, bad := range map[string]decode.Agreement{
		"label":    {Tags: []string{"A"}, Labels: [][]int32{{3}}},
		"negative": {Tags: []string{"A"}, Labels: [][]int32{{-1}}},
		"order":    {Tags: []string{"A"}, Labels: [][]int32{{1, 0}}},
		"tags":     {Tags: []string{"B", "A"}, Labels: [][]int32{nil, nil}},
		"lists":    {Tags: []string{"A"}},
		"leaf":     {Tags: []string{"A"}, Labels: [][]int32{{0}}, Leaves: []int32{1}, Usual: []int32{0}},
		"usual":    {Tags: []string{"A"}, Labels: [][]int32{{0}}, Leaves: []int32{0}, Usual: []int32{3}},
		"unusual":  {Tags: []string{"A"}, Labels: [][]int32{{0}}, Leaves: []int32{0}},
	} {
		require.Error(t, bad.Check(3), name)
	}
}

// TestLift: the result is a tree in which no leaf has a dependent, unless all words are leaves;
// arcs that are not under leaves stay.
func TestLift(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for range 2000 {
		n := 1 + random.IntN(7)
		g := oracletest.Random(random, n, transition.SingleRoot, labels)
		tagging := &decode.Tagging{Agreement: &agreement}
		nodes, before := make([]transition.Node, n+1), make([]transition.Node, n+1)
		words := 0
		for i := 1; i <= n; i++ {
			nodes[i].Head, nodes[i].Label = g.Heads[i], g.Labels[i]
			tagging.Best = append(tagging.Best, random.Int32N(3))
			if tagging.Best[i-1] != 2 {
				words++
			}
		}
		copy(before, nodes)
		tagging.Lift(nodes)
		heads, roots := make([]int, n), 0
		for i := 1; i <= n; i++ {
			h := nodes[i].Head
			heads[i-1] = int(h)
			if h == 0 {
				roots++
				continue
			}
			require.True(t, words == 0 || tagging.Best[h-1] != 2, "%v %v", g.Heads, tagging.Best)
			if old := before[i].Head; old > 0 && tagging.Best[old-1] != 2 && before[i].Head != h {
				t.Fatalf("an arc under a word has changed: %v to %v, %v", g.Heads, heads, tagging.Best)
			}
		}
		require.Equal(t, 1, roots)
		require.NoError(t, conll.CheckPartial(heads, false))
	}
}
