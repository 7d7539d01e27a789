package speed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/model"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/score"
	"parser/parser/internal/training"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// data is the beginning of the English sample.
func data(t *testing.T, kind transition.Kind) (d treebank.Data) {
	t.Helper()
	var err error
	if kind == transition.Constituents {
		d.Trees, err = ptb.ReadFile("../../../../testdata/en/train.mrg")
		d.Trees = d.Trees[:40]
	} else {
		d.Sentences, err = conll.ReadFile("../../../../testdata/en/train.conllu")
		d.Sentences = d.Sentences[:40]
	}
	require.NoError(t, err)
	return d
}

// learned returns a parser that has learned a little from some data.
func learned(t *testing.T, system, scorer string, twoStep bool, d treebank.Data) *engine.Parser {
	t.Helper()
	o := engine.DefaultsFor(system)
	o.UseScorer(scorer)
	o.Oracle, o.Explore, o.TwoStep, o.Epochs, o.Jackknife = "static", 0, twoStep, 1, 0
	o.Neural.MultiTask = map[string]string{"neural": "upos"}[scorer]
	p, err := training.Run(t.Context(), d, treebank.Data{}, o, training.Observer{})
	require.NoError(t, err)
	return p
}

// copies returns a function that reads copies of the sentences.
func copies(sentences []*conll.Sentence) func() func() (*treebank.Item, error) {
	return func() func() (*treebank.Item, error) {
		next := textfile.Each(sentences)
		return func() (*treebank.Item, error) {
			s, err := next()
			if err != nil {
				return nil, err
			}
			return treebank.SentenceItem(s.Clone()), nil
		}
	}
}

// clock is a clock that shows the given times for takes, one after the other.
type clock struct {
	takes   []time.Duration
	now     time.Time
	started bool // whether the clock was read at a start
	looks   int
}

// read reads the clock: the first time starts everything, then each take reads it twice.
func (c *clock) read() time.Time {
	if c.looks++; c.looks > 1 {
		if c.started = !c.started; !c.started {
			c.now, c.takes = c.now.Add(c.takes[0]), c.takes[1:]
		}
	}
	return c.now
}

// The time of a part is the difference of two takes, and figures are medians over all rounds.
func TestPartsAreDifferences(t *testing.T) {
	d := data(t, transition.Dependencies)
	p := learned(t, "arc-hybrid", "linear", false, d)
	words := 0
	for _, s := range d.Sentences {
		words += s.Len()
	}
	c := &clock{}
	for _, ns := range []time.Duration{ // for a word: reading, three kinds of parsing, writing, all by one thread and three
		10, 20, 50, 90, 5, 100, 40,
		30, 22, 40, 95, 6, 130, 41,
		20, 28, 25, 80, 7, 110, 42,
	} {
		c.takes = append(c.takes, ns*time.Duration(words))
	}
	r, err := Measure(t.Context(), p, copies(d.Sentences), Settings{Threads: []int{3, 1, 3}, Now: c.read})
	require.NoError(t, err)
	require.Empty(t, c.takes)
	require.Equal(t, leastRounds, r.Rounds)
	require.Equal(t, [2]int{len(d.Sentences), words}, [2]int{r.Sentences, r.Words})
	require.Equal(t, []Figure{
		{"reading", 0, 20, 10, 30},
		{"transitions", 0, 22, 20, 28},
		{"features", 0, 18, -3, 30},
		{"scoring", 0, 55, 40, 55},
		{"writing", 0, 6, 5, 7},
	}, r.Parts)
	require.Equal(t, []Figure{{"", 1, 110, 100, 130}, {"", 3, 41, 40, 42}}, r.Together)
	require.Equal(t, 15.0, (&take{times: []time.Duration{30, 10, 11, 19}}).figure(1).Median, "between the two in the middle")
}

// Rounds continue until the time is over.
func TestRoundsTakeTheirTime(t *testing.T) {
	d := data(t, transition.Dependencies)
	p := learned(t, "arc-hybrid", "linear", false, d)
	now := time.Time{}
	tick := func() time.Time {
		now = now.Add(time.Second)
		return now
	}
	r, err := Measure(t.Context(), p, copies(d.Sentences[:1]), Settings{Time: time.Minute, Now: tick})
	require.NoError(t, err)
	require.Equal(t, 5, r.Rounds, "of six takes with two looks at the clock, and one more")
}

// Whatever an actor leaves out, the parser makes the same decisions.
func TestActorsActTheScript(t *testing.T) {
	for _, system := range oracle.Systems(transition.Dependencies, transition.Constituents, transition.Tags) {
		for _, scorer := range []string{"linear", "neural"} {
			for _, twoStep := range []bool{false, true} {
				kind, err := oracle.KindOf(system)
				require.NoError(t, err)
				if kind == transition.Tags && (twoStep || scorer == "neural") {
					continue
				}
				t.Run(fmt.Sprint(system, " ", scorer, " two-step=", twoStep), func(t *testing.T) {
					d := data(t, kind)
					p := learned(t, system, scorer, twoStep, d)
					want, script := parsed(t, p, d), &[]model.Class{}
					for _, what := range []part{noting, moving, tagging, seeing} {
						q, err := acting(p, what, script)
						require.NoError(t, err)
						require.Equal(t, want, parsed(t, q, d), what)
					}
				})
			}
		}
	}
}

