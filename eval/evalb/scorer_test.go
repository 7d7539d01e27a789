package evalb

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

// params reads a parameter file.
func params(t testing.TB, text string) Params {
	t.Helper()
	p, err := ParseParams(strings.NewReader(text), "test.prm")
	require.NoError(t, err)
	return p
}

func named(t testing.TB, name string) Params {
	t.Helper()
	p, err := NamedParams(name)
	require.NoError(t, err)
	return p
}

// row is a sentence as in EVALB's table, without ratios: length and status;
// brackets matched, gold, system and crossing; words and right tags.
func row(s Sentence) string {
	return fmt.Sprintf("%d %d, %d %d %d %d, %d %d", s.Length, s.Status, s.Matched, s.Gold, s.System, s.Crossing, s.Words, s.Tags)
}

const (
	eqABC  = "EQ_LABEL A B\nEQ_LABEL B C"
	quote1 = "DELETE_LABEL ``\nDELETE_LABEL ''\nQUOTE_LABEL ``\nQUOTE_LABEL ''\nQUOTE_LABEL POS\n"
)

// The rules of EVALB one by one.
func TestBracketRules(t *testing.T) {
	for _, c := range []struct{ rule, params, gold, system, want string }{
		{"all right", "", "(S (NP (PRP We)) (VP (VBD slept)))", "(S (NP (PRP We)) (VP (VBD slept)))", "2 0, 3 3 3 0, 2 2"},
		{"wrong label", "", "(S (NP (PRP We)) (VP (VBD slept)))", "(S (X (PRP We)) (VP (VBD slept)))", "2 0, 2 3 3 0, 2 2"},
		{"wrong tag", "", "(S (NP (PRP We)) (VP (VBD slept)))", "(S (NP (PRP We)) (VP (VBN slept)))", "2 0, 3 3 3 0, 2 1"},
		{"words are no brackets", "", "(NN rain)", "(NN rain)", "1 0, 0 0 0 0, 1 1"},

		{"deleted tag", "DELETE_LABEL .", "(S (VP (VB go)) (. .))", "(S (VP (VB go) (. .)))", "2 0, 2 2 2 0, 1 1"},
		{"deleted words need not agree", "DELETE_LABEL .", "(S (VB go) (. .))", "(S (VB go) (. !) (. !))", "2 0, 1 1 1 0, 1 1"},
		{"tags are not cut", "DELETE_LABEL .", "(S (VB go) (.-X .))", "(S (VB go) (.-X .))", "2 0, 1 1 1 0, 2 2"},
		{"tags with functions differ", "", "(S (VB go) (NN-X home))", "(S (VB go) (NN home))", "2 0, 1 1 1 0, 2 1"},
		{"deleted bracket", "DELETE_LABEL TOP", "(TOP (S (VB go)))", "(S (VB go))", "1 0, 1 1 1 0, 1 1"},
		{"deleted bracket inside", "DELETE_LABEL X", "(S (X (VB go) (RB home)))", "(S (VB go) (X (RB home)))", "2 0, 1 1 1 0, 2 2"},
		{"empty bracket", "DELETE_LABEL -NONE-", "(S (NP (NP (-NONE- *T*))) (VP (VB go)))", "(S (VP (VB go)))", "2 0, 2 2 2 0, 1 1"},
		{"bracket without words", "", "(S (NP) (VP (VB go)))", "(S (VP (VB go) (NP (X))))", "1 0, 2 2 2 0, 1 1"},
		{"function tags and indices", "", "(S (NP-SBJ-1 (PRP We)) (VP=2 (VBD slept)))", "(S (NP (PRP We)) (VP-X (VBD slept)))", "2 0, 3 3 3 0, 2 2"},
		{"cut, then deleted", "DELETE_LABEL TOP", "(TOP-1 (S (VB go)))", "(S (VB go))", "1 0, 1 1 1 0, 1 1"},
		{"a bracket -NONE- is cut too", "DELETE_LABEL -NONE-", "(S (-NONE- (VB go)))", "(S (VB go))", "1 0, 1 2 1 0, 1 1"},
		{"the label may be empty", "DELETE_LABEL TOP", "( (S (VB go)))", "(TOP (S (VB go)))", "1 0, 1 2 1 0, 1 1"},

		{"equal labels", "EQ_LABEL ADVP PRT", "(S (ADVP (RB up)) (PRT (RB up)))", "(S (PRT (RB up)) (ADVP (RB up)))", "2 0, 3 3 3 0, 2 2"},
		{"equal tags", "EQ_LABEL RB RP", "(S (RB up) (RP up))", "(S (RP up) (RB up))", "2 0, 1 1 1 0, 2 2"},
		{"equal to a deleted bracket", "DELETE_LABEL TOP\nEQ_LABEL ROOT TOP", "(ROOT (S (VB go)))", "(S (VB go))", "1 0, 1 1 1 0, 1 1"},
		{"equal to a deleted tag", "DELETE_LABEL TOP\nEQ_LABEL ROOT TOP", "(S (VB go) (ROOT home))", "(S (VB go) (ROOT home))", "2 0, 1 1 1 0, 2 2"},
		{"equality is not transitive", eqABC, "(S (A (VB go)))", "(S (C (VB go)))", "1 0, 1 2 2 0, 1 1"},
		{"equal words", "EQ_WORD Go go", "(S (VB Go) (RB go))", "(S (VB go) (RB Go))", "2 0, 1 1 1 0, 2 2"},
		{"words with case", "", "(S (VB Go))", "(S (VB go))", "1 1, 0 0 0 0, 0 0"},

		{"two of one", "", "(NP (NP (NN rain)))", "(NP (NN rain))", "1 0, 1 2 1 0, 1 1"},
		{"two of three", "", "(NP (NP (NN rain)))", "(NP (NP (NP (NN rain))))", "1 0, 2 2 3 0, 1 1"},
		{"the first gold bracket takes the first system bracket", eqABC, "(B (A (NN rain)))", "(A (C (NN rain)))", "1 0, 1 2 2 0, 1 1"},
		{"the first system bracket is another one", eqABC, "(B (A (NN rain)))", "(C (A (NN rain)))", "1 0, 2 2 2 0, 1 1"},
		{"order above and below", "", "(A (B (NN rain)))", "(B (A (NN rain)))", "1 0, 2 2 2 0, 1 1"},
		{"unlabelled", "LABELED 0", "(A (B (NN rain) (NN fell)))", "(X (Y (NN rain)) (Z (NN fell)))", "2 0, 1 2 3 0, 2 2"},
		{"unlabelled deletes by label", "LABELED 0\nDELETE_LABEL A", "(A (B (NN rain)))", "(X (NN rain))", "1 0, 1 1 1 0, 1 1"},

		{"crossing", "", "(S (A (X a) (X b)) (X c))", "(S (X a) (A (X b) (X c)))", "3 0, 1 2 2 1, 3 3"},
		{"crossing system brackets count", "", "(S (A (X a) (X b)) (X c))", "(S (X a) (A (B (X b) (X c))))", "3 0, 1 2 3 2, 3 3"},
		{"each of them once", "", "(S (B (A (X a) (X b))) (X c))", "(S (X a) (A (X b) (X c)))", "3 0, 1 3 2 1, 3 3"},
		{"over both ends", "", "(S (A (X a) (X b)) (A (X c) (X d)))", "(S (X a) (A (X b) (X c)) (X d))", "4 0, 1 3 2 1, 4 4"},
		{"inside is not across", "", "(S (A (X a) (X b)) (X c))", "(S (A (A (X a)) (X b)) (A (X c)))", "3 0, 2 2 4 0, 3 3"},
		{"deleted brackets do not cross", "DELETE_LABEL A", "(S (A (X a) (X b)) (X c))", "(S (X a) (B (X b) (X c)))", "3 0, 1 1 2 0, 3 3"},
		{"brackets do not cross over deleted words", "DELETE_LABEL .", "(S (A (X a) (. .)) (X c))", "(S (X a) (B (. .) (X c)))", "3 0, 1 2 2 0, 2 2"},

		{"length", "DELETE_LABEL .\nDELETE_LABEL_FOR_LENGTH -NONE-", "(S (VB go) (. .) (-NONE- *))", "(S (VB go) (-NONE- *))", "2 0, 1 1 1 0, 2 2"},
		{"length is the gold tree's", "DELETE_LABEL .", "(S (VB go) (. .))", "(S (VB go))", "2 0, 1 1 1 0, 1 1"},

		{"no parse", "", "(S (VB go))", "", "1 2, 0 0 0 0, 0 0"},
		{"no words in it", "", "(S (VB go))", "(())", "1 2, 0 0 0 0, 0 0"},
		{"only deleted ones", "DELETE_LABEL .", "(S (. .))", "(S (. .))", "1 2, 0 0 0 0, 0 0"},
		{"nothing at all", "", "", "", "0 2, 0 0 0 0, 0 0"},
		{"no gold words", "", "", "(S (VB go))", "0 1, 0 0 0 0, 0 0"},
		{"fewer words", "", "(S (VB go) (RB home))", "(S (VB go))", "2 1, 0 0 0 0, 0 0"},
		{"a deletion on one side", "DELETE_LABEL .", "(S (VB go) (. .))", "(S (VB go) (X .))", "2 1, 0 0 0 0, 0 0"},
		{"other words", "", "(S (VB go) (RB home))", "(S (VB go) (RB away))", "2 1, 0 0 0 0, 0 0"},
		{"several trees", "", "(S (A (X a)) (X b))", "(A (X a)) (X b)", "2 0, 1 2 1 0, 2 2"},

		{"quotation mark deleted in gold", quote1, "(S (A (X a)) (B (`` ') (X b)))", "(S (A (X a)) (B (POS ') (X b)))", "3 0, 3 3 3 0, 3 2"},
		{"attached elsewhere", quote1, "(S (A (X a)) (B (`` ') (X b)))", "(S (A (X a) (POS ')) (B (X b)))", "3 0, 1 3 3 1, 3 2"},
		{"deleted in the system's", quote1, "(S (A (X a) (POS ')) (B (X b)))", "(S (A (X a)) (B (`` ') (X b)))", "3 0, 1 3 3 1, 3 2"},
		{"a bracket comes back with it", quote1, "(S (A (`` \")) (X b))", "(S (A (POS \")) (X b))", "2 0, 2 2 2 0, 2 1"},
		{"two of them", quote1, "(S (`` \") (X a) ('' \"))", "(S (POS \") (X a) (POS \"))", "3 0, 1 1 1 0, 3 1"},
		{"not restored if the numbers agree", quote1, "(S (`` ') (X a) (POS ') (X b))", "(S (POS ') (X a) (`` ') (X b))", "4 1, 0 0 0 0, 0 0"},
		{"both side by side", quote1, "(S (`` ') ('' ') (X a))", "(S (POS ') (POS ') (X a))", "3 0, 1 1 1 0, 3 1"},
		{"one of two side by side", quote1, "(S (`` ') (POS ') (X a))", "(S (POS ') (POS ') (X a))", "3 1, 0 0 0 0, 0 0"},
		{"slash", quote1, "(S (`` /) (X a))", "(S (POS /) (X a))", "2 0, 1 1 1 0, 2 1"},
		{"another word", quote1, "(S (`` ``) (X a))", "(S (POS ``) (X a))", "2 1, 0 0 0 0, 0 0"},
		{"another tag", quote1, "(S (`` ') (X a))", "(S (NN ') (X a))", "2 1, 0 0 0 0, 0 0"},
		{"without QUOTE_LABEL", "DELETE_LABEL ``", "(S (`` ') (X a))", "(S (POS ') (X a))", "2 1, 0 0 0 0, 0 0"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			b := NewScorer(params(t, c.params))
			require.Equal(t, c.want, row(b.AddLine(evaltest.Trees(t, c.gold), evaltest.Trees(t, c.system))))
		})
	}
}

