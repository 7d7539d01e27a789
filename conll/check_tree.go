package conll

// rootLabel is the label that UD has for the root and for nothing else.
const rootLabel = "root"

// tree checks that the heads are a tree.
func (v *validator) tree() {
	heads := v.s.Heads(nil)
	var roots []int
	for i, head := range heads {
		switch head {
		case NoHead:
			v.atWord(i, ClassTree, "no-head", "the word has no head")
		case 0:
			roots = append(roots, i+1)
		}
	}
	for cycle := range cycles(heads) {
		v.atWord(cycle[0]-1, ClassTree, "cycle", "cycle: words %v", cycle)
	}
	switch {
	case len(roots) == 0:
		v.problem(v.s.Line, 0, ClassTree, "no-root", "no word has HEAD 0")
	case len(roots) > 1 && v.s.Format == FormatU:
		v.atWord(roots[1]-1, ClassTree, "several-roots", "several words have HEAD 0: %v", roots)
	}
}

// rootLabels checks that the root, and nothing else, is labelled so.
func (v *validator) rootLabels() {
	for i := range v.s.Words {
		w := &v.s.Words[i]
		base, _ := cutSubtype(w.Deprel)
		switch {
		case w.Head == 0 && base != rootLabel:
			v.atWord(i, ClassTree, "root-label", "HEAD is 0, but DEPREL is %s instead of %s", w.Deprel, rootLabel)
		case w.Head > 0 && base == rootLabel:
			v.atWord(i, ClassTree, "root-label", "DEPREL is %s, but HEAD is %d instead of 0", w.Deprel, w.Head)
		}
	}
}
