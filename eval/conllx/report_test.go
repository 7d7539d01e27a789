package conllx

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/internal/tally"
	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

func TestReportGolden(t *testing.T) {
	gold, system := small(t)
	for name, o := range map[string]Options{"small": {}, "small.punctuation": {Punctuation: true}} {
		r := report(t, gold, system, o)
		r.Gold, r.System = "small.gold.conll", "small.system.conll"
		testkit.Golden(t, "../../testdata/eval/"+name+".report.txt", testkit.Text(t, r.Write))
	}
	r := report(t, gold, system, Options{})
	r.Gold, r.System = "small.gold.conll", "small.system.conll"
	data, err := json.MarshalIndent(r, "", " ")
	require.NoError(t, err)
	testkit.Golden(t, "../../testdata/eval/small.report.json", string(data)+"\n")
}

// Counted by hand from the errors listed at TestScoreByHand.
func TestTablesByHand(t *testing.T) {
	gold, system := small(t)
	r := report(t, gold, system, Options{})
	require.Equal(t, []string{
		"to_root 5 4 5", "left 6 5 7", "right 13 11 12", "self 0 0 0",
	}, retrievalTexts(r.Directions))
	require.Equal(t, []string{
		"to_root 5 4 5", "1 12 11 12", "2 3 3 4", "3-6 4 3 3", "7-... 0 0 0",
	}, retrievalTexts(r.Distances))
	labels := retrievalTexts(r.Labels)
	for _, want := range []string{
		"advmod 3 3 3", "amod 1 0 0", "compound 0 0 1", "nummod 2 1 1", "obj 2 2 3", "obl 1 0 0", "root 5 4 5",
	} {
		require.Contains(t, labels, want)
	}
	require.Contains(t, retrievalTexts(r.Attachments), "advmod 3 2 3")
	require.Equal(t, tagRow{"NUM", Attachment{Scored: 2, Heads: 1, Labels: 1, Both: 1}}, rowOf(r, "NUM"))
	require.Equal(t, tagRow{"PUNCT", Attachment{Scored: 1}}, rowOf(r, "PUNCT"), "the backquotes")
	require.Equal(t, worst{
		Words:  sentenceErrors{Sentence: 4, Line: 23, Heads: 2, Labels: 2, Words: 2},
		Heads:  sentenceErrors{Sentence: 4, Line: 23, Heads: 2, Labels: 2, Words: 2},
		Labels: sentenceErrors{Sentence: 4, Line: 23, Heads: 2, Labels: 2, Words: 2},
	}, r.Worst)
}

func retrievalTexts(rows []retrieval) []string {
	var texts []string
	for _, r := range rows {
		texts = append(texts, strings.Join([]string{r.Name, itoa(r.Gold), itoa(r.Correct), itoa(r.System)}, " "))
	}
	return texts
}

func itoa(n int) string {
	data, _ := json.Marshal(n)
	return string(data)
}

func rowOf(r *Report, tag string) tagRow {
	i := slices.IndexFunc(r.Tags, func(row tagRow) bool { return row.Tag == tag })
	return r.Tags[i]
}

// Retrieval of nothing is NaN in text and null in JSON.
func TestRetrievalOfNothing(t *testing.T) {
	r := retrieval{Name: "x", System: 2}
	require.Equal(t, "NaN 0.00", r.Recall().String()+" "+r.Precision().String())
	data, err := json.Marshal(r)
	require.NoError(t, err)
	require.JSONEq(t, `{"name":"x","gold":0,"correct":0,"system":2,"recall":null,"precision":0}`, string(data))
	out := testkit.Text(t, (&Report{Labels: []retrieval{r}}).Write)
	require.Contains(t, out, "  x               |    0 |       0 |      2 |        NaN |          0.00\n")
}

func TestDirectionAndDistance(t *testing.T) {
	for _, c := range []struct {
		number, head        int
		direction, distance string
	}{
		{3, 0, "to_root", "to_root"}, {3, 3, "self", "1"}, {3, 2, "left", "1"}, {3, 4, "right", "1"},
		{3, 1, "left", "2"}, {3, 6, "right", "3-6"}, {3, 9, "right", "3-6"}, {3, 10, "right", "7-..."},
		{3, conll.NoHead, "to_root", "to_root"},
	} {
		require.Equal(t, c.direction, Direction(c.number, c.head), c)
		require.Equal(t, c.distance, Distance(c.number, c.head), c)
	}
}

