package experiment

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/chart"
)

// groupsOf returns the only chart of a figure, which is drawn first.
func groupsOf(t *testing.T, f *chart.Figure) *chart.Groups {
	t.Helper()
	var svg strings.Builder
	require.NoError(t, f.WriteSVG(&svg))
	require.Len(t, f.Panels, 1)
	return f.Panels[0].(*chart.Groups)
}

// at returns the value of a series in a group.
func at(t *testing.T, g *chart.Groups, series, group string) chart.Value {
	t.Helper()
	s := slices.IndexFunc(g.Series, func(s chart.Series) bool { return s.Name == series })
	i := slices.Index(g.Names, group)
	require.True(t, s >= 0 && i >= 0, "%s %s", series, group)
	require.Len(t, g.Series[s].Values, len(g.Names))
	return g.Series[s].Values[i]
}

// What stands in a table is what its charts show.
func TestTableCharts(t *testing.T) {
	for _, name := range TableNames() {
		r := madeUpTable(t, name)
		figures := r.Charts()
		if name == Exploration {
			require.Len(t, figures, 6*len(r.Langs))
			continue
		}
		require.Len(t, figures, len(r.scores()))
		for n, f := range figures {
			g := groupsOf(t, f)
			require.Contains(t, g.Of, "deviation over 2 seeds")
			for _, own := range r.Figures {
				if own.Part+" "+own.Metric != r.scores()[n] {
					continue
				}
				value := at(t, g, own.Lang, own.Variant)
				if len(own.Runs) == 0 {
					require.True(t, math.IsNaN(value.At))
					continue
				}
				require.Equal(t, chart.Value{At: own.Mean, Low: own.Mean - own.Deviation, High: own.Mean + own.Deviation}, value)
				if own.Published > 0 {
					require.Equal(t, own.Published, at(t, g, own.Lang+", published", own.Variant).At)
				}
			}
		}
	}
}

func TestAblationCharts(t *testing.T) {
	row := func(oracle string, explore, las, deviation float64) AblationRow {
		r := AblationRow{Setting: Setting{"arc-eager", oracle, explore}, Scores: map[string]Spread{"LAS": {las, deviation}, "UAS": {las + 3, 0}}}
		r.Time = 7 * las
		return r
	}
	a := &Ablation{Trees: "dependencies", Seeds: []uint64{1, 2}, Rows: []AblationRow{row("static", 0, 80, 0.5), row("pd", 0, 81, 0), row("pd", 0.9, 82, 1)}}
	figures := a.Charts()
	require.Len(t, figures, 3)
	require.Equal(t, "las.svg", figures[0].File)
	scores, times := groupsOf(t, figures[0]), groupsOf(t, figures[2])
	require.Equal(t, []string{"arc-eager static", "arc-eager pd"}, scores.Names)
	require.Equal(t, chart.Value{At: 80, Low: 79.5, High: 80.5}, at(t, scores, "explore 0", "arc-eager static"))
	require.True(t, math.IsNaN(at(t, scores, "explore 0.9", "arc-eager static").At))
	require.Equal(t, 82.0, at(t, scores, "explore 0.9", "arc-eager pd").At)
	require.Equal(t, 85.0, at(t, groupsOf(t, figures[1]), "explore 0.9", "arc-eager pd").At)
	require.Equal(t, 574.0, at(t, times, "explore 0.9", "arc-eager pd").At)
}
