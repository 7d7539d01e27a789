package transformer

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
)

// The lower layers of a folder make the vectors of an encoder that has no others. They are another encoder than the whole
// one, which a model finds in the same folder, or holds.
func TestLower(t *testing.T) {
	s := Settings{Mixed: 4, Pieces: "mean"}
	text := sentences(rand.New(rand.NewPCG(4, 2)), 10, 20)
	for _, name := range Types() {
		folder := filepath.Join("testdata", "reference", name)
		lower, err := OpenLower(folder, 1)
		require.NoError(t, err)
		defer lower.Close()
		require.Equal(t, 1, lower.Depth)
		require.Len(t, lower.layers, 1)

		cut := copied(t, name)
		config := configOf(t, name, map[string]any{"num_hidden_layers": 1, "n_layers": 1})
		require.NoError(t, os.WriteFile(filepath.Join(cut, configFile), config, 0o666))
		other, err := Open(cut, s)
		require.NoError(t, err)
		defer other.Close()
		want := read(other.NewReader(), other.Width, text)
		require.Equal(t, want, read(lower.With(s).NewReader(), lower.Width, text))

		whole := open(t, name, s)
		require.NotEqual(t, want, read(whole.NewReader(), whole.Width, text))
		require.NotEqual(t, whole.SHA256, lower.SHA256)
		found, err := NewFinder([]string{folder}, nil).Find(lower.Identity)
		require.NoError(t, err)
		require.Equal(t, want, read(found.With(s).NewReader(), lower.Width, text))
		held, err := found.Hold(npz.InHalf)
		require.NoError(t, err)
		finder := NewFinder(nil, nil)
		_, finder.Arrays = stored(t, held.Held(0))
		found, err = finder.Find(held.Identity)
		require.NoError(t, err)
		require.Len(t, found.layers, 1)
		require.Less(t, loss(want, read(found.With(s).NewReader(), lower.Width, text)), 1e-6)

		same, err := OpenLower(folder, 2)
		require.NoError(t, err)
		require.Equal(t, whole.Identity, same.Identity)
		require.NoError(t, same.Close())
		for _, depth := range []int{-1, 3} {
			_, err = OpenLower(folder, depth)
			require.ErrorIs(t, err, ErrEncoder)
			require.ErrorContains(t, err, "the encoder has 2 layers, not ")
		}
	}
}

// An encoder of few subwords makes the same vectors of words that need no others. It is another encoder than the whole one,
// which a model finds in the same folder by the numbers of the subwords, or holds.
func TestTrim(t *testing.T) {
	s := Settings{Mixed: 2, Pieces: "mean"}
	for _, name := range Types() {
		text := sentences(rand.New(rand.NewPCG(4, 3)), 10, 20)
		var known [][]conll.Word
		words := map[string]int{}
		for _, sentence := range text {
			known = append(known, sentence[:len(sentence)/2])
			for _, w := range known[len(known)-1] {
				words[w.Form]++
			}
		}
		whole := open(t, name, s)
		opened, err := Open(filepath.Join("testdata", "reference", name), s)
		require.NoError(t, err)
		defer opened.Close()
		few, err := opened.Trim(words, 0)
		require.NoError(t, err)
		require.Less(t, few.Vocabulary, whole.Vocabulary)
		require.Equal(t, few.Vocabulary, few.tokenizer.Size())
		require.NotEqual(t, whole.SHA256, few.SHA256)
		want := read(whole.NewReader(), whole.Width, known)
		require.Equal(t, want, read(few.NewReader(), few.Width, known))
		read(few.NewReader(), few.Width, text)

		finder := NewFinder([]string{filepath.Join("testdata", "reference")}, nil)
		_, finder.Arrays = stored(t, few.Held(0))
		found, err := finder.Find(few.Identity)
		require.NoError(t, err)
		defer found.Close()
		require.Equal(t, few.Identity, found.Identity)
		require.Equal(t, want, read(found.With(s).NewReader(), few.Width, known))
		require.Equal(t, few.Held(0), found.Held(0))
		_, err = NewFinder(finder.folders, nil).Find(few.Identity)
		require.ErrorIs(t, err, ErrEncoder)
		finder.found = map[string]*Encoder{}
		_, finder.Arrays = stored(t, []npz.Entry{{Name: few.Held(0)[0].Name, Data: []int32{7, 3}}})
		_, err = finder.Find(few.Identity)
		require.ErrorIs(t, err, ErrEncoder)

		held, err := found.Hold(npz.InHalf)
		require.NoError(t, err)
		entries := held.Held(0)
		_, finder.Arrays = stored(t, entries)
		found, err = finder.Find(held.Identity)
		require.NoError(t, err)
		require.Equal(t, few.Vocabulary, found.Vocabulary)
		require.Equal(t, entries, found.Held(0))
		require.Less(t, loss(want, read(found.With(s).NewReader(), few.Width, known)), 1e-6)
	}
}
