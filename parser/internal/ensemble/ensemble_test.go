package ensemble_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// fixed is a scorer, and a kind of scorers, whose scores are its numbers for the length of
// the sentence, times 1, 2, 3 for the classes.
type fixed struct {
	score.Kind
	numbers []float32
	words   int
	read    [][]conll.Word
}

func (f *fixed) NewSession() score.Session { return &fixed{numbers: f.numbers} }
func (f *fixed) Batch() int                { return f.words }
func (f *fixed) Describe() string          { return fmt.Sprint(f.numbers) }
func (f *fixed) Columns() []string         { return nil }
func (f *fixed) Read(s ...[]conll.Word)    { f.read = s }
func (f *fixed) Entries(prefix string) []npz.Entry {
	return []npz.Entry{{Name: prefix + "numbers", Data: f.numbers}}
}
func (f *fixed) Score(decisions []*learn.Decision) {
	for _, d := range decisions {
		x := f.numbers[len(f.read[d.Input])]
		d.Scores = append(d.Scores[:0], x, 2*x, 3*x)[:2+d.Stage]
	}
}
func (*fixed) Load(arrays *npz.Arrays, prefix string, _ *score.Shape) (score.Scorer, error) {
	numbers, err := npz.Array[float32](arrays, prefix+"numbers")
	return &fixed{numbers: numbers}, err
}

// kinds knows the kind "fixed" alone.
func kinds(name string) (score.Kind, error) {
	if name != "fixed" {
		return nil, fmt.Errorf("no scorer %q", name)
	}
	return &fixed{}, nil
}

// two are the parts of an ensemble.
func two() []ensemble.Part {
	return []ensemble.Part{
		{Kind: "fixed", Weight: 0.5, Scorer: &fixed{numbers: []float32{0, 2, 4}, words: 7}},
		{Kind: "fixed", Weight: 3, Scorer: &fixed{numbers: []float32{0, 10, -1}}},
	}
}

// TestSum: scores are the sums by hand, of sentences read together and of stages that have
// different numbers of classes.
func TestSum(t *testing.T) {
	s := ensemble.New(two()...)
	require.Equal(t, 7, s.Batch())
	require.Equal(t, "0.5 × fixed ([0 2 4]) + 3 × fixed ([0 10 -1])", s.Describe())
	session := s.NewSession()
	session.Read(make([]conll.Word, 2), make([]conll.Word, 1))
	a, b := &learn.Decision{Input: 1, Stage: 1}, &learn.Decision{Input: 0}
	for range 2 {
		session.Score([]*learn.Decision{a, b})
		require.Equal(t, []float32{31, 62, 93}, a.Scores) // 0.5·2 + 3·10
		require.Equal(t, []float32{-1, -2}, b.Scores)     // 0.5·4 − 3·1
		session.Score([]*learn.Decision{b})
		require.Equal(t, []float32{-1, -2}, b.Scores)
	}
	session.Score(nil)
}

// TestTrust: the last part decides alone where its best legal class leads by more than it is trusted with.
func TestTrust(t *testing.T) {
	session := ensemble.New(two()...).NewSession()
	session.Read(make([]conll.Word, 1))
	a, b := &learn.Decision{Stage: 1}, &learn.Decision{Stage: 1}
	a.Classes, b.Classes = []model.Class{0, 1, 2}, []model.Class{0, 2}
	alone, sum := []float32{10, 20, 30}, []float32{31, 62, 93}
	for _, c := range []struct {
		lead float32
		a, b []float32
	}{
		{29, alone, alone},
		{30, sum, alone}, // of a the last part leads by 3·10
		{60, sum, sum},   // of b by 3·20
		{0, sum, sum},    // as if it were not told
	} {
		session.(score.Trusting).Trust(c.lead)
		session.Score([]*learn.Decision{a, b})
		require.Equal(t, c.a, a.Scores, c.lead)
		require.Equal(t, c.b, b.Scores, c.lead)
	}
}

// TestPartsAreThoseGiven: later changes to the list of parts do not matter.
func TestPartsAreThoseGiven(t *testing.T) {
	parts := two()
	s := ensemble.New(parts...)
	parts[0].Weight = 100
	require.Contains(t, s.Describe(), "0.5 × ")
}

// arraysOf returns a model file with entries.
func arraysOf(t *testing.T, entries []npz.Entry) *npz.Arrays {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, npz.Write(&b, entries))
	arrays, err := npz.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	return arrays
}

