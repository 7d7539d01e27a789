package english_test

import (
	"index/suffixarray"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conll18"
	"parser/model/npz"
	"parser/parser"
	"parser/parser/english"
	"parser/parser/internal/inspect"
	"parser/parser/internal/segment"
	"parser/parser/text"
	"parser/testdata/testkit"
)

var loadOnce = sync.OnceValues(english.Load)

// loaded is the model, read once.
func loaded(t *testing.T) *parser.Parser {
	t.Helper()
	p, err := loadOnce()
	require.NoError(t, err)
	return p
}

// TestModelSaysWhereItIsFrom, is small, and NOTICE agrees with it.
func TestModelSaysWhereItIsFrom(t *testing.T) {
	f := english.File()
	require.LessOrEqual(t, f.Size(), int64(16_000_000))
	m, err := inspect.Read(f, f.Size())
	require.NoError(t, err)
	require.Equal(t, "CC BY-SA 4.0", m.Licence)
	require.Equal(t, "UD English EWT, 2.16; GUM, documents for commercial use, commit 72ce5ac", m.Source)
	require.Equal(t, []string{"ewt", "gum"}, m.Treebanks)
	require.Equal(t, []string{"form"}, m.Reads)
	require.NotNil(t, m.Segmenter)
	require.NotContains(t, m.Command, "/")

	notice, err := os.ReadFile("NOTICE")
	require.NoError(t, err)
	for _, fact := range []string{m.Licence, m.Source, m.Train, m.Dev, m.Command, inspect.ScoresText(m.Scores)} {
		require.Contains(t, string(notice), fact)
	}
}

// TestModelHoldsNoSentence of the treebank: no four words in a row stand in any of its texts.
func TestModelHoldsNoSentence(t *testing.T) {
	f := english.File()
	arrays, err := npz.Read(f, f.Size())
	require.NoError(t, err)
	var all strings.Builder
	texts := 0
	for _, a := range arrays.List() {
		if text, err := npz.Array[byte](arrays, a.Name); err == nil {
			all.Write(text)
			texts++
		}
	}
	require.Greater(t, texts, 5)
	words := suffixarray.New([]byte(strings.Join(strings.Fields(all.String()), " ")))
	for _, s := range treebank(t, "train")[:1000] {
		for i := range s.Len() - 3 {
			w := s.Words[i : i+4]
			if run := strings.Join([]string{w[0].Form, w[1].Form, w[2].Form, w[3].Form}, " "); len(run) > 12 {
				require.Empty(t, words.Lookup([]byte(run), 1), run)
			}
		}
	}
}

// TestEndOfText: with and without a line end after it, a sentence has the same words.
func TestEndOfText(t *testing.T) {
	p := loaded(t)
	words := func(raw string) (forms []string) {
		in, err := p.Text(strings.NewReader(raw), "dev", text.Options{})
		require.NoError(t, err)
		for s, err := range in {
			require.NoError(t, err)
			for i := range s.Words {
				forms = append(forms, s.Words[i].Form)
			}
			forms = append(forms, "") // the end of the sentence
		}
		return forms
	}
	for _, file := range []string{"ud/en/dev.conllu.gz", "ptb/en-gum/dev.conllu.gz"} {
		for i, s := range read(t, file) {
			if i%4 > 0 && !testkit.Deep() {
				continue
			}
			raw, err := segment.AppendText(nil, s)
			require.NoError(t, err)
			bare := strings.TrimSpace(string(raw))
			require.Equal(t, words(bare+"\n"), words(bare))
		}
	}
}