// A sentence that fails says why, and its lost brackets and words are counted.
func TestFailedSentences(t *testing.T) {
	const gold = "(TOP (S (VP (VB go) (NP (RB home))) (. .)))"
	b := NewScorer(named(t, "collins"))
	add := func(system string) Sentence { return b.AddLine(evaltest.Trees(t, gold), evaltest.Trees(t, system)) }
	right := add(gold)
	require.NoError(t, right.Err)
	require.Zero(t, right.Missed)
	for _, c := range []struct {
		system, message string
		cause           error
	}{
		{"", "the system's tree has no words", errNoParse},
		{"(VB go)", "gold and system sentence differ in number of words: 2 and 1", eval.ErrWordCount},
		{"(S (VB go) (RB away))", `gold and system sentence differ in words: "home" and "away"`, eval.ErrWords},
	} {
		s := add(c.system)
		require.ErrorIs(t, s.Err, c.cause)
		require.EqualError(t, s.Err, c.message)
		require.Equal(t, []int{3, 2}, []int{s.Missed, s.MissedWords})
	}
	r := b.Report()
	require.Equal(t, Totals{
		Sentences: 4, Errors: 2, Skipped: 1, Matched: 3, Gold: 3, System: 3, Complete: 1,
		NoCrossing: 1, FewCrossing: 1, Words: 2, Tags: 2, Missed: 9, MissedWords: 6,
	}, r.All)
	require.Equal(t, r.All, r.Short)
	require.Equal(t, []int{3, 1}, []int{r.All.failed(), r.All.valid()})
	require.Equal(t, []eval.Percent{100, 100, 100, 100, 100}, []eval.Percent{r.All.Recall(), r.All.Precision(), r.All.F1(),
		r.All.completeMatch(), r.All.tagAccuracy()})
	all := *r.WithFailed
	require.Equal(t, r.All.withFailed(), all)
	require.Equal(t, []eval.Percent{25, 100, 40, 25, 25}, []eval.Percent{all.Recall(), all.Precision(), all.F1(), all.completeMatch(), all.tagAccuracy()})
	require.Equal(t, all, all.withFailed())
	require.Equal(t, []eval.Label{
		{Label: "NP", Gold: 1, Found: 1, System: 1, Right: 1},
		{Label: "S", Gold: 1, Found: 1, System: 1, Right: 1},
		{Label: "VP", Gold: 1, Found: 1, System: 1, Right: 1},
	}, r.Labels, "failed sentences do not count for labels")
}

