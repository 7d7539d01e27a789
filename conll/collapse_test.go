package conll

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// graphOf makes a graph of lines "ID DEPS".
func graphOf(t testing.TB, lines ...string) *Graph {
	t.Helper()
	g := new(Graph)
	for _, line := range lines {
		id, text, _ := strings.Cut(line, " ")
		n, ok := parseNode(id)
		require.True(t, ok)
		deps, err := ParseDeps(text)
		require.NoError(t, err)
		g.Nodes, g.Deps = append(g.Nodes, n), append(g.Deps, deps)
	}
	return g
}

func linesOf(g *Graph) (lines []string) {
	for i, n := range g.Nodes {
		lines = append(lines, n.String()+" "+FormatDeps(g.Deps[i]))
	}
	return lines
}

func TestCollapsed(t *testing.T) {
	for name, c := range map[string]struct{ graph, want []string }{
		"no empty nodes": {[]string{"1 2:nsubj", "2 0:root"}, []string{"1 2:nsubj", "2 0:root"}},
		"gapping": { // Anna eats rice and Ben (eats) bread.
			[]string{"1 2:nsubj", "2 0:root", "3 2:obj", "4 5.1:cc", "5 5.1:nsubj", "5.1 2:conj:and", "6 5.1:obj"},
			[]string{"1 2:nsubj", "2 0:root", "3 2:obj", "4 2:conj:and>cc", "5 2:conj:and>nsubj", "6 2:conj:and>obj"},
		},
		"several in a row": {
			[]string{"0.1 0:root", "1 1.1:obj", "1.1 0.1:xcomp"}, []string{"1 0:root>xcomp>obj"},
		},
		"several ways": {
			[]string{"1 0:root", "1.1 1:a|1:b|1.2:c", "1.2 1:d", "2 1.1:x|1.2:y|1:z"},
			[]string{"1 0:root", "2 1:a>x|1:b>x|1:d>c>x|1:d>y|1:z"},
		},
		"one way twice": {
			[]string{"1 0:root", "1.1 1:a", "1.2 1:a", "2 1.1:x|1.2:x"}, []string{"1 0:root", "2 1:a>x"},
		},
		"its own head":   {[]string{"1 0:root|1.1:nsubj", "1.1 1:acl"}, []string{"1 0:root|1:acl>nsubj"}},
		"no head at all": {[]string{"1 0:root|1.1:nsubj", "1.1 _"}, []string{"1 0:root"}},
		"no children":    {[]string{"1 0:root", "1.1 1:acl"}, []string{"1 0:root"}},
		"a cycle of empty nodes": {
			[]string{"1 0:root", "1.1 1.1:self|1.2:b", "1.2 1.1:a|1:c", "2 1.1:x"}, []string{"1 0:root", "2 1:c>b>x"},
		},
		"an order of its own": {[]string{"1 2:b|2:a|0:root", "2 1:x"}, []string{"1 0:root|2:a|2:b", "2 1:x"}},
	} {
		collapsed, err := graphOf(t, c.graph...).Collapsed()
		require.NoError(t, err, name)
		assert.Equal(t, c.want, linesOf(collapsed), name)
		again, err := collapsed.Collapsed()
		require.NoError(t, err, name)
		assert.Equal(t, collapsed, again, name)
	}
}

// The tools of Universal Dependencies collapse two treebanks to the same DEPS.
func TestCollapsedEqualsTools(t *testing.T) {
	for _, language := range []string{"en", "nl"} {
		gold, err := ReadFile(testkit.Shared(t, "eval/enhanced/"+language+".gold.conllu.gz"))
		require.NoError(t, err)
		want, err := ReadFile(testkit.Shared(t, "eval/enhanced/"+language+".gold.collapsed.conllu.gz"))
		require.NoError(t, err)
		require.Len(t, gold, len(want))
		for n, s := range gold {
			g, err := s.Enhanced()
			require.NoError(t, err)
			require.Empty(t, g.Unconnected(), s.ID)
			c, err := g.Collapsed()
			require.NoError(t, err)
			require.Len(t, c.Deps, want[n].Len())
			for i, deps := range c.Deps {
				assert.Equal(t, want[n].Words[i].Deps, FormatDeps(deps), "%s, word %d", s.ID, i+1)
			}
		}
	}
}

// Every empty node has two relations to the one before it: the number of paths doubles with each. And a chain of many
// empty nodes, whose words below it have long paths, takes no deep recursion.
func TestCollapsedTooLong(t *testing.T) {
	chain := func(empty int, deps string) []string {
		lines := []string{"0.1 0:root"}
		for i := 2; i <= empty; i++ {
			lines = append(lines, fmt.Sprintf("0.%d %s", i, strings.ReplaceAll(deps, "^", fmt.Sprintf("0.%d", i-1))))
		}
		return append(lines, fmt.Sprintf("1 0.%d:x", empty))
	}
	_, err := graphOf(t, chain(40, "^:a|^:b")...).Collapsed()
	require.ErrorIs(t, err, ErrTooLong)
	assert.EqualError(t, err, "sentence too long without empty nodes: more than 67108864 bytes of DEPS")
	c, err := graphOf(t, chain(30_000, "^:a")...).Collapsed()
	require.NoError(t, err)
	assert.Equal(t, "root"+strings.Repeat(">a", 29_999)+">x", c.Deps[0][0].Relation)
}

func TestUnconnected(t *testing.T) {
	assert.Empty(t, graphOf(t, "0.1 0:root", "1 0.1:nsubj|2:obj", "2 1:x").Unconnected())
	g := graphOf(t, "1 0:root", "2 3:x|2.1:z", "2.1 2:y", "3 2:x", "4 1:x", "5 _")
	assert.Equal(t, []Node{{Word: 2}, {Word: 2, Empty: 1}, {Word: 3}, {Word: 5}}, g.Unconnected())
}

// Where empty nodes have no cycles, they can be removed one by one, each with an edge from every head to every child.
func TestCollapsedOneByOne(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := new(Graph)
		for word := range 4 {
			for empty := range 3 {
				if word+empty > 0 {
					g.Nodes = append(g.Nodes, Node{word, empty})
				}
			}
		}
		g.Deps = make([][]Dep, len(g.Nodes))
		for i, n := range g.Nodes {
			for range r.IntN(4) {
				head := Node{}
				if at := r.IntN(len(g.Nodes) + 1); at < len(g.Nodes) && (n.Empty == 0 || g.Nodes[at].Empty == 0 || at < i) {
					head = g.Nodes[at]
				}
				g.Deps[i] = append(g.Deps[i], Dep{head, string(rune('a' + r.IntN(2)))})
			}
		}
		got, err := g.Collapsed()
		require.NoError(t, err)

		left := &Graph{slices.Clone(g.Nodes), slices.Clone(g.Deps)}
		for {
			at := slices.IndexFunc(left.Nodes, func(n Node) bool { return n.Empty > 0 })
			if at < 0 {
				break
			}
			gone, up := left.Nodes[at], left.Deps[at]
			left.Nodes, left.Deps = slices.Delete(left.Nodes, at, at+1), slices.Delete(left.Deps, at, at+1)
			for i, deps := range left.Deps {
				left.Deps[i] = nil
				for _, d := range deps {
					if d.Head != gone {
						left.Deps[i] = append(left.Deps[i], d)
						continue
					}
					for _, u := range up {
						left.Deps[i] = append(left.Deps[i], Dep{u.Head, u.Relation + PathSeparator + d.Relation})
					}
				}
			}
		}
		require.Equal(t, linesOf(left), linesOf(got), seed)
	}
}
