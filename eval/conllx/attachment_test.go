package conllx

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
	"parser/testdata/testkit/evaltest"
)

func small(t testing.TB) (gold, system []*conll.Sentence) {
	return evaltest.Read(t, "../../testdata/eval/small.gold.conll"), evaltest.Read(t, "../../testdata/eval/small.system.conll")
}

// Counted by hand: 8 of the 32 tokens are punctuation, among them "%" and "--", but not
// "“". These are wrong: old (label), Paris, 5, “ and Go (both), yesterday (head),
// and one full stop (head).
func TestScoreByHand(t *testing.T) {
	gold, system := small(t)
	a, err := Score(gold, system, Options{})
	require.NoError(t, err)
	require.Equal(t, Attachment{Scored: 24, Skipped: 8, Heads: 19, Labels: 19, Both: 18}, a)
	require.Equal(t, ""+
		"  Labeled   attachment score: 18 / 24 * 100 = 75.00 %\n"+
		"  Unlabeled attachment score: 19 / 24 * 100 = 79.17 %\n"+
		"  Label accuracy score:       19 / 24 * 100 = 79.17 %\n", scoreLines(a))

	a, err = Score(gold, system, Options{Punctuation: true})
	require.NoError(t, err)
	require.Equal(t, Attachment{Scored: 32, Heads: 26, Labels: 27, Both: 25}, a)
	require.Equal(t, "78.12 81.25 84.38", a.LAS().String()+" "+a.UAS().String()+" "+a.LabelAccuracy().String(),
		"78.125 and 84.375 round to even, as in C")
}

func TestIsPunctuation(t *testing.T) {
	for form, want := range map[string]bool{
		".": true, "--": true, "%": true, "&": true, "''": true, "«": true, "、": true, "(…)": true, "_": true,
		"": false, "`": false, "$": false, "+": false, "-LRB-": false, "5": false, ". .": false, "\xff": false, "́": false,
	} {
		require.Equal(t, want, !Options{}.Scores(form), "%q", form)
	}
}

func TestHeadsAndLabelsAreStrings(t *testing.T) {
	gold := evaltest.Sentence(t, "g", 1, "a/N/_/x", "b/N/0/x:y", "c/N/_/_")
	system := evaltest.Sentence(t, "s", 1, "a/N/0/x", "b/N/0/x", "c/N/_/_")
	a, err := Score(evaltest.List(gold), evaltest.List(system), Options{})
	require.NoError(t, err)
	require.Equal(t, Attachment{Scored: 3, Heads: 2, Labels: 2, Both: 1}, a,
		"an unknown head is not the root, a subtype is part of the label, and two unknown heads are equal")
}

func TestKnownHeadsCount(t *testing.T) {
	gold := evaltest.Sentence(t, "g", 1, "a/N/_/x", "b/N/0/x", "c/N/2/_", "d/N/2/y", "./P/_/_")
	system := evaltest.Sentence(t, "s", 1, "a/N/2/x", "b/N/0/y", "c/N/2/z", "d/N/3/y", "./P/2/p")
	a, err := Score(evaltest.List(gold), evaltest.List(system), Options{Punctuation: true, Known: true})
	require.NoError(t, err)
	require.Equal(t, Attachment{Scored: 3, Skipped: 2, Heads: 2, Labels: 2, Both: 1}, a)
}

func TestNothingScored(t *testing.T) {
	full := evaltest.List(evaltest.Sentence(t, "g", 1, "./P/0/root"))
	a, err := Score(full, full, Options{})
	require.NoError(t, err)
	require.Equal(t, "NaN", a.LAS().String())
	data, err := json.Marshal(a)
	require.NoError(t, err)
	require.JSONEq(t, `{"scored":0,"skipped":1,"correct_heads":0,"correct_labels":0,"correct_both":0,
		"las":null,"uas":null,"label_accuracy":null}`, string(data))

	s := NewScorer(Options{})
	_, err = s.Report()
	require.ErrorIs(t, err, eval.ErrNoTokens)
	require.EqualError(t, err, "no scoring tokens: no sentences")
	require.NoError(t, s.Add(full[0], full[0]))
	_, err = s.Report()
	require.ErrorIs(t, err, eval.ErrNoTokens)
	require.EqualError(t, err, "g: no scoring tokens: 1 sentence of punctuation only")
}