func parsed(t *testing.T, p *engine.Parser, d treebank.Data) treebank.Data {
	t.Helper()
	got, err := p.Annotate(t.Context(), p.Bank(d), 1)
	require.NoError(t, err)
	return got
}

// counts are of the requests to a scorer.
type counts struct{ read, scored, extracted int }

// counting counts the requests to its sessions, and predicts X for all words.
type counting struct {
	score.Scorer
	*counts
}

func (c counting) NewSession() score.Session { return &countingSession{c, c.Scorer.NewSession()} }

type countingSession struct {
	counting
	score.Session
}

func (s *countingSession) Read(sentences ...[]conll.Word) {
	s.read += len(sentences)
	s.Session.Read(sentences...)
}

func (s *countingSession) Score(decisions []*learn.Decision) {
	s.scored += len(decisions)
	s.Session.Score(decisions)
}

func (s *countingSession) Extract(decisions []*learn.Decision) {
	s.extracted += len(decisions)
	s.Session.(score.Extractor).Extract(decisions)
}

func (c counting) Fields() []string                                     { return []string{"feats"} }
func (c counting) Values(string) []string                               { return []string{"X=Y"} }
func (s *countingSession) Probability(string, string, int, int) float32 { return 1 }
func (s *countingSession) Predict(values []string, _, _ int)            { values[0] = "X=Y" }
func (s *countingSession) Distribution(int, int, int) []float32         { return []float32{1} }

// Every actor does its part, and taggers work again in every round.
func TestEveryPartIsDone(t *testing.T) {
	d := data(t, transition.Dependencies)
	for _, s := range d.Sentences {
		for i := range s.Words {
			s.Words[i].Feats = "_"
		}
	}
	inner, first := learned(t, "arc-hybrid", "linear", false, d), learned(t, "tag", "linear", false, d)
	var asked, tags counts
	tagger, err := engine.New(*first.Meta(), counting{first.Scorer(), &tags})
	require.NoError(t, err)
	p, err := engine.New(*inner.Meta(), counting{inner.Scorer(), &asked}, tagger)
	require.NoError(t, err)
	for _, s := range d.Sentences {
		for i := range s.Words {
			s.Words[i].UPOS = "_"
		}
	}

	n, script, all := len(d.Sentences), &[]model.Class{}, 0
	for _, c := range []struct {
		part         part
		want         counts // with 1 for the number of decisions
		tagged, feat bool
	}{
		{noting, counts{n, 1, 0}, true, true}, {moving, counts{}, false, false}, {tagging, counts{}, true, false}, {seeing, counts{n, 0, 1}, true, true},
	} {
		asked, tags = counts{}, counts{}
		q, err := acting(p, c.part, script)
		require.NoError(t, err)
		words := parsed(t, q, d).Sentences[0].Words
		require.Equal(t, c.tagged, words[0].UPOS != "_", c.part)
		require.Equal(t, c.tagged, tags.scored > 0, c.part)
		require.Equal(t, c.feat, words[0].Feats == "X=Y", c.part)
		all = max(all, asked.scored)
		require.Equal(t, counts{c.want.read, all * c.want.scored, all * c.want.extracted}, asked, c.part)
	}
	require.Greater(t, all, n)

	asked, tags = counts{}, counts{}
	r, err := Measure(t.Context(), p, copies(d.Sentences), Settings{})
	require.NoError(t, err)
	var names []string
	for _, f := range r.Parts {
		names = append(names, f.Part)
	}
	require.Equal(t, []string{"reading", "transitions", "tagging", "features", "scoring", "writing"}, names)
	require.Equal(t, n*(1+leastRounds*3), asked.read, "noted, and in each round for features, for scores, and all together")
	require.Equal(t, n*(1+leastRounds*4), tags.read, "and alone")
}

// Trees and tags are measured as well, by several threads.
func TestOtherKinds(t *testing.T) {
	d := data(t, transition.Dependencies)
	r, err := Measure(t.Context(), learned(t, "tag", "linear", false, d), copies(d.Sentences), Settings{Threads: []int{2}})
	require.NoError(t, err)
	require.Len(t, r.Together, 2)

	d = data(t, transition.Constituents)
	p := learned(t, "in-order", "linear", false, d)
	words := append(slices.Clone(p.Bank(d).Words), nil) // a blank line
	open := func() func() (*treebank.Item, error) {
		next := textfile.Each(words)
		return func() (*treebank.Item, error) {
			w, err := next()
			return &treebank.Item{Words: w}, err
		}
	}
	r, err = Measure(t.Context(), p, open, Settings{Threads: []int{2}})
	require.NoError(t, err)
	require.Equal(t, len(words), r.Sentences)
	require.Len(t, r.Together, 2)
}

func TestWhatCannotBeMeasured(t *testing.T) {
	d := data(t, transition.Dependencies)
	p := learned(t, "arc-hybrid", "linear", false, d)
	_, err := Measure(t.Context(), p, copies(nil), Settings{})
	require.ErrorIs(t, err, ErrNoWords)

	broken := errors.New("broken")
	_, err = Measure(t.Context(), p, func() func() (*treebank.Item, error) {
		return func() (*treebank.Item, error) { return nil, broken }
	}, Settings{})
	require.ErrorIs(t, err, broken)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Measure(ctx, p, copies(d.Sentences), Settings{Time: time.Hour})
	require.ErrorIs(t, err, context.Canceled)
}