// If a sentence fails, its restored quotation marks are deleted again.
func TestFailedAfterRepair(t *testing.T) {
	b := NewScorer(named(t, "new"))
	s := b.AddLine(evaltest.Trees(t, "(S (A (`` ')) (X a))"), evaltest.Trees(t, "(S (A (POS ')) (X b))"))
	require.ErrorIs(t, s.Err, eval.ErrWords)
	require.Equal(t, []int{1, 1}, []int{s.Missed, s.MissedWords}, "before the repair, as EVALB deletes")
}

func TestScoreBrackets(t *testing.T) {
	gold, system := evaltest.Trees(t, "(S (NP (NN rain)))(S (VB go))"), evaltest.Trees(t, "(S (X (NN rain)))(S (VB go))")
	p := named(t, "collins")
	totals, err := Score(gold, system, p)
	require.NoError(t, err)
	require.Equal(t, []int{2, 3, 3}, []int{totals.Matched, totals.Gold, totals.System})
	require.InDelta(t, 66.67, float64(totals.F1()), 0.01)
	totals, err = Score(gold, []*ptb.Tree{nil, system[1]}, p)
	require.NoError(t, err)
	require.Equal(t, 1, totals.Skipped)
	_, err = Score(gold, system[:1], p)
	require.ErrorIs(t, err, eval.ErrSentenceCount)
	require.ErrorContains(t, err, "2 and 1")
	totals, err = Score(nil, nil, p)
	require.NoError(t, err)
	require.Equal(t, Totals{}, totals)
}