// The sentence about cats five times: "in Paris" changes two frames.
func TestFramesByHand(t *testing.T) {
	gold, system := small(t)
	s := NewScorer(Options{})
	for range frameThreshold {
		require.NoError(t, s.Add(gold[1], system[1]))
	}
	require.NoError(t, s.Add(gold[0], system[0]))
	r, err := s.Report()
	require.NoError(t, err)
	require.Equal(t, []frameConfusion{
		{"nsubj *root* obj obl ", "nsubj *root* obj ", 5},
		{"nummod *obj* ", "nummod *obj* nmod ", 5},
	}, r.Frames)
	out := testkit.Text(t, r.Write)
	require.Contains(t, out, "\n    5  nsubj *root* obj obl / nsubj *root* obj \n    5  nummod *obj* / nummod *obj* nmod \n")
}

// A word's own label in frames is the gold one on both sides; the root has a frame;
// punctuation is in no frame.
func TestFramesOfRoot(t *testing.T) {
	gold := evaltest.Sentence(t, "g", 1, "a/N/0/x", "b/N/1/y", "./P/1/p")
	system := evaltest.Sentence(t, "s", 1, "a/N/2/z", "b/N/0/x", "./P/1/p")
	require.Equal(t, []string{"** x ", "*x* y ", "*y* ", ""}, frames(gold, gold, Options{}))
	require.Equal(t, []string{"** x ", "*x* ", "z *y* ", ""}, frames(gold, system, Options{}))
	require.Equal(t, []string{"** x ", "*x* p ", "z *y* ", "*p* "}, frames(gold, system, Options{Punctuation: true}))
	system.Words[0].Head = 99
	require.Equal(t, []string{"** x ", "*x* ", "*y* ", ""}, frames(gold, system, Options{}), "a head outside the sentence has no frame")
}

func TestTopKeepsTies(t *testing.T) {
	var c tally.Tally[errorCount]
	for text, n := range map[string]int{"a": 1, "b": 3, "c": 1, "d": 2, "e": 1} {
		for range n {
			c.At(text).Any++
		}
	}
	texts := func(rows []errorCount) string {
		s := ""
		for _, r := range rows {
			s += r.Text
		}
		return s
	}
	require.Equal(t, "b", texts(top(c, 1)))
	require.Equal(t, "bd", texts(top(c, 2)))
	require.Equal(t, "bdace", texts(top(c, 3)))
	require.Equal(t, "bdace", texts(top(c, 9)))
	require.Empty(t, top(nil, 3))
}

// A tag is left out if a longer context has all its errors but one.
func TestLongerContextReplacesShorter(t *testing.T) {
	var errors []mistake
	for tags, n := range map[string]int{"D N": 4, "X N": 1, "D V": 3, "Y V": 2} {
		before, near, _ := strings.Cut(tags, " ")
		for range n {
			m := mistake{head: true}
			m.words[0].tag, m.words[1].tag = before, near
			m.words[3].tag, m.words[4].tag = near, before
			errors = append(errors, m)
		}
	}
	for _, at := range [][2]int{{focus - 1, focus - 2}, {focus + 1, focus + 1}} {
		one, two := contextTables(errors, at[0], at[1])
		require.Equal(t, []errorCount{{"V", 5, 5, 0}}, one.Tags)
		require.Len(t, two.Tags, 3)
	}
	one, _ := contextTables(errors, 0, 0)
	require.Equal(t, []errorCount{{"D", 7, 7, 0}}, one.Tags, "no pair has all of its errors but one, unlike with X and Y")
}

