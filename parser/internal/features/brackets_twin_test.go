package features_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/features"
	"parser/transition"
)

// The twin's view of brackets: parents and labels alone say where they are.

// below lists the dependents of k on one side, or the children of a bracket,
// which are all on the left, from left to right.
func below(c *transition.Config, k int32, left bool) []int32 {
	if c.Kind == transition.Dependencies {
		return dependents(c, k, left)
	}
	var list []int32
	for d := range c.Nodes {
		if left && c.Nodes[d].Head == k {
			list = append(list, int32(d))
		}
	}
	slices.SortFunc(list, func(a, b int32) int { return int(firstWord(c, a) - firstWord(c, b)) })
	return list
}

// firstWord goes down to the leftmost word. A span that waits to be split knows its words. An open bracket without children begins with the item above
// it on the stack or, without one, with the buffer.
func firstWord(c *transition.Config, k int32) int32 {
	if k <= c.N {
		return k
	}
	first := c.N + 1
	for d := range c.Nodes {
		if c.Nodes[d].Head == k {
			first = min(first, firstWord(c, int32(d)))
		}
	}
	if first <= c.N {
		return first
	}
	if !open(c, k) {
		return c.Nodes[k].First
	}
	if i := slices.Index(c.Stack, k); i+1 < len(c.Stack) {
		return firstWord(c, c.Stack[i+1])
	}
	return c.Next
}

// lastWord goes down to the rightmost word so far, or answers −1.
func lastWord(c *transition.Config, k int32) int32 {
	if k <= c.N {
		return k
	}
	last := int32(-1)
	for d := range c.Nodes {
		if c.Nodes[d].Head == k {
			last = max(last, lastWord(c, int32(d)))
		}
	}
	if last < 0 && !open(c, k) {
		return c.Nodes[k].Last
	}
	return last
}

// open reports whether a node is a bracket that can still grow.
func open(c *transition.Config, k int32) bool { return k > c.N && c.Nodes[k].Last == transition.None }

func tellState(c *transition.Config, k int32) string {
	switch {
	case k <= c.N:
		return "word"
	case open(c, k):
		return "open"
	}
	return "closed"
}

// completeItem returns the i-th item of the stack if it is complete, or −1.
func completeItem(c *transition.Config, i int) int32 {
	if items := c.Stack[1:]; i < len(items) && !open(c, items[len(items)-1-i]) {
		return items[len(items)-1-i]
	}
	return -1
}

// openBracket returns the i-th open bracket of the stack from its top, or −1.
func openBracket(c *transition.Config, i int) int32 {
	var list []int32
	for _, item := range c.Stack[1:] {
		if open(c, item) {
			list = append(list, item)
		}
	}
	if i < len(list) {
		return list[len(list)-1-i]
	}
	return -1
}

// bracketSystems are the constituency systems, those with a parameter twice.
func bracketSystems() []transition.System {
	return []transition.System{
		transition.Bracket{MaxOpens: 1}, transition.Bracket{MaxOpens: 4}, transition.Bracket{MaxOpens: 3, Unary: transition.Strict},
		transition.InOrder{MaxUnary: 1}, transition.InOrder{MaxUnary: 3}, transition.ShiftLabel{}, transition.Split{},
	}
}

// bracketJourney is journey with the constituency systems.
func bracketJourney() []*transition.Config {
	var all []*transition.Config
	random := rand.New(rand.NewPCG(9, 7))
	for _, s := range bracketSystems() {
		all = append(all, travel(s, random)...)
	}
	return all
}

// everyBracketAtom has the nodes, steps and attributes of brackets: each base with few steps and
// each attribute, and the innermost ones with many.
func everyBracketAtom() string {
	text := ""
	attributes := []string{"w", "p", "m:Number", "x2", "d", "vl", "vr", "sl", "sr", "k"}
	for _, node := range []string{"S0", "S1", "N0", "P0", "P1", "P9", "I0", "I1", "I2", "O0", "O1", "O2", "O9"} {
		for _, steps := range []string{"", "f", "e", "l", "r", "l2", "r2", "h", "lf", "r2e", "hf", "rl2e", "el", "fh", "b", "n", "nb", "lfb", "hen"} {
			for _, attribute := range attributes {
				text += node + steps + attribute + "\n"
			}
			text += fmt.Sprintf("dist(%[1]s%[2]s,N2)\ndist(P3,%[1]s%[2]s)\n", node, steps)
		}
	}
	return text
}

// As for dependencies; and an atom means the same in both kinds of systems.
func TestBracketFeaturesTellWhatTheTwinTells(t *testing.T) {
	sets := map[string]string{"every atom": everyBracketAtom()}
	for _, system := range oracle.Systems(transition.Constituents) {
		sets[system] = named(t, "default", system).String()
	}
	for name, text := range sets {
		t.Run(name, func(t *testing.T) { requireTwins(t, text, append(bracketJourney(), journey()...)) })
	}
}

