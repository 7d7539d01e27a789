package enhance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conll18"
	"parser/model"
	"parser/model/npz"
	"parser/testdata/testkit"
)

// sentence makes a sentence of lines "form lemma UPOS head relation DEPS".
func sentence(t testing.TB, lines string) *conll.Sentence {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(lines) {
		f := strings.Fields(line)
		if len(f) == 2 { // an empty node and its DEPS
			fmt.Fprintf(&b, "%s\t_\t_\t_\t_\t_\t_\t_\t%s\t_\n", f[0], f[1])
			continue
		}
		n++
		fmt.Fprintf(&b, "%d\t%s\t%s\t%s\t_\t_\t%s\t%s\t%s\t_\n", n, f[0], f[1], f[2], f[3], f[4], f[5])
	}
	s, err := conll.NewReader(strings.NewReader(b.String()+"\n"), "own").Read()
	require.NoError(t, err)
	return s
}

// treebank makes sentences with everything that the guidelines enhance, with several words in each place.
func treebank(t testing.TB) (all []*conll.Sentence) {
	nouns, verbs, prepositions := []string{"dog", "girl", "farmer"}, []string{"sees", "hears", "feeds"}, []string{"in", "from"}
	for i, noun := range nouns {
		for j, verb := range verbs {
			other, preposition := nouns[(i+1+j)%3], prepositions[(i+j)%2]
			fill := strings.NewReplacer("NOUN1", noun+" "+noun, "NOUN2", other+" "+other, "@V", verb+" "+verb, "PREP", preposition+" "+preposition, "@P", preposition)
			for _, lines := range []string{
				// Two subjects; a preposition.
				"NOUN1 NOUN 4 nsubj 4:nsubj\nand and CCONJ 3 cc 3:cc\nNOUN2 NOUN 1 conj 1:conj:and|4:nsubj\n@V VERB 0 root 0:root\nPREP ADP 6 " +
					"case 6:case\nParis Paris PROPN 4 obl 4:obl:@P\n",
				// Two verbs with one subject.
				"NOUN1 NOUN 2 nsubj 2:nsubj|4:nsubj\n@V VERB 0 root 0:root\nor or CCONJ 4 cc 4:cc\nsleeps sleep VERB 2 conj 2:conj:or\n",
				// Control.
				"NOUN1 NOUN 2 nsubj 2:nsubj|4:nsubj:xsubj\nwants want VERB 0 root 0:root\nto to PART 4 mark 4:mark\n@V VERB 2 xcomp 2:xcomp\n",
				// A relative clause.
				"NOUN1 NOUN 0 root 0:root|3:nsubj\nwho who PRON 3 nsubj 1:ref\n@V VERB 1 acl:relcl 1:acl:relcl\nNOUN2 NOUN 3 obj 3:obj\n",
				// A verb that is left out.
				"NOUN1 NOUN 2 nsubj 2:nsubj\n@V VERB 0 root 0:root\nParis Paris PROPN 2 obj 2:obj\nand and CCONJ 5 cc 5.1:cc\nNOUN2 NOUN 2 " +
					"conj 5.1:nsubj\n5.1 2:conj:and\nRome Rome PROPN 5 orphan 5.1:obj\n",
			} {
				all = append(all, sentence(t, fill.Replace(lines)))
			}
		}
	}
	return all
}

