package heads

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/ptb"
	"parser/testdata/testkit"
)

// depend prints dependencies as "word/head/label …".
func depend(d Dependencies) string {
	var words []string
	for i, leaf := range d.Leaves {
		words = append(words, fmt.Sprintf("%s/%d/%s", leaf.Word, d.Heads[i], d.Labels[i]))
	}
	return strings.Join(words, " ")
}

// TestPenn2Malt covers every label, and every reason not to get it.
func TestPenn2Malt(t *testing.T) {
	for text, want := range map[string]string{
		"( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ sleeps)) (. .)))":                                  "The/2/NMOD dog/3/SUB sleeps/0/ROOT ./3/P",
		"(S (NP-SBJ-1 (PRP It)) (VP (MD may) (VP (VB have) (VP (VBN gone)))))":                       "It/2/SUB may/0/ROOT have/2/VC gone/3/VC",
		"(S (NP-SBJ (PRP He)) (VP (VBZ is) (NP-PRD (NN king))))":                                     "He/2/SUB is/0/ROOT king/2/PRD",
		"(S (NP-SBJ (PRP He)) (VP (VBZ is) (PP-LOC-PRD (IN in) (NP (NN town)))))":                    "He/2/SUB is/0/ROOT in/2/PRD town/3/PMOD",
		"(VP (VBD gave) (NP (PRP her)) (NP (NNS flowers)) (NP-TMP (NN today)))":                      "gave/0/ROOT her/1/OBJ flowers/1/OBJ today/1/VMOD",
		"(VP (VBD took) (NP-CLR (NN part)) (PP-CLR (IN in) (NP (PRP it))))":                          "took/0/ROOT part/1/OBJ in/1/VMOD it/3/PMOD",
		"(VP (VBD said) (SBAR (IN that) (S (NP-SBJ (PRP he)) (VP (VBD left)))))":                     "said/0/ROOT that/1/VMOD he/4/SUB left/2/SBAR",
		"(VP (VBD said) (SBAR (-NONE- 0) (S (NP-SBJ (PRP he)) (VP (VBD left)))))":                    "said/0/ROOT he/3/SUB left/1/VMOD",
		"(NP (NP (NN dog)) (SBAR (WHNP-1 (WDT that)) (S (NP-SBJ (-NONE- *T*-1)) (VP (VBZ barks)))))": "dog/0/ROOT that/1/NMOD barks/2/SBAR",
		"(SBAR (ADVP (RB just)) (IN as) (S (VP (VBD left))))":                                        "just/2/VMOD as/0/ROOT left/2/SBAR",
		"(SBAR (SBAR (IN if) (S (VP (VB go)))) (CC or) (SBAR (IN if) (S (VP (VB stay)))))":           "if/4/VMOD go/1/SBAR or/4/VMOD if/0/ROOT stay/4/SBAR",
		"(S (NP-SBJ (PRP I)) (VP (VBP want) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB go))))))":   "I/2/SUB want/0/ROOT to/4/VMOD go/2/VMOD",
		"(VP (VP (VB come)) (CC and) (VP (VB go)))":                                                  "come/0/ROOT and/1/VMOD go/1/VMOD",
		"(SQ (VBZ Does) (NP-SBJ (PRP he)) (RB n't) (VP (VB go)) (. ?))":                              "Does/0/ROOT he/1/SUB n't/1/VMOD go/1/VC ?/1/P",
		"(SBARQ (WHNP-1 (WP Who)) (SQ (NP-SBJ (-NONE- *T*-1)) (VP (VBD left))) (. ?))":               "Who/2/VMOD left/0/ROOT ?/2/P",
		"(VP (VB turn) (PRT (RP off)) (ADJP-PRD (JJ hot)))":                                          "turn/0/ROOT off/1/VMOD hot/1/PRD",
		"(ADJP (NP (CD two) (NNS years)) (JJ old) (PP (IN at) (NP (JJS least))))":                    "two/2/NMOD years/3/AMOD old/0/ROOT at/3/AMOD least/4/PMOD",
		"(ADVP (RB very) (RB much) (RBR more))":                                                      "very/0/ROOT much/1/AMOD more/1/AMOD",
		"(NP (QP (IN about) (CD 200)) (NNS cars))":                                                   "about/3/NMOD 200/1/AMOD cars/0/ROOT",
		"(PP (ADVP (RB right)) (IN through) (NP (NP (PRP$ its)) (NN door)))":                         "right/2/PMOD through/0/ROOT its/4/NMOD door/2/PMOD",
		"(PP (IN by) (S-NOM (NP-SBJ (-NONE- *)) (VP (VBG leaving))))":                                "by/0/ROOT leaving/1/PMOD",
		"(S (S-SBJ (VP (TO To) (VP (VB err)))) (VP (VBZ is) (ADJP-PRD (JJ human))))":                 "To/2/VMOD err/3/SUB is/0/ROOT human/3/PRD",
		"(FRAG (NP (NN Fire)) (ADVP (RB again)) (. !))":                                              "Fire/0/ROOT again/1/DEP !/1/P",
		"(UCP (NP (NN fear)) (CC and) (ADJP (JJ angry)))":                                            "fear/0/ROOT and/1/DEP angry/1/DEP",
		"(NP (-LRB- -LRB-) (NN note) (HYPH -) (-RRB- -RRB-))":                                        "-LRB-/2/P note/0/ROOT -/2/P -RRB-/2/P",
		"(NP ($ $) (CD 5))":                         "$/2/NMOD 5/0/ROOT",
		"(TOP (S (VP (VB Go))) (S (VP (VB Stay))))": "Go/0/ROOT Stay/1/DEP",
		"(UH Yes)":                   "Yes/0/ROOT",
		"(NP (NN-SBJ odd) (NN tag))": "odd/2/NMOD tag/0/ROOT",
	} {
		d := Convert(treeOf(t, text), rules(t, "yamada"), Penn2Malt)
		require.Equal(t, want, depend(d), text)
	}
}

