package speed

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/transition"
)

// graphs returns a parser of graphs, and what it learned from.
func graphs(t *testing.T) (*engine.Parser, treebank.Data) {
	d := data(t, transition.Dependencies)
	for range d.Sentences {
		g, err := amr.NewReader(strings.NewReader("(s / sleep-01 :ARG0 (d / dog :mod (o / old)))"), "").Read()
		require.NoError(t, err)
		d.Graphs = append(d.Graphs, g)
	}
	o := engine.DefaultsFor("amr")
	o.Epochs = 1
	p, err := training.Run(t.Context(), d, treebank.Data{}, o, training.Observer{})
	require.NoError(t, err)
	return p, d
}

// TestGraphActorsActTheScript: whatever an actor leaves out, the graphs are the same.
func TestGraphActorsActTheScript(t *testing.T) {
	p, d := graphs(t)
	want, script := parsed(t, p, d), &[]model.Class{}
	require.Len(t, want.Graphs, len(d.Graphs))
	for _, what := range []part{noting, moving, tagging, seeing} {
		q, err := acting(p, what, script)
		require.NoError(t, err)
		require.Equal(t, want, parsed(t, q, d), what)
	}
}

// TestGraphs: trees are a separate part if a base makes them.
func TestGraphs(t *testing.T) {
	p, d := graphs(t)
	bare := []*conll.Sentence{d.Sentences[0]}
	for _, s := range d.Sentences[1:] {
		s = s.Clone()
		for i := range s.Words {
			s.Words[i].Head = conll.NoHead
		}
		bare = append(bare, s)
	}
	parts := func(p *engine.Parser, sentences []*conll.Sentence) (names []string) {
		r, err := Measure(t.Context(), p, copies(sentences), Settings{Threads: []int{2}})
		require.NoError(t, err)
		require.Len(t, r.Together, 2)
		for _, f := range r.Parts {
			names = append(names, f.Part)
		}
		return names
	}
	require.Equal(t, []string{"reading", "transitions", "features", "scoring", "writing"}, parts(p, d.Sentences))
	_, err := Measure(t.Context(), p, copies(bare), Settings{})
	require.ErrorIs(t, err, engine.ErrNoBase)
	based, err := p.WithBase(learned(t, "arc-hybrid", "linear", false, data(t, transition.Dependencies)))
	require.NoError(t, err)
	require.Equal(t, []string{"reading", "trees", "transitions", "features", "scoring", "writing"}, parts(based, bare))
	require.NotContains(t, parts(based, d.Sentences), "trees")
}
