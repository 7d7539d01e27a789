package draw_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval/smatch"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/testdata/drawtest"
)

// The marks of either graph are the triples that do not match for Smatch.
func TestMarksOfGraphsAreTriplesThatDoNotMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 300 {
		gold, system := drawtest.RandomPENMAN(t, r), drawtest.RandomPENMAN(t, r)
		p, err := draw.CompareGraphs(gold, system)
		require.NoError(t, err)
		m := smatch.Match(gold.Triples(), system.Triples(), smatch.Options{})
		wrong := map[draw.Mark]int{}
		for _, v := range p.Vertices {
			switch {
			case v.Constant:
			case v.Instead != "":
				wrong[draw.GoldOnly]++
				wrong[draw.SystemOnly]++
			default:
				wrong[v.Mark]++
			}
		}
		edges := 0
		for _, e := range p.Edges {
			wrong[e.Mark]++
			if v := p.Vertices[e.To-1]; v.Constant {
				require.Equal(t, e.Mark, v.Mark)
			}
			if e.From > 0 && e.Mark != draw.SystemOnly {
				edges++
			}
		}
		require.Equal(t, len(gold.Edges), edges)
		require.Equal(t, m.Gold-m.Right, wrong[draw.GoldOnly], "%s\n%s", gold, system)
		require.Equal(t, m.System-m.Right, wrong[draw.SystemOnly], "%s\n%s", gold, system)

		p, err = draw.CompareGraphs(gold, gold)
		require.NoError(t, err)
		require.Zero(t, p.Differences())
		require.Len(t, p.Vertices, len(gold.Nodes))
		require.Equal(t, draw.Graph(gold).Edges, p.Edges)
	}
}

func TestCompareGraphsOfOtherSentences(t *testing.T) {
	_, err := draw.CompareGraphs(drawtest.Graph(t, "# ::snt A b.\n(a / a)"), drawtest.Graph(t, "# ::snt A c.\n(a / a)"))
	require.ErrorIs(t, err, draw.ErrDiffers)
	_, err = draw.CompareGraphs(drawtest.Graph(t, "# ::snt A  b.\n(a / a)"), drawtest.Graph(t, "# ::snt A b.\n(a / a)"))
	require.NoError(t, err)
	_, err = draw.CompareGraphs(drawtest.Graph(t, "# ::snt A b.\n(a / a)"), drawtest.Graph(t, "(a / a)"))
	require.NoError(t, err)
}
