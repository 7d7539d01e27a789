// Package evaltest makes sentences and trees for the tests of the packages in eval.
//
//	gold, system := evaltest.RandomPair(random, 1)
package evaltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/ptb"
)

// Read returns the sentences of a file.
func Read(t testing.TB, name string) []*conll.Sentence {
	t.Helper()
	sentences, err := conll.ReadFile(name)
	require.NoError(t, err)
	return sentences
}

// Sentence makes a sentence of words written FORM/TAG/HEAD/LABEL; the head "_" means
// no head.
func Sentence(t testing.TB, file string, line int, words ...string) *conll.Sentence {
	t.Helper()
	s := &conll.Sentence{File: file, Line: line}
	for _, word := range words {
		f := strings.Split(word, "/")
		require.Len(t, f, 4)
		w := conll.Word{Form: f[0], Lemma: "_", UPOS: f[1], XPOS: "_", Feats: "_", Head: conll.NoHead, Deprel: f[3]}
		if f[2] != "_" {
			_, err := fmt.Sscan(f[2], &w.Head)
			require.NoError(t, err)
		}
		s.Words = append(s.Words, w)
	}
	return s
}

// List returns its sentences as a slice.
func List(s ...*conll.Sentence) []*conll.Sentence { return s }

// RandomPair returns n gold sentences and those of a system that gets about two thirds of
// the words right. Forms repeat, so that ties and frequent errors occur.
func RandomPair(r *rand.Rand, n int) (gold, system []*conll.Sentence) {
	forms := []string{"a", "b", "c", "ä", ".", ",", "*", "-"}
	tags := []string{"N", "V", "D"}
	labels := []string{"x", "y", "z", "x:y"}
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	line := 1
	for range n {
		g := &conll.Sentence{File: "gold", Line: line}
		s := &conll.Sentence{File: "system", Line: line}
		length := 1 + r.IntN(9)
		line += length + 1
		for i := range length {
			w := conll.Word{Form: pick(forms), UPOS: pick(tags), Head: r.IntN(i + 1), Deprel: pick(labels)}
			g.Words = append(g.Words, w)
			if r.IntN(3) == 0 {
				w.Head = r.IntN(length + 1)
			}
			if r.IntN(4) == 0 {
				w.Deprel = pick(labels)
			}
			s.Words = append(s.Words, w)
		}
		gold, system = append(gold, g), append(system, s)
	}
	return gold, system
}

// Trees reads all trees of a text.
func Trees(t testing.TB, text string) []*ptb.Tree {
	t.Helper()
	var all []*ptb.Tree
	for tree, err := range ptb.NewReader(strings.NewReader(text), "text").All() {
		require.NoError(t, err)
		all = append(all, tree)
	}
	return all
}

// Leaves makes n words; the usual parameters of EVALB delete some of them.
func Leaves(r *rand.Rand, n int) []*ptb.Tree {
	tags := []string{"NN", "VB", "NN-X", "POS", ",", "``", "-NONE-"}
	words := make([]*ptb.Tree, n)
	for i := range words {
		words[i] = &ptb.Tree{Label: tags[r.IntN(len(tags))], Word: string(rune('a' + r.IntN(3)))}
	}
	return words
}

// RandomTree puts brackets over the words, including unary and empty ones.
func RandomTree(r *rand.Rand, words []*ptb.Tree) *ptb.Tree {
	labels := []string{"S", "NP", "NP-SBJ", "VP=1", "ADVP", "PRT", "TOP", "", "X", "-NONE-"}
	nodes := slices.Clone(words)
	for range r.IntN(3) {
		at := r.IntN(len(nodes) + 1)
		nodes = slices.Insert(nodes, at, &ptb.Tree{Label: labels[r.IntN(len(labels))]})
	}
	for range 1 + r.IntN(2*len(words)+1) {
		start := r.IntN(len(nodes))
		end := min(start+1+r.IntN(3), len(nodes))
		parent := &ptb.Tree{Label: labels[r.IntN(len(labels))], Children: slices.Clone(nodes[start:end])}
		nodes = slices.Replace(nodes, start, end, parent)
	}
	return &ptb.Tree{Label: "TOP", Children: nodes}
}
