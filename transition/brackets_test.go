package transition_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// apply makes the moves of a script from Start, all labels 0.
func apply(t *testing.T, s transition.System, n int, script string) *transition.Config {
	var c transition.Config
	s.Start(&c, n)
	for _, name := range strings.Fields(script) {
		m := transition.Shift
		for m.String() != name {
			m++
		}
		require.True(t, s.Legal(&c).Has(m), "%s %+v: %s in %s", s.Name(), s, name, script)
		s.Apply(&c, m, 0)
	}
	return &c
}

// legality is which moves are legal after a script over n words, and why.
type legality struct {
	why    string
	system transition.System
	n      int
	script string
	legal  string
}

// check fails the test where other moves are legal.
func (l legality) check(t *testing.T) {
	c := apply(t, l.system, l.n, l.script)
	var legal []string
	for m := range transition.NumMoves {
		if l.system.Legal(c).Has(m) {
			legal = append(legal, m.String())
		}
	}
	require.Equal(t, l.legal, strings.Join(legal, " "), "%s %+v after %q: %s", l.system.Name(), l.system, l.script, l.why)
}

// The rules of the deduction systems at their limits, move by move: of bracket …
func TestBracketLegality(t *testing.T) {
	opens := func(k int32) transition.System { return transition.Bracket{MaxOpens: k} }
	noChain := transition.Bracket{MaxOpens: 5, Unary: transition.NoChain}
	strict := transition.Bracket{MaxOpens: 5, Unary: transition.Strict}
	for _, test := range []legality{
		{"the root bracket comes first", opens(2), 2, "", "NT"},
		{"no bracket is empty", opens(2), 2, "NT", "SH NT"},
		{"no more brackets in a row", opens(2), 2, "NT NT", "SH"},
		{"after a word they are counted again", opens(2), 2, "NT NT SH", "SH NT CL"},
		{"after a close, too", opens(1), 3, "NT SH NT SH CL", "SH NT"},
		{"the root bracket stays open while words wait", opens(2), 2, "NT SH", "SH NT"},
		{"after the last word brackets close", opens(2), 1, "NT NT SH", "CL"},
		{"the root bracket closes at the end", opens(2), 1, "NT SH", "CL"},
		{"that is all", opens(2), 1, "NT SH CL", ""},

		{"X(w) is no chain", noChain, 3, "NT NT SH", "SH NT CL"},
		{"the last word is for the bracket below", noChain, 2, "NT NT SH", "CL"},
		{"X(Y) is one", noChain, 4, "NT NT NT SH SH CL", "SH NT"},
		{"X(Y w) is no chain", noChain, 4, "NT NT NT SH CL SH", "SH NT CL"},
		{"each open bracket above needs a word of its own", noChain, 2, "NT NT", "SH"},
		{"the last word is for the one below", noChain, 2, "NT NT SH CL", "SH NT"},
		{"one word makes one bracket", noChain, 1, "NT", "SH"},
		{"two brackets below need the last two", noChain, 3, "NT NT NT SH", "CL"},

		{"one word is a bracket", strict, 1, "", "NT"},
		{"which has nothing else inside", strict, 1, "NT", "SH"},
		{"and closes", strict, 1, "NT SH", "CL"},
		{"two words make one bracket", strict, 2, "NT", "SH"},
		{"which does not close on one", strict, 2, "NT SH", "SH"},
		{"but on two", strict, 2, "NT SH SH", "CL"},
		{"three words make two brackets", strict, 3, "NT", "SH NT"},
		{"not three", strict, 3, "NT NT", "SH"},
		{"the word left is for the inner bracket", strict, 3, "NT SH NT SH", "SH"},
		{"or else for the root", strict, 3, "NT NT SH SH", "CL"},
		{"where the root has its two, brackets take more", strict, 4, "NT SH SH", "SH NT"},
	} {
		test.check(t)
	}
}

