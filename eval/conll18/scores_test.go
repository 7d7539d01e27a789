package conll18

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

// The expected files of this pair were worked out by hand. The gold side has
// "Zum" as a multiword token of two words, the system as one; the system has
// "wir." as one token. Four words align: Haus, gehen, Ja and the last full stop.
func TestCoNLL18ByHand(t *testing.T) {
	scores, err := Score(evaltest.Read(t, "../../testdata/eval/small.gold.conllu"), evaltest.Read(t, "../../testdata/eval/small.system.conllu"))
	require.NoError(t, err)
	testkit.Golden(t, "../../testdata/eval/small.counts.txt", testkit.Text(t, scores.WriteCounts))
	testkit.Golden(t, "../../testdata/eval/small.table.txt", testkit.Text(t, scores.WriteTable))
	require.Equal(t, "LAS F1 Score: 42.86\nMLAS Score: 0.00\nBLEX Score: 44.44\n",
		testkit.Text(t, scores.Write))
	for n := 0; n < 800; n += 50 {
		require.Error(t, scores.WriteTable(testkit.Failing(n)))
		require.Error(t, scores.WriteCounts(testkit.Failing(n)))
	}
	require.Error(t, scores.Write(testkit.Failing(20)))
}

func TestMeasureJSON(t *testing.T) {
	data, err := json.Marshal(struct{ UAS, Words Measure }{
		Measure{Correct: 1, Gold: 2, System: 4, Aligned: 2},
		Measure{Gold: 2, Aligned: notAligned},
	})
	require.NoError(t, err)
	require.JSONEq(t, `{
		"UAS": {"correct":1,"gold":2,"system":4,"aligned":2,"precision":25,"recall":50,"f1":33.33333333333333,"aligned_accuracy":50},
		"Words": {"correct":0,"gold":2,"system":0,"aligned":null,"precision":0,"recall":0,"f1":0,"aligned_accuracy":null}
	}`, string(data))
}

// sentenceOf makes a sentence of tokens, "form" or "form=word+word". All words depend on
// the first one.
func sentenceOf(t testing.TB, tokens ...string) []*conll.Sentence {
	t.Helper()
	var b strings.Builder
	n := 0
	word := func(form string) {
		n++
		fmt.Fprintf(&b, "%d\t%s\t_\t_\t_\t_\t%d\tdep\t_\t_\n", n, form, min(n-1, 1))
	}
	for _, token := range tokens {
		form, parts, multiword := strings.Cut(token, "=")
		if !multiword {
			word(form)
			continue
		}
		split := strings.Split(parts, "+")
		fmt.Fprintf(&b, "%d-%d\t%s\t_\t_\t_\t_\t_\t_\t_\t_\n", n+1, n+len(split), form)
		for _, part := range split {
			word(part)
		}
	}
	s, err := conll.NewReader(strings.NewReader(b.String()+"\n"), "words.conllu").Read()
	require.NoError(t, err)
	return evaltest.List(s)
}

// The number of aligned words in small cases, worked out by hand.
func TestAlignedWords(t *testing.T) {
	for _, c := range []struct {
		gold, system string
		aligned      int
	}{
		{"zum Haus", "zum Haus", 2},
		{"zum Haus", "zu m Haus", 1},
		{"zum=zu+dem Haus", "zum Haus", 1},
		{"zum=zu+dem", "zu m", 1},
		{"Zum=Zu+dem", "zUM=ZU+DEM", 0}, // other characters, see below
		{"Zum=zu+dem", "Zum=ZU+DEM", 2},
		{"abc=a+b+c de=d+e", "ab=a+b cde=c+d+e", 5},
		{"abc=a+b+c de=d+e", "a b cde=x+d+e", 4},
		{"abc=x+y", "abc=y+x", 1},
		{"a bc=b+c d", "a b c d", 4},
		{"a bc=b+c d", "a b cd", 2},           // cd ends too late
		{"ab cd=c+d", "a bc d", 1},            // a is passed over; bc is in the block but is no match
		{"abc def=b+c+e", "a b c def", 2},     // one early token is passed over, but the script lets in b and c
		{"a bc d", "ab cd=bc+d", 1},           // the other way round: bc is passed over
		{"ab=x+x cd=y+y", "ab=y+y cd=x+x", 0}, // two blocks, not one
		{"x abc=a+b+c", "xabc=x+a+b+c", 4},
		{"am=a+m am=a+m", "amam=am+am", 0},
		{"ΟΔΟΣ=Ο+ΔΟΣ", "ΟΔΟΣ=ο+δος", 2}, // final sigma
	} {
		gold, system := sentenceOf(t, strings.Fields(c.gold)...), sentenceOf(t, strings.Fields(c.system)...)
		scores, err := Score(gold, system)
		if c.gold == "Zum=Zu+dem" {
			require.ErrorIs(t, err, errCharacters)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.aligned, scores.Words.Correct, "%s | %s", c.gold, c.system)
	}
}

