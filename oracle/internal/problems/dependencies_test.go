package problems_test

import (
	"fmt"

	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/testdata/testkit/derivedtest"
	"parser/transition"
)

// parses are all parses of a number of words, by the moves of a system.
type parses struct {
	*derivedtest.Language
	single  bool
	heads   [][]int32 // that each parse builds
	configs []string  // after each prefix: the same name for the same configuration
}

// newParses runs through all sequences of legal moves.
func newParses(s transition.System, n int) *parses {
	p := &parses{Language: derivedtest.NewLanguage(len(actionsOf(s))), single: s.Params().Roots == transition.SingleRoot}
	names := map[string]string{}
	var walk func(c *transition.Config, word []fsa.Symbol, heads []int32)
	walk = func(c *transition.Config, word []fsa.Symbol, heads []int32) {
		names[fmt.Sprint(word)] = configName(c, p.single)
		if s.Terminal(c) {
			p.Add(word)
			p.heads = append(p.heads, append([]int32{}, heads...))
			return
		}
		for o, m := range actionsOf(s) {
			if !s.Legal(c).Has(m) {
				continue
			}
			var next transition.Config
			next.CopyFrom(c)
			s.Apply(&next, m, 0)
			if h, d, ok := s.Arc(c, m); ok {
				heads[d] = h
			}
			walk(&next, append(word[:len(word):len(word)], fsa.Symbol(o+1)), heads)
		}
	}
	var c transition.Config
	s.Start(&c, n)
	walk(&c, nil, make([]int32, n+1))
	for _, q := range p.Prefixes {
		p.configs = append(p.configs, names[fmt.Sprint(q.Word)])
	}
	return p
}

// actionsOf lists the moves of a system in the order of the actions of this package.
func actionsOf(s transition.System) []transition.Move {
	moves := []transition.Move{problems.Shift - 1: transition.Shift, problems.Left - 1: transition.Left, problems.Right - 1: transition.Right}
	if _, eager := s.(transition.ArcEager); eager {
		moves = append(moves, transition.Reduce)
	}
	return moves
}

// configName names what the future of a configuration depends on.
func configName(c *transition.Config, single bool) string {
	name := fmt.Sprint(c.Next, single && c.Nodes[0].RightValency > 0)
	for _, w := range c.Stack {
		name += fmt.Sprint(" ", w, c.HasHead(w))
	}
	return name
}

// twin gives the values by brute force: a parse loses 1 for each wrong head. Under a single root,
// all but one of the words that gold hangs from ROOT are lost in any case and not counted.
func (p *parses) twin(gold []int32) *derivedtest.Twin {
	loss := make([]fsa.Weight, len(p.Words))
	for i, heads := range p.heads {
		if p.single {
			loss[i] = fsa.Weight(1 - max(1, roots(gold)))
		}
		for d := 1; d < len(heads); d++ {
			if heads[d] != gold[d] {
				loss[i]++
			}
		}
	}
	t := derivedtest.NewTwin(p.Language, loss)
	t.Partial = true
	return t
}

// trees returns all trees over n words: heads[d] is the head of d = 1..n, 0 is ROOT.
func trees(n int) [][]int32 {
	var all [][]int32
	heads := make([]int32, n+1)
	var choose func(d int)
	choose = func(d int) {
		if d > n {
			if acyclic(heads) {
				all = append(all, append([]int32{}, heads...))
			}
			return
		}
		for h := range int32(n + 1) {
			heads[d] = h
			choose(d + 1)
		}
	}
	choose(1)
	return all
}

func acyclic(heads []int32) bool {
	for d := range heads {
		w := int32(d)
		for range heads {
			w = heads[w]
		}
		if w != 0 {
			return false
		}
	}
	return true
}

// projective reports whether no two arcs cross, ROOT standing before the words.
func projective(heads []int32) bool {
	for d := range heads[1:] {
		for e := range heads[1:] {
			lo, hi := order(heads[d+1], int32(d+1))
			from, to := order(heads[e+1], int32(e+1))
			if lo < from && from < hi && hi < to {
				return false
			}
		}
	}
	return true
}

func order(a, b int32) (int32, int32) { return min(a, b), max(a, b) }

// roots counts the words that hang from ROOT.
func roots(heads []int32) int {
	count := 0
	for _, h := range heads[1:] {
		if h == 0 {
			count++
		}
	}
	return count
}