// … of in-order …
func TestInOrderLegality(t *testing.T) {
	inOrder := func(k int32) transition.System { return transition.InOrder{MaxUnary: k} }
	for _, test := range []legality{
		{"a word comes first", inOrder(1), 2, "", "SH"},
		{"a bracket is opened around it", inOrder(1), 2, "SH", "NT"},
		{"with a child it closes or goes on", inOrder(1), 2, "SH NT", "SH CL"},
		{"an item beside it is attached or opened around", inOrder(1), 2, "SH NT SH", "NT CL"},
		{"a bracket needs another child where the tower is full", inOrder(1), 2, "SH NT CL NT", "SH"},
		{"which has to be there", inOrder(1), 2, "SH NT SH CL", "FI"},
		{"or there is room above", inOrder(2), 2, "SH NT SH CL", "NT FI"},
		{"while words wait there is no end", inOrder(1), 2, "SH NT CL", "NT"},
		{"a word alone is no tree", inOrder(1), 1, "SH", "NT"},
		{"a bracket is", inOrder(2), 1, "SH NT CL", "NT FI"},
		{"words are shifted after an item below a bracket", inOrder(1), 3, "SH NT SH", "SH NT CL"},
		{"the end", inOrder(1), 1, "SH NT CL FI", ""},
	} {
		test.check(t)
	}
}

// … of shift-label and split.
func TestLabelLegality(t *testing.T) {
	for _, test := range []legality{
		{"a word comes first", transition.ShiftLabel{}, 2, "", "SH"},
		{"then its label", transition.ShiftLabel{}, 2, "SH", "LB NL"},
		{"one span is not joined", transition.ShiftLabel{}, 2, "SH NL", "SH"},
		{"two are", transition.ShiftLabel{}, 3, "SH NL SH LB", "SH CO"},
		{"with an empty buffer only that is left", transition.ShiftLabel{}, 2, "SH NL SH NL", "CO"},
		{"the span of all words has a label", transition.ShiftLabel{}, 2, "SH NL SH NL CO", "LB"},
		{"also if it is one word", transition.ShiftLabel{}, 1, "SH", "LB"},
		{"the end", transition.ShiftLabel{}, 1, "SH LB", ""},

		{"the span of all words has a label", transition.Split{}, 3, "", "LB"},
		{"then it is split", transition.Split{}, 3, "LB", "HE FU"},
		{"at the last candidate at last", transition.Split{}, 3, "LB FU", "HE"},
		{"at the only one at once", transition.Split{}, 2, "LB", "HE"},
		{"the left part comes first", transition.Split{}, 3, "LB FU HE", "LB NL"},
		{"a span without label is split, too", transition.Split{}, 3, "LB FU HE NL", "HE"},
		{"a word is not", transition.Split{}, 3, "LB HE NL", "LB NL"},
		{"one word has a label", transition.Split{}, 1, "", "LB"},
		{"the end", transition.Split{}, 1, "LB", ""},
		{"the end after two", transition.Split{}, 2, "LB HE NL NL", ""},
	} {
		test.check(t)
	}
}

// Brackets add no dependencies.
func TestBracketsHaveNoArcs(t *testing.T) {
	forEachBracketing(t, func(t *testing.T, s transition.System) {
		var c transition.Config
		s.Start(&c, 3)
		for m := range transition.NumMoves {
			_, _, ok := s.Arc(&c, m)
			require.False(t, ok)
		}
	})
}

// A configuration knows the words of a bracket, its first and last two children, and their number.
func TestConfigKnowsChildren(t *testing.T) {
	const none = transition.None
	c := apply(t, transition.Bracket{MaxOpens: 2}, 4, "NT SH NT SH CL SH")
	require.Equal(t, transition.Node{
		Head: none, Label: 0, Left: [2]int32{1, 6}, Right: [2]int32{3, 6}, LeftValency: 3, First: 1, Last: none,
	}, c.Nodes[5])
	require.Equal(t, transition.Node{
		Head: 5, Label: 0, Left: [2]int32{2, none}, Right: [2]int32{2, none}, LeftValency: 1, First: 2, Last: 2,
	}, c.Nodes[6])
	require.True(t, c.IsOpen(5))
	require.False(t, c.IsOpen(6))
	require.True(t, c.IsBracket(6))
	require.False(t, c.IsBracket(4))
	require.False(t, c.IsBracket(none))
}

