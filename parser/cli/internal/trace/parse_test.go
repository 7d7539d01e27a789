package trace_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/cli/internal/trace"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/projective"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

// TestTraceEndsWithTheParse: in every system a trace that a model leads ends with the tree that the
// same model parses, byte for byte; and all costs on the way are those that a instance without any
// model gives for the same moves.
func TestTraceEndsWithTheParse(t *testing.T) {
	for i, system := range oracle.Systems(transition.Dependencies, transition.Constituents) {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			learn, dev := bank(t, system, "../../../../testdata/en/train"), bank(t, system, "../../../../testdata/en/dev")
			require.NotZero(t, compare(t, taught(t, system, i%2 == 0, head(learn, 100)), dev, "dynamic", "fsa", "static"))
		})
	}
}

// TestTraceOfCrossingArcs: the model has learned marks of arcs that were lifted, and the end of the
// trace is without them.
func TestTraceOfCrossingArcs(t *testing.T) {
	var data, dev treebank.Data
	for _, name := range []string{"de", "nl"} {
		sentences, err := conll.ReadFile("../../../../testdata/nonproj/" + name + ".conllu")
		require.NoError(t, err)
		dev.Sentences = append(dev.Sentences, sentences...)
	}
	for range 6 { // rare marks are not learned
		data.Sentences = append(data.Sentences, dev.Sentences...)
	}
	p := taught(t, "arc-hybrid", false, data)
	require.True(t, slices.ContainsFunc(p.Meta().Labels, func(l string) bool { return projective.Plain(l) != l }))
	require.Zero(t, compare(t, p, dev, "dynamic", "pd", "static"), "it knows them by heart")
}

// sentencesOfDev is how many sentences of a treebank's dev are traced; with PARSER_DEEP more.
func sentencesOfDev() int {
	if testkit.Deep() {
		return 500
	}
	return 50
}

// TestTraceOfRealTreebanks is the same with more sentences.
func TestTraceOfRealTreebanks(t *testing.T) {
	const some = 120
	for i, system := range oracle.Systems(transition.Dependencies, transition.Constituents) {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			name, end := "ud/en/", ".conllu.gz"
			if slices.Contains(oracle.Systems(transition.Constituents), system) {
				name, end = "ptb/en-gum/", ".mrg.gz"
			}
			file := func(part string) string { return strings.TrimSuffix(testkit.Shared(t, name+part+end), end) }
			learn, dev := bank(t, system, file("train")), bank(t, system, file("dev"))
			require.NotZero(t, compare(t, taught(t, system, i%2 == 1, head(learn, some)), head(dev, sentencesOfDev()), "dynamic", "static"))
		})
	}
}

// compare traces sentences of dev by a model, and returns how many mistakes it makes.
func compare(t *testing.T, p *engine.Parser, dev treebank.Data, oracles ...string) int {
	oracles = slices.DeleteFunc(oracles, func(name string) bool { return !slices.Contains(oracle.NamesFor(p.System()), name) })
	steps, mistakes := 0, 0
	for i := range dev.Len() {
		gold, bare := one(dev, i)
		want := bytesOf(t, p, bare)
		r, err := trace.Of(p, treebank.SentenceItem(bare), gold)
		require.NoError(t, err)
		require.NoError(t, r.Ask(oracles...))
		var last *trace.Step
		var moves []string
		var costs [][]trace.Costs
		require.NoError(t, r.Run(nil, trace.ByModel, func(s *trace.Step) error {
			if last = s; s.Move != "" {
				moves = append(moves, s.Move)
			}
			costs = append(costs, s.Costs)
			return nil
		}))
		require.Equal(t, want, last.Tree)
		steps, mistakes = steps+len(moves), mistakes+len(last.Errors)
		for _, c := range last.Costs {
			switch {
			case c.Oracle != "dynamic":
			case p.Meta().System == "arc-eager": // what its ending attaches counts as wrong, although it may be right
				require.GreaterOrEqual(t, c.Paid, *last.Loss)
			default:
				require.Equal(t, *last.Loss, c.Paid)
			}
		}

		alone := trace.New(instance(t, p, gold))
		script, err := alone.Script(strings.Join(moves, " "))
		require.NoError(t, err)
		err = alone.Ask(oracles...)
		require.Equal(t, r.Refused, alone.Refused)
		if len(r.Refused) == len(oracles) {
			require.ErrorIs(t, err, trace.ErrRefused)
			continue
		}
		require.NoError(t, err)
		n := 0
		require.NoError(t, alone.Run(script, trace.NoLeader, func(s *trace.Step) error {
			for _, list := range [][]trace.Costs{s.Costs, costs[n]} {
				for _, c := range list {
					for _, m := range c.Moves {
						slices.Sort(m.Labels)
					}
				}
			}
			require.Equal(t, s.Costs, costs[n], "step %d of %v", s.Step, bare.Words)
			n++
			return nil
		}))
		require.Len(t, costs, n)
	}
	t.Logf("%d sentences, %d moves, %d mistakes", dev.Len(), steps, mistakes)
	return mistakes
}

