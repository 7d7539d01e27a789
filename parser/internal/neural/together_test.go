package neural

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
)

// three are tagsets, and the combinations of their values in two sentences.
func three(t *testing.T) ([]*tagset, combinations) {
	t.Helper()
	sentences := [][]conll.Word{
		{{UPOS: "NOUN", XPOS: "NN", Feats: "N=S"}, {UPOS: "VERB", XPOS: "VB", Feats: "_"}, {UPOS: "NOUN", XPOS: "NNS", Feats: "N=P"}},
		{{UPOS: "NOUN", XPOS: "NN", Feats: "N=S"}, {UPOS: "X", XPOS: "_", Feats: "_"}, {UPOS: "VERB", XPOS: "NN", Feats: "_"}},
	}
	all, err := tagsets("upos,xpos,feats", slices.Values(sentences), nil, 0)
	require.NoError(t, err)
	return all, combinationsOf(all, slices.Values(sentences), nil)
}

func TestCombinations(t *testing.T) {
	all, c := three(t)
	require.Len(t, c, 5, "also of a word without XPOS, where others have it")
	require.Nil(t, combinationsOf(all[:1], slices.Values([][]conll.Word(nil)), nil), "one column has no combinations")

	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		probabilities := make([][]float32, len(all))
		given, alone := make([]int32, len(all)), make([]int32, len(all))
		for k, s := range all {
			for range s.values {
				probabilities[k] = append(probabilities[k], random.Float32())
			}
			given[k] = []int32{anyValue, anyValue, otherValue, random.Int32N(int32(len(s.values)))}[random.IntN(4)]
			if alone[k] = given[k]; given[k] == anyValue {
				alone[k] = int32(slices.Index(probabilities[k], slices.Max(probabilities[k])))
			}
		}
		var want []int32
		highest := -1.0
		for _, row := range c {
			p, fits := 1.0, true
			for k, v := range row {
				if given[k] == anyValue {
					p *= float64(probabilities[k][v])
				} else {
					fits = fits && given[k] == v
				}
			}
			if fits && p > highest {
				want, highest = row, p
			}
		}
		require.Equal(t, want, c.best(given, alone, probabilities))
	}
}

func TestCombinationsOfFiles(t *testing.T) {
	all, c := three(t)
	load := func(text string) (combinations, error) {
		var file bytes.Buffer
		require.NoError(t, npz.Write(&file, []npz.Entry{npz.Text("x/"+togetherEntry, text)}))
		arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		return loadCombinations(arrays, "x/", all)
	}
	again, err := load("0 0 1\n0 1 0\n1 0 2\n1 2 2\n2 3 2\n")
	require.NoError(t, err)
	require.True(t, slices.EqualFunc(c, again, slices.Equal))
	for _, bad := range []string{"0 0\n", "0 0 0 0\n", "0 x 0\n", "0 9 0\n", "-1 0 0\n", "\n"} {
		_, err := load(bad)
		require.ErrorIs(t, err, npz.ErrFile, bad)
	}
	_, err = loadCombinations(&npz.Arrays{}, "x/", all)
	require.Error(t, err)
}

// TestWithoutXPOS: "_" is a value of XPOS where other words have it, and in a treebank that is told apart from others; a single
// treebank, or silver trees, without any say nothing.
func TestWithoutXPOS(t *testing.T) {
	words := func(bank string, xpos ...string) (sentence []conll.Word) {
		for _, tag := range xpos {
			sentence = append(sentence, conll.Word{UPOS: "NOUN", XPOS: tag, Feats: "_", Misc: bank})
		}
		return sentence
	}
	least := 0
	values := func(sentences ...[]conll.Word) []string {
		all, err := tagsets("xpos", slices.Values(sentences), nil, least)
		require.NoError(t, err)
		return all[0].values
	}
	require.Equal(t, []string{"NN", "_"}, values(words("_", "NN", "_")))
	require.Equal(t, []string{"NN"}, values(words("_", "NN", "NN")))
	require.Equal(t, []string{"NN", "_"}, values(words("Treebank=one", "NN"), words("Treebank=two", "_")))
	_, err := tagsets("xpos", slices.Values([][]conll.Word{words("_", "_")}), nil, 0)
	require.ErrorIs(t, err, ErrNothingToPredict)

	least = 2
	require.Equal(t, []string{"NN", "_"}, values(words("_", "NN", "_", "VB"), words("_", "NN", "_")))
	_, err = tagsets("xpos", slices.Values([][]conll.Word{words("_", "NN", "VB")}), nil, least)
	require.ErrorIs(t, err, ErrNothingToPredict)
}
