package decode_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/transition"
	"parser/transition/graph"
)

// The labels of these tests: signs, then concepts and roles.
const (
	word = iota
	lemma
	verb
	unknown
	name
	wiki
	forward
	minus
	snt
	dog
	bark
	arg0
	mod
	numLabels
)

var graphSigns = &graph.Signs{Word: word, Lemma: lemma, Verb: verb, Unknown: unknown, Name: name, Wiki: wiki,
	Forward: forward, Minus: minus, Multi: dog, Snt: snt}

// dogsBark is two words; the lexicon knows the second as key 0.
func dogsBark() *graph.Sentence {
	return &graph.Sentence{Signs: graphSigns, Heads: []int32{0, 2, 0}, Keys: []int32{graph.None, graph.None, 0},
		Forms: [][3]int32{{}, {dog, dog, bark}, {bark, bark, bark}}}
}

// smallLexicon returns actions with a lexicon of one lemma.
func smallLexicon(s transition.System) *decode.Actions {
	uses := map[decode.Use]bool{}
	for m, labels := range map[transition.Move][]int32{
		transition.NextNode: {word, lemma, verb, dog, bark}, transition.NextEdge: {unknown, arg0, mod},
		transition.Insert: {name, dog, bark}, transition.InsertBelow: {minus, dog}, transition.Wikify: {forward, minus},
	} {
		for _, l := range labels {
			uses[decode.Use{Move: m, Label: l}] = true
		}
	}
	a := decode.NewActions(s, uses)
	classes := func(m transition.Move, labels ...int32) (list []model.Class) {
		for _, k := range a.Other[m] {
			if slices.Contains(labels, a.All[k].Label) {
				list = append(list, k)
			}
		}
		return list
	}
	a.Lexicon = &decode.Lexicon{
		Lemmas:   []string{"bark"},
		Concepts: map[int32][]model.Class{0: classes(transition.NextNode, bark)},
		Into:     map[int32][]model.Class{0: classes(transition.NextEdge, mod), 1 + dog: classes(transition.NextEdge, arg0)},
		OutOf:    map[int32][]model.Class{0: classes(transition.NextEdge, arg0, mod)},
		Above:    map[int32][]model.Class{0: classes(transition.Insert, dog, bark)},
		Below:    map[int32][]model.Class{0: classes(transition.InsertBelow, minus)},
	}
	a.Lexicon.Always[transition.NextNode] = classes(transition.NextNode, word, lemma, verb)
	a.Lexicon.Always[transition.NextEdge] = classes(transition.NextEdge, unknown)
	a.Lexicon.Always[transition.Insert] = classes(transition.Insert, name)
	a.Lexicon.Always[transition.Wikify] = classes(transition.Wikify, forward, minus)
	a.Lexicon.Often[transition.Insert] = classes(transition.Insert, dog)
	return a
}

// offered returns the labels that a decision offers for a move.
func offered(a *decode.Actions, d *learn.Decision, m transition.Move) (labels []int32) {
	for _, k := range d.Classes {
		if a.All[k].Move == m {
			labels = append(labels, a.All[k].Label)
		}
	}
	return labels
}

func graphDerivation(s transition.System, a *decode.Actions, given *graph.Sentence) *decode.Derivation {
	d := &decode.Derivation{System: s, Actions: a}
	d.Config.Given = given
	d.Start(0, given.Len())
	return d
}

// take answers a decision with an action.
func take(t *testing.T, d *decode.Derivation, m transition.Move, label int32) {
	t.Helper()
	k := slices.Index(d.Actions.All, decode.Action{Move: m, Label: label})
	require.Contains(t, d.Next().Classes, model.Class(k), "%v", m)
	require.NoError(t, d.Take(model.Class(k)))
}