// The outermost bracket raises the score unless the parameters delete it.
func TestRootTrap(t *testing.T) {
	for root, want := range map[string]float64{"(TOP ": 33.33, "( ": 50, "(ROOT ": 50} {
		gold, system := root+"(S (A (X a)) (B (X b))))", root+"(S (C (X a)) (D (X b))))"
		p := named(t, "collins")
		totals, err := Score(evaltest.Trees(t, gold), evaltest.Trees(t, system), p)
		require.NoError(t, err)
		require.InDelta(t, want, float64(totals.F1()), 0.005, root)
	}
}

// The differences from EVALB.
func TestNoLimits(t *testing.T) {
	t.Run("nothing matches", func(t *testing.T) {
		r := evalb(t, named(t, "collins"), "(A (X a))\n", "(B (X a))\n")
		require.Contains(t, testkit.Text(t, r.Write), "Bracketing FMeasure       =   0.00\n")
	})
	t.Run("no sentence", func(t *testing.T) {
		r := evalb(t, named(t, "collins"), "", "")
		got := testkit.Text(t, r.Write)
		require.NotContains(t, got, "NaN")
		require.Contains(t, got, "====\n      0     0     0.00\n=== Summary", "a side without brackets")
	})
	t.Run("no system bracket", func(t *testing.T) {
		r := evalb(t, named(t, "collins"), "(A (X a))\n", "(X a)\n")
		require.Contains(t, testkit.Text(t, r.Write), "====\n      1     1   100.00\n=== Summary")
	})
	t.Run("many errors", func(t *testing.T) {
		const failed = 30
		p := named(t, "collins")
		p.MaxError = 0
		r := evalb(t, p, strings.Repeat("(A (X a))\n", failed+1), strings.Repeat("(A (X b))\n", failed)+"(A (X a))\n")
		got := testkit.Text(t, r.WriteSummary)
		require.Contains(t, got, "Number of Error sentence  =     30\n")
		require.Contains(t, got, "\n-- All, failed sentences as missed (not in EVALB) --\nNumber of sentence        =     31\nNumber of "+
			"Failed sentence =     30\nBracketing Recall         =   3.23\n")
	})
	t.Run("long labels and words", func(t *testing.T) {
		long := strings.Repeat("x", 10_000)
		line := "(" + long + " (" + long + " " + long + "))\n"
		require.Equal(t, 1, evalb(t, named(t, "collins"), line, line).All.Matched)
	})
}

