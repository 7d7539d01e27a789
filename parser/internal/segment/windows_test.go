package segment

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

// columnsOf prints what is known about the units of a window.
func columnsOf(s *conll.Sentence) string {
	var b strings.Builder
	for i := range s.Words {
		w := &s.Words[i]
		b.WriteString(strings.Join([]string{w.Form, w.Lemma, w.UPOS, w.Feats, w.XPOS}, " ") + "\n")
	}
	return b.String()
}

func TestWindows(t *testing.T) {
	rules := rulesOf(Rules{Scripts: []string{"Latin"}})
	windows, err := rules.Windows(treebankOf(t, "Don't=Do+n't pay- $- 3.50- !\n---\nCallUS=Call+US- ...\n"), 0)
	require.NoError(t, err)
	require.Len(t, windows, 2)
	require.Equal(t, ""+
		"Don don't nAa- C=_|I=0|R=2 I\n"+
		"' don't -'- C=_|I=1|R=1 I\n"+
		"t don't -a1_ C=_|I=2|R=0 M\n"+
		"pay pay$0.00! _a3- C=_|I=0|R=3 T\n"+
		"$ pay$0.00! -$- C=_|I=1|R=3 T\n"+
		"3 pay$0.00! -d1- C=_|I=2|R=3 I\n"+
		". pay$0.00! -.- C=_|I=3|R=2 I\n"+
		"50 pay$0.00! -d2- C=_|I=3|R=1 T\n"+
		"! pay$0.00! -!n C=_|I=3|R=0 S\n", columnsOf(windows[0]))
	require.Equal(t, ""+
		"CallUS callus... nAa- C=_|I=0|R=1 M\n"+
		"... callus... -...n C=_|I=1|R=0 S\n", columnsOf(windows[1]))
}

func TestWindowsKnownWords(t *testing.T) {
	rules := rulesOf(Rules{Scripts: []string{"Han", "Latin"}, Single: []string{"Han"}, Words: []string{"看板", "板上", "看板上"}})
	windows, err := rules.Windows(treebankOf(t, "x- 看板- 上- 看"), 0)
	require.NoError(t, err)
	require.Equal(t, ""+
		"x x看板上看 n"+"a1- C=_|I=0|R=3 T\n"+
		"看 看板 -Han- E=0|B=2|X=3 I\n"+
		"板 板上 -Han- E=2|B=0|X=3 T\n"+
		"上 上看 -Han- E=3|B=0|X=0 T\n"+
		"看 看 -Hann E=0|B=0|X=0 S\n", columnsOf(windows[0]))
}

// Blanks at the ends of a token, which tokens cut from a text never have, do not belong to it; a
// token of blanks alone is dropped, but can end a sentence.
func TestTokensOfBlanks(t *testing.T) {
	for _, c := range []struct {
		misc, want string
		forms      []string
	}{
		{"_", "a T, b S, a T, b S", []string{" a\u00a0", "b"}},
		{"_", "a T, b S, a T, b S", []string{"a", "b", " "}},
		{"SpaceAfter=No", "a I, b S, a I, b S", []string{"\u00a0", "ab", "\u2003"}},
		{"_", "a S, a S", []string{"\ufeff", "a"}},
		{"SpacesBefore=x", "", []string{" "}}, // x is markup
		{"_", "", []string{" ", "\u00a0"}},
	} {
		s := &conll.Sentence{}
		for _, form := range c.forms {
			s.Words = append(s.Words, conll.Word{Form: form, Misc: c.misc})
		}
		sentences := []*conll.Sentence{s, s}
		_, err := Learn(sentences, "")
		require.NoError(t, err)
		windows, err := rulesOf(Rules{Single: []string{"Latin"}}).Windows(sentences, 0)
		require.NoError(t, err)
		var got []string
		for _, w := range windows {
			for _, u := range w.Words {
				got = append(got, u.Form+" "+u.XPOS)
			}
		}
		require.Equal(t, c.want, strings.Join(got, ", "), "%q", c.forms)
	}
}

// Windows are as long as trainingWindows says, and lose nothing.
func TestWindowsOfLongTexts(t *testing.T) {
	windows, err := rulesOf(Rules{}).Windows(treebankOf(t, strings.Repeat("a b c d e f g h\n", 100)), 0)
	require.NoError(t, err)
	sentences, all := 0, 0
	for i, w := range windows {
		if i < len(windows)-1 {
			require.Equal(t, trainingWindows[i%len(trainingWindows)], w.Len())
		}
		all += w.Len()
		for k := range w.Words {
			if w.Words[k].XPOS == tagSentence {
				sentences++
			}
		}
	}
	require.Equal(t, []int{800, 100}, []int{all, sentences})
}

