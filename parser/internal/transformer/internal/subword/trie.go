package subword

import (
	"bytes"
	"maps"
	"slices"
)

// trie finds the texts that a text begins with. Nodes are numbered level by level, 0 is the root, so that the children
// of a node are neighbours.
type trie struct {
	first []int32 // of each node, its first child; its last is before the first child of the next node
	label []byte  // of each node, the byte that leads to it
	value []int32 // of each node, what its text stands for, -1 for nothing
}

// newTrie returns a trie of texts and what they stand for. The empty text is left out.
func newTrie(values map[string]int32) trie {
	type part struct{ from, to, depth int }
	texts := slices.Sorted(maps.Keys(values))
	t := trie{label: []byte{0}}
	for level := []part{{to: len(texts)}}; len(level) > 0; {
		var next []part
		for _, p := range level {
			t.first = append(t.first, int32(len(t.label)))
			value := int32(-1)
			if p.from < p.to && len(texts[p.from]) == p.depth {
				if p.depth > 0 {
					value = values[texts[p.from]]
				}
				p.from++
			}
			t.value = append(t.value, value)
			for p.from < p.to {
				b, to := texts[p.from][p.depth], p.from+1
				for to < p.to && texts[to][p.depth] == b {
					to++
				}
				t.label = append(t.label, b)
				next = append(next, part{p.from, to, p.depth + 1})
				p.from = to
			}
		}
		level = next
	}
	t.first = append(t.first, int32(len(t.label)))
	return t
}

// child returns the node that a byte leads to, -1 if it has no such child.
func (t *trie) child(node int32, b byte) int32 {
	first, end := t.first[node], t.first[node+1]
	if i := bytes.IndexByte(t.label[first:end], b); i >= 0 {
		return first + int32(i)
	}
	return -1
}

// longest returns the length and the value of the longest text that another one begins with, 0 and -1 if none does.
func (t *trie) longest(text []byte) (length int, value int32) {
	value = -1
	node := int32(0)
	for i, b := range text {
		if node = t.child(node, b); node < 0 {
			break
		}
		if v := t.value[node]; v >= 0 {
			length, value = i+1, v
		}
	}
	return length, value
}
