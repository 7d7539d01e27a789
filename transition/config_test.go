package transition_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

// small is arc-hybrid after SH LA(7) SH SH RA(70) SH over five words: 1 and 3
// hang on 2, which lies on the stack with 4.
func small() *transition.Config {
	var c transition.Config
	s := transition.ArcHybrid{}
	s.Start(&c, 5)
	s.Apply(&c, transition.Shift, transition.None)
	s.Apply(&c, transition.Left, 7)
	s.Apply(&c, transition.Shift, transition.None)
	s.Apply(&c, transition.Shift, transition.None)
	s.Apply(&c, transition.Right, 70)
	s.Apply(&c, transition.Shift, transition.None)
	return &c
}

func TestConfigKnowsDependents(t *testing.T) {
	const none = transition.None
	c := small()
	require.NoError(t, c.Verify())
	require.Equal(t, []int32{0, 2, 4}, c.Stack)
	require.Equal(t, transition.Node{
		Head: none, Label: none,
		First: 2, Last: 2,
		Left: [2]int32{1, none}, LeftValency: 1, LeftLabelSet: 1 << 7,
		Right: [2]int32{3, none}, RightValency: 1, RightLabelSet: 1 << (70 - 64),
	}, c.Nodes[2])
	require.Equal(t, int32(2), c.Nodes[1].Head)
	require.Equal(t, int32(70), c.Nodes[3].Label)
	require.True(t, c.HasHead(3))
	require.False(t, c.HasHead(2))
}

func TestStackAndBufferFromTheirEnds(t *testing.T) {
	c := small()
	require.Equal(t, int32(4), c.S(0))
	require.Equal(t, int32(2), c.S(1))
	require.Equal(t, int32(0), c.S(2))
	require.Equal(t, int32(transition.None), c.S(3))
	require.Equal(t, int32(5), c.Front())
	require.False(t, c.BufferEmpty())
	transition.ArcHybrid{}.Apply(c, transition.Shift, transition.None)
	require.Equal(t, int32(transition.None), c.Front())
	require.True(t, c.BufferEmpty())
}

// In the ending of arc-eager ROOT's dependents come from right to left; the two outermost ones are
// correct nevertheless.
func TestEagerEndingAttachesFromTheRight(t *testing.T) {
	var c transition.Config
	s := transition.ArcEager{Roots: transition.MultiRoot}
	s.Start(&c, 4)
	s.Apply(&c, transition.Right, 0) // ROOT → 1
	s.Apply(&c, transition.Reduce, transition.None)
	for range 3 {
		s.Apply(&c, transition.Shift, transition.None)
	}
	for _, right := range [][2]int32{{4, 1}, {4, 3}, {4, 3}} {
		s.Apply(&c, transition.Right, 0)
		require.Equal(t, right, c.Nodes[0].Right)
		require.NoError(t, c.Verify())
	}
	require.True(t, s.Terminal(&c))
	require.Equal(t, int32(4), c.Nodes[0].RightValency)
}

func TestCopyIsIndependent(t *testing.T) {
	c, d := small(), &transition.Config{}
	d.CopyFrom(c)
	require.Equal(t, c, d)
	transition.ArcHybrid{}.Apply(d, transition.Left, 1)
	require.Equal(t, small(), c)
	require.NoError(t, d.Verify())
}

// A configuration can be reset to any length, longer or shorter, also after it was a small copy.
func TestResetForgets(t *testing.T) {
	c := &transition.Config{}
	c.CopyFrom(small())
	for _, n := range []int{5, 2, 0, 9, 3, 40} {
		c.Reset(n, transition.Dependencies)
		require.NoError(t, c.Verify())
		var fresh transition.Config
		fresh.Reset(n, transition.Dependencies)
		require.Equal(t, &fresh, c)
		require.Len(t, c.Nodes, n+1)
		require.Greater(t, cap(c.Stack), n, "the stack has room for all words")
	}
}

