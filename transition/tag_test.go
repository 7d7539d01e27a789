package transition_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

// requireTagging states what holds after every move of tag: the invariants, that
// exactly the label move is legal until all words have a label, and that a move
// labels the buffer front and changes nothing else.
func requireTagging(t *testing.T, s transition.System, c *transition.Config, want []int32) {
	require.NoError(t, c.Verify())
	require.Equal(t, transition.Tags, c.Kind)
	require.Equal(t, int32(len(want)+1), c.Next)
	for i, label := range want {
		require.Equal(t, label, c.Nodes[i+1].Label)
	}
	require.Equal(t, c.Next > c.N, s.Terminal(c))
	if s.Terminal(c) {
		require.Zero(t, s.Legal(c))
		return
	}
	require.Equal(t, transition.Of(transition.Label), s.Legal(c))
	_, _, arc := s.Arc(c, transition.Label)
	require.False(t, arc)
}

// Every sequence of moves over up to four words and three labels ends after n moves,
// and all sequences of labels are reached, each once.
func TestAllTagSequences(t *testing.T) {
	const labels = 3
	s := transition.Tag{}
	for n, count := range []int{1, 3, 9, 27, 81} {
		ends := map[string]bool{}
		var visit func(c *transition.Config, made []int32)
		visit = func(c *transition.Config, made []int32) {
			requireTagging(t, s, c, made)
			if s.Terminal(c) {
				require.Len(t, made, n)
				ends[fmt.Sprint(made)] = true
				return
			}
			for l := range int32(labels) {
				var next transition.Config
				next.CopyFrom(c)
				s.Apply(&next, transition.Label, l)
				visit(&next, append(made[:len(made):len(made)], l))
			}
		}
		var start transition.Config
		s.Start(&start, n)
		visit(&start, nil)
		require.Len(t, ends, count)
	}
}

// A configuration that was used before, for any system, is as good as a new one.
func TestTaggingDoesNotDependOnThePast(t *testing.T) {
	s := transition.Tag{}
	random := rand.New(rand.NewPCG(4, 4))
	var used transition.Config
	for i := range 50 {
		n := random.IntN(60)
		other := append(bracketSystems(), transition.ArcEager{}, s)[i%(len(bracketSystems())+2)]
		parseRandomly(other, &used, random.IntN(60), random)
		var fresh transition.Config
		s.Start(&fresh, n)
		s.Start(&used, n)
		var made []int32
		for !s.Terminal(&fresh) {
			made = append(made, random.Int32N(1000))
			s.Apply(&fresh, transition.Label, made[len(made)-1])
			s.Apply(&used, transition.Label, made[len(made)-1])
			requireTagging(t, s, &used, made)
		}
		require.Equal(t, fresh.Nodes, used.Nodes)
		require.Equal(t, fresh.Steps, used.Steps)
	}
}

func TestNoTaggingMoveAllocates(t *testing.T) {
	if transition.Invariants {
		t.Skip("verifying every move allocates")
	}
	const longest = 100
	var c transition.Config
	random := rand.New(rand.NewPCG(1, 2))
	parseRandomly(transition.Tag{}, &c, longest, random)
	require.Zero(t, testing.AllocsPerRun(50, func() { parseRandomly(transition.Tag{}, &c, 1+random.IntN(longest), random) }))
}

// Verify finds every kind of damage to a configuration of tag.
func TestVerifyFindsDamageOfTags(t *testing.T) {
	for name, damage := range map[string]func(c *transition.Config){
		"buffer before the sentence": func(c *transition.Config) { c.Next = 0 },
		"buffer after the sentence":  func(c *transition.Config) { c.Next = 5 },
		"a node too few":             func(c *transition.Config) { c.Nodes = c.Nodes[:3] },
		"no stack":                   func(c *transition.Config) { c.Stack = nil },
		"a word on the stack":        func(c *transition.Config) { c.Stack = append(c.Stack, 1) },
		"another word on the stack":  func(c *transition.Config) { c.Stack[0] = 1 },
		"a word without label":       func(c *transition.Config) { c.Nodes[1].Label = transition.None },
		"a label in the buffer":      func(c *transition.Config) { c.Nodes[3].Label = 1 },
		"a label of ROOT":            func(c *transition.Config) { c.Nodes[0].Label = 1 },
		"a head":                     func(c *transition.Config) { c.Nodes[1].Head = 2 },
		"a dependent":                func(c *transition.Config) { c.Nodes[0].Right[0] = 1 },
		"a range of words":           func(c *transition.Config) { c.Nodes[2].Last = 3 },
	} {
		var c transition.Config
		transition.Tag{}.Start(&c, 3)
		transition.Tag{}.Apply(&c, transition.Label, 5)
		transition.Tag{}.Apply(&c, transition.Label, 5)
		require.NoError(t, c.Verify())
		damage(&c)
		require.ErrorIs(t, c.Verify(), transition.ErrBroken, name)
	}
}