func TestErrorDescriptions(t *testing.T) {
	// The word is the fifth of a long sentence.
	for _, c := range []struct {
		gold, system int
		labels       [2]string
		want         string
	}{
		{0, 0, [2]string{"x", "y"}, `correct head (0), dependency "y" instead of "x"`},
		{5, 5, [2]string{"x", "y"}, `correct head (the focus word), dependency "y" instead of "x"`},
		{7, 7, [2]string{"x", "y"}, `correct head (after the focus word), dependency "y" instead of "x"`},
		{2, 2, [2]string{"x", "y"}, `correct head (before the focus word), dependency "y" instead of "x"`},
		{7, 0, [2]string{"x", "x"}, `head = 0 instead of after the focus word, correct dependency`},
		{5, 0, [2]string{"x", "x"}, `head = 0 instead of the focus word, correct dependency`},
		{0, 3, [2]string{"x", "y"}, `head is the focus word instead of 0, dependency "y" instead of "x"`},
		{7, 8, [2]string{"x", "x"}, `head one word after the correct head (after the focus word), correct dependency`},
		{4, 2, [2]string{"x", "x"}, `head two words before the correct head (before the focus word), correct dependency`},
		{2, 6, [2]string{"x", "x"}, `head four words after the correct head (after the focus word instead ofafter the focus word), correct dependency`},
		{8, 5, [2]string{"x", "x"}, `head three words before the correct head (the focus word instead ofthe focus word), correct dependency`},
		{9, 14, [2]string{"x", "x"}, `head 5 words after the correct head (after the focus word), correct dependency`},
	} {
		g, s := conll.Word{Head: c.gold, Deprel: c.labels[0]}, conll.Word{Head: c.system, Deprel: c.labels[1]}
		require.Equal(t, c.want, newErrorKind(5, &g, &s).text)
	}
}

// The same error six times, twice after "the" and four times at the start. Counted
// by hand: N before V is the most specific pattern of all six, and the same after .S is
// that of the four. There are not eight patterns with a count of 5, so the second
// highest count, 4, is the limit.
func TestLocalContextsByHand(t *testing.T) {
	s := NewScorer(Options{})
	for i, words := range [][]string{
		{"the/D/2/det", "dog/N/3/nsubj", "barks/V/0/root"},
		{"the/D/2/det", "dog/N/3/nsubj", "barks/V/0/root"},
		{"cats/N/2/nsubj", "purr/V/0/root"},
		{"birds/N/2/nsubj", "sing/V/0/root"},
		{"fish/N/2/nsubj", "swim/V/0/root"},
		{"bees/N/2/nsubj", "hum/V/0/root"},
	} {
		gold := evaltest.Sentence(t, "g", 5*i+1, words...)
		system := gold.Clone()
		system.Words[len(words)-2].Deprel = "obj"
		require.NoError(t, s.Add(gold, system))
	}
	r, err := s.Report()
	require.NoError(t, err)
	require.Equal(t, []specificError{{
		Rank: 1, Count: 6,
		Description: `correct head (after the focus word), dependency "obj" instead of "nsubj"`,
		Contexts: []localContext{
			{Tag: "N", AfterTag: "V", Count: 6},
			{BeforeTag: ".S", Before: ".S", Tag: "N", AfterTag: "V", Count: 4},
		},
	}}, r.Specific)
}

// Twelve kinds of error, once each: all tie with the tenth. A head that is wrongly the
// root is one kind of error, however far away the right head is.
func TestKindsOfError(t *testing.T) {
	s := NewScorer(Options{})
	for i := range 12 {
		gold := evaltest.Sentence(t, "g", 1, "a/N/0/x")
		system := gold.Clone()
		system.Words[0].Deprel = "y" + itoa(i)
		require.NoError(t, s.Add(gold, system))
	}
	r, err := s.Report()
	require.NoError(t, err)
	require.Len(t, r.Specific, 12)

	for _, head := range []int{2, 3} {
		gold := evaltest.Sentence(t, "g", 1, "a/N/2/x", "b/N/0/x", "c/N/2/x")
		gold.Words[0].Head = head
		system := gold.Clone()
		system.Words[0].Head = 0
		require.NoError(t, s.Add(gold, system))
	}
	r, err = s.Report()
	require.NoError(t, err)
	require.Equal(t, 2, r.Specific[0].Count)
	require.Equal(t, "head = 0 instead of after the focus word, correct dependency", r.Specific[0].Description)
}

// Two kinds of error in one context, six times and five times.
func TestSharedContextByHand(t *testing.T) {
	s := NewScorer(Options{})
	gold := evaltest.Sentence(t, "g", 1, "cats/N/2/nsubj", "purr/V/0/root")
	for i := range 11 {
		system := gold.Clone()
		system.Words[0].Deprel = []string{"csubj", "obj"}[i%2]
		require.NoError(t, s.Add(gold, system))
	}
	r, err := s.Report()
	require.NoError(t, err)
	require.Equal(t, []sharedContext{{
		localContext{BeforeTag: ".S", Before: ".S", Tag: "N", Word: "cats", AfterTag: "V", After: "purr"},
		[]sharedError{{Rank: 1, Count: 6}, {Rank: 2, Count: 5}},
	}}, r.SharedLocals)
	out := testkit.Text(t, r.Write)
	require.True(t, strings.HasSuffix(out, `
  Local contexts involved in several frequent errors:
  ===================================================


  -----+------+------+------+------+------
    Before    |    Focus    |   After     `+`
  CPOS   word | CPOS   word | CPOS   word `+`
  -----+------+------+------+------+------
  .S   | .S   | N    | cats | V    | purr `+`
  -----+------+------+------+------+------
   1. correct head (after the focus word), dependency "csubj" instead of "nsubj" : 6 times
   2. correct head (after the focus word), dependency "obj" instead of "nsubj" : 5 times

`), out)
}