// The table, the labels and the JSON of a few sentences that use all rules of EVALB.
func TestBracketsGolden(t *testing.T) {
	load := func(name string) string {
		text, err := os.ReadFile("../../testdata/eval/brackets/" + name)
		require.NoError(t, err)
		return string(text)
	}
	r := evalb(t, named(t, "new"), load("small.gold.mrg"), load("small.system.mrg"))
	testkit.Golden(t, "../../testdata/eval/brackets/small.report.txt", testkit.Text(t, r.Write))
	testkit.Golden(t, "../../testdata/eval/brackets/small.labels.txt", testkit.Text(t, r.WriteLabels))
	data, err := json.MarshalIndent(r, "", " ")
	require.NoError(t, err)
	testkit.Golden(t, "../../testdata/eval/brackets/small.report.json", string(data)+"\n")
}

func TestBracketReportWriteErrors(t *testing.T) {
	r := evalb(t, named(t, "new"), strings.Repeat("(A (X a))\n", 100), strings.Repeat("(B (X a))\n", 100))
	require.ErrorIs(t, r.Write(testkit.Failing(100)), os.ErrClosed)
	require.ErrorIs(t, r.WriteSummary(testkit.Failing(10)), os.ErrClosed)
	require.ErrorIs(t, r.WriteLabels(testkit.Failing(10)), os.ErrClosed)
}

func (s *Scorer) addPair(gold, system *ptb.Tree) Sentence {
	return s.AddLine([]*ptb.Tree{gold}, []*ptb.Tree{system})
}