func TestDifferentCharacters(t *testing.T) {
	gold, system := sentenceOf(t, "same", "gö=g+ö", "abcdefghijklmnopqrstuvw"), sentenceOf(t, "sa", "meg", "òabcdefghijklmnopqrstuvw")
	_, err := Score(gold, system)
	require.ErrorIs(t, err, errCharacters)
	require.EqualError(t, err, "words.conllu:3: gold and system differ in characters: "+
		`the next are "öabcdefghijklmnopqrs", but "òabcdefghijklmnopqrs" at words.conllu:3`)

	_, err = Score(gold, sentenceOf(t, "same"))
	require.EqualError(t, err, "words.conllu:3: gold and system differ in characters: "+
		`the next are "göabcdefghijklmnopqr", but "" at words.conllu:1`)
	_, err = Score(nil, sentenceOf(t, "same"))
	require.EqualError(t, err, `gold and system differ in characters: the next are "", but "same" at words.conllu:1`)
	_, err = Score(sentenceOf(t, "same"), nil)
	require.EqualError(t, err, `words.conllu:1: gold and system differ in characters: the next are "same", but "" at an empty file`)
}

// Blanks of any kind in tokens do not matter.
func TestBlanksDoNotCount(t *testing.T) {
	scores, err := Score(sentenceOf(t, "New York", "a b=a+b"), sentenceOf(t, "New\u00a0York", "ab=a+b"))
	require.NoError(t, err)
	require.Equal(t, 3, scores.Words.Correct)
	require.Equal(t, 2, scores.Tokens.Correct)
	_, err = Score(sentenceOf(t, "x", "\u3000"), sentenceOf(t, "x"))
	require.ErrorIs(t, err, errForm)
	require.EqualError(t, err, "words.conllu:2: form without characters")
}

func TestNothingAtAll(t *testing.T) {
	scores, err := Score(nil, nil)
	require.NoError(t, err)
	require.Equal(t, "LAS F1 Score: 0.00\nMLAS Score: 0.00\nBLEX Score: 0.00\n",
		testkit.Text(t, scores.Write))
	counts := testkit.Text(t, scores.WriteCounts)
	require.Contains(t, counts, "Words      |         0 |         0 |         0 |         0\n")
	require.Contains(t, counts, "UPOS       |         0 |         0 |         0 |          \n", "as in the official script")
}

func TestBadTrees(t *testing.T) {
	good := evaltest.Sentence(t, "good", 1, "a/N/0/root", "b/N/1/x")
	for name, c := range map[string]struct {
		words []string
		cause error
		text  string
	}{
		"cycle":   {[]string{"a/N/0/root", "b/N/3/x", "c/N/2/x"}, conll.ErrCycle, "bad:6: [x] cycle"},
		"loop":    {[]string{"a/N/0/root", "b/N/2/x"}, conll.ErrSelfLoop, "bad:6: [x] word is its own head"},
		"roots":   {[]string{"a/N/0/root", "b/N/0/root"}, conll.ErrRoots, "bad:6: [x] several roots"},
		"no head": {[]string{"a/N/0/root", "b/N/_/x"}, conll.ErrNoHead, "bad:6: [x] word without head"},
		"outside": {[]string{"a/N/0/root", "b/N/3/x"}, conll.ErrHead, "bad:6: [x] bad HEAD 3"},
	} {
		bad := evaltest.Sentence(t, "bad", 5, c.words...)
		bad.ID = "x"
		for _, files := range [][2][]*conll.Sentence{{evaltest.List(bad), evaltest.List(good)}, {evaltest.List(good), evaltest.List(bad)}} {
			_, err := Score(files[0], files[1])
			require.ErrorIs(t, err, c.cause, name)
			require.ErrorContains(t, err, c.text, name)
		}
	}
}

func TestBadRanges(t *testing.T) {
	for _, extras := range [][]conll.Extra{
		{{Before: 0, Text: "1-3\tab"}},
		{{Before: 1, Text: "1-2\tab"}},
		{{Before: 0, Text: "2-1\tab"}},
		{{Before: 0, Text: "1-x\tab"}},
		{{Before: 0, Text: "1-2\tab"}, {Before: 1, Text: "2-2\tb"}},
	} {
		s := evaltest.Sentence(t, "f", 1, "a/N/0/root", "b/N/1/x")
		s.Extras = extras
		_, err := Score(evaltest.List(s), evaltest.List(s))
		require.ErrorIs(t, err, conll.ErrRange, extras)
	}
	s := evaltest.Sentence(t, "f", 1, "a/N/0/root", "b/N/1/x")
	s.Extras = []conll.Extra{{Before: 0, Text: "# a-b\tc"}, {Before: 1, Text: "1.1\tx-y"}, {Before: 1, Text: "2-2\tb"}}
	scores, err := Score(evaltest.List(s), evaltest.List(s))
	require.NoError(t, err, "comments and empty nodes are no ranges; a range of one word is one")
	require.Equal(t, 2, scores.Words.Correct)
}

