package parsertest

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/testdata/testkit"
)

// Sample reads a file of the project's own sample treebanks.
func Sample(t testing.TB, name string) []*conll.Sentence {
	t.Helper()
	sentences, err := conll.ReadFile(testkit.Sample(t, name))
	require.NoError(t, err)
	return sentences
}

// Some returns the first sixty English training sentences: enough to learn something in a fraction of a second.
func Some(t testing.TB) []*conll.Sentence { return Sample(t, "en/train.conllu")[:60] }

// Mixed returns English, German and Dutch sentences, a good part of them non-projective; those several times, since
// rare labels of lifted arcs are not learned.
func Mixed(t testing.TB) []*conll.Sentence {
	all := Some(t)[:20]
	for range 4 {
		all = append(all, Sample(t, "nonproj/de.conllu")...)
		all = append(all, Sample(t, "nonproj/nl.conllu")...)
	}
	return all
}

// Read parses CoNLL text.
func Read(t testing.TB, text string) []*conll.Sentence {
	t.Helper()
	return testkit.Items(t, conll.NewReader(strings.NewReader(text), "text").All())
}

// Tree makes a sentence of words a, b, c, … with the given heads; arcs are "dep", and "root" from ROOT. Its line is n.
func Tree(n int, heads ...int) *conll.Sentence {
	s := &conll.Sentence{File: "made", Line: n}
	for i, h := range heads {
		w := conll.Word{Form: string(rune('a' + i)), UPOS: "X", Head: h, Deprel: "dep"}
		if h == 0 {
			w.Deprel = "root"
		}
		s.Words = append(s.Words, w)
	}
	return s
}

// Clones returns copies.
func Clones(sentences []*conll.Sentence) []*conll.Sentence {
	return each(sentences, (*conll.Sentence).Clone)
}

// each returns what is made of each.
func each[A, B any](all []A, made func(A) B) []B {
	others := make([]B, len(all))
	for i, x := range all {
		others[i] = made(x)
	}
	return others
}

// Untagged returns copies with nothing in the given fields.
func Untagged(sentences []*conll.Sentence, fields ...string) []*conll.Sentence {
	all := Clones(sentences)
	for _, s := range all {
		for i := range s.Words {
			for _, field := range fields {
				*column(&s.Words[i], field) = "_"
			}
		}
	}
	return all
}

// FewGraphs returns the first n graphs to train on.
func FewGraphs(t testing.TB, n int) treebank.Data { return Graphs(t, "train", n) }

var readEnglish sync.Map // from the file to what reads it once

// English is the small English model, read once for all tests of a package.
func English(t testing.TB) *engine.Parser {
	t.Helper()
	file := filepath.Join(testkit.Sample(t, "en"), "..", "..", "parser", "models", "en-small", "en-small.npz")
	read, _ := readEnglish.LoadOrStore(file, sync.OnceValues(func() (*engine.Parser, error) { return engine.Load(file) }))
	p, err := read.(func() (*engine.Parser, error))()
	require.NoError(t, err)
	return p
}

// Graphs returns the first n graphs of a part of the sample, with trees of the English model.
func Graphs(t testing.TB, part string, n int) (d treebank.Data) {
	t.Helper()
	base, all := English(t), testkit.Sample(t, "en/"+part+".amr")
	var err error
	d.Graphs, err = amr.ReadFile(all)
	require.NoError(t, err)
	d.Graphs = d.Graphs[:min(n, len(d.Graphs))]
	for _, g := range d.Graphs {
		text, _ := g.Get("snt")
		items, err := base.ParseText(context.Background(), text)
		require.NoError(t, err)
		whole := items[0].Sentence
		for _, more := range items[1:] { // the graph is of all that the text says
			words, before := more.Sentence.Words, whole.Len()
			for i := range words {
				if words[i].Head > 0 {
					words[i].Head += before
				}
			}
			whole.Words = append(whole.Words, words...)
		}
		d.Sentences = append(d.Sentences, whole)
	}
	return d
}

// Crossing is the sentence "Daar weet ik niets van" ("I know nothing of that"), with an arc across "weet".
const Crossing = "1\tDaar\t_\t_\t_\t_\t5\tobl\t_\t_\n" +
	"2\tweet\t_\t_\t_\t_\t0\troot\t_\t_\n" +
	"3\tik\t_\t_\t_\t_\t2\tnsubj\t_\t_\n" +
	"4\tniets\t_\t_\t_\t_\t2\tobj\t_\t_\n" +
	"5\tvan\t_\t_\t_\t_\t4\tcase\t_\t_\n\n"

// TreeSample reads a file of the project's own trees.
func TreeSample(t testing.TB, name string) []*ptb.Tree {
	t.Helper()
	trees, err := ptb.ReadFile(testkit.Sample(t, name))
	require.NoError(t, err)
	return trees
}

// SomeTrees returns the first sixty English training trees.
func SomeTrees(t testing.TB) []*ptb.Tree { return TreeSample(t, "en/train.mrg")[:60] }

// ReadTrees parses trees in brackets.
func ReadTrees(t testing.TB, texts ...string) []*ptb.Tree {
	t.Helper()
	return testkit.Items(t, ptb.NewReader(strings.NewReader(strings.Join(texts, "\n")), "text").All())
}

// TreeWords returns the words of a tree as CoNLL has them, unescaped.
func TreeWords(t *ptb.Tree) []conll.Word {
	return each(t.Leaves(), func(leaf *ptb.Tree) conll.Word {
		return conll.Word{Form: ptb.Unescape(leaf.Word), XPOS: leaf.Label}
	})
}

// AllWords returns the words of each tree.
func AllWords(trees []*ptb.Tree) [][]conll.Word { return each(trees, TreeWords) }

// Normal returns the trees after steps, as training makes them.
func Normal(t testing.TB, trees []*ptb.Tree, names string) []*ptb.Tree {
	t.Helper()
	steps, err := ptb.ParseSteps(names)
	require.NoError(t, err)
	steps.Root = true
	return each(trees, steps.Apply)
}

// HardTrees are trees that have what most lack.
func HardTrees(t testing.TB) []*ptb.Tree {
	return ReadTrees(t,
		`( (NP (DT one) (NN child)) (VP (VBZ has)) (. several))`,
		`( (NN leaf))`,
		`(NN alone)`,
		`( (NP (NP (NN over)) (NP (NN other))))`,
		`( (FRAG (S (VP (VB go)))))`,
		`( (S (VP (VB stay) (ADVP (ADVP-TMP (RB now))))))`,
		`( (S (NP-SBJ (-NONE- *)) (VP (VB eat) (NP=2 (CD 1\/2) (NN-D cake)))))`,
		`( (PRN (-LRB- -LRB-) (S (NP-SBJ (PRP-A-1 a-LRB-b)) (VP (VBP say[s]))) (-RRB- -RRB-)))`,
		`(ROOT (S1 (IP-MAT-SPE (NP-SBJ=1-2 (N-D \*)) (, ,))))`,
		`( (S (S (S (NP (NN deep))) (S (NP (NN deeper))))))`,
	)
}

func column(w *conll.Word, field string) *string {
	return map[string]*string{"lemma": &w.Lemma, "upos": &w.UPOS, "xpos": &w.XPOS, "feats": &w.Feats}[field]
}
