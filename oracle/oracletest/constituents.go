package oracletest

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"parser/oracle"
	"parser/transition"
)

// Bracketings returns every constituency tree over n words with labels below k
// and at most chain brackets over the same words. A single word needs none.
func Bracketings(n, k, chain int32) []*oracle.Gold {
	var all []*oracle.Gold
	for _, spans := range bracketings(0, n, k, chain) {
		if len(spans) > 0 && spans[0].Start == 0 && spans[0].End == n {
			all = append(all, &oracle.Gold{Spans: spans})
		}
	}
	return all
}

// bracketings returns the trees over the words from+1..to; for a single word
// also the one without a bracket.
func bracketings(from, to, k, chain int32) [][]oracle.Span {
	inner := [][]oracle.Span{nil}
	if to-from > 1 {
		inner = sequences(from, to, to-from-1, k, chain)
	}
	var all [][]oracle.Span
	if to-from == 1 {
		all = append(all, nil)
	}
	for range chain {
		var next [][]oracle.Span
		for _, spans := range inner {
			for label := range k {
				next = append(next, append([]oracle.Span{{Label: label, Start: from, End: to}}, spans...))
			}
		}
		all, inner = append(all, next...), next
	}
	return all
}

// sequences returns the ways to cover the words from+1..to by trees one behind
// the other, none over more than longest words.
func sequences(from, to, longest, k, chain int32) [][]oracle.Span {
	if from == to {
		return [][]oracle.Span{nil}
	}
	var all [][]oracle.Span
	for end := from + 1; end <= min(to, from+longest); end++ {
		for _, first := range bracketings(from, end, k, chain) {
			for _, rest := range sequences(end, to, to-end, k, chain) {
				all = append(all, append(slices.Clone(first), rest...))
			}
		}
	}
	return all
}

// RandomBracketing returns a random tree over n words with labels below k that s
// derives, drawn by its moves, with at most chain brackets over the same words.
// The tendencies to open and to close are drawn as well, so that there are flat
// trees and deep ones.
func RandomBracketing(random *rand.Rand, s transition.Bracket, n int, k, chain int32) *oracle.Gold {
	opens, closes := random.Float64(), random.Float64()
	var c transition.Config
	for s.Start(&c, n); !s.Terminal(&c); {
		m, legal := transition.Shift, s.Legal(&c)
		switch {
		case legal.Has(transition.Open) && random.Float64() < opens:
			m = transition.Open
		case legal.Has(transition.Close) && random.Float64() < closes:
			m = transition.Close
		}
		if !legal.Has(m) {
			m = AnyOf(random, legal)
		}
		s.Apply(&c, m, random.Int32N(k))
	}
	g := &oracle.Gold{}
	for _, node := range c.Nodes[n+1:] {
		b := oracle.Span{Label: node.Label, Start: node.First - 1, End: node.Last}
		if over(g.Spans, b) < chain {
			g.Spans = append(g.Spans, b)
		}
	}
	return g
}

// over counts the last brackets of the list that cover the same words as b.
func over(spans []oracle.Span, b oracle.Span) int32 {
	count := int32(0)
	for i := len(spans) - 1; i >= 0 && spans[i].Start == b.Start && spans[i].End == b.End; i-- {
		count++
	}
	return count
}

// Spans returns the brackets that c has completed, by their nodes. The label of
// a word, which only shift-label gives, is a bracket over it.
func Spans(c *transition.Config) []oracle.Span {
	var spans []oracle.Span
	for _, n := range c.Nodes[1:] {
		if n.Label != transition.None && n.Last != transition.None {
			spans = append(spans, oracle.Span{Label: n.Label, Start: n.First - 1, End: n.Last})
		}
	}
	return spans
}

// Tree returns the brackets of the complete tree c, each before those inside it,
// as gold trees have them.
func Tree(c *transition.Config) []oracle.Span {
	children := make([][]int32, len(c.Nodes))
	for parent, child := range c.Children {
		children[parent] = append(children[parent], child)
	}
	var spans []oracle.Span
	for agenda := slices.Clone(children[0]); len(agenda) > 0; {
		node := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		if n := &c.Nodes[node]; n.Label != transition.None {
			spans = append(spans, oracle.Span{Label: n.Label, Start: n.First - 1, End: n.Last})
		}
		for _, child := range slices.Backward(children[node]) {
			agenda = append(agenda, child)
		}
	}
	return spans
}

// BracketLoss counts the brackets of the tree c that are wrong and those of gold
// that are missing.
func BracketLoss(g *oracle.Gold, c *transition.Config) int32 {
	wanted, loss := map[oracle.Span]int32{}, int32(len(g.Spans))
	for _, b := range g.Spans {
		wanted[b]++
	}
	for _, b := range Spans(c) {
		if wanted[b] > 0 {
			wanted[b]--
			loss--
		} else {
			loss++
		}
	}
	return loss
}

// Walk calls visit with the configurations of a random parse of n words, labels
// below k, from the first to the last but the terminal one.
func Walk(random *rand.Rand, s transition.System, n int, k int32, visit func(*transition.Config)) {
	var c transition.Config
	for s.Start(&c, n); !s.Terminal(&c); s.Apply(&c, AnyOf(random, s.Legal(&c)), random.Int32N(k)) {
		visit(&c)
	}
}

// Distinct returns the configurations that s reaches over n words by legal moves
// with labels below k. Of those that differ in nothing but what was built and
// ends before the last word shifted, only one is in the list; and none that has
// more than tower brackets over the same words.
func Distinct(s transition.System, n int, k, tower int32) []*transition.Config {
	start := &transition.Config{}
	s.Start(start, n)
	all, seen := []*transition.Config{start}, map[string]bool{signature(start): true}
	for i := 0; i < len(all); i++ {
		Successors(s, all[i], k, func(next *transition.Config) {
			if name := signature(next); !seen[name] && Tower(next) <= tower {
				seen[name] = true
				d := &transition.Config{}
				d.CopyFrom(next)
				all = append(all, d)
			}
		})
	}
	return all
}

// Successors calls visit with the configurations behind every legal move of c,
// with every label below k. They are reused.
func Successors(s transition.System, c *transition.Config, k int32, visit func(*transition.Config)) {
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
	ending := slices.DeleteFunc(Spans(c), func(b oracle.Span) bool { return b.End != c.Next-1 })
	slices.SortFunc(ending, func(a, b oracle.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Label, b.Label))
	})
	for _, b := range ending {
		add(b.Start, b.Label)
	}
	return string(key)
}

// Tower returns the largest number of brackets of c over the same words.
func Tower(c *transition.Config) int32 {
	most := int32(0)
	for node := range c.Nodes {
		most = max(most, c.Tower(int32(node)))
	}
	return most
}
