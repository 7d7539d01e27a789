package structure

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/structure/internal/lemma"
	"parser/parser/treebank"
	"parser/transition"
)

// speller returns the codec of lemmas with a dictionary and labels.
func speller(t *testing.T, backwards bool, d *Dictionary, labels ...string) *lemmas {
	encoding := &Encoding{Field: Lemmas, Backwards: backwards}
	encoding.Columns = encoding.Reads()
	e, err := encoding.Codec("tag", "")
	require.NoError(t, err)
	if d != nil {
		e = KnownLemmas(e, d, func(string) bool { return false })
	}
	require.NoError(t, e.SetLabels(labels))
	return e.(*lemmas)
}

// spelledWords reads words that are written form/lemma/UPOS.
func spelledWords(text string) *conll.Sentence {
	s := &conll.Sentence{}
	for _, word := range strings.Fields(text) {
		part := strings.Split(word, "/")
		s.Words = append(s.Words, conll.Word{Form: part[0], Lemma: part[1], UPOS: part[2], XPOS: "_", Feats: "A=b|C=d", Head: conll.NoHead})
	}
	return s
}

// tagsTo returns the configuration after all labels of a gold structure.
func tagsTo(g *oracle.Gold) *transition.Config {
	var c transition.Config
	s := transition.Tag{}
	s.Start(&c, g.Len())
	for i := 1; !s.Terminal(&c); i++ {
		s.Apply(&c, transition.Label, g.Labels[i])
	}
	return &c
}

// TestUnits by hand: a word is spelled out between empty units, one that the dictionary knows is not there.
func TestUnits(t *testing.T) {
	s := spelledWords("An/a/DET owl/owl/NOUN sees/see/VERB Ab|c12/x/X")
	e := speller(t, false, lemma.NewDictionary(map[string]string{"owl\tNOUN": "l:|", "sees\tVERB\t_\tA=b|C=d": "l:|-"}))
	seen := e.Seen(nil, s.Words)
	var forms []string
	for _, u := range seen {
		forms = append(forms, u.Form)
	}
	require.Equal(t, strings.Split("////A/n/////A/b/|/c/1/2////", "/"), forms)
	require.Equal(t, "_", seen[2].Feats)
	require.Equal(t, conll.Word{Form: "", Lemma: "_", UPOS: "DET", XPOS: "_", Feats: "F=A=b;C=d|S=Xx|I=0|V=0aC", Head: conll.NoHead}, seen[3])
	require.Equal(t, conll.Word{Form: "n", Lemma: "_", UPOS: "DET", XPOS: "_", Feats: "F=A=b;C=d|S=Xx|I=2|V=2aC", Head: conll.NoHead}, seen[5])
	require.Equal(t, "F=A=b;C=d|S=Xx/xd|I=1|V=1aCCCCC", seen[10].Feats)
	require.Empty(t, e.Seen(seen, s.Words[1:3]))

	slices.Reverse(seen)
	backwards := speller(t, true, e.dictionary)
	require.Equal(t, seen, backwards.Seen(nil, s.Words))
	long := spelledWords("unconstitutional/x/ADJ")
	require.Equal(t, "F=A=b;C=d|S=x|I=12|V=12long", e.Seen(nil, long.Words)[3+16].Feats)
}

// TestLemmasAreSpelled: the labels of a treebank spell its lemmas, whichever words are learned from and known.
func TestLemmasAreSpelled(t *testing.T) {
	first := spelledWords("Owls/owl/NOUN saw/see/VERB a/a/DET saw/saw/NOUN ./_/PUNCT saw/saw/VERB")
	second := spelledWords("saw/see/VERB owls/owl/NOUN _/_/X")
	data := treebank.Data{Sentences: []*conll.Sentence{first, second, spelledWords("Owls/owl/NOUN")}}
	expert, err := oracle.New("dynamic", transition.Tag{})
	require.NoError(t, err)
	for _, backwards := range []bool{false, true} {
		e := speller(t, backwards, nil)
		b := e.Bank(data)
		require.True(t, b.Scorable)
		c, err := b.Corpus(e, expert, b.Labels())
		require.NoError(t, err)
		require.Equal(t, lemma.NewDictionary(map[string]string{"Owls\tNOUN": "l:|-", "saw\tVERB": "l:|--+e+e", "a\tDET": "l:|", "saw\tNOUN": "l:|",
			"owls\tNOUN": "l:|-", "_\tX": "l:|"}), c.Dictionary)
		require.Zero(t, c.Skipped.Total())
		require.Len(t, c.Words, 2, "the third sentence has nothing new")
		require.Len(t, c.Words[0], 4*apart+len("Owlssawasaw")+apart, "each word once, and no other lemma than the usual one")
		require.Len(t, c.Words[1], 2*apart+len("owls_")+apart)

		for _, d := range []*Dictionary{{}, c.Dictionary, lemma.NewDictionary(map[string]string{"saw\tNOUN": "l:|", "a\tDET": "l:|"})} {
			known := speller(t, backwards, d, c.Labels...)
			known.guesser = nil // what letters spell
			dev, err := known.Bank(data).Corpus(known, nil, c.Labels)
			require.NoError(t, err)
			for i, gold := range dev.Golds {
				require.Equal(t, known.Seen(nil, data.Sentences[i].Words), append([]conll.Word(nil), dev.Words[i]...))
				require.Equal(t, len(dev.Words[i]), gold.Len())
				if slices.Contains(gold.Labels[1:], transition.None) {
					continue // of the word without lemma
				}
				it := treebank.SentenceItem(data.Sentences[i].Clone())
				for w := range it.Words {
					it.Words[w].Lemma = "old"
				}
				known.Read(tagsTo(&gold), it, it.Words)
				scores, err := known.Scores(treebank.Data{Sentences: data.Sentences[i : i+1]}, treebank.Data{Sentences: []*conll.Sentence{it.Sentence}})
				require.NoError(t, err)
				require.InDelta(t, 100, scores.Accuracy, 1e-9, "%v", it.Words)
			}
		}
	}
	require.False(t, speller(t, false, nil).Bank(treebank.Data{Sentences: []*conll.Sentence{{Words: first.Words[4:5]}}}).Scorable)
}