// TestLexiconByHand: what is offered near known words, near unknown words, and near inserted nodes;
// and that what exists already is not offered.
func TestLexiconByHand(t *testing.T) {
	s := transition.AMR{}
	a := smallLexicon(s)
	require.NoError(t, a.Check(s, numLabels))
	d := graphDerivation(s, a, dogsBark())

	asked := d.Next() // about "dogs", a leaf
	require.True(t, slices.IsSorted(asked.Classes))
	require.Equal(t, []int32{word, lemma, verb}, offered(a, asked, transition.NextNode))
	require.Equal(t, []int32{name}, offered(a, asked, transition.Insert), "dog is its own label, and what is often offered")
	require.Empty(t, offered(a, asked, transition.InsertBelow))
	require.Contains(t, offered(a, asked, transition.DeleteNode), int32(graph.None))
	take(t, d, transition.NextNode, verb)
	require.Equal(t, int32(bark), d.Config.Graph.Nodes[1].Label)

	asked = d.Next() // about the arc from "bark" to it
	require.Equal(t, []int32{unknown, arg0, mod}, offered(a, asked, transition.NextEdge))
	require.Equal(t, []int32{minus}, offered(a, asked, transition.InsertBelow))
	require.Equal(t, []int32{name, dog}, offered(a, asked, transition.Insert), "bark is the label of s")
	take(t, d, transition.InsertBelow, minus)
	require.Empty(t, offered(a, d.Next(), transition.InsertBelow), "there is one below it")
	take(t, d, transition.NextEdge, unknown)
	take(t, d, transition.Insert, dog)
	require.Empty(t, offered(a, d.Next(), transition.Insert), "one for a node")
	take(t, d, transition.NextEdge, arg0)
	require.Equal(t, []int32{word, lemma, verb, bark}, offered(a, d.Next(), transition.NextNode))
	take(t, d, transition.NextNode, bark)
	require.Equal(t, []int32{unknown, mod}, offered(a, d.Next(), transition.NextEdge), "from the inserted dog to bark")
}

// TestGraphDerivations: whatever is chosen, something is offered until the end, in one step and in
// two, and continuing from a marked or copied place gives the same.
func TestGraphDerivations(t *testing.T) {
	for _, s := range []transition.System{transition.AMR{}, transition.AMR{Reentrances: true, Links: true}} {
		a := smallLexicon(s)
		for seed := range uint64(100) {
			r := rand.New(rand.NewPCG(seed, 3))
			given := randomGiven(r, 1+r.IntN(8))
			joint := graphDerivation(s, a, given)
			split := &decode.Derivation{}
			split.CopyFrom(joint)
			split.TwoStep = true
			joint.Mark()
			for asked := joint.Next(); asked != nil; asked = joint.Next() {
				require.NotEmpty(t, asked.Classes)
				require.True(t, slices.IsSorted(asked.Classes))
				asked.Choice = asked.Classes[r.IntN(len(asked.Classes))]
				action := a.All[asked.Choice]
				_ = joint.Take(asked.Choice)
				first := split.Next()
				require.Contains(t, first.Classes, model.Class(action.Move))
				if _ = split.Take(model.Class(action.Move)); action.Move.Labelled() {
					second := split.Next()
					k := model.Class(slices.Index(a.All, action))
					require.Contains(t, second.Classes, k)
					_ = split.Take(k)
				}
				require.Equal(t, joint.Config.Graph.Nodes, split.Config.Graph.Nodes)
			}
			require.Nil(t, split.Next())
			steps := slices.Clone(joint.Config.Steps)
			joint.Return()
			require.Empty(t, joint.Config.Steps)
			for _, step := range steps {
				joint.Next()
				_ = joint.Take(model.Class(slices.Index(a.All, decode.Action(step))))
			}
			require.Equal(t, split.Config.Graph.Nodes, joint.Config.Graph.Nodes)
			require.Nil(t, joint.Next())
		}
	}
}

// randomGiven returns a random tree whose words are like those of dogsBark.
func randomGiven(r *rand.Rand, n int) *graph.Sentence {
	few := dogsBark()
	s := &graph.Sentence{Signs: graphSigns, Heads: []int32{0}, Keys: []int32{graph.None}, Forms: [][3]int32{{}}}
	for w := 1; w <= n; w++ {
		like := 1 + r.IntN(2)
		s.Heads = append(s.Heads, int32(r.IntN(w)))
		s.Keys, s.Forms = append(s.Keys, few.Keys[like]), append(s.Forms, few.Forms[like])
	}
	return s
}

// TestDamagedLexicon: it is refused.
func TestDamagedLexicon(t *testing.T) {
	s := transition.AMR{}
	for why, damage := range map[string]func(*decode.Actions){
		"with a lexicon: false": func(a *decode.Actions) { a.Lexicon = nil },
		"not sorted":            func(a *decode.Actions) { a.Lexicon.Lemmas = []string{"b", "a"} },
		"for move NE":           func(a *decode.Actions) { a.Lexicon.Into[0] = []model.Class{99} },
		"for move NN":           func(a *decode.Actions) { a.Lexicon.Concepts[5] = []model.Class{-1} },
		"for move IN":           func(a *decode.Actions) { a.Lexicon.Often[transition.Insert] = a.Other[transition.NextNode] },
		"always offers nothing": func(a *decode.Actions) { a.Lexicon.Always[transition.NextNode] = nil },
	} {
		a := smallLexicon(s)
		damage(a)
		require.ErrorContains(t, a.Check(s, numLabels), why)
	}
	a := smallLexicon(s)
	require.Error(t, a.Check(transition.ArcHybrid{}, numLabels), "a lexicon of another system")
}
