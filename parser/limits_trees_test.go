package parser_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser"
	"parser/parser/structure"
	"parser/transition"
)

// many is the depth of trees and the length of sentences that no real text has.
const many = 5000

// TestDeepAndLongTrees are trained on and parsed: a constituent in the other, a
// word on every level, and many words in one constituent or in two levels.
func TestDeepAndLongTrees(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants takes a time quadratic in the length")
	}
	for name, text := range map[string]string{
		"over itself":    strings.Repeat("(X ", many) + "(W w)" + strings.Repeat(")", many), // one bracket
		"to the right":   strings.Repeat("(X (W w)", many) + strings.Repeat(")", many),
		"flat":           "(X" + strings.Repeat(" (W w)", many) + ")",
		"two levels":     "(X" + strings.Repeat(" (Y (W w) (V v))", many/2) + ")",
		"under the root": "(TOP" + strings.Repeat(" (Y (W w) (V v))", many/2) + ")",
	} {
		for _, system := range oracle.Systems(transition.Constituents) {
			p := trainedTrees(t, readTrees(t, text), treeOptions(system, 1, func(o *parser.Options) { setLearner(o, "min-updates", 0) }))
			require.Zero(t, p.Meta().Skipped)
			words := treeWords(readTrees(t, text)[0])
			requireBrackets(t, p, words, tree1(t, p, words))
			require.NotNil(t, reread(t, file(t, p)), name)
		}
	}
}

// TestDeepToTheLeft: more brackets that start at one word than a parse may have
// are skipped by the system that opens them in a row, and by no other; and so for
// brackets over the same words.
func TestDeepToTheLeft(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants takes a time quadratic in the length")
	}
	left := strings.Repeat("(X ", many) + strings.Repeat("(W w))", many)
	chain := strings.Repeat("(X (Y ", many/2) + "(W w)" + strings.Repeat("))", many/2)
	train := append(readTrees(t, left, chain), someTrees(t)[:10]...)
	for system, underivable := range map[string]int{"bracket": 2, "in-order": 1, "shift-label": 0} {
		p := trainedTrees(t, train, treeOptions(system, 1))
		require.Equal(t, structure.Skipped{Underivable: underivable}, p.Meta().Skipped, system)
		words := treeWords(train[0])
		requireBrackets(t, p, words, tree1(t, p, words))
	}
}

// TestExtremeLengthsOfTrees: no words, one, and five thousand.
func TestExtremeLengthsOfTrees(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants takes a time quadratic in the length")
	}
	r := rand.New(rand.NewPCG(6, 0))
	sentences := allWords(someTrees(t))
	for _, k := range treeKinds() {
		p := trainedTrees(t, someTrees(t), treeOptions(k.system, 1, k.set))
		require.Equal(t, "(TOP)", tree1(t, p, nil).String())
		for _, n := range []int{1, 2, many} {
			words := wordSalad(r, sentences, n)
			requireBrackets(t, p, words, tree1(t, p, words))
		}
	}
}

// TestNoModelOpensForEver: a model that wants to open a bracket everywhere can
// only do it so often.
func TestNoModelOpensForEver(t *testing.T) {
	for system, edit := range map[string]func(*parser.Options){
		"bracket":  func(o *parser.Options) { o.MaxOpens = 100 },
		"in-order": func(o *parser.Options) { o.MaxUnary = 100 },
	} {
		train := readTrees(t, strings.Repeat("(X ", 99)+"(Y (W w)"+strings.Repeat(")", 100))
		p := trainedTrees(t, train, treeOptions(system, 1, edit, func(o *parser.Options) {
			o.Steps, o.Templates = "none", "N9w\n"
			setLearner(o, "min-updates", 0)
		}))
		words := make([]string, 50)
		for i := range words {
			words[i] = "(W w)"
		}
		sentence := treeWords(readTrees(t, "(X "+strings.Join(words, " ")+")")[0])
		tree := tree1(t, p, sentence)
		requireBrackets(t, p, sentence, tree)
		require.Less(t, len(tree.Spans()), 2+2*100*len(sentence))
	}
}