// The same for spans that wait to be split.
func TestVerifyFindsDamagedSpans(t *testing.T) {
	// 5 covers all words, and was split into 6 = (1 2 3) and 4.
	sound := func() *transition.Config { return apply(t, transition.Split{}, 4, "LB FU HE") }
	require.NoError(t, sound().Verify())
	require.Equal(t, []int32{0, 4, 6}, sound().Stack)
	for name, damage := range map[string]func(c *transition.Config){
		"buffer inside before the label": func(c *transition.Config) { c.Next = 3 },
		"buffer at the end":              func(c *transition.Config) { c.Next = 5 },
		"buffer after a span with label": func(c *transition.Config) { c.Unlabelled = false },
		"buffer at its first word":       func(c *transition.Config) { c.Unlabelled, c.Next = false, 1 },
		"items out of order":             func(c *transition.Config) { c.Stack = []int32{0, 6, 4} },
		"an item too few":                func(c *transition.Config) { c.Stack = []int32{0, 6} },
		"a span that was split":          func(c *transition.Config) { c.Stack = []int32{0, 5} },
		"a child of a span that waits":   func(c *transition.Config) { c.Nodes[1].Head = 6 },
		"an open bracket":                func(c *transition.Config) { c.Opens = 1 },
	} {
		c := sound()
		damage(c)
		require.ErrorIs(t, c.Verify(), transition.ErrBroken, name)
	}
}

// A tower is counted over the same words, from the top down to the first bracket
// of several children.
func TestTower(t *testing.T) {
	c := apply(t, transition.InOrder{MaxUnary: 3}, 2, "SH NT CL NT CL NT SH NT CL CL")
	towers := map[int32]int32{}
	for node := range int32(len(c.Nodes)) {
		towers[node] = c.Tower(node)
	}
	require.Equal(t, map[int32]int32{0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 1, 6: 1}, towers)
	require.Zero(t, c.Tower(transition.None))
}

// The children of each node come from left to right, until the caller stops.
func TestChildren(t *testing.T) {
	c := apply(t, transition.ShiftLabel{}, 3, "SH NL SH NL CO LB SH LB CO LB")
	children := map[int32][]int32{}
	for parent, child := range c.Children {
		children[parent] = append(children[parent], child)
	}
	require.Equal(t, map[int32][]int32{0: {5}, 5: {4, 3}, 4: {1, 2}}, children)
	require.Equal(t, []oracle.Span{{Label: 0, Start: 0, End: 3}, {Label: 0, Start: 0, End: 2}, {Label: 0, Start: 2, End: 3}}, oracletest.Tree(c))
	for range c.Children {
		break
	}
}

