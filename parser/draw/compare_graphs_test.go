package draw_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval/smatch"
	"parser/parser/amr"
	"parser/parser/draw"
)

// randomPenman returns a graph with constants, re-entrancies and inverted roles.
func randomPenman(t testing.TB, r *rand.Rand) *amr.Graph {
	n := 1 + r.IntN(7)
	below := make([][]string, n)
	var write func(v int) string
	for v := n - 1; v > 0; v-- {
		role := []string{"ARG0", "ARG1", "mod", "ARG0-of"}[r.IntN(4)]
		if parent := r.IntN(v); r.IntN(4) == 0 {
			below[parent] = append(below[parent], fmt.Sprintf(":%s v%d", role, r.IntN(n)))
		} else if r.IntN(4) == 0 {
			below[parent] = append(below[parent], ":quant "+fmt.Sprint(r.IntN(2)))
		}
		below[r.IntN(v)] = append(below[0:v][r.IntN(v)], fmt.Sprintf(":%s <%d>", role, v))
	}
	written := make([]bool, n)
	write = func(v int) string {
		written[v] = true
		text := fmt.Sprintf("(v%d / %s", v, []string{"boy", "girl", "see-01"}[r.IntN(3)])
		for _, b := range below[v] {
			if at := strings.Index(b, "<"); at >= 0 {
				var w int
				_, err := fmt.Sscanf(b[at:], "<%d>", &w)
				require.NoError(t, err)
				if written[w] {
					continue
				}
				b = b[:at] + write(w)
			}
			text += " " + b
		}
		return text + ")"
	}
	text := write(0)
	for v := range n {
		if !written[v] { // what nothing leads to
			text = strings.TrimSuffix(text, ")") + " :op1 " + write(v) + ")"
		}
	}
	return penman(t, text)
}

// Against Smatch: what is marked of either graph are its triples that do not match.
func TestMarksOfGraphsAreTriplesThatDoNotMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for range 300 {
		gold, system := randomPenman(t, r), randomPenman(t, r)
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
		checkGraph(t, read(t, svg(t, p, draw.Options{})), p)

		p, err = draw.CompareGraphs(gold, gold)
		require.NoError(t, err)
		require.Zero(t, p.Differences())
		require.Len(t, p.Vertices, len(gold.Nodes))
		require.Equal(t, draw.Graph(gold).Edges, p.Edges)
	}
}

func TestCompareGraphsOfOtherSentences(t *testing.T) {
	_, err := draw.CompareGraphs(penman(t, "# ::snt A b.\n(a / a)"), penman(t, "# ::snt A c.\n(a / a)"))
	require.ErrorIs(t, err, draw.ErrDiffers)
	_, err = draw.CompareGraphs(penman(t, "# ::snt A  b.\n(a / a)"), penman(t, "# ::snt A b.\n(a / a)"))
	require.NoError(t, err)
	_, err = draw.CompareGraphs(penman(t, "# ::snt A b.\n(a / a)"), penman(t, "(a / a)"))
	require.NoError(t, err)
}
