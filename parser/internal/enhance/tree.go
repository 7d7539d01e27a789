package enhance

import (
	"iter"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/lookup"
)

// tree is a dependency tree as rules see it. Its nodes are the words from 1 on, and 0, the root.
type tree struct {
	words    []conll.Word
	heads    []int    // of each node; -1 of the root
	bases    []string // relations without subtypes
	children [][]int  // in order
	before   [][]int  // of each node, the dependents of siblings before it that have its relation: of each relation, the nearest
	after    [][]int  // the same of those after it
}

// read makes t the tree of words. It returns false if their heads are not a tree.
func (t *tree) read(words []conll.Word) bool {
	t.words = words
	t.heads, t.bases = append(t.heads[:0], -1), append(t.bases[:0], "")
	for i := range words {
		t.heads, t.bases = append(t.heads, words[i].Head), append(t.bases, base(words[i].Deprel))
	}
	if conll.CheckTree(t.heads[1:], false) != nil {
		return false
	}
	t.children = emptied(t.children, len(t.heads))
	for i := range words {
		t.children[words[i].Head] = append(t.children[words[i].Head], i+1)
	}
	t.before, t.after = emptied(t.before, len(t.heads)), emptied(t.after, len(t.heads))
	for _, siblings := range t.children {
		if len(siblings) > 1 {
			t.share(t.before, slices.All(siblings))
			t.share(t.after, slices.Backward(siblings))
		}
	}
	return true
}

// share sets what each sibling finds at those that come before it in an order.
func (t *tree) share(shared [][]int, siblings iter.Seq2[int, int]) {
	last := map[string]int{} // sibling with each relation
	for _, node := range siblings {
		if other, known := last[t.bases[node]]; known {
			for _, dependents := range [][]int{t.children[other], shared[other]} {
				for _, c := range dependents {
					if !slices.ContainsFunc(shared[node], func(nearer int) bool { return t.bases[nearer] == t.bases[c] }) {
						shared[node] = append(shared[node], c)
					}
				}
			}
		}
		last[t.bases[node]] = node
	}
}

// emptied returns n empty lists, in the memory of others.
func emptied[T any](lists [][]T, n int) [][]T {
	lists = slices.Grow(lists[:0], n)[:n]
	for i := range lists {
		lists[i] = lists[i][:0]
	}
	return lists
}

// base returns a relation without its subtype.
func base(relation string) string {
	b, _, _ := strings.Cut(relation, ":")
	return b
}

// relation returns that of a node, with its subtype; "" of the root.
func (t *tree) relation(node int) string {
	if node == 0 {
		return ""
	}
	return t.words[node-1].Deprel
}

// word returns that of a node; the root has an empty one.
func (t *tree) word(node int) *conll.Word {
	if node == 0 {
		return &conll.Word{}
	}
	return &t.words[node-1]
}

// lemma returns that of a node in lower case, or its form, if it has no lemma.
func (t *tree) lemma(node int) string {
	w := t.word(node)
	if conll.Filled(w.Lemma) {
		return strings.ToLower(lookup.Form(w.Lemma))
	}
	return strings.ToLower(lookup.Form(w.Form))
}

// below reports whether a node is another one, or descends from it.
func (t *tree) below(node, other int) bool {
	for ; node >= 0; node = t.heads[node] {
		if node == other {
			return true
		}
	}
	return false
}
