package transition_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// The laws of this file are written once against transition.System and hold for
// every constituency system, with bounds that bind and others that do not.

func bracketSystems() []transition.System {
	return []transition.System{
		transition.Bracket{MaxOpens: 1},
		transition.Bracket{MaxOpens: 2},
		transition.Bracket{MaxOpens: 3},
		transition.Bracket{MaxOpens: 1, Unary: transition.NoChain},
		transition.Bracket{MaxOpens: 4, Unary: transition.NoChain},
		transition.Bracket{MaxOpens: 1, Unary: transition.Strict},
		transition.Bracket{MaxOpens: 2, Unary: transition.Strict},
		transition.Bracket{MaxOpens: 4, Unary: transition.Strict},
		transition.InOrder{MaxUnary: 1},
		transition.InOrder{MaxUnary: 2},
		transition.ShiftLabel{},
		transition.Split{},
	}
}

func forEachBracketing(t *testing.T, test func(t *testing.T, s transition.System)) {
	for _, s := range bracketSystems() {
		t.Run(fmt.Sprintf("%s %+v", s.Name(), s), func(t *testing.T) { test(t, s) })
	}
}

// mostMoves bounds the length of a parse of n words. In bracket at most MaxOpens brackets are
// opened before each word; in in-order at most MaxUnary brackets cover each of the at most 2n−1
// spans of a tree; in shift-label a structural move and a label move make each of the 2n−1 spans of
// a binary tree; in split each of them has a label move, and is split after at most as many moves as it has words but one, most in all if
// one word is split off at a time.
func mostMoves(s transition.System, n int) int {
	p := s.Params()
	switch s.Name() {
	case "bracket":
		return n + 2*n*int(p.MaxOpens)
	case "in-order":
		return n + 2*(2*n-1)*int(p.MaxUnary) + 1
	case "split":
		return 2*n - 1 + n*(n-1)/2
	}
	return 2 * (2*n - 1)
}

// longestChain is the number of brackets over the same words that s allows.
func longestChain(s transition.System) int32 {
	p := s.Params()
	switch {
	case s.Chains() == transition.JoinChains, p.Unary != transition.AnyUnary:
		return 1
	case s.Name() == "bracket":
		return p.MaxOpens
	}
	return p.MaxUnary
}

// derives reports whether s can build the tree, by the definitions of the bounds.
func derives(s transition.System, spans []oracle.Span) bool {
	p, n, most := s.Params(), spans[0].End, longestChain(s)
	starts, covers := map[int32]int32{}, map[[2]int32]int32{}
	for _, b := range spans {
		starts[b.Start]++
		covers[[2]int32{b.Start, b.End}]++
		if covers[[2]int32{b.Start, b.End}] > most || p.MaxOpens > 0 && starts[b.Start] > p.MaxOpens ||
			p.Unary == transition.Strict && n > 1 && b.End-b.Start == 1 {
			return false
		}
	}
	return true
}

// checkBrackets states what holds after every move: the invariants of Verify, no
// dead end, only moves that the system has, and at the end one tree over all words.
func checkBrackets(s transition.System, c *transition.Config) error {
	legal := s.Legal(c)
	switch err := c.Verify(); {
	case err != nil:
		return err
	case legal&^s.Moves() != 0:
		return fmt.Errorf("legal moves %b, but the system has %b", legal, s.Moves())
	case s.Terminal(c) && legal != 0:
		return fmt.Errorf("legal moves %b in a terminal configuration", legal)
	case s.Terminal(c):
		return checkWhole(c)
	case legal == 0:
		return fmt.Errorf("dead end: stack %v, b=%d, n=%d, nodes %+v", c.Stack, c.Next, c.N, c.Nodes[c.N+1:])
	}
	return nil
}

// checkWhole states what a terminal configuration is: every node has a parent
// (Verify has seen that none is above itself), and ROOT has one child, a
// constituent over all words.
func checkWhole(c *transition.Config) error {
	parents, tree := 0, int32(transition.None)
	for parent, child := range c.Children {
		parents++
		if parent == 0 {
			tree = child
		}
	}
	switch {
	case c.N == 0 && len(c.Nodes) == 1:
		return nil
	case parents != len(c.Nodes)-1 || c.Nodes[0].LeftValency != 1:
		return fmt.Errorf("%d nodes of %d have a parent, ROOT has %d children", parents, len(c.Nodes)-1, c.Nodes[0].LeftValency)
	case c.Nodes[tree].Label == transition.None || c.Nodes[tree].First != 1 || c.Nodes[tree].Last != c.N:
		return fmt.Errorf("the tree is %+v", c.Nodes[tree])
	}
	return nil
}

