package ptb

// Dependencies is a dependency tree over the words of a constituency tree.
type Dependencies struct {
	Leaves []*Tree  // the words
	Heads  []int    // of each word: the number of its head, from 1; 0 for the root
	Labels []string // of each word: that of the dependency on its head
}

// Convert turns constituents into dependencies (Magerman 1995, Collins 1999): of
// each constituent one child is the head by the rules, and the head words of the
// other children depend on its head word. Empty elements are left out first. The
// dependencies are a projective tree with one root, labelled RootLabel; all
// others are labelled by label, which sees function tags. Without words there
// are no dependencies.
func Convert(t *Tree, rules *Rules, label Labeler) Dependencies {
	var d Dependencies
	t = Steps{Empties: true}.Apply(t)
	if t == nil {
		return d
	}
	var heads []int // head words of nodes whose mothers are not finished
	var first []int // of each node that is entered: its first child in heads
	t.Walk(func(*Tree) {
		first = append(first, len(heads))
	}, func(n *Tree) {
		start := first[len(first)-1]
		first = first[:len(first)-1]
		head := 0
		if n.Leaf() {
			head = d.add(n)
		} else {
			head = d.join(n, heads[start:], rules.Head(n), label)
		}
		heads = append(heads[:start], head)
	})
	d.Labels[heads[0]-1] = RootLabel
	return d
}

// add appends a word and returns its number.
func (d *Dependencies) add(leaf *Tree) int {
	d.Leaves = append(d.Leaves, leaf)
	d.Heads = append(d.Heads, 0)
	d.Labels = append(d.Labels, "")
	return len(d.Leaves)
}

// join makes the head words of a constituent's children depend on that of its
// head child, and returns that.
func (d *Dependencies) join(mother *Tree, words []int, head int, label Labeler) int {
	for i, child := range mother.Children {
		if i != head {
			d.Heads[words[i]-1] = words[head]
			d.Labels[words[i]-1] = label(mother, mother.Children[head], child)
		}
	}
	return words[head]
}
