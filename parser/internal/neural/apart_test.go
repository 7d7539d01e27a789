package neural

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/score"
	"parser/transition"
)

// ofTwo are sentences of two treebanks: both have nouns, and each has values that the other lacks.
func ofTwo() [][]conll.Word {
	sentence := func(bank string, values ...string) (words []conll.Word) {
		for i := 0; i < len(values); i += 2 {
			words = append(words, conll.Word{Form: values[i], UPOS: values[i+1], XPOS: "_", Feats: "Of=" + values[i+1]})
		}
		return score.Following(nil, words, []string{bank})
	}
	return [][]conll.Word{
		sentence("one", "dog", "NOUN", "barks", "VERB", "loudly", "ADV"), sentence("two", "dog", "NOUN", "two", "NUM"),
		sentence("one", "cat", "NOUN", "meows", "VERB"), sentence("two", "three", "NUM"),
	}
}

// TestTagsOfTreebanks: words have only values that their treebank has, whatever is read beside them and before, also by a
// scorer in a file.
func TestTagsOfTreebanks(t *testing.T) {
	shape, settings := shapeOf(transition.ArcHybrid{}, false), tiny()
	settings.MultiTask = "upos,feats"
	scorer := newLearnerOf(t, ofTwo(), settings, shape, nil).Freeze()
	has := map[string][]string{"one": {"ADV", "NOUN", "VERB"}, "two": {"NOUN", "NUM"}, "another": {"ADV", "NOUN", "NUM", "VERB"}}
	upos := scorer.(score.Predictor).Values("upos")
	require.Equal(t, has["another"], upos)

	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, scorer.Entries("")))
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	loaded, err := Kind{Settings: settings}.Load(arrays, "", &shape)
	require.NoError(t, err)

	words := ofTwo()[0]
	for _, s := range []score.Scorer{scorer, loaded} {
		alone := map[string][]float32{}
		for _, batch := range [][]string{{"one"}, {"two"}, {"another"}, {"two", "one", "another"}, {"another", "two"}, {"one"}} {
			session := s.NewSession()
			for range 2 { // the second time after another treebank
				var sentences [][]conll.Word
				for _, bank := range batch {
					sentences = append(sentences, score.Following(nil, words, []string{bank}))
				}
				session.Read(sentences...)
				for i, bank := range batch {
					p := session.(score.Filler).Distribution(0, i, 1)
					sum := float32(0)
					for v, name := range upos {
						require.Equal(t, slices.Contains(has[bank], name), p[v] > 0, "%s in %s", name, bank)
						sum += p[v]
					}
					require.InDelta(t, 1, sum, 1e-5)
					if len(batch) == 1 {
						alone[bank] = slices.Clone(p)
					} else {
						require.Equal(t, alone[bank], p, "beside others")
					}
					values := []string{"", ""}
					session.(score.Filler).Predict(values, i, 1)
					require.Contains(t, has[bank], values[0])
					require.Equal(t, "Of="+values[0], values[1], "only together")
				}
				slices.Reverse(batch)
			}
		}
	}
	require.Equal(t, scorer.Entries(""), loaded.Entries(""))
}

// TestHostileValuesOfTreebanks: a file that lists values it does not have, or not in order.
func TestHostileValuesOfTreebanks(t *testing.T) {
	shape, settings := shapeOf(transition.ArcHybrid{}, false), tiny()
	settings.MultiTask = "upos"
	entries := newLearnerOf(t, ofTwo(), settings, shape, nil).Freeze().Entries("")
	for _, text := range []string{"one\t0 4\n", "one\t-1\n", "one\t1 0\n", "one\t1 1\n", "one\tfirst\n"} {
		changed := slices.Clone(entries)
		at := slices.IndexFunc(changed, func(e npz.Entry) bool { return e.Name == "tags/upos/own" })
		require.GreaterOrEqual(t, at, 0)
		changed[at] = npz.Text("tags/upos/own", text)
		var file bytes.Buffer
		require.NoError(t, npz.Write(&file, changed))
		arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		_, err = Kind{Settings: settings}.Load(arrays, "", &shape)
		require.ErrorIs(t, err, npz.ErrFile, text)
		require.ErrorContains(t, err, `the treebank "one"`)
	}
}