// Verify finds every kind of damage, each done to a sound configuration.
func TestVerifyFindsDamagedBrackets(t *testing.T) {
	const none = transition.None
	// 7 is open over 1, 8 = (2 3) and 9, which is open over 4; 10 was just opened.
	sound := func() *transition.Config {
		return apply(t, transition.Bracket{MaxOpens: 2}, 6, "NT SH NT SH SH CL NT SH NT")
	}
	require.NoError(t, sound().Verify())
	require.Equal(t, []int32{0, 7, 9, 10}, sound().Stack)
	damages := map[string]func(c *transition.Config){
		"buffer before the sentence":      func(c *transition.Config) { c.Next = 0 },
		"buffer after the sentence":       func(c *transition.Config) { c.Next = 8 },
		"too few nodes":                   func(c *transition.Config) { c.Nodes = c.Nodes[:6] },
		"fewer words":                     func(c *transition.Config) { c.N = 5 },
		"a negative number of words":      func(c *transition.Config) { c.N = -1 },
		"no stack":                        func(c *transition.Config) { c.Stack = nil },
		"ROOT not at the bottom":          func(c *transition.Config) { c.Stack = c.Stack[1:] },
		"ROOT twice":                      func(c *transition.Config) { c.Stack[2] = 0 },
		"ROOT with a parent":              func(c *transition.Config) { c.Nodes[0].Head = 7 },
		"ROOT with an open child":         func(c *transition.Config) { c.Nodes[7].Head = 0; c.Stack = []int32{0, 9, 10} },
		"no such node on the stack":       func(c *transition.Config) { c.Stack[3] = 11 },
		"a child on the stack":            func(c *transition.Config) { c.Stack = []int32{0, 7, 8, 10} },
		"an item too few":                 func(c *transition.Config) { c.Stack = c.Stack[:3] },
		"items out of order":              func(c *transition.Config) { c.Stack[1], c.Stack[2] = 9, 7 },
		"a word taken back":               func(c *transition.Config) { c.Next = 4 },
		"a word too much":                 func(c *transition.Config) { c.Next = 6 },
		"a word of the buffer attached":   func(c *transition.Config) { c.Nodes[6].Head = 10 },
		"a child let go":                  func(c *transition.Config) { c.Nodes[1].Head = none },
		"a child of another":              func(c *transition.Config) { c.Nodes[4].Head = 10 },
		"own parent":                      func(c *transition.Config) { c.Nodes[9].Head = 9 },
		"a cycle":                         func(c *transition.Config) { c.Nodes[7].Head = 8 },
		"parent out of range":             func(c *transition.Config) { c.Nodes[4].Head = 11 },
		"parent below none":               func(c *transition.Config) { c.Nodes[4].Head = -2 },
		"first child":                     func(c *transition.Config) { c.Nodes[7].Left[0] = 8 },
		"child out of range":              func(c *transition.Config) { c.Nodes[7].Left[0] = 11 },
		"second child":                    func(c *transition.Config) { c.Nodes[7].Left[1] = 1 },
		"last child":                      func(c *transition.Config) { c.Nodes[9].Right[0] = 3 },
		"last but one":                    func(c *transition.Config) { c.Nodes[8].Right[1] = none },
		"number of children":              func(c *transition.Config) { c.Nodes[7].LeftValency++ },
		"children on the right":           func(c *transition.Config) { c.Nodes[7].RightValency++ },
		"a word with a child":             func(c *transition.Config) { c.Nodes[2].LeftValency = 1 },
		"a word over another":             func(c *transition.Config) { c.Nodes[2].First = 3 },
		"an open word":                    func(c *transition.Config) { c.Nodes[2].Last = none },
		"a bracket that starts later":     func(c *transition.Config) { c.Nodes[9].First = 5 },
		"a bracket before the sentence":   func(c *transition.Config) { c.Nodes[10].First = 0 },
		"a bracket that ends earlier":     func(c *transition.Config) { c.Nodes[8].Last = 2 },
		"a bracket after the sentence":    func(c *transition.Config) { c.Nodes[8].Last = 7 },
		"a bracket that ends too early":   func(c *transition.Config) { c.Nodes[8].Last = 1 },
		"an empty bracket that is closed": func(c *transition.Config) { c.Nodes[10].Last = 5 },
		"a child that is still open":      func(c *transition.Config) { c.Nodes[8].Last = none },
		"more brackets just opened":       func(c *transition.Config) { c.Opens = 2 },
		"no bracket just opened":          func(c *transition.Config) { c.Opens = 0 },
	}
	for name, damage := range damages {
		c := sound()
		damage(c)
		require.ErrorIs(t, c.Verify(), transition.ErrBroken, name)
	}
}

