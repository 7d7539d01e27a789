package model

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
)

// allScores returns the scores of all features of decisions, decision by decision.
func allScores(s Scorer, decisions []*Decision) (all []float32) {
	scores := make([]float32, s.Classes())
	for _, d := range decisions {
		s.Score(scores, d.Features)
		all = append(all, scores...)
	}
	return all
}

// TestOnto: whatever it was, a learner goes on from the scores of a model, and freezes to what is the sum of that and of
// what it learns; also a second time. More classes score 0 at first. Files hold it.
func TestOnto(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		first, more := randomDecisions(3, 80), randomDecisions(4, 60)
		before := Shrink(teach(t, s, someClasses, first, nil).Freeze())
		for range 2 { // from a model, and from a sum
			classes := before.Classes() + 1
			alone, err := s.New(classes)
			require.NoError(t, err)
			zero := make([]float32, classes)
			alone.Score(zero, more[0].Features) // networks are drawn
			l, err := s.New(classes, before)
			require.NoError(t, err)
			require.Equal(t, classes, l.Classes())
			scores, old := make([]float32, classes), make([]float32, before.Classes())
			l.Score(scores, more[0].Features)
			before.Score(old, more[0].Features)
			for k := range scores {
				want := zero[k]
				if k < len(old) {
					want += old[k]
				}
				require.Equal(t, want, scores[k])
			}
			for _, d := range more {
				l.Score(scores, d.Features)
				l.Learn(d, scores)
			}
			after := Shrink(l.Freeze())
			require.NotEqual(t, allScores(before, more), allScores(after, more), "it learns")
			require.Equal(t, AnyOrder(before), AnyOrder(after))
			require.Contains(t, after.Describe(), before.Describe()+" + ")
			a, err := read(written(t, after.Entries("0/")))
			require.NoError(t, err)
			again, err := ReadModel(a, "0/", classes)
			require.NoError(t, err)
			require.Equal(t, allScores(after, more), allScores(again, more))
			_, err = ReadModel(a, "0/", classes+1)
			require.ErrorIs(t, err, npz.ErrFile)
			before = again
		}
	})
}

// TestBadSums are refused.
func TestBadSums(t *testing.T) {
	part := Shrink(teach(t, specOf(t, "perceptron"), someClasses, randomDecisions(5, 50), nil).Freeze())
	for what, entries := range map[string][]npz.Entry{
		"no parts":        {{Name: "sum", Data: []uint16{}}},
		"a part lacks":    append(part.Entries("part0/"), npz.Entry{Name: "sum", Data: []uint16{someClasses, someClasses}}),
		"no classes":      append(part.Entries("part0/"), npz.Entry{Name: "sum", Data: []uint16{0}}),
		"fewer at last":   append(part.Entries("part0/"), npz.Entry{Name: "sum", Data: []uint16{someClasses + 1, someClasses}}),
		"a sum in a sum":  append(newSum(part).Entries("part0/"), npz.Entry{Name: "sum", Data: []uint16{someClasses}}),
		"another type":    append(part.Entries("part0/"), npz.Entry{Name: "sum", Data: []float32{someClasses}}),
		"classes too few": append(part.Entries("part0/"), npz.Entry{Name: "sum", Data: []uint16{someClasses - 1}}),
	} {
		a, err := read(written(t, entries))
		require.NoError(t, err)
		_, err = ReadModel(a, "", someClasses)
		require.ErrorIs(t, err, npz.ErrFile, what)
	}
}
