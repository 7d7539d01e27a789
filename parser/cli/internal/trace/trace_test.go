package trace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/projective"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// instances makes a instance of every sentence of the English dev sample that is
// projective.
func instances(t *testing.T, system string) []*structure.Instance {
	var all []*structure.Instance
	o := engine.DefaultsFor(system)
	if slices.Contains(oracle.Systems(transition.Constituents), system) {
		trees, err := ptb.ReadFile("../../../../testdata/en/dev.mrg")
		require.NoError(t, err)
		for _, tree := range trees {
			l, err := structure.NewInstance(treebank.Data{Trees: []*ptb.Tree{tree}}, o.System, o.Roots, &o.Encoding)
			require.NoError(t, err)
			all = append(all, l)
		}
		return all
	}
	sentences, err := conll.ReadFile("../../../../testdata/en/dev.conllu")
	require.NoError(t, err)
	for _, s := range sentences {
		if projective.Tree(s.Heads(nil)) {
			l, err := structure.NewInstance(treebank.Data{Sentences: []*conll.Sentence{s}}, o.System, o.Roots, &o.Encoding)
			require.NoError(t, err)
			all = append(all, l)
		}
	}
	return all
}

// Without a script the best moves lead to the gold tree, and cost nothing.
func TestBestMovesLeadToTheGoldTree(t *testing.T) {
	for _, system := range oracle.Systems(transition.Dependencies, transition.Constituents) {
		for _, instance := range instances(t, system) {
			for _, name := range oracle.NamesFor(instance.System) {
				if oracle.Describe(name).Estimates {
					continue
				}
				w := New(instance)
				require.NoError(t, w.Ask(name))
				require.NoError(t, w.Run(nil, ByOracle, func(*Step) error { return nil }))
				require.Zero(t, w.panel[0].paid)
				require.True(t, instance.System.Terminal(w.config))
				require.Zero(t, instance.Gold.Loss(w.config), "%s, %s", system, name)
			}
		}
	}
}

// What a script of legal moves has cost in the end is the loss of its tree, by all
// oracles that are exact; and they never differ.
func TestCostsOfAScriptAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		system  string
		oracles []string
	}{
		{"arc-hybrid", []string{"dynamic", "fsa", "pd"}}, {"bracket", []string{"dynamic", "fsa"}}, {"shift-label", []string{"dynamic"}},
		{"split", []string{"dynamic"}},
	} {
		for _, instance := range instances(t, c.system) {
			w := New(instance)
			script := randomScript(random, w)
			require.NoError(t, w.Ask(c.oracles...))
			require.NoError(t, w.Run(script, NoLeader, func(s *Step) error {
				for _, costs := range s.Costs {
					require.False(t, costs.Differs)
				}
				return nil
			}))
			for _, e := range w.panel {
				require.Equal(t, instance.Gold.Loss(w.config), e.paid, "%s", e.Name())
			}
		}
	}
}

// randomScript makes moves to the end, with labels of the sentence and others, and
// reads them from text.
func randomScript(random *rand.Rand, w *Trace) []transition.Step {
	var c transition.Config
	var script []string
	s := w.instance.System
	for s.Start(&c, len(w.instance.Words)); !s.Terminal(&c); {
		m := transition.Move(random.IntN(int(transition.NumMoves)))
		if !s.Legal(&c).Has(m) {
			continue
		}
		text := m.String()
		if m.Labelled() {
			text += "-" + w.shown(append(w.labels, "x-0", "x:1")[random.IntN(len(w.labels)+2)])
		}
		script = append(script, text)
		s.Apply(&c, m, 0)
	}
	steps, err := w.Script(strings.Join(script, " "))
	if err != nil {
		panic(err) // which no move that is legal deserves
	}
	return steps
}

func TestFittingWords(t *testing.T) {
	for _, c := range []struct {
		words            string
		columns          int
		head, tail, fold string
	}{
		{"", 5, "", "", ""},
		{"a bc def", 8, "a bc def", "a bc def", "a bc def"},
		{"a bc def", 7, "a bc …", "… def", "a bc\ndef"},
		{"a bc def", 6, "a bc …", "… def", "a bc\ndef"},
		{"a bc def", 5, "a …", "… def", "a bc\ndef"},
		{"a bc def", 2, "a …", "… def", "a\nbc\ndef"},
		{"größer als", 10, "größer als", "größer als", "größer als"},
		{"größer als", 9, "größer …", "… als", "größer\nals"},
		{"unbreakable", 4, "unbreakable", "unbreakable", "unbreakable"},
	} {
		words := strings.Fields(c.words)
		require.Equal(t, c.head, head(words, c.columns), "%+v", c)
		require.Equal(t, c.tail, tail(words, c.columns), "%+v", c)
		require.Equal(t, c.fold, fold(words, c.columns), "%+v", c)
		require.Equal(t, strings.Fields(c.words), words)
	}
}

// Labels that add nothing are listed; if none adds anything, none is.
func TestFreeLabelsAreListed(t *testing.T) {
	w := New(instances(t, "bracket")[0])
	require.NoError(t, w.Ask("dynamic"))
	free := map[int]map[string][]string{}
	look := func(s *Step) error {
		free[s.Step] = map[string][]string{}
		for _, m := range s.Costs[0].Moves {
			free[s.Step][m.Move] = m.Labels
		}
		return nil
	}
	script, err := w.Script("NT-S NT-NP SH")
	require.NoError(t, err)
	require.NoError(t, w.Run(script, NoLeader, look))
	require.Equal(t, []string{"S"}, free[1]["NT"])
	require.Contains(t, free[4], "NT")
	require.Nil(t, free[4]["NT"])
	require.Nil(t, free[4]["SH"])
	_, err = w.Script("NT-new")
	require.NoError(t, err)
	require.NoError(t, w.Run(script, NoLeader, look))
	require.Nil(t, free[4]["NT"])
}

// flat is a sentence of n words, all below the first, each under a label of its own.
func flat(words int) *conll.Sentence {
	s := &conll.Sentence{Words: make([]conll.Word, words)}
	for i := range s.Words {
		s.Words[i] = conll.Word{Form: "x", Head: min(i, 1), Deprel: fmt.Sprint("l", i)}
	}
	return s
}

// TestLargeSentences: what would take minutes or all memory is refused, a sentence for its words and an oracle that
// estimates for words and labels.
func TestLargeSentences(t *testing.T) {
	o := engine.DefaultOptions()
	traced := func(words int) *Trace {
		l, err := structure.NewInstance(treebank.Data{Sentences: []*conll.Sentence{flat(words)}}, o.System, o.Roots, &o.Encoding)
		require.NoError(t, err)
		return New(l)
	}
	require.NoError(t, traced(MaxWords).Ask("static"))
	err := traced(MaxWords + 1).Ask("static")
	require.ErrorIs(t, err, ErrTooLong)
	require.ErrorContains(t, err, "5001 words, at most 5000")
	require.ErrorIs(t, traced(MaxWords+1).Ask(), ErrTooLong)

	w := traced(448) // 448² is more than 200,000
	require.NoError(t, w.Ask("dynamic", "fsa-edit"))
	require.Len(t, w.panel, 1)
	require.Equal(t, []Refusal{{"fsa-edit", "sentence is too long for this oracle: 448 words with 448 labels"}}, w.Refused)
	require.NoError(t, w.Run(nil, ByOracle, func(*Step) error { return nil }))
	w = traced(20)
	require.NoError(t, w.Ask("dynamic", "fsa-edit"))
	require.Empty(t, w.Refused)
}
