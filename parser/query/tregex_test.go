package query_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/query"
	"parser/ptb"
	"parser/ptb/heads"
	"parser/testdata/testkit"
)

// randomTree returns a tree with a few words, whose labels are not all the same.
func randomTree(r *rand.Rand, depth int) *ptb.Tree {
	label := string("ABC"[r.IntN(3)])
	if depth == 0 || r.IntN(4) == 0 {
		return &ptb.Tree{Label: label, Word: string("xy"[r.IntN(2)])}
	}
	t := &ptb.Tree{Label: label}
	for range 1 + r.IntN(3) {
		t.Children = append(t.Children, randomTree(r, depth-1))
	}
	return t
}

// spot is a node of a tree as the laws see it: the way to it from the root, a number for each child.
type spot []int

func spots(t *ptb.Tree, at spot) []spot {
	all := []spot{at}
	if t.Leaf() {
		return append(all, append(slices.Clone(at), 0))
	}
	for i, child := range t.Children {
		all = append(all, spots(child, append(slices.Clone(at), i))...)
	}
	return all
}

func (a spot) over(b spot) bool { return len(a) < len(b) && slices.Equal(a, b[:len(a)]) }

func (a spot) parentOf(b spot) bool { return len(a) == len(b)-1 && a.over(b) }

func (a spot) sister(b spot) bool {
	return len(a) > 0 && len(a) == len(b) && slices.Equal(a[:len(a)-1], b[:len(b)-1])
}

func (a spot) before(b spot) bool { return !a.over(b) && !b.over(a) && slices.Compare(a, b) < 0 }

func (a spot) place() int { return a[len(a)-1] }

// law says what a relation means for two nodes among all.
type law func(all []spot, a, b spot) bool

func children(all []spot, a spot) (n int) {
	for _, b := range all {
		if a.parentOf(b) {
			n++
		}
	}
	return n
}

// adjoins reports whether a is before b, with nothing between.
func adjoins(all []spot, a, b spot) bool {
	return a.before(b) && !slices.ContainsFunc(all, func(c spot) bool { return a.before(c) && c.before(b) })
}

// unbroken reports whether all nodes on the way down from a to b hold.
func unbroken(all []spot, a, b spot, holds func(parent, child spot) bool) bool {
	for n := len(a); n < len(b); n++ {
		if !holds(b[:n], b[:n+1]) {
			return false
		}
	}
	return a.over(b)
}

func laws() map[string]law {
	firstChild := func(_, child spot) bool { return child.place() == 0 }
	all := map[string]law{
		"<":   func(_ []spot, a, b spot) bool { return a.parentOf(b) },
		"<<":  func(_ []spot, a, b spot) bool { return a.over(b) },
		"$":   func(_ []spot, a, b spot) bool { return a.sister(b) && !slices.Equal(a, b) },
		"$++": func(_ []spot, a, b spot) bool { return a.sister(b) && a.place() < b.place() },
		"$+":  func(_ []spot, a, b spot) bool { return a.sister(b) && a.place() == b.place()-1 },
		"..":  func(_ []spot, a, b spot) bool { return a.before(b) },
		".":   adjoins,
		"<,":  func(_ []spot, a, b spot) bool { return a.parentOf(b) && b.place() == 0 },
		"<-":  func(all []spot, a, b spot) bool { return a.parentOf(b) && b.place() == children(all, a)-1 },
		"<2":  func(_ []spot, a, b spot) bool { return a.parentOf(b) && b.place() == 1 },
		"<-2": func(all []spot, a, b spot) bool { return a.parentOf(b) && b.place() == children(all, a)-2 },
		"<:":  func(all []spot, a, b spot) bool { return a.parentOf(b) && children(all, a) == 1 },
		"<<,": func(all []spot, a, b spot) bool { return unbroken(all, a, b, firstChild) },
		"<<-": func(all []spot, a, b spot) bool {
			return unbroken(all, a, b, func(p, c spot) bool { return c.place() == children(all, p)-1 })
		},
		"<<:": func(all []spot, a, b spot) bool {
			return unbroken(all, a, b, func(p, _ spot) bool { return children(all, p) == 1 })
		},
		"<#":     func(_ []spot, a, b spot) bool { return a.parentOf(b) && b.place() == 0 }, // by the rules of the test
		"<<#":    func(all []spot, a, b spot) bool { return unbroken(all, a, b, firstChild) },
		"<<<":    func(all []spot, a, b spot) bool { return a.over(b) && children(all, b) == 0 },
		"<=":     func(_ []spot, a, b spot) bool { return a.parentOf(b) || slices.Equal(a, b) },
		"==":     func(_ []spot, a, b spot) bool { return slices.Equal(a, b) },
		":":      func([]spot, spot, spot) bool { return true },
		".+(__)": func(_ []spot, a, b spot) bool { return a.before(b) },
		"<+(__)": func(_ []spot, a, b spot) bool { return a.over(b) },
	}
	for symbol, inverse := range map[string]string{
		">": "<", ">>": "<<", "$--": "$++", "$-": "$+", ",,": "..", ",": ".", ">,": "<,", ">-": "<-", ">2": "<2", ">-2": "<-2",
		">:": "<:", ">>,": "<<,", ">>-": "<<-", ">>:": "<<:", ">#": "<#", ">>#": "<<#", ",+(__)": ".+(__)", ">+(__)": "<+(__)",
	} {
		of := all[inverse]
		all[symbol] = func(every []spot, a, b spot) bool { return of(every, b, a) }
	}
	for symbol, other := range map[string]string{"$..": "$++", "$,,": "$--", "$.": "$+", "$,": "$-", "<`": "<-", ">>`": ">>-"} {
		all[symbol] = all[other]
	}
	return all
}

