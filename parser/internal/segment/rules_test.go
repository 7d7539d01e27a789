package segment

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/conll18"
	how "parser/parser/text"
	"parser/testdata/testkit"
)

// treebankOf reads sentences of tokens separated by blanks, one a line: "don't=do+n't" is a
// multiword token, "dog-" has no blank after it. A line "---" starts a new document.
func treebankOf(t testing.TB, text string) (sentences []*conll.Sentence) {
	t.Helper()
	var b strings.Builder
	newdoc := false
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "---" {
			newdoc = true
			continue
		}
		if newdoc {
			b.WriteString("# newdoc\n")
		}
		newdoc = false
		n := 0
		row := func(id, form, misc string) {
			b.WriteString(id + "\t" + form + "\t_\t_\t_\t_\t_\t_\t_\t" + misc + "\n")
		}
		for _, field := range strings.Fields(line) {
			misc := "_"
			if rest, ok := strings.CutSuffix(field, "-"); ok && rest != "" {
				field, misc = rest, "SpaceAfter=No"
			}
			form, words, several := strings.Cut(field, "=")
			if several && words != "" {
				parts := strings.Split(words, "+")
				row(itoa(n+1)+"-"+itoa(n+len(parts)), form, misc)
				for _, part := range parts {
					n++
					row(itoa(n), part, "_")
				}
				continue
			}
			n++
			row(itoa(n), field, misc)
		}
		b.WriteString("\n")
	}
	sentences, err := textfile.ReadAll(conll.NewReader(strings.NewReader(b.String()), "t.conllu").Read)
	require.NoError(t, err)
	return sentences
}

func itoa(n int) string { return string(rune('0' + n)) }

func TestOf(t *testing.T) {
	sentences := treebankOf(t, "The dog- .\nIt sleeps- .\n---\nDon't=Do+n't-\nIt")
	text, err := Of(sentences)
	require.NoError(t, err)
	require.Equal(t, "The dog. It sleeps.\n\nDon'tIt\n", text)
	for i, id := range []string{"a-b-1", "a-b-2", "a-c-1", "x"} {
		sentences[i].ID = id
	}
	text, err = Of(sentences)
	require.NoError(t, err)
	require.Equal(t, "The dog. It sleeps.\n\nDon'tIt\n", text, "by the comment and by sent_id")
}

func TestCut(t *testing.T) {
	for _, test := range []struct{ rules, text, units string }{
		{`{}`, "don't!!!?", "don ' t !!! ?"},
		{`{}`, "a.b_c-2,5e3", "a . b _ c - 2 , 5 e 3"},
		{`{}`, "e\u0301te\u0301👨‍👩‍👧🇩🇰🇸🇪", "e\u0301te\u0301 👨‍👩‍👧 🇩🇰 🇸🇪"},
		{`{"Single":["marks"]}`, "x...", "x . . ."},
		{`{"Single":["Latin","digits"]}`, "ab12", "a b 1 2"},
		{`{}`, "カタカナの看板", "カタカナ の 看 板"},
		{`{"Single":["Katakana"]}`, "カナの", "カ ナ の"},
		{`{}`, "👨‍👩👩!?!a1²x", "👨‍👩 👩 ! ? ! a 1 ² x"},
		{`{"Cuts":["every|day"]}`, "Everyday everydays", "Every day everydays"},
		{`{}`, "pol\u00adicy-x", "pol\u00adicy - x"},
		{`{}`, "שלום’ב", "שלום ’ ב"},
	} {
		var r Rules
		require.NoError(t, json.Unmarshal([]byte(test.rules), &r))
		var units []string
		for _, text := range strings.Fields(test.text) {
			units = r.cut(units, text)
		}
		require.Equal(t, test.units, strings.Join(units, " "))
	}
}

// TestLongTokensAreNotLearned: a token longer than any in raw text is refused with its place, in
// the treebank to learn from and in that for tests.
func TestLongTokensAreNotLearned(t *testing.T) {
	bank := func(bytes int) []*conll.Sentence {
		s := &conll.Sentence{File: "bank", Line: 7, ID: "a", Words: []conll.Word{{Form: "two"}, {Form: strings.Repeat("x", bytes)}}}
		return append(treebankOf(t, strings.Repeat("the dog sleeps\n", 5)), s)
	}
	r, err := Learn(bank(maxToken), "")
	require.NoError(t, err)
	_, err = r.Windows(bank(maxToken), 0)
	require.NoError(t, err)
	const want = "bank:8: [a] sentence too long: a token of 10001 bytes; of raw text a token has at most 10000"
	_, err = Learn(bank(maxToken+1), "")
	require.ErrorIs(t, err, conll.ErrTooLong)
	require.EqualError(t, err, want)
	_, err = r.Windows(bank(maxToken+1), 0)
	require.EqualError(t, err, want)
}