// checkBracketEffect states what a move does: Shift, and nothing else, takes a
// word, but in split the buffer begins anywhere; Open, Combine and Here, and nothing else, make a node, Here one for each part of several
// words; only Open and Label give a label; and what was built stays as it was.
func checkBracketEffect(s transition.System, before, after *transition.Config, m transition.Move, label int32) error {
	words, nodes, given := after.Next-before.Next, len(after.Nodes)-len(before.Nodes), 0
	for i := range before.Nodes {
		b, a := before.Nodes[i], after.Nodes[i]
		if a.Label != b.Label {
			given++
		}
		if b.Head != transition.None && a.Head != b.Head || b.Last != transition.None && a.Last != b.Last || b.First != a.First ||
			a.LeftValency < b.LeftValency || a.Label != b.Label && a.Label != label {
			return fmt.Errorf("%v made %+v of %+v", m, a, b)
		}
	}
	if m == transition.Open {
		given++
		if made := after.Nodes[len(after.Nodes)-1]; made.Label != label || made.Last != transition.None {
			return fmt.Errorf("NT made %+v", made)
		}
	}
	made := 0
	switch m {
	case transition.Open, transition.Combine:
		made = 1
	case transition.Here:
		span := before.Nodes[before.S(0)]
		for _, words := range []int32{before.Next - span.First, span.Last - before.Next + 1} {
			made += int(min(words, 2)) - 1
		}
	}
	inOrder := words == 0 || words == 1 && m == transition.Shift
	switch {
	case s.Name() != "split" && !inOrder, words == 0 && m == transition.Shift, nodes != made,
		(given == 1) != m.Labelled(), given > 1:
		return fmt.Errorf("%v took %d words, made %d nodes and gave %d labels", m, words, nodes, given)
	}
	return nil
}

// stepBracket makes a checked move and returns the configuration after it.
func stepBracket(s transition.System, c *transition.Config, m transition.Move, label int32) (*transition.Config, error) {
	var next transition.Config
	next.CopyFrom(c)
	s.Apply(&next, m, label)
	if err := checkBracketEffect(s, c, &next, m, label); err != nil {
		return nil, err
	}
	return &next, checkBrackets(s, &next)
}

// Every sequence of legal moves over up to four words, with two labels where the number of trees
// allows it, keeps the laws and ends. The trees that it can end in are exactly those that the
// bounds of the system allow: soundness and completeness. In bracket and in-order each tree has one
// derivation; in shift-label and split as many as there are binary trees that it can be made of.
func TestAllBracketSequences(t *testing.T) {
	forEachBracketing(t, func(t *testing.T, s transition.System) {
		for n := 1; n <= 4; n++ {
			labels := int32(2)
			if n+int(longestChain(s)) > 5 {
				labels = 1
			}
			want := map[string]bool{}
			for _, g := range oracletest.Bracketings(int32(n), labels, longestChain(s)) {
				if derives(s, g.Spans) {
					want[fmt.Sprint(g.Spans)] = true
				}
			}
			got, derivations := map[string]bool{}, 0
			var start transition.Config
			s.Start(&start, n)
			require.NoError(t, checkBrackets(s, &start))
			allBracketSequences(t, s, &start, labels, mostMoves(s, n), func(c *transition.Config) {
				derivations++
				got[fmt.Sprint(oracletest.Tree(c))] = true
			})
			require.Equal(t, want, got, "n=%d", n)
			require.True(t, s.Chains() == transition.JoinChains || derivations == len(got), "%d derivations of %d trees", derivations, len(got))
			t.Logf("n=%d, %d labels: %d trees, %d derivations", n, labels, len(got), derivations)
		}
	})
}

// allBracketSequences visits every terminal configuration that follows c within left moves.
func allBracketSequences(t *testing.T, s transition.System, c *transition.Config, labels int32, left int, visit func(*transition.Config)) {
	if s.Terminal(c) {
		require.True(t, s.Name() != "shift-label" || left == 0, "ended early")
		visit(c)
		return
	}
	if left == 0 {
		t.Fatalf("too many moves: stack %v, b=%d", c.Stack, c.Next)
	}
	for m := range transition.NumMoves {
		for label := range labels {
			if !s.Legal(c).Has(m) || label > 0 && !m.Labelled() {
				break
			}
			next, err := stepBracket(s, c, m, label)
			if err != nil {
				t.Fatal(err)
			}
			allBracketSequences(t, s, next, labels, left-1, visit)
		}
	}
}

// driveBracket makes the legal moves that choose picks, from Start to the end, and checks each.
// choose gets a number of possibilities and returns one of them.
func driveBracket(s transition.System, c *transition.Config, n int, choose func(int) int) error {
	s.Start(c, n)
	if err := checkBrackets(s, c); err != nil {
		return err
	}
	for moves := 0; !s.Terminal(c); moves++ {
		if moves == mostMoves(s, n) {
			return fmt.Errorf("more than %d moves", moves)
		}
		label := int32(choose(100))
		next, err := stepBracket(s, c, nth(s.Legal(c), choose), label)
		if err != nil {
			return err
		}
		c.CopyFrom(next)
	}
	return nil
}