// TestHostileFiles: each is refused, and says why.
func TestHostileFiles(t *testing.T) {
	loader := ensemble.Loader{Kind: kinds}
	shape := &score.Shape{System: transition.ArcHybrid{}}
	good := ensemble.New(two()...).Entries("m/")
	again, err := loader.Load(arraysOf(t, good), "m/", shape)
	require.NoError(t, err)
	require.Equal(t, good, again.Entries("m/"))

	many := `[` + strings.Repeat(`{"Kind":"fixed","Weight":1},`, 1<<16) + `{"Kind":"fixed","Weight":1}]`
	for head, text := range map[string]string{
		``:                                   "JSON",
		`[{"Kind":"fixed","Weight":1}`:       "JSON",
		`{"Kind":"fixed","Weight":1}`:        "cannot unmarshal",
		`[]`:                                 "without parts",
		`null`:                               "without parts",
		`[null]`:                             "the weight 0",
		`[{"Kind":"fixed"}]`:                 "the weight 0",
		`[{"Kind":"fixed","Weight":-1}]`:     "the weight -1",
		`[{"Kind":"fixed","Weight":1e99}]`:   "cannot unmarshal",
		`[{"Kind":"fixed","Weight":"NaN"}]`:  "cannot unmarshal",
		`[{"Kind":"ensemble","Weight":1}]`:   `no scorer "ensemble"`,
		`[{"Kind":"a\u0000b","Weight":0.5}]`: "no scorer",
		many:                                 "part 2 of an ensemble: ",
	} {
		entries := append([]npz.Entry{{Name: "m/ensemble", Data: []byte(head)}}, good[1:]...)
		_, err := loader.Load(arraysOf(t, entries), "m/", shape)
		require.ErrorIs(t, err, npz.ErrFile, "%.50s", head)
		require.ErrorContains(t, err, text)
	}
	_, err = loader.Load(arraysOf(t, good[:2]), "m/", shape)
	require.ErrorIs(t, err, npz.ErrFile)
	require.ErrorContains(t, err, "part 1 of an ensemble")
}

// Two pools of logarithms of probabilities by halves: the geometric mean of ¼ and 1 is ½.
func Example() {
	log := func(p float64) *fixed { return &fixed{numbers: []float32{0, float32(math.Log(p))}} }
	session := ensemble.New(
		ensemble.Part{Kind: "fixed", Weight: 0.5, Scorer: log(0.25)},
		ensemble.Part{Kind: "fixed", Weight: 0.5, Scorer: log(1)},
	).NewSession()
	session.Read([]conll.Word{{Form: "dog"}})
	d := &learn.Decision{}
	session.Score([]*learn.Decision{d})
	fmt.Printf("%.2f\n", math.Exp(float64(d.Scores[0])))
	// Output: 0.50
}

// guesser is a scorer that predicts a column: it gives the values of every word the same probabilities.
type guesser struct {
	fixed
	values        []string
	probabilities []float32
}

type guess struct {
	fixed
	own []float32 // of the last Read
	of  *guesser
}

func (g *guesser) NewSession() score.Session { return &guess{fixed: fixed{numbers: g.numbers}, of: g} }
func (g *guesser) Fields() []string          { return []string{"upos"} }
func (g *guesser) Values(string) []string    { return g.values }

func (g *guess) Read(s ...[]conll.Word) {
	g.fixed.Read(s...)
	g.own = slices.Repeat(g.of.probabilities, len(s)*3)
}
func (g *guess) Distribution(_, sentence, word int) []float32 {
	n := len(g.of.values)
	return g.own[(3*sentence+word)*n:][:n]
}
func (g *guess) Predict([]string, int, int)                       {}
func (g *guess) Probability(string, string, int, int) (p float32) { return p }

// TestColumnsArePooled: what parts think of a column is the mean of theirs, of all words, whenever they read; a part with
// other values has no say.
func TestColumnsArePooled(t *testing.T) {
	part := func(values []string, probabilities ...float32) ensemble.Part {
		return ensemble.Part{Weight: 1, Scorer: &guesser{fixed{numbers: make([]float32, 4)}, values, probabilities}}
	}
	values := []string{"A", "B"}
	e := ensemble.New(part(values, 0.75, 0.25), part([]string{"B", "A"}, 1, 0), part(values, 0.25, 0.75), part(values, 0, 1))
	require.Equal(t, []string{"upos"}, e.(score.Predictor).Fields())
	s := ensemble.New(ensemble.Part{Weight: 1, Scorer: e}).NewSession()
	for round := range 3 {
		if round == 2 {
			s.(score.Partial).OnlyFill()
		}
		s.Read(make([]conll.Word, 3), make([]conll.Word, 2))
		for _, at := range [][2]int{{0, 0}, {0, 2}, {1, 1}} {
			require.InDeltaSlice(t, []float32{1.0 / 3, 2.0 / 3}, s.(score.Filler).Distribution(0, at[0], at[1]), 1e-6)
		}
	}
}
