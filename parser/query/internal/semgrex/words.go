package semgrex

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/query/internal/match"
)

// Edits that add and remove words leave nodes where they are until all edits of a match are made, since names stand for their
// places: nodes that are gone are marked, and new ones stand last. [Graph.order] says where they belong.

// added is what is known of a word that an edit has added.
type added struct {
	head     int // the node that it depends on
	relation string
}

// split is a word that was cut into several, or words that were combined.
type split struct {
	form, misc string
	spelled    bool // by the pieces, one after the other
}

// start makes the order of nodes known.
func (g *Graph) start() {
	if g.order == nil {
		for i := range g.Nodes {
			g.order = append(g.order, i)
		}
	}
}

// add adds a word before the node at a place of the order, and returns its number.
func (g *Graph) add(at int, word conll.Word, a added) int {
	n := len(g.Nodes)
	g.Nodes = append(g.Nodes, Node{Word: &word, added: &a, into: gone})
	g.roots = append(g.roots, false)
	g.Edges = append(g.Edges, Edge{a.head, n, a.relation})
	g.order = slices.Insert(g.order, at, n)
	return n
}

// drop removes a node with its edges.
func (g *Graph) drop(node int) {
	g.start()
	g.Nodes[node].gone, g.roots[node] = true, false
	for i := range g.Edges {
		if e := &g.Edges[i]; e.Head == node || e.Dependent == node {
			e.Dependent = gone
		}
	}
}

// place returns where a node stands in the order.
func (g *Graph) place(node int) int { return slices.Index(g.order, node) }

// isWord reports whether a node is a word, and not an empty node.
func (g *Graph) isWord(node int) bool { return g.Nodes[node].Empty == 0 }

// next returns the place of the first word from a place on, or that after all nodes.
func (g *Graph) next(at int) int {
	for at < len(g.order) && !g.isWord(g.order[at]) {
		at++
	}
	return at
}

func (e *edit) addDep(s *change) bool {
	g := s.Graph
	head, ok := e.node(s, e.gov)
	if !ok {
		return false
	}
	g.start()
	at := len(g.order)
	switch {
	case e.position == "-":
		at = g.next(0)
	case e.beside != match.NoName:
		beside, ok := e.node(s, e.beside)
		if !ok {
			return false
		}
		if at = g.place(beside); e.position == "-beside" {
			for at > 0 && !g.isWord(g.order[at]) { // an empty node stands after its word
				at--
			}
		} else {
			at = g.next(at + 1)
		}
	}
	word := blank()
	for _, c := range e.columns {
		c.set(&word, c.value)
	}
	g.add(at, word, added{head, e.relation})
	return true
}

// blank returns a word without columns.
func blank() conll.Word {
	return conll.Word{Form: "_", Lemma: "_", UPOS: "_", XPOS: "_", Feats: "_", Deprel: "_", Deps: "_", Misc: "_"}
}

// delete removes a node, and all that edges connect with it: usually one was cut before.
func (e *edit) delete(s *change) bool {
	node, ok := e.node(s, e.gov)
	if !ok {
		return false
	}
	g := s.Graph
	all := map[int]bool{node: true}
	for size := 0; size < len(all); {
		size = len(all)
		for _, edge := range g.Edges {
			if edge.Dependent != gone && (all[edge.Head] || all[edge.Dependent]) {
				all[edge.Head], all[edge.Dependent] = true, true
			}
		}
	}
	for i := range g.Nodes {
		if all[i] {
			g.drop(i)
		}
	}
	return true
}

// deleteUnrooted removes the nodes that no path from a root reaches.
func (e *edit) deleteUnrooted(s *change) (changed bool) {
	g := s.Graph
	reached := slices.Clone(g.roots)
	for more := true; more; {
		more = false
		for _, edge := range g.Edges {
			if edge.Dependent != gone && reached[edge.Head] && !reached[edge.Dependent] {
				reached[edge.Dependent], more = true, true
			}
		}
	}
	for node, ok := range reached {
		if !ok && !g.Nodes[node].gone {
			g.drop(node)
			changed = true
		}
	}
	return changed
}

func (e *edit) deleteLeaf(s *change) bool {
	node, ok := e.node(s, e.gov)
	if !ok || slices.ContainsFunc(s.Graph.Edges, func(edge Edge) bool { return edge.Head == node && edge.Dependent != gone }) {
		return false
	}
	s.Graph.drop(node)
	return true
}

// pieces returns what a word is cut into, or nil if it does not look so.
func (e *edit) piecesOf(form string) (all []string) {
	if e.exact != nil {
		return e.exact
	}
	for _, r := range e.regexes {
		groups := r.FindStringSubmatch(form)
		if groups == nil {
			return nil
		}
		piece := strings.Join(groups[1:], "")
		if piece == "" {
			return nil
		}
		all = append(all, piece)
	}
	return all
}