func TestDifferentLengths(t *testing.T) {
	one := evaltest.Sentence(t, "g", 4, "a/N/0/x")
	one.ID = "s7"
	two := evaltest.Sentence(t, "s", 9, "a/N/0/x", "b/N/1/x")
	two.Extras = []conll.Extra{{Before: 0, Text: "# comment"}}
	for name, err := range map[string]error{
		"Score":       errorOf(Score(evaltest.List(one), evaltest.List(two), Options{})),
		"Scorer":      NewScorer(Options{}).Add(one, two),
		"Nonproj":     new(NonProjective).AddSentence(one, two),
		"AddSentence": new(Attachment).addSentence(one, two, Options{}),
	} {
		require.ErrorIs(t, err, eval.ErrWordCount, name)
		require.EqualError(t, err, "g:4: [s7] gold and system sentence differ in number of words: 1, but 2 at s:10", name)
	}

	_, err := Score(evaltest.List(one, one), evaltest.List(one), Options{})
	require.ErrorIs(t, err, eval.ErrSentenceCount)
	require.EqualError(t, err, "gold and system differ in number of sentences: 2 and 1")
	_, err = Score(nil, evaltest.List(two), Options{})
	require.ErrorIs(t, err, eval.ErrSentenceCount)
	require.EqualError(t, err, "gold and system differ in number of sentences: 0 and 1")
}

func errorOf(_ Attachment, err error) error { return err }

func TestNonProjectiveByHand(t *testing.T) {
	// Gold: 1<-3 and 2<-4 cross, 3<-0, 4<-3. The arc 4->2 spans 3, which is not below 4,
	// so it is non-projective; 3->1 spans 2, which is below 3.
	gold := evaltest.Sentence(t, "g", 1, "a/N/3/x", "b/N/4/x", "c/N/0/x", "d/N/3/x")
	same := NonProjective{}
	require.NoError(t, same.AddSentence(gold, gold))
	require.Equal(t, NonProjective{Gold: 1, Found: 1, System: 1, Right: 1}, same)

	// The system attaches 3 to 4: now 4->2 is projective and 3->1 is not.
	n := NonProjective{}
	require.NoError(t, n.AddSentence(gold, evaltest.Sentence(t, "s", 1, "a/N/3/x", "b/N/4/x", "c/N/4/x", "d/N/0/x")))
	require.Equal(t, NonProjective{Gold: 1, Found: 1, System: 1, Right: 1}, n)
	// Another gold tree is projective; the arc 4->2 is wrong.
	flat := evaltest.Sentence(t, "g", 1, "a/N/3/x", "b/N/3/x", "c/N/0/x", "d/N/3/x")
	m := NonProjective{}
	require.NoError(t, m.AddSentence(flat, gold))
	require.Equal(t, NonProjective{System: 1}, m)
	require.Equal(t, "NaN 0.00", m.Recall().String()+" "+m.Precision().String())
	m = NonProjective{}
	require.NoError(t, m.AddSentence(gold, flat))
	require.Equal(t, NonProjective{Gold: 1}, m)

	require.NoError(t, n.AddSentence(gold, flat))
	require.NoError(t, n.AddSentence(gold, gold))
	require.Equal(t, NonProjective{Gold: 3, Found: 2, System: 2, Right: 2}, n, "sentences add up")
	data, err := json.Marshal(n)
	require.NoError(t, err)
	require.JSONEq(t, `{"gold":3,"found":2,"system":2,"right":2,"recall":66.66666666666666,"precision":100}`, string(data))
}
