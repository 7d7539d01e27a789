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
	root, _ := fold(t, func(n *Tree, words []int) (head int, keep bool) { // the numbers of head words
		if n.Leaf() {
			d.Leaves, d.Heads, d.Labels = append(d.Leaves, n), append(d.Heads, 0), append(d.Labels, "")
			return len(d.Leaves), true
		}
		at := rules.Head(n)
		for i, child := range n.Children {
			if i != at {
				d.Heads[words[i]-1], d.Labels[words[i]-1] = words[at], label(n, n.Children[at], child)
			}
		}
		return words[at], true
	})
	d.Labels[root-1] = RootLabel
	return d
}
