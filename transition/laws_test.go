package transition_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit"
	"parser/transition"
)

// The laws of this file are written once against transition.System and hold for
// every system that oracle.Systems lists, in both root modes.

type variant struct {
	transition.System
	roots transition.Roots
}

func (v variant) String() string { return v.Name() + " " + v.roots.String() }

func variants(t testing.TB) []variant {
	var all []variant
	for _, name := range oracle.Systems(transition.Dependencies) {
		for _, roots := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
			s, err := oracle.NewSystem(name, transition.Params{Roots: roots})
			require.NoError(t, err)
			all = append(all, variant{s, roots})
		}
	}
	return all
}

// forEach runs a test for every variant.
func forEach(t *testing.T, test func(t *testing.T, v variant)) {
	for _, v := range variants(t) {
		t.Run(v.String(), func(t *testing.T) { test(t, v) })
	}
}

// checkConfig states what holds after every move: the invariants of Verify, no
// dead end, and only moves that the system has.
func checkConfig(v variant, c *transition.Config) error {
	if err := c.Verify(); err != nil {
		return err
	}
	legal := v.Legal(c)
	switch {
	case legal&^v.Moves() != 0:
		return fmt.Errorf("legal moves %b, but the system has %b", legal, v.Moves())
	case v.Terminal(c) && legal != 0:
		return fmt.Errorf("legal moves %b in a terminal configuration", legal)
	case v.Terminal(c):
		return checkTree(v, c)
	case legal == 0:
		return fmt.Errorf("dead end: stack %v, b=%d, n=%d", c.Stack, c.Next, c.N)
	}
	return nil
}

// checkTree states what a terminal configuration is: a tree over all words
// (Verify has seen that heads have no cycle), without crossing arcs unless the
// system makes such, and with exactly one root under SingleRoot.
func checkTree(v variant, c *transition.Config) error {
	heads, roots := make([]int32, c.N+1), 0
	for d := int32(1); d <= c.N; d++ {
		heads[d] = c.Nodes[d].Head
		if heads[d] == transition.None {
			return fmt.Errorf("word %d has no head at the end", d)
		}
		if heads[d] == 0 {
			roots++
		}
	}
	switch {
	case c.N > 0 && roots < 1, v.roots == transition.SingleRoot && roots > 1:
		return fmt.Errorf("%d roots in %v", roots, heads[1:])
	case !transition.Crossing(v) && !projective(heads):
		return fmt.Errorf("crossing arcs in %v", heads[1:])
	}
	return nil
}

// projective reports whether the words between the ends of each arc are all
// below its head, the definition, ROOT standing before the first word.
func projective(heads []int32) bool {
	for d := int32(1); d < int32(len(heads)); d++ {
		for k := min(d, heads[d]) + 1; k < max(d, heads[d]); k++ {
			above := k
			for above != 0 && above != heads[d] {
				above = heads[above]
			}
			if above != heads[d] {
				return false
			}
		}
	}
	return true
}

// checkEffect states what a move does: it adds the arc that Arc announced, and
// no other, and either pushes the buffer front or pops one word, or swaps the two; in head-offset it
// reads the next word, or looks one word further to both sides.
func checkEffect(v variant, before, after *transition.Config, m transition.Move, label int32) error {
	head, dep, arc := v.Arc(before, m)
	if arc != m.Labelled() {
		return fmt.Errorf("%v adds an arc: %v, labelled: %v", m, arc, m.Labelled())
	}
	for d := int32(1); d <= before.N; d++ {
		want := before.Nodes[d].Head
		if arc && d == dep {
			want = head
		}
		if after.Nodes[d].Head != want {
			return fmt.Errorf("%v made %d the head of %d, not %d", m, after.Nodes[d].Head, d, want)
		}
	}
	if v.Name() == (transition.HeadOffset{}).Name() {
		return checkTag(before, after, arc)
	}
	wait := func(c *transition.Config) int { return int(c.N-c.Next) + 1 + len(c.Returned) }
	pushed := wait(before) - wait(after)
	popped := len(before.Stack) + pushed - len(after.Stack)
	if m == transition.Swap {
		// Two neighbours have changed places, the first one of them stands first in the sentence, and
		// the border between stack and buffer is further left.
		i, is, was := len(after.Stack)-1, order(after), order(before)
		if v.Name() == (transition.ArcHybridSwap{}).Name() {
			i++
		}
		if was[i] > was[i+1] || was[i] == 0 || pushed != -1 || popped != 0 {
			return fmt.Errorf("%v made %v of %v", m, is, was)
		}
		if was[i], was[i+1] = was[i+1], was[i]; !slices.Equal(is, was) {
			return fmt.Errorf("%v made %v", m, is)
		}
		return nil
	}
	switch {
	case arc && (before.HasHead(dep) && !(m == transition.Left && transition.Tentative(v)) || after.Nodes[dep].Label != label):
		return fmt.Errorf("%v attached %d twice or with label %d", m, dep, after.Nodes[dep].Label)
	case pushed+popped != 1 || pushed < 0 || popped < 0:
		return fmt.Errorf("%v pushed %d words and popped %d", m, pushed, popped)
	}
	return nil
}