// Verify finds every kind of damage, each done to a sound configuration.
func TestVerifyFindsDamage(t *testing.T) {
	damages := map[string]func(c *transition.Config){
		"buffer before the sentence": func(c *transition.Config) { c.Next = 0 },
		"buffer after the sentence":  func(c *transition.Config) { c.Next = 7 },
		"a node too few":             func(c *transition.Config) { c.Nodes = c.Nodes[:5] },
		"no stack":                   func(c *transition.Config) { c.Stack = nil },
		"ROOT not at the bottom":     func(c *transition.Config) { c.Stack[0] = 1 },
		"ROOT with a head":           func(c *transition.Config) { c.Nodes[0].Head = 2 },
		"stack out of order":         func(c *transition.Config) { c.Stack[1], c.Stack[2] = 4, 2 },
		"a word twice on the stack":  func(c *transition.Config) { c.Stack = []int32{0, 2, 4, 4} },
		"stack and buffer overlap":   func(c *transition.Config) { c.Stack = append(c.Stack, 5) },
		"headless word nowhere":      func(c *transition.Config) { c.Stack = c.Stack[:2] },
		"word taken back":            func(c *transition.Config) { c.Next = 3 },
		"attached word in buffer":    func(c *transition.Config) { c.Nodes[5].Head, c.Nodes[5].Label = 4, 1 },
		"head without label":         func(c *transition.Config) { c.Nodes[3].Label = transition.None },
		"label without head":         func(c *transition.Config) { c.Nodes[4].Label = 1 },
		"own head":                   func(c *transition.Config) { c.Nodes[3].Head = 3 },
		"cycle of two":               func(c *transition.Config) { c.Nodes[1].Head, c.Nodes[3].Head = 3, 1 },
		"cycle below a word":         func(c *transition.Config) { c.Nodes[2].Head, c.Nodes[2].Label = 3, 0 },
		"head out of range":          func(c *transition.Config) { c.Nodes[3].Head = 6 },
		"head below none":            func(c *transition.Config) { c.Nodes[3].Head = -2 },
		"another head":               func(c *transition.Config) { c.Nodes[3].Head = 4 },
		"another label":              func(c *transition.Config) { c.Nodes[3].Label = 8 },
		"leftmost":                   func(c *transition.Config) { c.Nodes[2].Left[0] = 3 },
		"second leftmost":            func(c *transition.Config) { c.Nodes[2].Left[1] = 1 },
		"rightmost":                  func(c *transition.Config) { c.Nodes[2].Right[0] = 4 },
		"second rightmost":           func(c *transition.Config) { c.Nodes[4].Right[1] = 2 },
		"left valency":               func(c *transition.Config) { c.Nodes[2].LeftValency++ },
		"right valency":              func(c *transition.Config) { c.Nodes[0].RightValency-- },
		"left labels":                func(c *transition.Config) { c.Nodes[2].LeftLabelSet |= 1 },
		"right labels":               func(c *transition.Config) { c.Nodes[2].RightLabelSet = 0 },
	}
	for name, damage := range damages {
		c := small()
		damage(c)
		require.ErrorIs(t, c.Verify(), transition.ErrBroken, name)
	}
}

// One node with all words as dependents, more than two on each side.
func TestVerifyAddsUpManyDependents(t *testing.T) {
	var c transition.Config
	s := transition.ArcStandard{}
	s.Start(&c, 9)
	for range 5 {
		s.Apply(&c, transition.Shift, transition.None)
	}
	for range 4 {
		s.Apply(&c, transition.Left, 1)
		require.NoError(t, c.Verify())
	}
	for range 4 {
		s.Apply(&c, transition.Shift, transition.None)
		s.Apply(&c, transition.Right, 2)
		require.NoError(t, c.Verify())
	}
	require.Equal(t, transition.Node{
		Head: transition.None, Label: transition.None,
		First: 5, Last: 5,
		Left: [2]int32{1, 2}, LeftValency: 4, LeftLabelSet: 1 << 1,
		Right: [2]int32{9, 8}, RightValency: 4, RightLabelSet: 1 << 2,
	}, c.Nodes[5])
}