func learned(t testing.TB) *Enhancer {
	e, err := Learn(treebank(t), rand.New(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	return e
}

// enhanced returns a sentence with the graph that a session makes of its tree.
func enhanced(s *Session, tree *conll.Sentence) *conll.Sentence {
	own := tree.BasicOnly()
	own.SetEmptyNodes(s.Enhance(own.Words, true))
	return own
}

// text returns a sentence as it is written.
func text(t testing.TB, s *conll.Sentence) string {
	var b bytes.Buffer
	w := conll.NewWriter(&b)
	require.NoError(t, w.Write(s))
	require.NoError(t, w.Flush())
	return b.String()
}

// What is learned makes the graphs of the treebank again, up to the place of empty nodes, and finds the same things in
// sentences of other words.
func TestEnhance(t *testing.T) {
	e := learned(t)
	s := e.NewSession()
	var again []*conll.Sentence
	for _, gold := range treebank(t) {
		again = append(again, enhanced(s, gold))
	}
	scores, err := conll18.ScoreEnhanced(treebank(t), again, false)
	require.NoError(t, err)
	require.EqualValues(t, scores.ELAS.Gold, scores.ELAS.Correct, "%+v", scores)
	require.Equal(t, scores.ELAS.Gold, scores.ELAS.System)

	gold := sentence(t, "Anna Anna PROPN 3 nsubj 3:nsubj\nnever never ADV 3 advmod 3:advmod\nwalks walk VERB 0 root 0:root\n"+
		"out out ADP 6 case 6:case\nof of ADP 4 fixed 4:fixed\ntown town NOUN 3 obl 3:obl:out_of\n")
	require.Equal(t, text(t, gold), text(t, enhanced(s, gold)))
	gapped := sentence(t, "Anna Anna PROPN 2 nsubj 2:nsubj\nlikes like VERB 0 root 0:root\ntea tea NOUN 2 obj 2:obj\n"+
		"and and CCONJ 5 cc 5.1:cc\nBob Bob PROPN 2 conj 5.1:nsubj\n5.1 2:conj:and\nmilk milk NOUN 5 orphan 5.1:obj\n")
	own := enhanced(s, gapped)
	require.Len(t, own.EmptyNodes(), 1, text(t, own))
	own.SetEmptyNodes(s.Enhance(own.Words, false))
	require.Empty(t, own.EmptyNodes())
	require.NotContains(t, text(t, own), ".1:")
}

// anyTree returns a sentence of n words with any tree.
func anyTree(random *rand.Rand, n int) *conll.Sentence {
	relations := []string{"nsubj", "obj", "obl", "conj", "cc", "case", "mark", "xcomp", "acl:relcl", "orphan", "fixed"}
	own := &conll.Sentence{}
	for range n {
		lemma := []string{"and", "From", "x2", "/", "who", "_"}[random.IntN(6)]
		own.Words = append(own.Words, conll.Word{Form: lemma, Lemma: lemma, UPOS: "X", XPOS: "_",
			Feats: []string{"_", "Case=Gen"}[random.IntN(2)], Deps: "_", Misc: "_"})
	}
	order := random.Perm(n) // each word below an earlier one, the first below the root
	for i, w := range order {
		own.Words[w].Deprel = relations[random.IntN(len(relations))]
		if i == 0 {
			own.Words[w].Deprel = rootRelation
		} else {
			own.Words[w].Head = order[random.IntN(i)] + 1
		}
	}
	return own
}

// Words without a tree keep what they have.
func TestNoTree(t *testing.T) {
	s := learned(t).NewSession()
	words := []conll.Word{{Form: "a", Head: 2, Deprel: "x", Deps: "0:root"}, {Form: "b", Head: 1, Deprel: "x", Deps: "1:x"}}
	require.Nil(t, s.Enhance(words, true))
	require.Equal(t, "0:root", words[0].Deps)
	require.Nil(t, s.Enhance(nil, true))
}

func TestLearnRefuses(t *testing.T) {
	own := sentence(t, "dogs dog NOUN 2 nsubj _\nbark bark VERB 0 root _\n")
	_, err := Learn([]*conll.Sentence{own}, rand.New(rand.NewPCG(1, 1)))
	require.ErrorIs(t, err, ErrNoDeps)
	own.Words[0].Deps = "7:nsubj"
	_, err = Learn([]*conll.Sentence{own}, rand.New(rand.NewPCG(1, 1)))
	require.ErrorIs(t, err, conll.ErrDeps)
	require.ErrorContains(t, err, "own:1: ")
}

// arraysOf returns entries as they are read from a file.
func arraysOf(t testing.TB, entries []npz.Entry) *npz.Arrays {
	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, entries))
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return arrays
}

// A file has the same enhancer, and is refused without a part of it or with classes that are not there.
func TestFile(t *testing.T) {
	e := learned(t)
	entries := e.Entries("x/")
	loaded, err := Load(arraysOf(t, entries), "x/")
	require.NoError(t, err)
	require.Equal(t, e.Entries(""), loaded.Entries(""))
	for _, gold := range treebank(t) {
		require.Equal(t, text(t, enhanced(e.NewSession(), gold)), text(t, enhanced(loaded.NewSession(), gold)))
	}
	for i := range entries {
		_, err := Load(arraysOf(t, append(append([]npz.Entry(nil), entries[:i]...), entries[i+1:]...)), "x/")
		require.ErrorIs(t, err, npz.ErrFile, entries[i].Name)
	}
	for _, change := range [][2]string{
		{`"up0"`, `"up9"`}, {`"up0"`, `"sideways1"`}, {`"up0"`, `"up"`}, {`["-"`, `["x"`}, {`"Markers":[""`, `"Markers":["y"`},
		{`"Marked":{"`, `"Marked":{"z":[999],"`},
		{`"Paths":{"`, `"Paths":{"z":[-1],"`}, {`{"Markers"`, `"`},
	} {
		changed := append([]npz.Entry(nil), entries...)
		text := strings.Replace(string(entries[0].Data.([]byte)), change[0], change[1], 1)
		require.NotEqual(t, string(entries[0].Data.([]byte)), text, change[0])
		changed[0].Data = []byte(text)
		_, err := Load(arraysOf(t, changed), "x/")
		require.ErrorIs(t, err, npz.ErrFile, change[1])
	}
}

