package oracle_test

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// successors calls visit with the configurations after every legal move of c, with every label
// below k. They are reused.
func successors(s transition.System, c *transition.Config, k int32, visit func(*transition.Config)) {
	if s.Terminal(c) {
		return
	}
	var next transition.Config
	legal := s.Legal(c)
	for m := range transition.NumMoves {
		for label := range k {
			if !legal.Has(m) || label > 0 && !m.Labelled() {
				break
			}
			next.CopyFrom(c)
			s.Apply(&next, m, label)
			visit(&next)
		}
	}
}

// signature writes down the stack with the outermost children of its items, and
// the brackets that end at the last word shifted.
func signature(c *transition.Config) string {
	var key []byte
	add := func(values ...int32) {
		for _, v := range values {
			key = binary.AppendVarint(key, int64(v))
		}
	}
	add(c.Next, c.Opens, int32(len(c.Stack)))
	if c.Unlabelled {
		add(1)
	}
	for _, node := range c.Stack {
		n := &c.Nodes[node]
		add(n.Label, n.First, n.Last, min(n.LeftValency, 2), c.Tower(node), c.Tower(n.Left[0]))
		if n.LeftValency == 1 && c.IsBracket(n.Left[0]) {
			add(1)
		}
	}
	ending := slices.DeleteFunc(builtSpans(c), func(b oracle.Span) bool { return b.End != c.Next-1 })
	slices.SortFunc(ending, func(a, b oracle.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Label, b.Label))
	})
	for _, b := range ending {
		add(b.Start, b.Label)
	}
	return string(key)
}

// builtSpans returns the brackets that c has completed, by their nodes. The label of
// a word, which only shift-label and split give, is a bracket over it.
func builtSpans(c *transition.Config) []oracle.Span {
	var spans []oracle.Span
	for _, n := range c.Nodes[1:] {
		if n.Label != transition.None && n.Last != transition.None {
			spans = append(spans, oracle.Span{Label: n.Label, Start: n.First - 1, End: n.Last})
		}
	}
	return spans
}

// bracketLoss counts the brackets of the tree c that are wrong and those of gold
// that are missing.
func bracketLoss(g *oracle.Gold, c *transition.Config) int32 {
	missing, wrong := slices.Clone(g.Spans), int32(0)
	for _, b := range builtSpans(c) {
		if i := slices.Index(missing, b); i >= 0 {
			missing = slices.Delete(missing, i, i+1)
		} else {
			wrong++
		}
	}
	return wrong + int32(len(missing))
}

// randomWalk calls visit with all configurations of a random parse of n words, labels below k,
// except the terminal one.
func randomWalk(random *rand.Rand, s transition.System, n int, k int32, visit func(*transition.Config)) {
	var c transition.Config
	for s.Start(&c, n); !s.Terminal(&c); s.Apply(&c, oracletest.AnyOf(random, s.Legal(&c)), random.Int32N(k)) {
		visit(&c)
	}
}
