package decode_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/decode"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// ruled are labels with all kinds of rules, and one without.
var ruled = strings.Fields("nsubj nsubj:outer obj ccomp case fixed goeswith advmod conj orphan punct root obl")

// tags are those of agreed; words with the last have no dependents.
var tags = strings.Fields("ADV AUX NOUN PUNCT")

// tagging knows the tags of the words, None for "_". Every tag goes with every label.
func tagging(of ...string) *decode.Tagging {
	t := &decode.Tagging{Agreement: &decode.Agreement{Tags: tags}}
	for range tags {
		t.Labels = append(t.Labels, numbers(ruled))
	}
	for _, tag := range of {
		t.Best = append(t.Best, t.Number(tag))
	}
	return t
}

func numbers(labels []string) (all []int32) {
	for i := range labels {
		all = append(all, int32(i))
	}
	return all
}

// tree reads words written as TAG/head/label.
func tree(t *testing.T, text string) ([]transition.Node, *decode.Tagging) {
	t.Helper()
	nodes, of := []transition.Node{{Head: transition.None, Label: transition.None}}, []string(nil)
	for _, word := range strings.Fields(text) {
		tag, rest, _ := strings.Cut(word, "/")
		head, label, _ := strings.Cut(rest, "/")
		n := transition.Node{Label: int32(slices.Index(ruled, label))}
		_, err := fmt.Sscan(head, &n.Head)
		require.NoError(t, err)
		require.GreaterOrEqual(t, n.Label, int32(0), label)
		nodes, of = append(nodes, n), append(of, tag)
	}
	return nodes, tagging(of...)
}

func TestRules(t *testing.T) {
	rules := decode.NewRules(ruled)
	require.True(t, rules.Apply())
	require.False(t, decode.NewRules([]string{"SBJ", "root"}).Apply())
	for text, broken := range map[string]bool{
		"NOUN/2/nsubj NOUN/0/root NOUN/2/obj":                    false,
		"NOUN/2/nsubj NOUN/0/root NOUN/2/nsubj":                  true,
		"NOUN/2/nsubj:outer NOUN/0/root NOUN/2/nsubj":            false,
		"NOUN/2/obj NOUN/0/root NOUN/2/ccomp":                    true,
		"NOUN/2/nsubj NOUN/0/root NOUN/2/ccomp NOUN/3/nsubj":     false,
		"NOUN/0/root NOUN/1/conj":                                false,
		"NOUN/2/conj NOUN/0/root":                                true,
		"NOUN/0/root _/1/case ADV/2/advmod":                      false,
		"NOUN/0/root _/1/case NOUN/2/obl NOUN/2/obj":             true,
		"NOUN/0/root _/1/advmod _/2/goeswith ADV/3/advmod":       true,
		"NOUN/0/root NOUN/1/obl NOUN/2/orphan":                   true,
		"NOUN/0/root NOUN/1/conj NOUN/2/orphan":                  false,
		"NOUN/0/root ADV/1/advmod":                               false,
		"NOUN/0/root NOUN/1/advmod":                              true,
		"NOUN/0/root _/1/advmod":                                 false,
		"NOUN/0/root NOUN/1/advmod NOUN/2/fixed":                 false,
		"NOUN/0/root NOUN/1/advmod NOUN/2/goeswith":              false,
		"NOUN/0/root AUX/1/case":                                 true,
		"NOUN/0/root AUX/1/case NOUN/2/fixed":                    false,
		"NOUN/0/root AUX/1/case NOUN/2/goeswith":                 true,
		"NOUN/0/root PUNCT/1/punct":                              false,
		"NOUN/0/root PUNCT/1/obl":                                true,
		"NOUN/0/root PUNCT/1/advmod NOUN/2/fixed":                true,
		"NOUN/0/root NOUN/1/punct":                               true,
		"PUNCT/0/root":                                           false,
		"NOUN/0/root PUNCT/1/punct NOUN/2/obl":                   true,
		"NOUN/2/nsubj NOUN/0/root NOUN/2/obj NOUN/3/nsubj:outer": false,
	} {
		nodes, tagged := tree(t, text)
		require.Equal(t, broken, rules.Broken(nodes, tagged), text)
	}
	nodes, _ := tree(t, "NOUN/0/root NOUN/1/advmod")
	require.False(t, rules.Broken(nodes, nil), "tags that are not known break nothing")
}

