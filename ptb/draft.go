package ptb

// draft is a tree that is being read. All its nodes are made at once when it is complete, with one
// string for all their labels and words.
type draft struct {
	nodes []part // in the order of their opening brackets
	below []int  // the children of finished nodes, those of each node together
	open  []frame
	done  []int  // finished nodes whose parents are open, or the outermost ones
	text  []byte // labels and words
}

// part is a node of a draft.
type part struct {
	label, word, end int // where they begin and end in draft.text; both may be empty
	first, last      int // its children in draft.below, once it is finished
}

// frame is an open bracket.
type frame struct {
	node  int
	first int // its first child in draft.done
}

func (d *draft) reset() {
	d.nodes, d.below, d.open, d.done, d.text = d.nodes[:0], d.below[:0], d.open[:0], d.done[:0], d.text[:0]
}

// begin opens a bracket.
func (d *draft) begin() {
	at := len(d.text)
	d.open = append(d.open, frame{len(d.nodes), len(d.done)})
	d.nodes = append(d.nodes, part{label: at, word: at, end: at})
}

// parent reports whether the innermost open bracket has children.
func (d *draft) parent() bool { return d.open[len(d.open)-1].first < len(d.done) }

// finish closes the innermost open bracket.
func (d *draft) finish() {
	top := d.open[len(d.open)-1]
	n := &d.nodes[top.node]
	n.first = len(d.below)
	d.below = append(d.below, d.done[top.first:]...)
	n.last = len(d.below)
	d.open, d.done = d.open[:len(d.open)-1], append(d.done[:top.first], top.node)
}

// tree makes the tree. If there are no nodes or several, they get a node without label above them.
func (d *draft) tree() *Tree {
	text, nodes, below := string(d.text), make([]Tree, len(d.nodes)), make([]*Tree, len(d.below))
	for i, child := range d.below {
		below[i] = &nodes[child]
	}
	for i, n := range d.nodes {
		t := &nodes[i]
		if t.Label, t.Word = text[n.label:n.word], text[n.word:n.end]; n.first < n.last {
			t.Children = below[n.first:n.last:n.last]
		}
	}
	if len(d.done) == 1 {
		return &nodes[d.done[0]]
	}
	top := &Tree{}
	for _, child := range d.done {
		top.Children = append(top.Children, &nodes[child])
	}
	return top
}