// bank reads a treebank of the kind that a system builds.
func bank(t *testing.T, system, name string) (d treebank.Data) {
	var err error
	zipped := ""
	if strings.Contains(name, "shared") {
		zipped = ".gz"
	}
	if slices.Contains(oracle.Systems(transition.Constituents), system) {
		d.Trees, err = ptb.ReadFile(name + ".mrg" + zipped)
	} else {
		d.Sentences, err = conll.ReadFile(name + ".conllu" + zipped)
	}
	require.NoError(t, err)
	return d
}

func head(d treebank.Data, n int) treebank.Data {
	return treebank.Data{Sentences: d.Sentences[:min(n, len(d.Sentences))], Trees: d.Trees[:min(n, len(d.Trees))]}
}

// taught trains a linear parser for one epoch.
func taught(t *testing.T, system string, twoStep bool, data treebank.Data) *engine.Parser {
	o := engine.DefaultsFor(system)
	o.UseScorer("linear")
	o.TwoStep, o.Epochs = twoStep, 1
	p, err := training.Run(context.Background(), data, treebank.Data{}, o, training.Observer{})
	require.NoError(t, err)
	return p
}

// one returns a sentence of a treebank with its gold tree, and without.
func one(d treebank.Data, i int) (gold treebank.Data, bare *conll.Sentence) {
	if len(d.Trees) == 0 {
		gold.Sentences, bare = d.Sentences[i:i+1], d.Sentences[i].Clone()
		for j := range bare.Words {
			bare.Words[j].Head, bare.Words[j].Deprel = conll.NoHead, "_"
		}
		return gold, bare
	}
	gold.Trees, bare = d.Trees[i:i+1], &conll.Sentence{}
	for _, leaf := range d.Trees[i].Leaves() {
		if !ptb.Empty(leaf) {
			bare.Words = append(bare.Words, conll.Word{Form: leaf.Word, XPOS: leaf.Label})
		}
	}
	return gold, bare
}

// bytesOf returns what "parser parse" writes of a sentence.
func bytesOf(t *testing.T, p *engine.Parser, s *conll.Sentence) string {
	var b bytes.Buffer
	if p.Kind() == transition.Constituents {
		tree, err := p.ParseTree(s.Words)
		require.NoError(t, err)
		w := ptb.NewWriter(&b)
		require.NoError(t, w.Write(tree))
		require.NoError(t, w.Flush())
		return b.String()
	}
	s = s.Clone()
	require.NoError(t, p.Parse(s))
	w := conll.NewWriter(&b)
	require.NoError(t, w.Write(s))
	require.NoError(t, w.Flush())
	return b.String()
}

// instance makes a instance of a gold tree as "parser oracle" does, in the system of a parser. The
// tree is projective as those that the parser learned from, by its marks.
func instance(t *testing.T, p *engine.Parser, gold treebank.Data) *structure.Instance {
	params, m := p.System().Params(), p.Meta()
	as := &structure.Encoding{NonProjective: "keep", Steps: m.Options.Steps, Unary: params.Unary.String(),
		MaxOpens: int(params.MaxOpens), MaxUnary: int(params.MaxUnary)}
	if len(gold.Sentences) > 0 && m.NonProjective != "keep" {
		scheme, err := projective.ParseScheme(m.NonProjective)
		require.NoError(t, err)
		s := gold.Sentences[0].Clone()
		heads, labels := s.Heads(nil), s.Labels(nil)
		_, err = scheme.Projectivize(heads, labels)
		require.NoError(t, err)
		for i := range s.Words {
			if !slices.Contains(m.Labels, labels[i]) {
				labels[i] = projective.Plain(labels[i])
			}
			s.Words[i].Head, s.Words[i].Deprel = heads[i], labels[i]
		}
		gold = treebank.Data{Sentences: []*conll.Sentence{s}}
	}
	l, err := structure.NewInstance(gold, m.System, m.Roots, as)
	require.NoError(t, err)
	return l
}

// TestTraceOfEnglish: the network that the program brings along, which predicts tags as well.
func TestTraceOfEnglish(t *testing.T) {
	p, err := engine.Read(english.File(), english.File().Size())
	require.NoError(t, err)
	t.Run("sample", func(t *testing.T) {
		compare(t, p, untagged(bank(t, "arc-hybrid", "../../../../testdata/en/dev")), "dynamic")
	})
	t.Run("treebank", func(t *testing.T) {
		name := strings.TrimSuffix(testkit.Shared(t, "ud/en/dev.conllu.gz"), ".conllu.gz")
		require.NotZero(t, compare(t, p, head(untagged(bank(t, "arc-hybrid", name)), sentencesOfDev()), "dynamic"))
	})
}

// untagged takes all tags and lemmas away.
func untagged(d treebank.Data) treebank.Data {
	for _, s := range d.Sentences {
		for i := range s.Words {
			w := &s.Words[i]
			w.Lemma, w.UPOS, w.XPOS, w.Feats = "_", "_", "_", "_"
		}
	}
	return d
}