func TestLearn(t *testing.T) {
	r, err := Learn(treebankOf(t, "看板- が- ある- 。-\n看板- が- ない- 。-\nevery- day- 'll- !-\n"+strings.Repeat("the dog sleeps\n", 50)), "")
	require.NoError(t, err)
	require.Equal(t, []string{"Han", "Hiragana"}, r.Single)
	require.Equal(t, []string{"every|day"}, r.Cuts)
	require.Equal(t, []string{"看板"}, r.Words, "what was seen once is not known")
	stored, err := json.Marshal(r)
	require.NoError(t, err)
	var again Rules
	require.NoError(t, json.Unmarshal(stored, &again))
	require.Equal(t, r, &again)
	for _, bad := range []string{`{"Cuts":["a||b"]}`, `{"Revision":3}`, `{"Revision":-1}`, `{"Scripts":["Klingon"]}`, `{"Multiword":{"x":"a\tb"}}`} {
		require.ErrorIs(t, json.Unmarshal([]byte(bad), &again), errRules)
	}
}

func TestSplit(t *testing.T) {
	splits := learnSplits(treebankOf(t, "don't=do+n't can't=ca+n't John's=John+'s it's=it+'s\ndo=de+o no=em+o\ncannot=can+not won't=wo+n't\nvê-lo=ver+lo"))
	for form, words := range map[string]string{
		"don't": "do n't", "DON'T": "DO N'T", "Don't": "Do n't", "shouldn't": "should n't", "Mary's": "Mary 's", "WON'T": "WO N'T",
		"do": "de o", "Do": "De o", "DO": "DE O", "No": "Em o", "Cannot": "Can not", "prevê-lo": "prever lo", "Vê-lo": "Ver lo", "zzz": "", "'s": "",
		"don’t": "do n’t", "Mary’s": "Mary ’s", "‘it’s": "‘it ’s", "won’t": "wo n’t", "DON’T": "DO N’T",
		"mustn't's": "must n't 's", "He's's": "He 's 's", "O's": "O 's", "y'all's": "y'all 's",
	} {
		require.Equal(t, words, strings.Join(splits.split(form), " "), form)
	}
	require.Less(t, len(splits), 12, "no more rules than needed: %v", splits)
}

// With the right tags, the text of a treebank is cut as the treebank is.
func TestGoldTags(t *testing.T) {
	langs := []string{"ja"}
	if testkit.Deep() {
		langs = append(langs, "en", "pt")
	}
	for _, lang := range langs {
		t.Run(lang, func(t *testing.T) {
			train, err := conll.ReadFile(testkit.Shared(t, "ud/"+lang+"/train.conllu.gz"))
			require.NoError(t, err)
			dev, err := conll.ReadFile(testkit.Shared(t, "ud/"+lang+"/dev.conllu.gz"))
			require.NoError(t, err)
			rules, err := Learn(train, "")
			require.NoError(t, err)
			scores := scoreOfGoldTags(t, rules, dev)
			require.Greater(t, float64(scores.Tokens.F1()), 99.8)
			require.Greater(t, float64(scores.Words.F1()), 99.7)
			require.Greater(t, float64(scores.Sentences.F1()), 99.8)
		})
	}
}

func scoreOfGoldTags(t testing.TB, rules *Rules, gold []*conll.Sentence) *conll18.Scores {
	t.Helper()
	documents, err := documentsOf(gold, true)
	require.NoError(t, err)
	r := NewReader(nil, "gold", rules, nil, nil, how.Options{})
	for i := range documents {
		units, err := documents[i].read(rules)
		require.NoError(t, err)
		documents[i].tag(units)
		r.units, r.decided, r.done, r.first, r.tokens = units, len(units), 0, 0, nil
		r.assemble()
	}
	var system []*conll.Sentence
	for _, o := range r.ready {
		require.NoError(t, o.err)
		for i := range o.sentence.Words {
			o.sentence.Words[i].Head = min(i, 1)
		}
		system = append(system, o.sentence)
	}
	scores, err := conll18.Score(gold, system)
	require.NoError(t, err)
	return scores
}

