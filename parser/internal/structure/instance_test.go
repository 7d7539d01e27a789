package structure_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

func TestLesson(t *testing.T) {
	o := engine.DefaultsFor("arc-eager")
	o.NonProjective = "keep"
	l, err := instanceOf(kit.Read(t, kit.Crossing)[0], o)
	require.NoError(t, err)
	require.Equal(t, &structure.Instance{
		System: transition.ArcEager{Roots: transition.SingleRoot},
		Words:  []string{"Daar", "weet", "ik", "niets", "van"},
		Labels: []string{"case", "nsubj", "obj", "obl", "root"},
		Gold: oracle.Gold{
			Heads:  []int32{transition.None, 5, 0, 2, 2, 4},
			Labels: []int32{transition.None, 3, 4, 1, 2, 0},
		},
	}, shown(l))

	same, err := structure.NewInstance(treebank.Data{Sentences: []*conll.Sentence{kit.Read(t, kit.Crossing)[0]}},
		"arc-eager", "", &structure.Encoding{NonProjective: "keep"})
	require.NoError(t, err)
	require.Equal(t, shown(l), shown(same), "no other options are needed")

	o.NonProjective = "head" // lifts the arc across "weet"
	l, err = instanceOf(kit.Read(t, kit.Crossing)[0], o)
	require.NoError(t, err)
	require.Equal(t, []int32{transition.None, 2, 0, 2, 2, 4}, l.Gold.Heads)

	o.Roots = "multi"
	l, err = instanceOf(kit.Read(t, kit.Crossing)[0], o)
	require.NoError(t, err)
	require.Equal(t, transition.ArcEager{Roots: transition.MultiRoot}, l.System)
	o.Roots = ""
	l, err = instanceOf(kit.Read(t, strings.Replace(kit.Crossing, "2\tnsubj", "0\tnsubj", 1))[0], o)
	require.NoError(t, err)
	require.Equal(t, transition.ArcEager{Roots: transition.MultiRoot}, l.System)
}

func TestLessonErrors(t *testing.T) {
	s := kit.Read(t, kit.Crossing)[0]
	for _, change := range []func(*engine.Options){
		func(o *engine.Options) { o.System = "bracket" },
		func(o *engine.Options) { o.System = "arc-lazy" },
		func(o *engine.Options) { o.Roots = "none" },
		func(o *engine.Options) { o.NonProjective = "maybe" },
	} {
		o := engine.DefaultOptions()
		change(&o)
		_, err := instanceOf(s, o)
		require.ErrorIs(t, err, engine.ErrOptions)
	}
	cyclic := kit.Read(t, strings.Replace(kit.Crossing, "4\tcase", "1\tcase", 1))[0]
	_, err := instanceOf(cyclic, engine.DefaultOptions())
	require.ErrorIs(t, err, conll.ErrCycle)
	require.ErrorContains(t, err, ":1: ")
}

func TestTreeLesson(t *testing.T) {
	// The function tag, the empty subject and the outermost bracket are left out;
	// three brackets start at the first word, two of them over all words.
	tree := kit.ReadTrees(t, "( (S (VP (NP-SBJ (DT The) (NN sun)) (S (-NONE- *)) (VP (VBZ shines)))))")[0]
	const NP, S, VP = 0, 1, 2
	all := []oracle.Span{{Label: S, Start: 0, End: 3}, {Label: VP, Start: 0, End: 3}, {Label: NP, Start: 0, End: 2}, {Label: VP, Start: 2, End: 3}}
	for _, c := range []struct {
		name   string
		change func(*engine.Options)
		system transition.System
		labels []string
		spans  []oracle.Span
	}{
		{"bracket", func(*engine.Options) {}, transition.Bracket{MaxOpens: 3}, []string{"NP", "S", "VP"}, all},
		{"bracket", func(o *engine.Options) { o.MaxOpens = 2 }, transition.Bracket{MaxOpens: 2}, []string{"NP", "S", "VP"}, all},
		{"in-order", func(*engine.Options) {}, transition.InOrder{MaxUnary: 2}, []string{"NP", "S", "VP"}, all},
		{"in-order", func(o *engine.Options) { o.MaxUnary = 7 }, transition.InOrder{MaxUnary: 7}, []string{"NP", "S", "VP"}, all},
		{"bracket", func(o *engine.Options) { o.Unary = "strict" }, transition.Bracket{MaxOpens: 2, Unary: transition.Strict},
			[]string{"NP", "S"}, []oracle.Span{{Label: 1, Start: 0, End: 3}, {Label: 0, Start: 0, End: 2}}},
		{"shift-label", func(*engine.Options) {}, transition.ShiftLabel{}, []string{"NP", "S VP", "VP"},
			[]oracle.Span{{Label: 1, Start: 0, End: 3}, {Label: 0, Start: 0, End: 2}, {Label: 2, Start: 2, End: 3}}},
	} {
		o := engine.DefaultsFor(c.name)
		c.change(&o)
		l, err := treeLessonOf(tree, o)
		require.NoError(t, err)
		require.Equal(t, &structure.Instance{System: c.system, Words: []string{"The", "sun", "shines"}, Labels: c.labels,
			Gold: oracle.Gold{Spans: c.spans}}, shown(l))
		same, err := structure.NewInstance(treebank.Data{Trees: []*ptb.Tree{tree}}, o.System, "",
			&structure.Encoding{Steps: o.Steps, Unary: o.Unary, MaxOpens: o.MaxOpens, MaxUnary: o.MaxUnary})
		require.NoError(t, err)
		require.Equal(t, shown(l), shown(same), "no other options are needed")
	}
}

func TestTreeLessonErrors(t *testing.T) {
	tree := kit.ReadTrees(t, "(S (NP (PRP We)) (VP (VBD left)))")[0]
	for _, change := range []func(*engine.Options){
		func(o *engine.Options) { o.System = "arc-hybrid" },
		func(o *engine.Options) { o.Unary = "some" },
		func(o *engine.Options) { o.Steps = "trim" },
		func(o *engine.Options) { o.MaxOpens = -1 },
		func(o *engine.Options) { o.MaxUnary = 1000 },
	} {
		o := engine.DefaultsFor("bracket")
		change(&o)
		_, err := treeLessonOf(tree, o)
		require.ErrorIs(t, err, engine.ErrOptions)
	}
	_, err := treeLessonOf(kit.ReadTrees(t, "(S (-NONE- *))")[0], engine.DefaultsFor("bracket"))
	require.ErrorIs(t, err, structure.ErrNoTree)
}

func instanceOf(s *conll.Sentence, o engine.Options) (*structure.Instance, error) {
	return structure.NewInstance(treebank.Data{Sentences: []*conll.Sentence{s}}, o.System, o.Roots, &o.Encoding)
}

func treeLessonOf(t *ptb.Tree, o engine.Options) (*structure.Instance, error) {
	return structure.NewInstance(treebank.Data{Trees: []*ptb.Tree{t}}, o.System, o.Roots, &o.Encoding)
}

// shown is what a instance says about the gold tree.
func shown(l *structure.Instance) *structure.Instance {
	return &structure.Instance{System: l.System, Words: l.Words, Labels: l.Labels, Gold: l.Gold}
}