func TestUniversalFeats(t *testing.T) {
	for feats, want := range map[string]string{
		"_": "", "Case=Nom": "Case=Nom", "Style=Arch": "", "Number=Sing|Case=Nom": "Case=Nom|Number=Sing",
		"Number[psor]=Sing|Poss=Yes|Typo=Yes": "Poss=Yes", "Foreign": "Foreign",
	} {
		require.Equal(t, want, universalFeats(feats), feats)
	}
}

// UD v2 has 37 relations: those of content words, those of function words, and
// punct. It has 21 universal features in the version of 2018.
func TestUniversalLists(t *testing.T) {
	const relations = `acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det
		discourse dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan
		parataxis reparandum root vocative xcomp`
	for _, name := range strings.Fields(relations) {
		require.NotEqual(t, slices.Contains(contentRelations, name), slices.Contains(functionRelations, name), name)
	}
	require.Len(t, strings.Fields(relations), len(contentRelations)+len(functionRelations))
	require.Len(t, functionRelations, 7)
	require.Len(t, universalFeatures, 21)
}

// The lower case of these forms is that of Python 3.
func TestLower(t *testing.T) {
	for form, want := range map[string]string{
		"Äpfel": "äpfel", "İzmir": "i̇zmir", "ΟΔΟΣ": "οδος", "ΣΑΣ.": "σας.", "Σ": "σ", "ΑΣΑ": "ασα",
		"ΑΣ'Α": "ασ'α", "ΑΣ\u0387Α": "ασ\u0387α", "Α\u0301Σ": "α\u0301ς", "1Σ": "1σ",
	} {
		require.Equal(t, want, forms([]*word{{form: form}})[0].Value(), form)
	}
}

// MLAS compares the function words in order, CLAS does not.
func TestFunctionWords(t *testing.T) {
	tree := []string{"of/ADP/3/case", "the/DET/3/det", "day/NOUN/0/root", "is/AUX/3/cop"}
	for _, c := range []struct {
		change func(s *conll.Sentence)
		mlas   int
	}{
		{func(*conll.Sentence) {}, 1},
		{func(s *conll.Sentence) { s.Words[1].UPOS = "PRON" }, 0},
		{func(s *conll.Sentence) { s.Words[1].Feats = "Definite=Def" }, 0},
		{func(s *conll.Sentence) { s.Words[1].Feats = "Style=Arch" }, 1},
		{func(s *conll.Sentence) { s.Words[1].Deprel = "det:def" }, 1},
		{func(s *conll.Sentence) { s.Words[1].Deprel = "case" }, 0},
		{func(s *conll.Sentence) { s.Words[1].Deprel = "nmod" }, 0},
		{func(s *conll.Sentence) { s.Words[1].Head = 4 }, 0},
		{func(s *conll.Sentence) { s.Words[1].Lemma = "x" }, 1},
	} {
		gold, system := evaltest.Sentence(t, "g", 1, tree...), evaltest.Sentence(t, "s", 1, tree...)
		c.change(system)
		scores, err := Score(evaltest.List(gold), evaltest.List(system))
		require.NoError(t, err)
		require.Equal(t, 1, scores.CLAS.Correct)
		require.Equal(t, c.mlas, scores.MLAS.Correct, system.Words[1])
	}
}

// The official script recurses over heads and fails here. Time is linear.
func TestLongChain(t *testing.T) {
	const n = 100_000
	s := &conll.Sentence{File: "chain", Line: 1, Words: make([]conll.Word, n)}
	for i := range s.Words {
		s.Words[i] = conll.Word{Form: "w", Lemma: "w", UPOS: "X", Feats: "_", Head: (i + 2) % (n + 1), Deprel: "dep"}
	}
	scores, err := Score(evaltest.List(s), evaltest.List(s))
	require.NoError(t, err)
	require.Equal(t, Measure{Correct: n, Gold: n, System: n, Aligned: n}, scores.MLAS)
}

// A block that would take too much memory is refused, unless both sides are equal.
func TestLongBlock(t *testing.T) {
	const n = 40_000
	long := func(form string) *conll.Sentence {
		s := &conll.Sentence{File: form, Line: 1, Words: make([]conll.Word, n)}
		s.Extras = []conll.Extra{{Text: fmt.Sprintf("1-%d\tx", n)}}
		for i := range s.Words {
			s.Words[i] = conll.Word{Form: form, Head: min(i, 1)}
		}
		return s
	}
	_, err := Score(evaltest.List(long("a")), evaltest.List(long("b")))
	require.ErrorIs(t, err, errSpan)
	require.EqualError(t, err, "a:2: multiword span too long to align: 40000 words against 40000")
}