// The twin is right where it can be checked by hand:
//
//	(S (NP The old Größe) (PP of (NP the houses    with the innermost two open
func TestBracketTwinByHand(t *testing.T) {
	const NT, SH, CL = transition.Open, transition.Shift, transition.Close
	const S, NP, PP = 0, 1, 2
	words := reading()
	var c transition.Config
	s := transition.Bracket{MaxOpens: 2}
	s.Start(&c, len(words))
	for _, move := range []struct {
		move  transition.Move
		label int32
	}{{NT, S}, {NT, NP}, {SH, -1}, {SH, -1}, {SH, -1}, {CL, -1}, {NT, PP}, {SH, -1}, {NT, NP}, {SH, -1}, {SH, -1}} {
		require.True(t, s.Legal(&c).Has(move.move))
		s.Apply(&c, move.move, move.label)
	}
	requireTold(t, &c, map[string]string{
		"O0d": "label 1", "O1d": "label 2", "O2d": "label 0", "O3d": "nowhere", "O0w": "nowhere", "O0t": "nowhere",
		"O0k": "open", "O2k": "open", "O3k": "nowhere", "P0k": "word", "O2lk": "closed", "I0k": "nowhere", "I9d": "nowhere",
		"P0w": `"houses"`, "P1w": `"the"`, "P2w": `"of"`, "P6w": "ROOT", "P7w": "nowhere", "P0d": "label -1",
		"O0vl": "2 dependents", "O1vl": "1 dependents", "O2vl": "1 dependents", "O0vr": "0 dependents", "O0sl": "labels []",
		"O0lw": `"the"`, "O0l2w": `"houses"`, "O0rw": `"houses"`, "O0r2w": `"the"`, "O1rw": `"of"`, "O1r2w": "nowhere", "O1l2w": "nowhere",
		"O2ld": "label 1", "O2rd": "label 1", "O2lfw": `"The"`, "O2lew": `"Größe"`, "O2l2d": "nowhere", "O2lr2w": `"old"`, "O2lhd": "label 0",
		"O0fw": `"the"`, "O0ew": `"houses"`, "O1fw": `"of"`, "O1ew": `"of"`, "O2fw": `"The"`, "O2ew": `"Größe"`, "S0d": "label 1",
		"dist(O0f,N0)": "2", "dist(O2f,N0)": "6 to 10", "dist(O0,N0)": "nowhere", "dist(N0,O0)": "nowhere", "dist(O2lf,O2le)": "2",
		"O0fhd": "label 1", "O0hd": "nowhere", "N0w": `"amazes"`, "N0fw": `"amazes"`,
	})
}

// Spans of shift-label are items without labels or with them:
//
//	[The] [old Größe: NP] [of]    before the label of the last word
func TestSpanTwinByHand(t *testing.T) {
	const SH, CO, LB, NL = transition.Shift, transition.Combine, transition.Label, transition.NoLabel
	var c transition.Config
	s := transition.ShiftLabel{}
	s.Start(&c, len(reading()))
	for _, move := range []transition.Move{SH, NL, SH, LB, SH, NL, CO, LB, SH} {
		require.True(t, s.Legal(&c).Has(move))
		s.Apply(&c, move, 3)
	}
	requireTold(t, &c, map[string]string{
		"I0w": `"of"`, "I0d": "label -1", "I0k": "word", "I1d": "label 3", "I1k": "closed", "I2w": `"The"`, "I2d": "label -1", "I3d": "nowhere",
		"I1fw": `"old"`, "I1ew": `"Größe"`, "I1ld": "label 3", "I1rd": "label -1", "I1rw": `"Größe"`, "I1vl": "2 dependents", "I0fw": `"of"`,
		"dist(I1f,I1e)": "1", "dist(I1,I0)": "nowhere", "dist(I2,I0)": "3", "O0d": "nowhere", "O1d": "nowhere", "I1w": "nowhere",
	})
}

func requireTold(t *testing.T, c *transition.Config, want map[string]string) {
	for atom, value := range want {
		require.Equal(t, value, tell(t, atom, reading(), c), atom)
	}
}

// Dependency systems have complete items only, so no bracket is found.
func TestNoOpenBracketInDependencies(t *testing.T) {
	x := parse(t, "O0k\nO0d O1d\n").Compile()
	none := extracted(x, reading(), journey()[0])
	for _, c := range journey() {
		require.Equal(t, none, extracted(x, reading(), c))
	}
}

func BenchmarkExtractBrackets(b *testing.B) {
	words, random := reading(), rand.New(rand.NewPCG(9, 7))
	for _, s := range bracketSystems() {
		b.Run(fmt.Sprintf("%s %+v", s.Name(), s.Params()), func(b *testing.B) {
			x, configs := named(b, "default", s.Name()).Compile(), travel(s, random)
			var v features.Vector
			x.Prepare(&v, words)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				x.Extract(&v, configs[i%len(configs)])
			}
		})
	}
}
