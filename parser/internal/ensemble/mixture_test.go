package ensemble_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// drawn returns which of the parts, whose scores are 1 and 2, answers each decision of tagging a sentence.
func drawn(t *testing.T, s score.Session, place int, words []conll.Word) (parts []float32) {
	d := decode.Derivation{System: transition.Tag{}, Actions: decode.NewActions(transition.Tag{}, map[decode.Use]bool{
		{Move: transition.Label, Label: 0}: true, {Move: transition.Label, Label: 1}: true,
	})}
	d.Start(place, len(words))
	for q := d.Next(); q != nil; q = d.Next() {
		s.Score([]*learn.Decision{q})
		parts = append(parts, q.Scores[0])
		first := q.Scores[0]
		s.Score([]*learn.Decision{q})
		require.Equal(t, first, q.Scores[0], "scored again")
		require.NoError(t, d.Take(model.Class(len(parts)%2)))
	}
	return parts
}

// TestMixtures: each part answers as often as its weight says; what is drawn depends on the seed and the words, but not on
// other sentences; and a file holds the mixture.
func TestMixtures(t *testing.T) {
	words := make([]conll.Word, 2000)
	numbers := func(x float32) []float32 { return slices.Repeat([]float32{x}, len(words)+1) }
	m := ensemble.NewMixture(
		ensemble.Part{Kind: "fixed", Weight: 0.75, Scorer: &fixed{numbers: numbers(1)}},
		ensemble.Part{Kind: "fixed", Weight: 0.25, Scorer: &fixed{numbers: numbers(2)}},
	)
	require.True(t, ensemble.Draws(m))
	require.False(t, ensemble.Draws(ensemble.New(two()...)))
	require.False(t, ensemble.Seed(ensemble.New(two()...).NewSession(), 1))

	s := m.NewSession()
	require.True(t, ensemble.Seed(s, 7))
	s.Read(words)
	want := drawn(t, s, 0, words)
	ones := 0
	for _, part := range want {
		if part == 1 {
			ones++
		}
	}
	require.InDelta(t, 0.75, float64(ones)/float64(len(words)), 0.03)

	s.Read([]conll.Word{{Form: "other"}}, words)
	require.Equal(t, want, drawn(t, s, 1, words), "among other sentences")
	ensemble.Seed(s, 8)
	require.NotEqual(t, want, drawn(t, s, 1, words))
	ensemble.Seed(s, 7)
	words[0].Form = "changed"
	s.Read(words)
	require.NotEqual(t, want, drawn(t, s, 0, words))
	words[0].Form = ""

	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, m.Entries("")))
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	again, err := ensemble.MixtureLoader{Loader: ensemble.Loader{Kind: kinds}}.Load(arrays, "", &score.Shape{})
	require.NoError(t, err)
	s = again.NewSession()
	require.True(t, ensemble.Seed(s, 7))
	s.Read(words)
	require.Equal(t, want, drawn(t, s, 0, words))

	file.Reset()
	require.NoError(t, npz.Write(&file, ensemble.New(two()...).Entries("")))
	arrays, err = npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	_, err = ensemble.MixtureLoader{Loader: ensemble.Loader{Kind: kinds}}.Load(arrays, "", &score.Shape{})
	require.ErrorIs(t, err, npz.ErrFile)
}
