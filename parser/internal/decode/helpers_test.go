package decode_test

import (
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// labels is the number of labels in these tests.
const labels = 3

// systems are all transition systems, with room for the trees of these tests.
func systems() []transition.System {
	return []transition.System{
		transition.ArcHybrid{}, transition.ArcHybrid{Roots: transition.MultiRoot},
		transition.ArcEager{}, transition.ArcEager{Roots: transition.MultiRoot},
		transition.ArcStandard{}, transition.ArcStandard{Roots: transition.MultiRoot},
		transition.Bracket{MaxOpens: 9}, transition.InOrder{MaxUnary: 3}, transition.ShiftLabel{}, transition.Split{}, transition.Tag{},
	}
}

// everything numbers all actions of a system. Arcs from ROOT have the labels below 2.
func everything(s transition.System) *decode.Actions {
	uses := map[decode.Use]bool{}
	for m := range transition.NumMoves {
		for label := range int32(labels) {
			if m.Labelled() {
				uses[decode.Use{Move: m, Label: label}] = true
				uses[decode.Use{Move: m, FromRoot: true, Label: label % 2}] = true
			}
		}
	}
	return decode.NewActions(s, uses)
}

// derivation returns the start of a derivation that knows all actions.
func derivation(s transition.System, twoStep bool, sentence, n int) *decode.Derivation {
	d := &decode.Derivation{System: s, Actions: everything(s), TwoStep: twoStep}
	d.Start(sentence, n)
	return d
}

// gold returns a random gold tree over n words for a system and an exact oracle for it, or one that
// knows its own path; or false if the system cannot derive the tree.
func gold(t *testing.T, random *rand.Rand, s transition.System, n int) (*oracle.Gold, oracle.Oracle, bool) {
	t.Helper()
	name, g := "dynamic", &oracle.Gold{}
	switch s.Kind() {
	case transition.Dependencies:
		g = oracletest.Random(random, n, s.Params().Roots, labels)
		for d, h := range g.Heads {
			if h == 0 {
				g.Labels[d] %= 2
			}
		}
	case transition.Tags:
		g.Labels = []int32{transition.None}
		for range n {
			g.Labels = append(g.Labels, random.Int32N(labels))
		}
	default:
		chain := int32(3)
		if s.Chains() == transition.JoinChains {
			chain = 1
		}
		g = oracletest.RandomBracketing(random, transition.Bracket{MaxOpens: 9}, n, labels, chain)
	}
	o, err := oracle.New(name, s)
	require.NoError(t, err)
	return g, o, o.Start(g) == nil
}

// dice is a session with random scores, always the same for a sentence, a way to a configuration
// and a class.
type dice struct{ sentences [][]conll.Word }

func (s *dice) Read(sentences ...[]conll.Word) { s.sentences = sentences }

func (s *dice) Score(decisions []*learn.Decision) {
	for _, d := range decisions {
		hash := fnv.New64a()
		for _, w := range s.sentences[d.Input] {
			hash.Write([]byte(w.Form))
		}
		for _, step := range decode.Of(d).Config.Steps {
			hash.Write([]byte{byte(step.Move), byte(step.Label)})
		}
		hash.Write([]byte{byte(d.Stage), byte(decode.Of(d).Move())})
		random := rand.New(rand.NewPCG(hash.Sum64(), 0))
		d.Scores = d.Scores[:0]
		for range 1 + d.Classes[len(d.Classes)-1] {
			d.Scores = append(d.Scores, random.Float32())
		}
	}
}

// words returns a sentence of n words that begins with a given one.
func words(first string, n int) []conll.Word {
	sentence := []conll.Word{{Form: first}}
	for len(sentence) < n {
		sentence = append(sentence, conll.Word{Form: "and"})
	}
	return sentence[:n]
}
