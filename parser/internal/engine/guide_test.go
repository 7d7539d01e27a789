package engine_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/transition"
)

// TestGuideLeadsToTheParse: always taking the guide's best choice leads to the tree that the parser
// builds, every time, with decisions in one step and in two. The probabilities add up to 1.
func TestGuideLeadsToTheParse(t *testing.T) {
	for _, twoStep := range []bool{false, true} {
		p := kit.Trained(t, kit.Some(t), kit.Options(2, func(o *engine.Options) { o.TwoStep = twoStep }))
		for _, s := range kit.Sample(t, "en/dev.conllu")[:20] {
			want := s.Clone()
			require.NoError(t, p.Parse(want))
			it := &treebank.Item{Sentence: s.Clone()}
			it.Words = it.Sentence.Words
			g, err := p.Guide(it)
			require.NoError(t, err)
			require.Equal(t, want.Words, it.Words)
			for range 2 {
				for g.Start(); !p.System().Terminal(g.Config()); {
					moves, best := g.Weigh()
					sum := 0.0
					for _, m := range moves {
						sum += m.Probability
						require.True(t, p.System().Legal(g.Config()).Has(m.Move))
						of := 0.0
						for i, l := range m.Labels {
							of += l.Probability
							require.LessOrEqual(t, l.Score, m.Labels[max(0, i-1)].Score)
						}
						if len(m.Labels) > 0 {
							require.InDelta(t, m.Probability, of, 1e-9)
						}
						if m.Move == best.Move && len(m.Labels) > 0 {
							require.True(t, slices.ContainsFunc(m.Labels, func(l engine.WeighedLabel) bool { return l.Label == best.Label }),
								"not always the best one: it may not go with the tag")
						}
					}
					require.InDelta(t, 1, sum, 1e-9)
					g.Take(best)
				}
				g.Settle(g.Config())
				for i, n := range g.Config().Nodes[1:] {
					require.Equal(t, want.Words[i].Head, int(n.Head))
				}
				moves, _ := g.Weigh()
				require.Nil(t, moves)
			}
		}
	}
}

// TestGuideGoesAnywhere: along legal moves under labels that the parser has never seen, too.
func TestGuideGoesAnywhere(t *testing.T) {
	p := kit.Trained(t, kit.Some(t), kit.Options(1))
	it := &treebank.Item{Sentence: kit.Some(t)[0].Clone()}
	it.Words = it.Sentence.Words
	g, err := p.Guide(it)
	require.NoError(t, err)
	for !p.System().Terminal(g.Config()) {
		moves, _ := g.Weigh()
		g.Take(transition.Step{Move: moves[len(moves)-1].Move, Label: 1000})
	}
	for _, n := range g.Config().Nodes[1:] {
		require.Less(t, int(n.Label), len(p.Meta().Labels))
	}
	untagged := &conll.Sentence{Words: []conll.Word{{Form: "a", UPOS: "_", XPOS: "_", Head: conll.NoHead}}}
	_, err = p.Guide(&treebank.Item{Sentence: untagged, Words: untagged.Words})
	require.ErrorIs(t, err, conll.ErrNoTag)
}

// TestLessonForAParser: the gold tree is as the parser has to build it. Marks of lifted arcs that
// it has learned stay, others do not. Labels that it does not know come after its own.
func TestLessonForAParser(t *testing.T) {
	of := func(p *engine.Parser, text string) (*structure.Instance, error) {
		s := kit.Read(t, kit.Crossing)[0]
		return p.Instance(&treebank.Item{Sentence: s, Words: s.Words}, treebank.Data{Sentences: kit.Read(t, text)})
	}
	var learned []*conll.Sentence
	for range 3 {
		learned = append(learned, kit.Read(t, kit.Crossing)...)
	}
	plain := kit.Trained(t, kit.Some(t), kit.Options(1))
	marked := kit.Trained(t, learned, kit.Options(1, func(o *engine.Options) { o.NonProjective = "head" }))
	for _, c := range []struct {
		p    *engine.Parser
		want string // label of the lifted arc
	}{{plain, "obl"}, {marked, "obl↑case"}} {
		l, err := of(c.p, kit.Crossing)
		require.NoError(t, err)
		require.Equal(t, c.p.System(), l.System)
		require.Equal(t, []int32{transition.None, 2, 0, 2, 2, 4}, l.Gold.Heads)
		require.Equal(t, c.want, l.Labels[l.Gold.Labels[1]])
		require.Equal(t, c.p.Meta().Labels, l.Labels[:len(c.p.Meta().Labels)])
	}
	without, err := of(plain, "")
	require.NoError(t, err)
	require.False(t, without.HasGold())
	headless := "1\tDaar\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
	without, err = of(plain, headless)
	require.NoError(t, err)
	require.False(t, without.HasGold())
	_, err = of(plain, "1\tDit\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
	require.ErrorIs(t, err, structure.ErrOtherWords)
	_, err = of(plain, "1\tDaar\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
	require.ErrorIs(t, err, structure.ErrOtherWords)
	s := kit.Read(t, kit.Crossing)[0]
	_, err = plain.Instance(&treebank.Item{Sentence: s, Words: s.Words}, treebank.Data{Trees: kit.ReadTrees(t, "(S (A b))")})
	require.ErrorIs(t, err, structure.ErrOptions)
}