// What marks labels, in a sentence with fixed expressions, shared conjunctions and cases.
func TestMarkers(t *testing.T) {
	own := sentence(t, "In in ADP 4 case _\nspite spite NOUN 1 fixed _\nof of ADP 1 fixed _\nrain rain NOUN 0 root _\n"+
		"hail hail NOUN 4 conj _\nand and CCONJ 7 cc _\nsnow snow NOUN 4 conj _\n")
	own.Words[3].Feats = "Case=Dat|Number=Sing"
	var tree tree
	require.True(t, tree.read(own.Words))
	all := func(node int) map[string]string {
		m := map[string]string{}
		for name, text := range tree.markers(node, func(string) bool { return true }) {
			m[name] = text
		}
		return m
	}
	require.Subset(t, all(4), map[string]string{"": "", "case/first": "in_spite_of", "feats/Case": "dat",
		"case/first+feats/Case": "in_spite_of:dat", "conj/last": "snow", "conj/all": "hail_snow"})
	require.Equal(t, map[string]string{"": "", "cc/next": "and"}, all(5))
	require.Equal(t, map[string]string{"": "", "cc/first": "and"}, all(7))
	require.Equal(t, "a_b", suffix("A/_b2."))
}

// The example at induceMarkers: a preposition is found by case/first, and "vs." is spelled "versus".
func TestInduceMarkers(t *testing.T) {
	var lessons []*conll.Sentence
	for _, lines := range []string{
		"Anna Anna PROPN 2 nsubj 2:nsubj\nlives live VERB 0 root 0:root\nin in ADP 4 case 4:case\nParis Paris PROPN 2 obl 2:obl:in\n",
		"Anna Anna PROPN 2 nsubj 2:nsubj\ncomes come VERB 0 root 0:root\nfrom from ADP 4 case 4:case\nRome Rome PROPN 2 obl 2:obl:from\n",
		"Brann Brann PROPN 2 nsubj 2:nsubj\nplays play VERB 0 root 0:root\nvs. vs. ADP 4 case 4:case\nMolde Molde PROPN 2 obl 2:obl:versus\n",
		"Anna Anna PROPN 2 nsubj 2:nsubj\nlives live VERB 0 root 0:root\nthere there ADV 2 advmod 2:advmod\n",
	} {
		lessons = append(lessons, sentence(t, lines), sentence(t, lines))
	}
	e, err := Learn(lessons, rand.New(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	require.Equal(t, map[string]string{"vs.": "versus"}, e.Spellings)
	require.Equal(t, []string{"", "case/first"}, e.Markers)
	require.Equal(t, map[string][]model.Class{"obl": {1}}, e.Marked)

	lines := "Brann Brann PROPN 2 nsubj 2:nsubj\nplays play VERB 0 root 0:root\nMolde Molde PROPN 2 obl 2:obl:versus\n"
	e, err = Learn([]*conll.Sentence{sentence(t, lines), sentence(t, lines)}, rand.New(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	require.Equal(t, []string{"", "=versus"}, e.Markers, "without a preposition")
}

// Treebanks of Universal Dependencies are learned, from gold trees and tags.
func TestTreebanks(t *testing.T) {
	treebanks := map[string]float64{"en": 98}
	if testkit.Deep() {
		treebanks["nl"] = 96.5
	}
	for language, least := range treebanks {
		folder := filepath.Join("..", "..", "..", "..", "shared", "data", "eud", language)
		if _, err := os.Stat(folder); err != nil {
			t.Skip("no treebanks with enhanced dependencies: ", folder)
		}
		train, err := conll.ReadFile(filepath.Join(folder, "train.conllu.gz"))
		require.NoError(t, err)
		dev, err := conll.ReadFile(filepath.Join(folder, "dev.conllu.gz"))
		require.NoError(t, err)
		if !testkit.Deep() { // of a third of it nearly as much is learned
			train, dev = train[:len(train)/3], dev[:len(dev)/3]
		}
		e, err := Learn(train, rand.New(rand.NewPCG(1, 1)))
		require.NoError(t, err)
		s, system := e.NewSession(), []*conll.Sentence(nil)
		for _, gold := range dev {
			system = append(system, enhanced(s, gold))
		}
		scores, err := conll18.ScoreEnhanced(dev, system, false)
		require.NoError(t, err)
		require.Zero(t, scores.Unconnected)
		require.Greater(t, float64(scores.ELAS.Correct)/float64(scores.ELAS.System+scores.ELAS.Gold)*200, least, language)
	}
}

func BenchmarkEnhance(b *testing.B) {
	e := learned(b)
	s, words := e.NewSession(), 0
	all := treebank(b)
	for b.Loop() {
		for _, x := range all {
			s.Enhance(x.Words, true)
			words += len(x.Words)
		}
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
}