func TestVariants(t *testing.T) {
	sentences := treebankOf(t, strings.Repeat("A- b \"- Word- \" don't=do+n't word- .\n", len(variants)*turn))
	before, err := Of(sentences)
	require.NoError(t, err)
	all, err := Variants(sentences)
	require.NoError(t, err)
	require.Len(t, all, len(sentences))
	documents, err := learnable(all)
	require.NoError(t, err)
	text := ""
	for i := range documents {
		text += documents[i].text
	}
	parts := strings.Split(strings.TrimSuffix(text, "\n"), "\n\n")
	require.Len(t, parts, len(variants))
	repeated := func(sentence, between string) string {
		return strings.TrimSuffix(strings.Repeat(sentence+between, turn), between)
	}
	require.Equal(t, repeated(`Ab "Word" don't word.`, "\n"), parts[0])
	require.Equal(t, parts[0], parts[4])
	require.Equal(t, repeated(`ab "word" don't word.`, " "), parts[1])
	require.Equal(t, repeated(`Ab "Word" don't word`, "\n"), parts[3])
	require.Equal(t, repeated(`AB "WORD" DON'T WORD.`, " "), parts[5])
	for _, part := range []string{parts[2], parts[6]} {
		for i, line := range strings.Split(part, "\n") {
			require.LessOrEqual(t, len(line), lineLength+len("don't word."), i)
		}
		require.NotContains(t, part, "A\n", "nothing without a blank is broken")
		require.Equal(t, repeated(`Ab "Word" don't word.`, " "), strings.ReplaceAll(part, "\n", " "))
	}
	require.Equal(t, repeated("Ab ‘Word’ don’t word.", " "), parts[7])
	require.Contains(t, all[turn].Extras[len(all[turn].Extras)-1].Text, "\tdon't\t")
	after, err := Of(sentences)
	require.NoError(t, err)
	require.Equal(t, before, after, "what was given stays")
}

// LEMMA omits a word that was seen only once or twice between blanks, so that mistakes are not
// learned by heart.
func TestRareIsNotTold(t *testing.T) {
	windows, err := rulesOf(Rules{}).Windows(treebankOf(t, strings.Repeat("it- 's\n", 2)+strings.Repeat("he- 's\n", 3)), 3)
	require.NoError(t, err)
	columns := columnsOf(windows[0])
	require.NotContains(t, columns, "it's")
	require.Contains(t, columns, "he he's ")
}

// Windows of newer rules describe the usual case of capitalized words, repeated names, and straight
// quotes.
func TestWindowsOfRevisions(t *testing.T) {
	treebank := treebankOf(t, "‘- Well- ’\nAnn Lee Ann")
	plain := "' 'well' n'- C=_|I=0|R=2 T\n" + "Well 'well' -Aa- C=_|I=1|R=1|U=l T\n" + "' 'well' -'_ C=_|I=2|R=0 S\n" +
		"Ann _ _Aa_ C=_|I=0|R=0|U=c T\n" + "Lee _ _Aa_ C=_|I=0|R=0|U=c|Q=2 T\n" + "Ann _ _Aan C=_|I=0|R=0|U=c S\n"
	for revision, want := range []string{
		"‘ ‘well’ n‘- C=_|I=0|R=2 T\n" + "Well ‘well’ -Aa- C=_|I=1|R=1 T\n" + "’ ‘well’ -’_ C=_|I=2|R=0 S\n" +
			"Ann _ _Aa_ C=_|I=0|R=0 T\n" + "Lee _ _Aa_ C=_|I=0|R=0 T\n" + "Ann _ _Aan C=_|I=0|R=0 S\n",
		plain, plain,
	} {
		windows, err := rulesOf(Rules{Revision: revision, Lower: []string{"well"}}).Windows(treebank, 0)
		require.NoError(t, err)
		require.Equal(t, want, columnsOf(windows[0]))
	}
}

// TestCasing: units say whether all letters around them have the same case, if they have any.
func TestCasing(t *testing.T) {
	for text, want := range map[string]string{
		"it is 5 .": "|K=l", "ΝΑΙ NO .": "|K=u", "It is .": "", "5 .": "", "犬 .": "",
	} {
		windows, err := rulesOf(Rules{Revision: revision}).Windows(treebankOf(t, text), 0)
		require.NoError(t, err)
		for i := range windows[0].Words {
			_, casing, _ := strings.Cut(windows[0].Words[i].Feats, "|K")
			if want != "" {
				casing = "|K" + strings.Split(casing, "|")[0]
			}
			require.Equal(t, want, casing, text)
		}
	}
}
