package engine_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// sureness returns how sure a parser is of each item of a treebank.
func sureness(t *testing.T, p *engine.Parser, bank *structure.Bank, workers int) (all []float64) {
	t.Helper()
	items := bank.Items()
	p = kit.Asked(t, p, func(r *treebank.Request) { r.Derivation = true })
	require.NoError(t, p.Run(t.Context(), textfile.Each(items), func(it *treebank.Item) error {
		all = append(all, it.Confidence)
		return nil
	}, workers))
	return all
}

// TestConfidence is the geometric mean over words of the probabilities that a guide gives its choices, with any number of workers;
// a beam finds derivations that are more probable.
func TestConfidence(t *testing.T) {
	for _, system := range oracle.Systems() {
		for _, twoStep := range []bool{false, true} {
			p, bank := calibrated(t, system, twoStep)
			found := sureness(t, p, bank, 1)
			require.Equal(t, found, sureness(t, p, bank, 3), system)
			for i, it := range bank.Items() {
				g, err := p.Guide(it)
				require.NoError(t, err)
				sum := 0.0
				for !p.System().Terminal(g.Config()) {
					moves, best := g.Weigh()
					for _, m := range moves {
						if m.Move != best.Move {
							continue
						}
						probability := m.Probability
						for _, l := range m.Labels {
							if l.Label == best.Label {
								probability = l.Probability
							}
						}
						sum += math.Log(probability)
					}
					g.Take(best)
				}
				require.InEpsilon(t, math.Exp(sum/float64(max(1, len(it.Words)))), found[i], 1e-6, "%s %d", system, i)
			}
			mean := func(all []float64) (mean float64) {
				for _, x := range all {
					mean += x / float64(len(all))
				}
				return mean
			}
			require.Greater(t, mean(sureness(t, withBeam(t, p, 8), bank, 1)), mean(found), system)
		}
	}
}