// flaws counts the broken rules of a tree: each subject and object after the first, each arc, each tag that is given.
func flaws(nodes []transition.Node, t *decode.Tagging) (n int) {
	among := func(list, label string) bool { return slices.Contains(strings.Fields(list), label) }
	name := func(w int32) string {
		if w == 0 {
			return ""
		}
		return ruled[nodes[w].Label]
	}
	only := map[string]string{"case": "fixed goeswith advmod conj obl punct", "fixed": "goeswith conj punct", "goeswith": "", "punct": "punct"}
	count := map[string]int{}
	for w := range int32(len(nodes)) {
		if w == 0 {
			continue
		}
		head := nodes[w].Head
		few, limited := only[name(head)]
		spared := false
		for k := range nodes[1:] {
			d := name(int32(k + 1))
			spared = spared || nodes[k+1].Head == w && (d == "fixed" && among("advmod case", name(w)) || d == "goeswith" && name(w) == "advmod")
		}
		fits := func(tag string) bool {
			switch {
			case tag == "PUNCT":
				return among("punct root", name(w))
			case spared || tag == "":
				return true
			}
			return !(name(w) == "advmod" && tag != "ADV" || name(w) == "punct" || name(w) == "case" && tag == "AUX")
		}
		group := map[string]string{"nsubj": "subject", "obj": "object", "ccomp": "object"}[name(w)]
		count[fmt.Sprint(group, head)]++
		for _, flaw := range []bool{
			group != "" && count[fmt.Sprint(group, head)] > 1,
			limited && !among(few, name(w)) || name(w) == "orphan" && head > 0 && !among("root conj ccomp", name(head)),
			among("conj fixed goeswith", name(w)) && w < head,
			t.Change == nil && !fits(t.Name(t.Best[w-1])),
		} {
			if flaw {
				n++
			}
		}
	}
	return n
}

// TestRelabel: of all ways to label a tree it is one of the best, as if all were tried.
func TestRelabel(t *testing.T) {
	random, rules := rand.New(rand.NewPCG(7, 1)), decode.NewRules(ruled)
	repaired, left := 0, 0
	for range 400 {
		n := 1 + random.IntN(5)
		nodes, options, of := oneTree(random, n), make([][]decode.Option, n+1), []string(nil)
		for i := range n {
			of = append(of, append(tags, "_")[random.IntN(len(tags)+1)])
			for _, label := range random.Perm(len(ruled))[:1+random.IntN(4)] {
				options[i+1] = append(options[i+1], decode.Option{Label: int32(label), Score: random.NormFloat64()})
			}
		}
		tagged := tagging(of...)
		if random.IntN(2) == 0 {
			tagged.Change = func(word int, tag int32) float64 { return -float64(word+1) * float64(tag+1) / 7 }
		}
		if tagged.Change == nil {
			require.Equal(t, flaws(nodes, tagged) > 0, rules.Broken(nodes, tagged))
		}
		all := slices.Clone(options)
		for i, n := range nodes[1:] { // the label in the tree is as good as the best
			best := slices.MaxFunc(all[i+1], func(a, b decode.Option) int { return cmp.Compare(a.Score, b.Score) }).Score
			rest := slices.DeleteFunc(slices.Clone(all[i+1]), func(o decode.Option) bool { return o.Label == n.Label })
			all[i+1] = append(rest, decode.Option{Label: n.Label, Score: best})
		}
		value := func(nodes []transition.Node) (flawed int, score float64) {
			for i, n := range nodes[1:] {
				at := slices.IndexFunc(all[i+1], func(o decode.Option) bool { return o.Label == n.Label })
				require.GreaterOrEqual(t, at, 0, "a label that is not offered")
				score += all[i+1][at].Score
				if _, change := tagged.Fitting(i, n.Label, false, rules.Suiting(tagged, nodes, int32(i+1))); tagged.Change != nil {
					score += max(-50, change)
				}
			}
			return flaws(nodes, tagged), score
		}
		fewest, highest := math.MaxInt, 0.0
		var try func(nodes []transition.Node, at int)
		try = func(nodes []transition.Node, at int) {
			if at == len(nodes) {
				if flawed, score := value(nodes); flawed < fewest || flawed == fewest && score > highest {
					fewest, highest = flawed, score
				}
				return
			}
			for _, o := range all[at] {
				nodes[at].Label = o.Label
				try(nodes, at+1)
			}
		}
		try(slices.Clone(nodes), 1)
		if flaws(nodes, tagged) > fewest {
			repaired++
		}
		if fewest > 0 {
			left++
		}
		before := slices.Clone(nodes)
		rules.Relabel(nodes, options, tagged)
		flawed, score := value(nodes)
		require.Equal(t, fewest, flawed)
		require.InDelta(t, highest, score, 1e-6)
		for i := range nodes {
			require.Equal(t, before[i].Head, nodes[i].Head)
		}
	}
	require.Greater(t, repaired, 100)
	require.Greater(t, left, 20)
}

// oneTree returns a random tree over n words, with random labels.
func oneTree(random *rand.Rand, n int) []transition.Node {
	g := oracletest.Random(random, n, transition.SingleRoot, int32(len(ruled)))
	nodes := []transition.Node{{Head: transition.None, Label: transition.None}}
	for d, head := range g.Heads[1:] {
		nodes = append(nodes, transition.Node{Head: head, Label: g.Labels[d+1]})
	}
	return nodes
}
