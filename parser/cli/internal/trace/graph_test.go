package trace_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/cli/internal/trace"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// graphsOf returns graphs of the sample with the trees that the small English model finds.
func graphsOf(t *testing.T, part string, n int) (d treebank.Data, base *engine.Parser) {
	base = parsertest.English(t)
	var err error
	d.Graphs, err = amr.ReadFile("../../../../testdata/en/" + part + ".amr")
	require.NoError(t, err)
	d.Graphs = d.Graphs[:min(n, len(d.Graphs))]
	texts, err := grounding.Texts(d.Graphs)
	require.NoError(t, err)
	d.Sentences, err = grounding.Trees(context.Background(), base, texts, 2)
	require.NoError(t, err)
	return d, base
}

// meant trains a parser of graphs that holds its base.
func meant(t *testing.T, n int, change func(*engine.Options)) *engine.Parser {
	d, base := graphsOf(t, "train", n)
	o := engine.DefaultsFor("amr")
	o.Algorithm, o.Epochs = "exact", 2
	change(&o)
	o.ResetUseless()
	p, err := training.Run(context.Background(), d, treebank.Data{}, o, training.Observer{})
	require.NoError(t, err)
	p, err = p.WithBase(base)
	require.NoError(t, err)
	return p
}

// bareWords returns a sentence without tags, lemmas and heads.
func bareWords(s *conll.Sentence) *conll.Sentence {
	bare := &conll.Sentence{ID: s.ID}
	for _, w := range s.Words {
		bare.Words = append(bare.Words, conll.Word{Form: w.Form, Lemma: "_", UPOS: "_", XPOS: "_", Feats: "_", Head: conll.NoHead, Deprel: "_", Deps: "_", Misc: "_"})
	}
	return bare
}

// A trace that a model leads ends with the graph that the same model parses, byte for byte, from
// bare words too; the picture and the JSON of each step are those of its graph.
func TestTraceEndsWithTheGraph(t *testing.T) {
	for _, second := range []bool{false, true} {
		p := meant(t, 40, func(o *engine.Options) { o.Reentrance, o.Wikify = second, second })
		dev, _ := graphsOf(t, "dev", 12)
		mistakes, searches := 0, 0
		for i, s := range dev.Sentences {
			for _, s := range []*conll.Sentence{s, bareWords(s)} {
				g, err := p.ParseGraph(s.Clone())
				require.NoError(t, err)
				var want bytes.Buffer
				require.NoError(t, amr.Write(&want, g))
				r, err := trace.Of(p, treebank.SentenceItem(s), treebank.Data{Graphs: dev.Graphs[i : i+1]})
				require.NoError(t, err)
				require.NoError(t, r.Ask())
				var last *trace.Step
				require.NoError(t, r.Run(nil, trace.ByModel, func(s *trace.Step) error {
					last = s
					if s.Graph.Candidates != nil {
						searches++
					}
					checkStep(t, s)
					return nil
				}))
				require.Equal(t, want.String(), last.Tree)
				require.NotNil(t, last.Loss)
				mistakes += len(last.Errors)
			}
		}
		require.NotZero(t, mistakes)
		t.Log(mistakes, "mistakes,", searches, "candidates")
	}
}

func checkStep(t *testing.T, s *trace.Step) {
	p := s.Picture()
	require.Len(t, p.Vertices, len(s.Graph.Nodes))
	require.Len(t, p.Edges, len(s.Graph.Edges))
	require.NoError(t, formats.Write(&bytes.Buffer{}, formats.SVG, draw.Options{Fragment: true}, p))
	text, err := json.Marshal(s)
	require.NoError(t, err)
	require.Contains(t, string(text), `"graph":{"nodes":[`)
	if s.Move == "" {
		return
	}
	require.Len(t, s.Costs, 1)
	best := 0
	for _, score := range s.Scores {
		if score.Best {
			best++
		}
		known := false
		for _, m := range s.Costs[0].Moves {
			known = known || m.Move == score.Move
		}
		require.True(t, known, "what is scored is legal")
	}
	require.Equal(t, 1, best)
}

