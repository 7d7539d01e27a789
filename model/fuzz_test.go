package model

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzSpec reads any JSON as a learner with its options, and sets one more option by a text: the result survives a
// round trip, and a learner that New accepts learns and gives finite scores.
func FuzzSpec(f *testing.F) {
	for _, name := range Names() {
		text, err := json.Marshal(specOf(f, name))
		require.NoError(f, err)
		f.Add(string(text), "seed", "7")
		f.Add(string(text), "margin", "-1")
	}
	f.Add(`{"learner":"arow","r":1e300,"min-updates":-1}`, "r", "NaN")
	f.Add(`{"learner":"oracle"}`, "", "0x1p-2")
	f.Fuzz(func(t *testing.T, text, option, value string) {
		var s Spec
		if json.Unmarshal([]byte(text), &s) != nil {
			return
		}
		before := s
		if err := s.Set(option, value); err != nil {
			require.ErrorIs(t, err, errOption)
			require.Equal(t, before, s, "what is refused changes nothing")
		}
		stored, err := json.Marshal(s)
		if err != nil {
			return // a number that JSON cannot express, which Set takes and New refuses
		}
		var again Spec
		require.NoError(t, json.Unmarshal(stored, &again))
		require.Equal(t, s, again)
		l, err := s.New(3)
		if err != nil {
			return
		}
		d, scores := &Decision{[]uint64{1, 2, 3}, []Class{0, 1, 2}, []float32{0, 1, 2}}, make([]float32, 3)
		for range 3 {
			l.Score(scores, d.Features)
			l.Learn(d, scores)
		}
		l.Freeze().Score(scores, []uint64{1, 2})
		for _, x := range scores {
			require.Zero(t, x-x)
		}
	})
}