// Words that are usually in lower case are known, even if sentences also begin with them.
func TestLearnCase(t *testing.T) {
	r, err := Learn(treebankOf(t, "The dog saw Rome- .\nIn Rome the dog saw rome- .\nOnce it saw a May day- .\nthe may"), "")
	require.NoError(t, err)
	require.Equal(t, []string{"dog", "saw", "the"}, r.Lower)
}

// ends is a tagger that ends sentences at all full stops.
func ends(windows []*conll.Sentence) error {
	for _, w := range windows {
		for i := range w.Words {
			w.Words[i].XPOS = tagToken
			if i+1 < len(w.Words) && w.Words[i+1].Form == "." && strings.Contains(w.Words[i].Feats, "|A=") {
				w.Words[i].XPOS = tagInside
			}
			if w.Words[i].Form == "." {
				w.Words[i].XPOS = tagSentence
			}
		}
	}
	return nil
}

// Abbreviations are those that the treebank shows or that are listed; those that the treebank also
// has at the end of sentences can be words.
func TestAbbreviations(t *testing.T) {
	treebank := treebankOf(t, strings.Repeat("It is approx. two ltrs. long- .\nHe met Al- .\nShe knows no- .\nNo. two it is- .\n", 2)+"We have six ltrs.\n")
	r, err := Learn(treebank, "en_gum")
	require.NoError(t, err)
	require.Subset(t, r.Abbreviations, []string{"Prof", "Sgt", "approx", "ltrs", "No", "e.g", "Ph.d"})
	require.NotContains(t, r.Abbreviations, "long")
	require.Contains(t, r.Abbreviations, "al")
	require.Equal(t, []string{"Al", "etc"}, r.Ambiguous)
	for text, want := range map[string][]string{
		"It is approx. two.":    {"It is approx. two."},
		"Approx. two.":          {"Approx. two."},
		"See Sgt. 5 now.":       {"See Sgt. 5 now."},
		"Ask Prof. Smith.":      {"Ask Prof. Smith."},    // it is a title
		"Ask Assn. Smith.":      {"Ask Assn.", "Smith."}, // the tagger's decision
		"Prof. Smith left.":     {"Prof. Smith left."},
		"Prof.\nSmith left.":    {"Prof. Smith left."},
		"Prof.\n\nSmith left.":  {"Prof.", "Smith left."},
		"Cut it al. two.":       {"Cut it al. two."},
		"He met Al. two left.":  {"He met Al. two left."},
		"He met Al. 2 left.":    {"He met Al. 2 left."},
		"It is cf.\n2 is next.": {"It is cf.", "2 is next."},
		"It is cf.\nb is next.": {"It is cf. b is next."},
		"It is cf.\n\nb is.":    {"It is cf.", "b is."},
		"It is long. two.":      {"It is long. two."}, // as in the treebank, no sentence begins with a small letter
		"It is long. Two.":      {"It is long.", "Two."},
	} {
		require.Equal(t, want, texts(readAll(t, text, r, ends, how.Options{})), text)
	}
	german, err := Learn(treebank, "de")
	require.NoError(t, err)
	require.Subset(t, german.Abbreviations, []string{"Dr", "z.b", "ltrs"})
	require.NotContains(t, german.Abbreviations, "Sgt")
	latin, err := Learn(treebank, "la")
	require.NoError(t, err)
	require.Equal(t, []string{"No", "approx", "ltrs"}, latin.Abbreviations, "without a list")
}

// TestLearnNoText: what is learned from must be text.
func TestLearnNoText(t *testing.T) {
	s := &conll.Sentence{Words: []conll.Word{{Form: "barn"}, {Form: "ow\xffl"}}}
	_, err := Learn([]*conll.Sentence{s}, "en")
	require.ErrorContains(t, err, "text of the treebank:1:8: bad character encoding: byte 0xFF is not UTF-8")
	_, err = rulesOf(Rules{}).Windows([]*conll.Sentence{s}, 0)
	require.ErrorIs(t, err, conll.ErrEncoding)
}