// TestNothingContradicts: no word of dev has tags, features and a label that never occur together in training, and
// punctuation has no dependents unless there is nothing else.
func TestNothingContradicts(t *testing.T) {
	seen := map[[3]string]bool{}
	for _, s := range append(treebank(t, "train"), gum(t)...) {
		for i := range s.Words {
			w := &s.Words[i]
			seen[[3]string{w.UPOS, w.XPOS, w.Feats}], seen[[3]string{w.UPOS, w.Deprel}] = true, true
		}
	}
	raw, err := segment.Of(treebank(t, "dev"))
	require.NoError(t, err)
	p := loaded(t)
	in, err := p.Text(strings.NewReader(raw), "dev", text.Options{})
	require.NoError(t, err)
	for it, err := range p.All(t.Context(), in, 2) {
		require.NoError(t, err)
		s := it.Sentence
		for i := range s.Words {
			w := &s.Words[i]
			require.True(t, seen[[3]string{w.UPOS, w.XPOS, w.Feats}] && seen[[3]string{w.UPOS, w.Deprel}], "%v", w)
			if w.Head > 0 && s.Words[w.Head-1].UPOS == "PUNCT" {
				require.Equal(t, "PUNCT", w.UPOS, "%v", s)
			}
		}
	}
}

// TestPlainSentences are not cut at abbreviations, nor is a possessive kept in one.
func TestPlainSentences(t *testing.T) {
	p, err := english.Load()
	require.NoError(t, err)
	file, err := os.ReadFile("testdata/plain.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		raw, want, both := strings.Cut(strings.TrimSpace(line), " => ")
		if !both {
			want = raw
		}
		in, err := p.Text(strings.NewReader(raw), "plain", text.Options{})
		require.NoError(t, err)
		sentences := testkit.Items(t, in)
		var parts []string
		for _, s := range sentences {
			var forms []string
			for i := range s.Words {
				forms = append(forms, s.Words[i].Form)
			}
			if both {
				parts = append(parts, strings.Join(forms, " "))
			} else {
				bare, err := segment.AppendText(nil, s)
				require.NoError(t, err)
				parts = append(parts, strings.TrimSpace(string(bare)))
			}
		}
		require.Equal(t, want, strings.Join(parts, " | "))
	}
}

// treebank returns a part of UD English EWT.
func treebank(t *testing.T, part string) []*conll.Sentence {
	return read(t, "ud/en/"+part+".conllu.gz")
}

// gum returns the part of GUM that train.sh takes.
func gum(t *testing.T) []*conll.Sentence {
	genres := regexp.MustCompile(`^# sent_id = GUM_(bio|interview|news|speech|textbook|vlog|voyage)_`)
	return slices.DeleteFunc(read(t, "ptb/en-gum/train.conllu.gz"), func(s *conll.Sentence) bool {
		return !slices.ContainsFunc(s.Extras, func(x conll.Extra) bool { return genres.MatchString(x.Text) })
	})
}

func read(t *testing.T, file string) []*conll.Sentence {
	t.Helper()
	name := "../../../shared/data/" + file
	if _, err := os.Stat(name); err != nil {
		t.Skip("without the treebank: ", err)
	}
	sentences, err := conll.ReadFile(name)
	require.NoError(t, err)
	return sentences
}

// TestAccuracy from raw text, which NOTICE promises.
func TestAccuracy(t *testing.T) {
	gold := read(t, "eud/en/dev.conllu.gz")
	for _, s := range gold { // train.sh leaves paragraphs out
		s.Extras = slices.DeleteFunc(s.Extras, func(x conll.Extra) bool { return strings.HasPrefix(x.Text, "# new") })
	}
	raw, err := segment.Of(gold)
	require.NoError(t, err)
	p := loaded(t)
	in, err := p.Text(strings.NewReader(raw), "dev", text.Options{})
	require.NoError(t, err)
	var system []*conll.Sentence
	for it, err := range p.All(t.Context(), in, 2) {
		require.NoError(t, err)
		system = append(system, it.Sentence)
	}
	scores, err := conll18.Score(gold, system)
	require.NoError(t, err)
	var table strings.Builder
	require.NoError(t, scores.WriteTable(&table))
	notice, err := os.ReadFile("NOTICE")
	require.NoError(t, err)
	require.Contains(t, string(notice), table.String())
}
