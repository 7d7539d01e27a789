package semgrex

import (
	"regexp"
	"strconv"
	"strings"

	"parser/conll"
	"parser/parser/query/internal/match"
)

// attributes are what the nodes of a pattern may be asked for, and their other names.
var attributes = map[string]func(n *Node) (string, bool){
	"word": word, "form": word, "text": word,
	"lemma": column(func(w *conll.Word) string { return w.Lemma }),
	"tag":   xpos, "pos": xpos, "xpos": xpos,
	"cpos": upos, "upos": upos,
	"deprel": column(func(w *conll.Word) string { return w.Deprel }),
	"idx":    index, "index": index, "id": index,
	"morphofeatures": feats, "feats": feats,
	"misc": misc,
}

var (
	xpos  = column(func(w *conll.Word) string { return w.XPOS })
	upos  = column(func(w *conll.Word) string { return w.UPOS })
	feats = column(func(w *conll.Word) string { return w.Feats })
	misc  = column(func(w *conll.Word) string { return w.Misc })
)

func word(n *Node) (string, bool) { return n.Word.Form, true }

// index is the number of a word as files have it: 3, or 8.1 of an empty node.
func index(n *Node) (string, bool) {
	if n.Empty == 0 {
		return strconv.Itoa(n.Node.Word), true
	}
	return n.Node.String(), true
}

func column(of func(*conll.Word) string) func(n *Node) (string, bool) {
	return func(n *Node) (string, bool) {
		text := of(n.Word)
		return text, conll.Filled(text)
	}
}

// isMap reports whether an attribute has values of its own under names, as in Number=Plur|Person=3.
func isMap(name string) bool { return name == "morphofeatures" || name == "feats" || name == "misc" }

// entry returns one value of a map.
func entry(of func(n *Node) (string, bool), key string) func(n *Node) (string, bool) {
	prefix := key + "="
	return func(n *Node) (string, bool) {
		text, ok := of(n)
		for ok && text != "" {
			var pair string
			pair, text, _ = strings.Cut(text, "|")
			if value, found := strings.CutPrefix(pair, prefix); found {
				return value, true
			}
		}
		return "", false
	}
}

// value is what an attribute must have: any value, a text, or one that a regular expression matches from end to end.
type value struct {
	any  bool
	text string
	re   *regexp.Regexp
}

// test returns what compares a text with v. It is used by one goroutine.
func (v value) test() func(string) bool {
	switch {
	case v.any:
		return func(string) bool { return true }
	case v.re != nil:
		return match.NewValues(v.re).Match
	}
	return func(text string) bool { return text == v.text }
}

// demand is what a pattern demands of one attribute.
type demand struct {
	of      func(n *Node) (string, bool)
	value   value
	negated bool // also where there is no value
	maybe   bool // also where there is no value, but only there
}

func (d demand) test() func(n *Node) bool {
	holds := d.value.test()
	return func(n *Node) bool {
		text, ok := d.of(n)
		if !ok {
			return d.negated || d.maybe
		}
		return holds(text) != d.negated
	}
}

// description is what stands in the braces of a node.
type description struct {
	demands     []demand
	root, empty bool
	negated     bool
}

// test returns what tests the nodes of a graph, nil if all pass.
func (d *description) test(g *Graph) func(node int) bool {
	var tests []func(n *Node) bool
	for _, demand := range d.demands {
		tests = append(tests, demand.test())
	}
	return func(node int) bool {
		n := &g.Nodes[node]
		holds := (!d.root || g.roots[node]) && (!d.empty || n.Empty > 0)
		for i := 0; holds && i < len(tests); i++ {
			holds = tests[i](n)
		}
		return holds != d.negated
	}
}

// group returns what a group of a regular expression matches in an attribute.
func group(d demand, number int) func(g *Graph) func(node int) (string, bool) {
	return func(g *Graph) func(node int) (string, bool) {
		return func(node int) (string, bool) {
			text, ok := d.of(&g.Nodes[node])
			if !ok || d.value.re == nil {
				return text, ok
			}
			m := d.value.re.FindStringSubmatch(text)
			if m == nil {
				return "", false
			}
			return m[number], true
		}
	}
}