// Widths are in characters without marks for words and in bytes for tags and
// labels; an asterisk in a form is a wildcard, or a blank when printed.
func TestWidths(t *testing.T) {
	s := NewScorer(Options{})
	gold := evaltest.Sentence(t, "g", 1, "na\u0308in/Ä/2/lää", "a*b/V/0/root", "*/V/2/x")
	system := gold.Clone()
	for i := range system.Words {
		system.Words[i].Deprel = "y"
	}
	require.NoError(t, s.Add(gold, system))
	r, err := s.Report()
	require.NoError(t, err)
	out := testkit.Text(t, r.Write)
	for _, line := range []string{
		"  Ä         |     1 |     1 | 100% |     0 |   0% |     0 |   0%\n",
		"  lää           |    1 |       0 |      0 |       0.00 |           NaN\n",
		"  a*b / V  |    1 |    0 |    1 |    0\n",
		"  na\u0308in / Ä |    1 |    0 |    1 |    0\n",
		"  .S   | .S   | Ä   | na\u0308in | V    | a b  |   1\n",
		"  Ä   | na\u0308in | V    | a b  | V    |      |   2\n", // with the form and with the wildcard
	} {
		require.Contains(t, out, line)
	}
}

// closed is compared with its definition: of all patterns that places fit, those without a
// more specific pattern of the same count.
func TestClosedByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		texts := []string{"0", "1", wildcard}[:2+n%2]
		var places []*pattern
		counts := map[pattern]int{}
		for range 1 + r.IntN(6) {
			var place pattern
			for i := range place {
				place[i] = texts[r.IntN(len(texts))]
			}
			places = append(places, &place)
			for mask := range 1 << len(place) {
				p := place
				for i, text := range p {
					if text == wildcard || mask&(1<<i) == 0 {
						p[i] = ""
					}
				}
				counts[p]++
			}
		}
		want, got := map[pattern]int{}, map[pattern]int{}
		for p, n := range counts {
			if !hasSpecific(counts, p, n) {
				want[p] = n
			}
		}
		closed(places, pattern{}, 0, func(p pattern, count int) {
			require.NotContains(t, got, p)
			got[p] = count
		})
		require.Equal(t, want, got)
	}
}

func hasSpecific(counts map[pattern]int, p pattern, n int) bool {
	for q, m := range counts {
		fits := q != p && m == n
		for i, text := range p {
			fits = fits && (text == "" || text == q[i])
		}
		if fits {
			return true
		}
	}
	return false
}

func TestMismatchedTokens(t *testing.T) {
	gold := evaltest.Sentence(t, "g", 1, "a/N/0/x", "b/N/1/x")
	system := evaltest.Sentence(t, "s", 3, "a/V/0/x", "B/N/1/x")
	s := NewScorer(Options{})
	require.NoError(t, s.Add(gold, system))
	n, first := s.Mismatch()
	require.Equal(t, 2, n)
	require.Equal(t, `g:1: "a" / N, but "a" / V at s:3`, first)
	r, err := s.Report()
	require.NoError(t, err)
	require.Equal(t, Attachment{Scored: 2, Heads: 2, Labels: 2, Both: 2}, r.Attachment)
}

// A full disk is noticed after any number of bytes.
func TestWriteErrors(t *testing.T) {
	gold, system := small(t)
	r := report(t, gold, system, Options{})
	full := testkit.Text(t, r.Write)
	for n := 0; n < len(full); n += 97 {
		require.Error(t, r.Write(testkit.Failing(n)), n)
	}
	require.Error(t, r.WriteScores(testkit.Failing(10)))
	require.NoError(t, r.Write(testkit.Failing(len(full))))
}