// nth returns the move of a set that choose picks.
func nth(legal transition.Moves, choose func(int) int) transition.Move {
	var all []transition.Move
	for m := range transition.NumMoves {
		if legal.Has(m) {
			all = append(all, m)
		}
	}
	return all[choose(len(all))]
}

func TestRandomBracketMoves(t *testing.T) {
	forEachBracketing(t, func(t *testing.T, s transition.System) {
		var c transition.Config
		for seed := range uint64(60) {
			random := rand.New(rand.NewPCG(seed, 0))
			n := random.IntN(60)
			require.NoError(t, driveBracket(s, &c, n, random.IntN), "seed %d, n=%d", seed, n)
		}
	})
}

// The empty sentence is parsed with no move at all.
func TestNoWords(t *testing.T) {
	forEachBracketing(t, func(t *testing.T, s transition.System) {
		var c transition.Config
		s.Start(&c, 0)
		require.NoError(t, checkBrackets(s, &c))
		require.True(t, s.Terminal(&c))
		require.Equal(t, transition.Constituents, s.Kind())
		require.Equal(t, transition.Constituents, c.Kind)
	})
}

// Whether a move is legal depends neither on labels nor on what the configuration was used for
// before, even another kind of tree; and a copy is independent.
func TestBracketMovesDoNotDependOnLabelsOrThePast(t *testing.T) {
	forEachBracketing(t, func(t *testing.T, s transition.System) {
		var used, copied transition.Config
		transition.ArcHybrid{}.Start(&used, 300)
		for seed := range uint64(40) {
			random := rand.New(rand.NewPCG(seed, 1))
			n := 1 + random.IntN(50)
			var fresh transition.Config
			s.Start(&fresh, n)
			s.Start(&used, n)
			for !s.Terminal(&fresh) {
				require.Equal(t, s.Legal(&fresh), s.Legal(&used), "seed %d", seed)
				m := pick(random, s.Legal(&fresh))
				copied.CopyFrom(&fresh)
				s.Apply(&fresh, m, 3)
				s.Apply(&used, m, int32(random.IntN(80)))
				requireUntouched(t, s, &copied, &fresh)
			}
			require.True(t, s.Terminal(&used))
			require.Equal(t, unlabelled(oracletest.Tree(&fresh)), unlabelled(oracletest.Tree(&used)))
		}
	})
}

// requireUntouched makes a move in a copy and checks that the original does not change.
func requireUntouched(t *testing.T, s transition.System, copied, original *transition.Config) {
	stack, nodes := slices.Clone(original.Stack), slices.Clone(original.Nodes)
	s.Apply(copied, nth(s.Legal(copied), func(n int) int { return n - 1 }), 1)
	require.NoError(t, copied.Verify())
	require.Equal(t, stack, original.Stack)
	require.Equal(t, nodes, original.Nodes)
}

func unlabelled(spans []oracle.Span) []oracle.Span {
	for i := range spans {
		spans[i].Label = 0
	}
	return spans
}

func TestNoBracketMoveAllocates(t *testing.T) {
	if transition.Invariants {
		t.Skip("verifying every move allocates")
	}
	forEachBracketing(t, func(t *testing.T, s transition.System) {
		const longest = 100
		var c transition.Config
		random := rand.New(rand.NewPCG(1, 2))
		for range 200 {
			parseRandomly(s, &c, longest, random)
		}
		require.Zero(t, testing.AllocsPerRun(20, func() { parseRandomly(s, &c, 1+random.IntN(longest/2), random) }))
	})
}

// A single move, legality included, in random parses of 25 words.
func BenchmarkBracketMove(b *testing.B) {
	const words = 25
	for _, s := range bracketSystems() {
		b.Run(fmt.Sprintf("%s %+v", s.Name(), s), func(b *testing.B) {
			var c transition.Config
			random := rand.New(rand.NewPCG(1, 3))
			moves := 0
			b.ReportAllocs()
			for b.Loop() {
				for s.Start(&c, words); !s.Terminal(&c); moves++ {
					s.Apply(&c, pick(random, s.Legal(&c)), 5)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
		})
	}
}

// FuzzBracketMoves drives a system by bytes: the system, the length, then for each
// move a label and which of the legal moves to make.
func FuzzBracketMoves(f *testing.F) {
	for i := range bracketSystems() {
		f.Add([]byte{byte(i), 12, 0, 1, 2, 3, 0, 0, 70, 1, 9, 2})
		f.Add([]byte{byte(i), 1})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func(n int) int {
			if len(data) == 0 {
				return n - 1
			}
			k := int(data[0]) % n
			data = data[1:]
			return k
		}
		all := bracketSystems()
		s, n := all[next(len(all))], next(40)
		var c transition.Config
		require.NoError(t, driveBracket(s, &c, n, next))
	})
}