// TestLemmasOfATreebank: every pair of form and lemma is in reach.
func TestLemmasOfATreebank(t *testing.T) {
	sentences, err := conll.ReadFile("../../../testdata/en/train.conllu")
	require.NoError(t, err)
	for _, s := range sentences {
		for _, w := range s.Words {
			made, ok := lemma.Spell(w.Form, lemma.Spelling(w.Form, w.Lemma))
			require.True(t, ok)
			require.Equal(t, w.Lemma, made, w.Form)
		}
	}
}

// TestLemmasThatCannotBe: where labels spell nothing that a column can have, the form is the lemma.
func TestLemmasThatCannotBe(t *testing.T) {
	for label, want := range map[string]string{".": "ab", "-": "ab", "x": "ab", `.\t`: "ab", "-c": "ccc", "u": "AB", ".+": "+a+b+"} {
		it := &treebank.Item{Words: spelledWords("ab/old/X").Words}
		e := speller(t, false, &Dictionary{}, label)
		e.Read(tagsTo(&oracle.Gold{Labels: make([]int32, 1+len(e.Seen(nil, it.Words)))}), it, it.Words)
		require.Equal(t, want, it.Words[0].Lemma, label)
	}
	it := &treebank.Item{Words: spelledWords("ab/old/X").Words}
	speller(t, false, &Dictionary{}).Read(tagsTo(&oracle.Gold{Labels: make([]int32, 1)}), it, it.Words)
	require.Equal(t, "ab", it.Words[0].Lemma, "of too few units")
	speller(t, false, lemma.NewDictionary(map[string]string{"ab\tX": `a:\t`})).Read(tagsTo(&oracle.Gold{Labels: make([]int32, 1)}), it, it.Words)
	require.Equal(t, "ab", it.Words[0].Lemma)
}

// TestLongWordsAreNotSpelled: they would take as many decisions as they have letters, and have their form as lemma.
func TestLongWordsAreNotSpelled(t *testing.T) {
	e := speller(t, false, &Dictionary{}, lemma.Copied)
	for n, spelled := range map[int]bool{longestSpelled: true, longestSpelled + 1: false} {
		s := &conll.Sentence{Words: []conll.Word{{Form: strings.Repeat("é", n), Lemma: "_", UPOS: "X", XPOS: "_", Feats: "_"}}}
		seen := e.Seen(nil, s.Words)
		require.Equal(t, spelled, len(seen) > 0)
		var c transition.Config
		system := transition.Tag{}
		for system.Start(&c, len(seen)); !system.Terminal(&c); {
			system.Apply(&c, transition.Label, 0)
		}
		e.Read(&c, &treebank.Item{Sentence: s, Words: s.Words}, s.Words)
		require.Equal(t, s.Words[0].Form, s.Words[0].Lemma)
	}
}

// TestLemmasAreLearned: a word without lemma teaches nothing, but "_" is the lemma of "_".
func TestLemmasAreLearned(t *testing.T) {
	e := speller(t, false, nil)
	s := &conll.Sentence{Words: []conll.Word{
		{Form: "Dogs", Lemma: "dog"}, {Form: "are", Lemma: "be"}, {Form: "_", Lemma: "_"}, {Form: "gone", Lemma: "_"}, {Form: "", Lemma: ""},
	}}
	b := e.Bank(treebank.Data{Sentences: []*conll.Sentence{s}})
	labels := b.Gold[0].Labels
	for i := range s.Words {
		n := units(&s.Words[i])
		require.Equal(t, i < 3, slices.ContainsFunc(labels[:n], func(label string) bool { return label != "" }), i)
		labels = labels[n:]
	}
	require.True(t, b.Scorable)
	require.False(t, e.Bank(treebank.Data{Sentences: []*conll.Sentence{{Words: s.Words[3:]}}}).Scorable)

	made := s.Clone()
	made.Words[0].Lemma = "dogs"
	made.Words[3].Lemma = "go"
	scores, err := e.Scores(b.Data, treebank.Data{Sentences: []*conll.Sentence{made}})
	require.NoError(t, err)
	require.InDelta(t, 200./3, scores.Accuracy, 1e-9, "lemmas count, not edits, of words that have some")
	require.Equal(t, Lemmas, Fields()[len(Fields())-1], "they are made of what the others predict")
}

// TestLemmasOfTheDictionary: where its script cannot be applied, or makes what cannot stand in a column, the form is the
// lemma.
func TestLemmasOfTheDictionary(t *testing.T) {
	for script, want := range map[string]string{
		"l:|-": "ab", "k:|": "ABc", "a:be": "be", "l:|----": "ABc", "l:|---": "ABc", "none": "ABc", `a:\t`: "ABc", `a:\n`: "ABc", "a:": "ABc",
	} {
		words := []conll.Word{{Form: "ABc", Lemma: "old", UPOS: "X"}}
		e := speller(t, false, lemma.NewDictionary(map[string]string{"ABc\tX": script}))
		require.Empty(t, e.Seen(nil, words), "it is not spelled")
		e.Read(&transition.Config{Nodes: make([]transition.Node, 1)}, &treebank.Item{Words: words}, words)
		require.Equal(t, want, words[0].Lemma, script)
	}
}