// The script of a trace leads to the same graph again, without a model too; and the expert finds
// all of a small graph.
func TestScriptsOfGraphs(t *testing.T) {
	d, _ := graphsOf(t, "train", 30)
	found := 0
	for i := range d.Graphs {
		gold := treebank.Data{Graphs: d.Graphs[i : i+1], Sentences: d.Sentences[i : i+1]}
		run := func(script string, leader trace.Leader) (moves []string, last *trace.Step) {
			l, err := structure.NewInstance(gold, "amr", "", &structure.Encoding{Reentrance: true})
			require.NoError(t, err)
			r := trace.New(l)
			require.NoError(t, r.Ask("expert"))
			steps, err := r.Script(script)
			require.NoError(t, err)
			require.NoError(t, r.Run(steps, leader, func(s *trace.Step) error {
				if last = s; s.Move != "" {
					moves = append(moves, s.Move)
				}
				return nil
			}))
			return moves, last
		}
		moves, last := run("", trace.ByOracle)
		require.Empty(t, last.Errors)
		again, end := run(strings.Join(moves, " "), trace.NoLeader)
		require.Equal(t, moves, again)
		require.Equal(t, last.Graph, end.Graph)
		require.Equal(t, last.Tree, end.Tree)
		require.Equal(t, last.Loss, end.Loss)
		if *last.Loss == 0 {
			found++
		}
	}
	require.Greater(t, found, len(d.Graphs)/3)
}

// A script may say anything that is legal, even concepts and roles that are unknown, and moves
// that the lexicon does not offer.
func TestScriptsOfGraphsOfOtherLabels(t *testing.T) {
	p := meant(t, 20, func(*engine.Options) {})
	s, err := conll.NewReader(strings.NewReader("1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"), "test").Read()
	require.NoError(t, err)
	r, err := trace.Of(p, treebank.SentenceItem(s), treebank.Data{})
	require.NoError(t, err)
	require.NoError(t, r.Ask())
	script, err := r.Script("IN-crowd NN-hound NE-part-of-it NE-unheard IB-- NE-polarity NN-yelp-09")
	require.NoError(t, err)
	var graphs, about []string
	require.NoError(t, r.Run(script, r.Leader(), func(s *trace.Step) error {
		graphs, about = append(graphs, s.Graph.String()), append(about, s.Arc)
		if s.Move == "" {
			require.Contains(t, s.Tree, ":part-of-it (h / hound)")
		}
		return nil
	}))
	require.Equal(t, []string{
		"bark(Dogs)", "bark(crowd(Dogs))", "bark(crowd(hound))", "bark(crowd(part-of-it:hound))", "bark(unheard:crowd(part-of-it:hound))",
	}, graphs[:5])
	require.Equal(t, []string{"crowd above 1:Dogs", "1:Dogs is hound", "3:crowd -part-of-it-> 1:hound", "2:bark -unheard-> 3:crowd"}, about[:4])

	r, err = trace.Of(p, treebank.SentenceItem(s), treebank.Data{})
	require.NoError(t, err)
	script, err = r.Script("NE-ARG0")
	require.NoError(t, err)
	require.ErrorIs(t, r.Run(script, trace.NoLeader, func(*trace.Step) error { return nil }), trace.ErrIllegal)
	require.ErrorIs(t, r.Ask("expert"), trace.ErrNoGold)
}

// A model without a base needs heads; no oracle but the expert knows graphs.
func TestTracesOfGraphsThatCannotBe(t *testing.T) {
	d, _ := graphsOf(t, "train", 10)
	p, err := meant(t, 10, func(*engine.Options) {}).WithBase(nil)
	require.NoError(t, err)
	_, err = trace.Of(p, treebank.SentenceItem(bareWords(d.Sentences[0])), treebank.Data{})
	require.ErrorIs(t, err, engine.ErrNoBase)
	r, err := trace.Of(p, treebank.SentenceItem(d.Sentences[0]), treebank.Data{Graphs: d.Graphs[:1]})
	require.NoError(t, err)
	for _, name := range []string{"dynamic", trace.Exhaustive} {
		require.ErrorIs(t, r.Ask(name), oracle.ErrNoOracle)
	}
	_, err = trace.Of(p, treebank.SentenceItem(d.Sentences[0]), treebank.Data{Sentences: d.Sentences[:1]})
	require.ErrorIs(t, err, structure.ErrOptions)
}
