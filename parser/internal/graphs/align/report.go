package align

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/amr"
)

// Report counts the results of an aligner. The zero value is empty.
type Report struct {
	Graphs, Words, Nodes int            // Nodes without those below :wiki
	Rules                map[string]int // pairs by rule
	FreeWords            map[string]int // forms in lower case
	FreeNodes            map[string]int // concepts and constants, the latter after their roles
}

// Add aligns a sentence with its graph, counts the results, and writes them: the words with their
// nodes and rules, then the nodes without words. w may be io.Discard.
func (r *Report) Add(w io.Writer, a *Aligner, words []conll.Word, g *amr.Graph) error {
	if r.Rules == nil {
		r.Rules, r.FreeWords, r.FreeNodes = map[string]int{}, map[string]int{}, map[string]int{}
	}
	out := bufio.NewWriter(w)
	for _, key := range []string{"id", "snt"} {
		if value, ok := g.Get(key); ok {
			fmt.Fprintf(out, "# ::%s %s\n", key, value)
		}
	}
	links := a.Explain(words, g)
	v := newView(g, a.wholes)
	r.Graphs++
	r.Words += len(words)
	r.Nodes += len(v.order)
	free := map[int]bool{}
	for _, n := range v.order {
		free[n] = true
	}
	for i := range words {
		node, rule := "_", "_"
		if len(links) > 0 && links[0].Word == i {
			delete(free, links[0].Node)
			node, rule = v.title(links[0].Node), links[0].Rule
			r.Rules[rule]++
			links = links[1:]
		} else {
			r.FreeWords[strings.ToLower(words[i].Form)]++
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\n", i+1, words[i].Form, node, rule)
	}
	for _, n := range v.order {
		if free[n] {
			r.FreeNodes[v.kind(n)]++
			fmt.Fprintf(out, "_\t_\t%s\t_\n", v.title(n))
		}
	}
	fmt.Fprintln(out)
	return out.Flush()
}

// title names a node: its variable and concept, or its role and constant.
func (v *view) title(n int) string {
	if node := &v.graph.Nodes[n]; !node.Constant() {
		return node.Var + " / " + node.Concept
	}
	return v.kind(n)
}

// kind names the kind of a node: its concept, or its role and constant.
func (v *view) kind(n int) string {
	node := &v.graph.Nodes[n]
	if !node.Constant() || len(v.roles[n]) == 0 {
		return node.Concept
	}
	role, _ := numbered(v.roles[n][0])
	return ":" + role + " " + node.Concept
}

// Summary writes the counts, and the most frequent free words and nodes: at most top of each, or all if top is 0.
func (r *Report) Summary(w io.Writer, top int) error {
	out := bufio.NewWriter(w)
	aligned := 0
	for _, n := range r.Rules {
		aligned += n
	}
	fmt.Fprintf(out, "graphs\t%d\nwords\t%d\nnodes\t%d\naligned\t%d\t%s of the words\t%s of the nodes\n",
		r.Graphs, r.Words, r.Nodes, aligned, percent(aligned, r.Words), percent(aligned, r.Nodes))
	list := func(title string, counts map[string]int, of, top int) {
		fmt.Fprintf(out, "\n%s\n", title)
		names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
		})
		if top > 0 {
			names = names[:min(top, len(names))]
		}
		for _, name := range names {
			fmt.Fprintf(out, "%d\t%s\t%s\n", counts[name], percent(counts[name], of), name)
		}
	}
	list("pairs by rule", r.Rules, aligned, 0)
	list("words without a node", r.FreeWords, r.Words-aligned, top)
	list("nodes without a word", r.FreeNodes, r.Nodes-aligned, top)
	return out.Flush()
}

func percent(part, of int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(of, 1)))
}