func TestUnlabelled(t *testing.T) {
	d := Convert(treeOf(t, "(S (NP-SBJ (DT The) (NN dog)) (VP (VBZ sleeps)) (. .))"), rules(t, "yamada"), Unlabelled)
	require.Equal(t, "The/2/DEP dog/3/DEP sleeps/0/ROOT ./3/DEP", depend(d))
}

func TestConvertNothing(t *testing.T) {
	for _, text := range []string{"()", "(())", "(S (NP-SBJ (-NONE- *)))"} {
		require.Zero(t, Convert(treeOf(t, text), rules(t, "left"), Unlabelled), text)
	}
}

func TestConvertKeepsItsInput(t *testing.T) {
	tree := treeOf(t, "( (S (NP-SBJ-1 (-NONE- *)) (VP (VB Go))))")
	before := ptb.Steps{}.Apply(tree)
	Convert(tree, rules(t, "yamada"), Penn2Malt)
	require.Equal(t, before, tree)
}

// checkTree checks that a conversion is a projective tree over all words that
// are not empty, with one root.
func checkTree(t *testing.T, tree *ptb.Tree, d Dependencies) {
	t.Helper()
	full := slices.DeleteFunc(tree.Leaves(), ptb.Empty)
	require.True(t, slices.EqualFunc(full, d.Leaves, (*ptb.Tree).Equal), tree)
	require.NoError(t, conll.CheckTree(d.Heads, true), tree)
	require.Empty(t, conll.NonProjectiveArcs(d.Heads), tree)
	for i, label := range d.Labels {
		require.NotEmpty(t, label)
		require.Equal(t, label == rootLabel, d.Heads[i] == 0)
	}
}

// Every tree is converted with every set of rules; without PARSER_DEEP only those of dev.
func TestTreebanksBecomeProjectiveTrees(t *testing.T) {
	for _, file := range testkit.SharedFiles(t, "ptb/*/*.mrg.gz") {
		if !testkit.Deep() && strings.HasPrefix(filepath.Base(file), "train") {
			continue
		}
		text := testkit.Unzipped(t, file)
		for _, name := range Names() {
			r := rules(t, name)
			for tree, err := range ptb.NewReader(bytes.NewReader(text), file).All() {
				require.NoError(t, err)
				checkTree(t, tree, Convert(tree, r, Penn2Malt))
			}
		}
	}
}

func BenchmarkConvert(b *testing.B) {
	trees := treesOf(b, string(testkit.Unzipped(b, testkit.SharedFiles(b, "ptb/en-gum/*.mrg.gz")[0])))
	r := rules(b, "yamada")
	words := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, tree := range trees {
			words += len(Convert(tree, r, Penn2Malt).Leaves)
		}
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
}

// TestConvertEnglish compares with conversions that were first written by hand,
// from the tables on paper, and then compared with the program's word by word.
func TestConvertEnglish(t *testing.T) {
	dir := "../../testdata/convert/"
	trees, err := ptb.ReadFile(dir + "english.mrg")
	require.NoError(t, err)
	for _, name := range []string{"yamada", "collins"} {
		var text strings.Builder
		for _, tree := range trees {
			text.WriteString(depend(Convert(tree, rules(t, name), Penn2Malt)) + "\n")
		}
		testkit.Golden(t, dir+name+".golden", text.String())
	}
}

// Trees so deep that recursion would overflow even Go's stack are converted: chains of one label, of two, and trees with
// a word on every level, to either side.
func TestNoTreeIsTooDeep(t *testing.T) {
	const depth, deepest = 5_000, 200_000
	for _, text := range []string{
		strings.Repeat("(X ", depth) + "(W w)" + strings.Repeat(")", depth),
		strings.Repeat("(X (Y ", depth/2) + "(W w)" + strings.Repeat("))", depth/2),
		strings.Repeat("(X ", depth) + strings.Repeat("(W w))", depth),
		strings.Repeat("(X (W w)", depth) + strings.Repeat(")", depth),
		strings.Repeat("(X ", deepest) + "(W w)" + strings.Repeat(")", deepest),
	} {
		tree := treeOf(t, text)
		d := Convert(tree, rules(t, "yamada"), Penn2Malt)
		require.Len(t, d.Leaves, len(tree.Leaves()))
		require.NoError(t, conll.CheckTree(d.Heads, true))
	}
}

// TestLongSentences: 5,000 words in one constituent, and each in its own.
func TestLongSentences(t *testing.T) {
	const words = 5_000
	for _, text := range []string{
		"( (S" + strings.Repeat(" (NN word)", words) + "))",
		"( (S" + strings.Repeat(" (NP-SBJ (DT a) (NN word) (-NONE- *))", words/2) + "))",
	} {
		tree := treeOf(t, text)
		for _, name := range Names() {
			d := Convert(tree, rules(t, name), Penn2Malt)
			require.Len(t, d.Heads, words)
			checkTree(t, tree, d)
		}
	}
}