// TestRelationsOfConstituents: relations are what their definitions say.
func TestRelationsOfConstituents(t *testing.T) {
	rules, err := heads.Load("left")
	require.NoError(t, err)
	for seed := range uint64(60) {
		tree := randomTree(rand.New(rand.NewPCG(seed, 3)), 3)
		all := spots(tree, nil)
		for symbol, holds := range laws() {
			var want, got []string
			for i, a := range all {
				for j, b := range all {
					if holds(all, a, b) {
						want = append(want, fmt.Sprint(i, " ", j))
					}
				}
			}
			p, err := query.ParseTregex(fmt.Sprintf("__=a %s __=b", symbol))
			require.NoError(t, err, symbol)
			for m := range p.Search(rules)(tree) {
				got = append(got, fmt.Sprint(number(tree, m.Named[0]), " ", number(tree, m.Named[1])))
			}
			require.ElementsMatch(t, want, got, "seed %d: %s in %s", seed, symbol, tree)
		}
	}
}

// TestAllChildren: <... is what it says, for the children of all nodes.
func TestAllChildren(t *testing.T) {
	rules, err := heads.Load("left")
	require.NoError(t, err)
	for seed := range uint64(60) {
		tree := randomTree(rand.New(rand.NewPCG(seed, 4)), 3)
		all := spots(tree, nil)
		for n := 1; n <= 4; n++ {
			p, err := query.ParseTregex("__=a <... {" + strings.Repeat(" __ ;", n-1) + " __=b }")
			require.NoError(t, err)
			var want, got []string
			for i, a := range all {
				for j, b := range all {
					if a.parentOf(b) && children(all, a) == n && b.place() == n-1 {
						want = append(want, fmt.Sprint(i, " ", j))
					}
				}
			}
			for m := range p.Search(rules)(tree) {
				got = append(got, fmt.Sprint(number(tree, m.Named[0]), " ", number(tree, m.Named[1])))
			}
			require.Equal(t, want, got, "seed %d: %d children in %s", seed, n, tree)
		}
	}
}

// number returns the place of a node among those of a tree.
func number(tree *ptb.Tree, n query.Node) (at int) {
	next, word := 0, n.Tree.Leaf() && n.Label != n.Tree.Label
	tree.Walk(func(u *ptb.Tree) {
		if u == n.Tree {
			at = next
			if word {
				at++
			}
		}
		next++
		if u.Leaf() {
			next++
		}
	}, nil)
	return at
}

// TestTregex: the matches of testdata/tregex.txt, which has patterns and, below each, its matches in one tree.
func TestTregex(t *testing.T) {
	trees, err := ptb.ReadFile("testdata/tree.mrg")
	require.NoError(t, err)
	rules, err := heads.Load("collins")
	require.NoError(t, err)
	testkit.Golden(t, "testdata/tregex.txt", listed(t, "testdata/tregex.txt", func(pattern string) (all []string) {
		p, err := query.ParseTregex(pattern)
		require.NoError(t, err, pattern)
		for m := range p.Search(rules)(trees[0]) {
			text := []string{describe(trees[0], m.Node)}
			for _, n := range m.Named {
				text = append(text, n.Name+"="+describe(trees[0], n))
			}
			for _, x := range m.Texts {
				text = append(text, x.Name+"="+x.Value)
			}
			all = append(all, strings.Join(text, " "))
		}
		return all
	}))
}

func describe(tree *ptb.Tree, n query.Node) string {
	var words []string
	for _, leaf := range tree.Leaves()[n.First:n.Last] {
		words = append(words, leaf.Word)
	}
	return n.Label + "[" + strings.Join(words, " ") + "]"
}