func (e *edit) splitWord(s *change) bool {
	g := s.Graph
	node, ok := e.node(s, e.gov)
	if !ok || !g.isWord(node) {
		return false
	}
	pieces := e.piecesOf(g.Nodes[node].Word.Form)
	if pieces == nil {
		return false
	}
	g.start()
	w := g.Nodes[node].Word
	whole := g.Nodes[node].split
	if whole == nil {
		whole = &split{form: w.Form, misc: w.Misc, spelled: true}
	}
	whole.spelled = whole.spelled && strings.Join(pieces, "") == w.Form
	at := g.place(node)
	for i, piece := range pieces {
		n := node
		if i == e.headIndex {
			w.Form = piece
		} else {
			word := blank()
			word.Form = piece
			n = g.add(at+i, word, added{node, e.relation})
		}
		g.Nodes[n].split = whole
		if name, ok := e.newNames[i]; ok {
			g.named[name] = n
		}
	}
	return true
}

// mergeNodes joins words that stand side by side, if one of them is the head of all others, and these have no dependents
// elsewhere.
func (e *edit) mergeNodes(s *change) bool {
	g := s.Graph
	nodes := e.words(s)
	head, ok := g.headOf(nodes)
	if !ok {
		return false
	}
	if nodes, g.err = g.sideBySide(nodes); g.err != nil {
		return false
	}
	form, lemma := "", ""
	for _, node := range nodes {
		w := g.Nodes[node].Word
		form += w.Form
		if conll.Filled(w.Lemma) {
			lemma += w.Lemma
		}
	}
	w := g.Nodes[head].Word
	w.Form, w.Lemma = form, lemma
	for _, c := range e.columns {
		c.set(w, c.value)
	}
	g.Nodes[head].joined = w.Form == form
	for _, node := range nodes {
		if node != head {
			g.drop(node)
			g.Nodes[node].into = head
		}
	}
	return true
}

// combine makes a multiword token of words that stand side by side, unless one of them is part of a token already.
func (e *edit) combine(s *change) bool {
	g := s.Graph
	nodes := e.words(s)
	tokens, err := g.sentence.Tokens()
	if len(nodes) < 2 || err != nil {
		return false
	}
	for _, node := range nodes {
		n := &g.Nodes[node]
		if n.added != nil || n.split != nil || slices.ContainsFunc(tokens, func(t conll.Token) bool {
			return t.Multiword && t.First < n.Node.Word && n.Node.Word <= t.End
		}) {
			return false
		}
	}
	if nodes, g.err = g.sideBySide(nodes); g.err != nil {
		return false
	}
	form := ""
	for _, node := range nodes {
		form += g.Nodes[node].Word.Form
	}
	first, last := g.Nodes[nodes[0]].Word.Misc, onlyText(g.Nodes[nodes[len(nodes)-1]].Word.Misc)
	whole := &split{form: form, misc: withoutMisc(last, "TokenRange")}
	start, _, ok1 := tokenRange(first)
	_, end, ok2 := tokenRange(last)
	if ok1 && ok2 {
		whole.misc = withRange(whole.misc, start, end)
	}
	for _, c := range e.columns {
		whole.form = c.value
	}
	for _, node := range nodes {
		g.Nodes[node].split = whole
	}
	return true
}

// words returns the words that an edit about several names, nil if one of the names stands for none.
func (e *edit) words(s *change) (nodes []int) {
	for _, name := range e.roots {
		node, ok := e.node(s, name)
		if !ok || !s.Graph.isWord(node) {
			return nil
		}
		if !slices.Contains(nodes, node) {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// sideBySide returns words in their order; the error says which of them do not stand side by side.
func (g *Graph) sideBySide(nodes []int) ([]int, error) {
	g.start()
	slices.SortFunc(nodes, func(a, b int) int { return g.place(a) - g.place(b) })
	for i, node := range nodes[1:] {
		if g.next(g.place(nodes[i])+1) != g.place(node) {
			return nil, fmt.Errorf("%q and %q do not stand side by side, and cannot be one word", g.Nodes[nodes[i]].Word.Form, g.Nodes[node].Word.Form)
		}
	}
	return nodes, nil
}

// headOf returns the only one of some nodes that is a root or has a head elsewhere, if no other one has a dependent elsewhere.
func (g *Graph) headOf(nodes []int) (head int, ok bool) {
	if len(nodes) < 2 {
		return 0, false
	}
	has, among := false, func(node int) bool { return slices.Contains(nodes, node) }
	for _, node := range nodes {
		heads, outer := 0, false
		for _, edge := range g.Edges {
			if edge.Dependent == node {
				heads++
				outer = outer || !among(edge.Head)
			}
		}
		if heads == 0 || outer {
			if has {
				return 0, false
			}
			head, has = node, true
		}
	}
	leads := func(edge Edge) bool {
		return edge.Dependent != gone && edge.Head != head && among(edge.Head) && !among(edge.Dependent)
	}
	return head, has && !slices.ContainsFunc(g.Edges, leads)
}

// node returns the node that has a name, of the pattern or of an edit, unless it is gone.
func (e *edit) node(s *change, name int) (int, bool) {
	var node int
	var ok bool
	if name < e.ofPattern {
		node, ok = s.Node(name)
	} else {
		node, ok = s.Graph.named[name]
	}
	return node, ok && !s.Graph.Nodes[node].gone
}

// compile returns an expression that matches whole words.
func compile(regex string) (*regexp.Regexp, error) { return regexp.Compile(`\A(?:` + regex + `)\z`) }