// length is the length of long sentences and the depth of deep trees; every move
// is verified under the tag "invariants", in linear time.
func length() int {
	if transition.Invariants {
		return 200
	}
	return 5000
}

// Long sentences and deep trees, to the left, to the right, and over one word.
func TestLongAndDeep(t *testing.T) {
	k := length()
	times := func(n int, moves string) string { return strings.Repeat(" "+moves, n) }
	deepest := int32(k)
	tests := map[string]struct {
		system transition.System
		n      int
		script string
	}{
		"bracket flat":      {transition.Bracket{MaxOpens: 1}, k, "NT" + times(k, "SH") + " CL"},
		"bracket left":      {transition.Bracket{MaxOpens: deepest}, k, times(k, "NT") + times(k, "SH CL")},
		"bracket right":     {transition.Bracket{MaxOpens: 1}, k, times(k, "NT SH") + times(k, "CL")},
		"bracket chain":     {transition.Bracket{MaxOpens: deepest}, 1, times(k, "NT") + " SH" + times(k, "CL")},
		"no-chain right":    {transition.Bracket{MaxOpens: 1, Unary: transition.NoChain}, k, times(k, "NT SH") + times(k, "CL")},
		"strict left":       {transition.Bracket{MaxOpens: deepest, Unary: transition.Strict}, k, times(k-1, "NT") + " SH" + times(k-1, "SH CL")},
		"in-order flat":     {transition.InOrder{MaxUnary: 1}, k, "SH NT" + times(k-1, "SH") + " CL FI"},
		"in-order left":     {transition.InOrder{MaxUnary: 1}, k, "SH" + times(k-1, "NT SH CL") + " FI"},
		"in-order right":    {transition.InOrder{MaxUnary: 1}, k, times(k, "SH NT") + times(k, "CL") + " FI"},
		"in-order chain":    {transition.InOrder{MaxUnary: deepest}, 1, "SH" + times(k, "NT CL") + " FI"},
		"shift-label left":  {transition.ShiftLabel{}, k, "SH NL" + times(k-1, "SH NL CO LB")},
		"split left":        {transition.Split{}, k, times(k-2, "LB FU HE") + " LB HE" + times(k, "NL")},
		"split right":       {transition.Split{}, k, times(k-1, "LB HE NL") + " NL"},
		"shift-label right": {transition.ShiftLabel{}, k, times(k, "SH NL") + times(k-1, "CO LB")},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := apply(t, test.system, test.n, test.script)
			require.NoError(t, checkBrackets(test.system, c))
			require.True(t, test.system.Terminal(c))
			want := strings.Count(test.script, "NT") + strings.Count(test.script, "LB")
			require.Len(t, oracletest.Tree(c), want)
		})
	}
}

// Verify handles deep configurations as well, complete or not.
func TestVerifyDeep(t *testing.T) {
	c := apply(t, transition.Bracket{MaxOpens: 1}, length(), strings.Repeat(" NT SH", length()-1))
	require.NoError(t, c.Verify())
	c = apply(t, transition.InOrder{MaxUnary: 1}, length(), strings.Repeat(" SH NT", length()-1))
	require.NoError(t, c.Verify())
}

func TestUnaryModesAreWords(t *testing.T) {
	for u, text := range map[transition.Unary]string{transition.AnyUnary: "any", transition.NoChain: "no-chain", transition.Strict: "strict"} {
		require.Equal(t, text, u.String())
		again, err := transition.ParseUnary(text)
		require.NoError(t, err)
		require.Equal(t, u, again)
	}
	require.Equal(t, transition.AnyUnary, transition.Unary(0), "the zero value allows all")
	require.Equal(t, "unary 3", transition.Unary(3).String())
	for _, text := range []string{"", "Any", "none", "0"} {
		_, err := transition.ParseUnary(text)
		require.ErrorContains(t, err, "any no-chain strict")
	}
}