// checkTag states which words stack and buffer have in head-offset.
func checkTag(before, after *transition.Config, arc bool) error {
	w, d, want := before.S(0), int32(1), []int32{0}
	for i := len(before.Steps) - 1; i >= 0 && before.Steps[i].Move == transition.Further; i-- {
		d++
	}
	if d++; arc {
		w, d = w+1, 1
	}
	for k := int32(1); k <= w-d && w <= before.N; k++ {
		want = append(want, k)
	}
	if w <= before.N {
		want = append(want, w)
	}
	for k := w + d; k <= before.N; k++ {
		want = append(want, k)
	}
	if got := order(after); !slices.Equal(got, want) {
		return fmt.Errorf("%v of %v, should be %v", got, order(before), want)
	}
	return nil
}

// order lists the words of the stack and of the buffer.
func order(c *transition.Config) []int32 {
	all := slices.Clone(c.Stack)
	for i := 0; c.B(i) != transition.None; i++ {
		all = append(all, c.B(i))
	}
	return all
}

// step makes a checked move and returns the configuration after it.
func step(v variant, c *transition.Config, m transition.Move, label int32) (*transition.Config, error) {
	var next transition.Config
	next.CopyFrom(c)
	v.Apply(&next, m, label)
	if err := checkEffect(v, c, &next, m, label); err != nil {
		return nil, err
	}
	return &next, checkConfig(v, &next)
}

// Every sequence of legal moves over up to four words keeps the laws and ends
// after exactly 2n moves, each of which pushes or pops one word, and two more for
// each SWAP, or in head-offset n moves, and one more for each FU. The trees that it can end in are all projective trees that the root
// mode admits, with SWAP or FU all trees, and no others: soundness and completeness
// (Nivre 2008, Theorems 1–4; Kuhlmann et al. 2011; Nivre 2009, Section 4).
func TestAllMoveSequences(t *testing.T) {
	forEach(t, func(t *testing.T, v variant) {
		counts := map[bool]map[transition.Roots][]int{
			// binomial(3n−2, n−1)/n and binomial(3n, n)/(2n+1) projective trees
			false: {transition.SingleRoot: {1, 1, 2, 7, 30}, transition.MultiRoot: {1, 1, 3, 12, 55}},
			// nⁿ⁻¹ and (n+1)ⁿ⁻¹ trees (Cayley)
			true: {transition.SingleRoot: {1, 1, 2, 9, 64}, transition.MultiRoot: {1, 1, 3, 16, 125}},
		}[transition.Crossing(v)][v.roots]
		for n, count := range counts {
			trees := map[string]bool{}
			var start transition.Config
			v.Start(&start, n)
			require.NoError(t, checkConfig(v, &start))
			moves := 2 * n
			if v.Moves().Has(transition.Further) {
				moves = n
			}
			derivations := 0
			allSequences(t, v, &start, moves, func(c *transition.Config) {
				derivations++
				heads := make([]int32, n)
				for i := range heads {
					heads[i] = c.Nodes[i+1].Head
				}
				trees[fmt.Sprint(heads)] = true
			})
			require.Len(t, trees, count, "n=%d", n)
			if v.Name() == (transition.HeadOffset{}).Name() {
				require.Equal(t, count, derivations, "each tree has one")
			}
		}
	})
}

// allSequences visits every terminal configuration exactly left moves after c.
func allSequences(t *testing.T, v variant, c *transition.Config, left int, visit func(*transition.Config)) {
	if v.Terminal(c) {
		require.Zero(t, left, "ended early: stack %v", c.Stack)
		visit(c)
		return
	}
	require.Positive(t, left, "too many moves: stack %v, b=%d", c.Stack, c.Next)
	for m := range transition.NumMoves {
		if v.Legal(c).Has(m) {
			next, err := step(v, c, m, c.Next)
			require.NoError(t, err)
			switch {
			case m == transition.Swap:
				allSequences(t, v, next, left+1, visit)
			case m == transition.Further:
				allSequences(t, v, next, left, visit)
			default:
				allSequences(t, v, next, left-1, visit)
			}
		}
	}
}

