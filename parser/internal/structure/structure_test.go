package structure_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/transition"
)

// TestTable: every system builds one of the structures, which is found by its kind, its name and its systems; no two
// have the same names of models or the same options; and each says all that others ask for.
func TestTable(t *testing.T) {
	var systems []string
	names, suffixes, options := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range structure.All() {
		require.Equal(t, s, structure.Of(s.Kind))
		require.Equal(t, s, structure.Named(s.Name()))
		require.NotEmpty(t, s.Systems())
		systems = append(systems, s.Systems()...)
		for _, system := range s.Systems() {
			of, err := structure.OfSystem(system)
			require.NoError(t, err)
			require.Equal(t, s, of)
		}
		require.False(t, names[s.Name()] || suffixes[s.Suffix] && !s.Tagger, s.Name())
		names[s.Name()], suffixes[s.Suffix] = true, true
		for _, option := range s.Options {
			require.False(t, options[option], option)
			options[option] = true
			require.True(t, s.Uses(option))
			require.False(t, slices.ContainsFunc(structure.All(), func(other *structure.Structure) bool { return other != s && other.Uses(option) }), option)
		}
		require.True(t, s.Uses("epochs"), "which is everybody's")
		for _, text := range []string{s.Title, s.Item, s.About, s.Notation, s.Form, s.Extensions[0], s.Outputs[0], s.Metrics[len(s.Metrics)-1].Name} {
			require.NotEmpty(t, text, s.Name())
		}
		require.Equal(t, structure.UsualLoss, s.Losses[0])
		require.Subset(t, structure.Formats(), s.Outputs)
		for _, format := range s.Outputs {
			require.NotEmpty(t, structure.Extension(format))
			require.NoError(t, s.CheckWriting(format))
		}
		for _, m := range s.Metrics {
			require.Equal(t, 7.0, m.Of(&treebank.Scores{UAS: 7, LAS: 7, F1: 7, Accuracy: 7, Smatch: 7, Precision: 7, Recall: 7}))
		}
	}
	slices.Sort(systems)
	require.Equal(t, slices.Sorted(slices.Values(oracle.Systems())), systems)
	require.Nil(t, structure.Named("chains"))
	_, err := structure.OfSystem("chain")
	require.ErrorIs(t, err, oracle.ErrUnknownSystem)
}

// TestForms: files tell which structure they are for, and what can be parsed from them.
func TestForms(t *testing.T) {
	arcs, brackets, graphs := structure.Of(transition.Dependencies), structure.Of(transition.Constituents), structure.Of(transition.Graphs)
	for form, want := range map[string]*structure.Structure{
		textfile.CoNLL: arcs, textfile.Unknown: arcs, textfile.Brackets: brackets, textfile.Tagged: brackets, textfile.Graphs: graphs, "?": arcs,
	} {
		require.Equal(t, want, structure.OfForm(form), form)
	}
	require.Equal(t, arcs, structure.OfTreebank(textfile.Tagged))
	require.True(t, structure.Of(transition.Tags).LearnsFrom(arcs))
	require.False(t, brackets.LearnsFrom(arcs))
	for _, c := range []struct {
		s        *structure.Structure
		form, as string
		ok       bool
	}{
		{arcs, textfile.CoNLL, textfile.CoNLL, true}, {arcs, textfile.Unknown, textfile.Unknown, true}, {arcs, structure.FormX, structure.FormX, true},
		{arcs, textfile.Brackets, textfile.Brackets, false}, {brackets, textfile.Unknown, textfile.Tagged, true}, {brackets, textfile.CoNLL, textfile.CoNLL, true},
		{brackets, textfile.Graphs, textfile.Graphs, false}, {graphs, textfile.Graphs, textfile.Graphs, true}, {graphs, textfile.Tagged, textfile.Tagged, false},
	} {
		as, ok := c.s.Parses(c.form)
		require.Equal(t, c.as, as, c)
		require.Equal(t, c.ok, ok, c)
	}
}

// TestItemsAreRead: whatever the form, an item has its words and says where it stands.
func TestItemsAreRead(t *testing.T) {
	for form, text := range map[string]string{
		textfile.CoNLL:    "\n1\tDogs\t_\tN\tN\t_\t2\tsubj\t_\t_\n2\tbark\t_\tV\tV\t_\t0\troot\t_\t_\n\n",
		textfile.Brackets: "\n(S (N Dogs) (V bark))\n", textfile.Tagged: "Dogs/N bark/V\n",
	} {
		f, err := textfile.New(strings.NewReader(text), "some")
		require.NoError(t, err)
		it, err := structure.Reader(f, structure.Reading{Form: form})()
		require.NoError(t, err, form)
		require.Len(t, it.Words, 2, form)
		require.Equal(t, "N", it.Words[0].XPOS, form)
		require.Equal(t, 2, it.Size(), form)
		if it.Sentence == nil {
			require.Equal(t, "some", it.File, form)
			require.Positive(t, it.Line, form)
		}
	}
}
