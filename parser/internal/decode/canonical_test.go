package decode

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/oracle"
	"parser/parser/learn"
	"parser/transition"
)

// labelling is an oracle that sets costs of labels.
type labelling func(*oracle.LabelCosts)

func (labelling) Name() string                                                    { return "labelling" }
func (labelling) Start(*oracle.Gold) error                                        { return nil }
func (labelling) Moves(*oracle.Costs, *transition.Config, transition.Moves) error { return nil }
func (set labelling) Labels(dst *oracle.LabelCosts, _ *transition.Config, _ transition.Move) error {
	set(dst)
	return nil
}

// TestCanonicalLabels by hand: which labels are free if the oracle sets costs.
func TestCanonicalLabels(t *testing.T) {
	for _, c := range []struct {
		why   string
		other int32
		set   [][2]int32 // labels with their costs
		want  [4]float32 // of labels 0 to 3
	}{
		{"all the same", 0, nil, [4]float32{0, 0, 0, 0}},
		{"one right", 1, [][2]int32{{2, 0}}, [4]float32{1, 1, 0, 1}},
		{"two right, the first counts", 1, [][2]int32{{3, 0}, {1, 0}}, [4]float32{1, 1, 1, 0}},
		{"set twice", 2, [][2]int32{{3, 0}, {1, 0}, {3, 0}}, [4]float32{2, 1, 2, 0}},
		{"a worse one first", 2, [][2]int32{{0, 1}, {1, 0}, {2, 0}}, [4]float32{1, 0, 1, 2}},
		{"none matters", 0, [][2]int32{{1, 0}, {2, 0}}, [4]float32{0, 0, 0, 0}},
		{"none right", 1, [][2]int32{{1, 2}}, [4]float32{1, 2, 1, 1}},
	} {
		d := Derivation{
			Actions:  &Actions{All: []Action{{transition.Label, 0}, {transition.Label, 1}, {transition.Label, 2}, {transition.Label, 3}}},
			move:     transition.Label,
			decision: learn.Decision{Decision: model.Decision{Classes: []model.Class{0, 1, 2, 3}}},
		}
		require.NoError(t, d.Price(labelling(func(k *oracle.LabelCosts) {
			k.Reset(c.other)
			for _, set := range c.set {
				k.Set(set[0], set[1])
			}
		})))
		require.Equal(t, c.want[:], d.decision.Costs, c.why)
	}
}