// drive makes the legal moves that choose picks, from Start to the end, and checks each. choose
// gets the number of legal moves and returns the index of one.
func drive(v variant, c *transition.Config, n int, choose func(int) int) error {
	v.Start(c, n)
	if err := checkConfig(v, c); err != nil {
		return err
	}
	for moves := 0; !v.Terminal(c); moves++ {
		if moves == 2*n+n*(n-1) || moves == 2*n && !transition.Crossing(v) {
			return fmt.Errorf("more than %d moves", moves)
		}
		var legal []transition.Move
		for m := range transition.NumMoves {
			if v.Legal(c).Has(m) {
				legal = append(legal, m)
			}
		}
		label := int32(choose(100))
		next, err := step(v, c, legal[choose(len(legal))], label)
		if err != nil {
			return err
		}
		c.CopyFrom(next)
	}
	return nil
}

// seeds is how many random derivations there are: all of them with PARSER_DEEP, and else a third.
func seeds(all uint64) uint64 {
	if testkit.Deep() {
		return all
	}
	return all / 3
}

func TestRandomMoves(t *testing.T) {
	forEach(t, func(t *testing.T, v variant) {
		var c transition.Config
		for seed := range seeds(150) {
			random := rand.New(rand.NewPCG(seed, 0))
			n := 1 + random.IntN(200)
			require.NoError(t, drive(v, &c, n, random.IntN), "seed %d, n=%d", seed, n)
		}
	})
}

// Whether a move is legal depends neither on labels nor on what the configuration was used for
// before.
func TestMovesDoNotDependOnLabelsOrThePast(t *testing.T) {
	forEach(t, func(t *testing.T, v variant) {
		var used transition.Config
		v.Start(&used, 300)
		for seed := range uint64(50) {
			random := rand.New(rand.NewPCG(seed, 1))
			n := 1 + random.IntN(50)
			var fresh transition.Config
			v.Start(&fresh, n)
			v.Start(&used, n)
			for !v.Terminal(&fresh) {
				require.Equal(t, v.Legal(&fresh), v.Legal(&used), "seed %d", seed)
				m := pick(random, v.Legal(&fresh))
				v.Apply(&fresh, m, 3)
				v.Apply(&used, m, int32(random.IntN(80)))
			}
			require.True(t, v.Terminal(&used))
			for d := 1; d <= n; d++ {
				require.Equal(t, fresh.Nodes[d].Head, used.Nodes[d].Head, "seed %d, word %d", seed, d)
			}
		}
	})
}

// pick returns one of the legal moves without allocating.
func pick(random *rand.Rand, legal transition.Moves) transition.Move {
	for {
		if m := transition.Move(random.IntN(int(transition.NumMoves))); legal.Has(m) {
			return m
		}
	}
}

func TestNoMoveAllocates(t *testing.T) {
	if transition.Invariants {
		t.Skip("verifying every move allocates")
	}
	const longest = 200
	forEach(t, func(t *testing.T, v variant) {
		var c transition.Config
		random := rand.New(rand.NewPCG(1, 2))
		v.Start(&c, longest)
		require.Zero(t, testing.AllocsPerRun(50, func() { parseRandomly(v.System, &c, 1+random.IntN(longest), random) }))
	})
}

func parseRandomly(s transition.System, c *transition.Config, n int, random *rand.Rand) {
	for s.Start(c, n); !s.Terminal(c); {
		m, label := pick(random, s.Legal(c)), int32(transition.None)
		if m.Labelled() {
			label = 5
		}
		s.Apply(c, m, label)
	}
}

// A single move, legality included, in random parses of 25 words.
func BenchmarkMove(b *testing.B) {
	const words = 25
	for _, v := range variants(b) {
		b.Run(v.String(), func(b *testing.B) {
			var c transition.Config
			random := rand.New(rand.NewPCG(1, 3))
			b.ReportAllocs()
			for b.Loop() {
				parseRandomly(v.System, &c, words, random)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(2*words), "ns/move")
		})
	}
}

// FuzzMoves drives a system by bytes: the system, the length, then for each move
// a label and which of the legal moves to make.
func FuzzMoves(f *testing.F) {
	for i := range variants(f) {
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
		all := variants(t)
		v, n := all[next(len(all))], next(40)
		var c transition.Config
		require.NoError(t, drive(v, &c, n, next))
	})
}
