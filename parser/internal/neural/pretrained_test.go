package neural

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/score"
	"parser/transition"
)

// pretrained returns what a tiny language model has learned, of embeddings as wide as those of tiny.
func pretrained(t *testing.T) *Pretrained {
	l, sentences := tinyLanguage(t)
	for range 5 {
		_, _, err := l.Learn(sentences, 1e5)
		require.NoError(t, err)
	}
	return l.Freeze(About{Lang: "xx", Words: 98})
}

func written(t *testing.T, p *Pretrained) []byte {
	var file bytes.Buffer
	require.NoError(t, p.Write(&file))
	return file.Bytes()
}

// TestPretrainedFile: a file comes back as it was written, and damaged ones are refused.
func TestPretrainedFile(t *testing.T) {
	text := written(t, pretrained(t))
	p, err := ReadPretrained(bytes.NewReader(text), int64(len(text)))
	require.NoError(t, err)
	require.Equal(t, "xx", p.Lang)
	require.Equal(t, text, written(t, p))
	for n := 0; n < len(text); n += 7 {
		_, err := ReadPretrained(bytes.NewReader(text[:n]), int64(n))
		require.ErrorIs(t, err, npz.ErrFile)
	}
	p.Version = PretrainedVersion + 1
	text = written(t, p)
	_, err = ReadPretrained(bytes.NewReader(text), int64(len(text)))
	require.ErrorContains(t, err, "is newer than this program")
}

// TestPretrainedBeginning: a network begins with the rows and encoder of the language model, in whatever order it has
// the columns, knows the words of both, and is learned as usual.
func TestPretrainedBeginning(t *testing.T) {
	p := pretrained(t)
	for _, multiTask := range []string{"", "upos"} { // with and without other columns than those of raw text
		settings := tiny()
		settings.MultiTask = multiTask
		shape := shapeOf(transition.ArcHybrid{}, false)
		k := Kind{Settings: settings, Pretrained: p}
		var lesson [][]conll.Word
		for range 3 {
			lesson = append(lesson, twoSentences()...)
		}
		made, err := k.New(&score.TrainingSet{Shape: shape, Sentences: lesson, Epochs: 1, Seed: 1, Random: rand.New(rand.NewPCG(1, 1))})
		require.NoError(t, err)
		n := made.(*learner)
		at := 0
		for i, v := range n.vocabularies {
			table := n.tables[i]
			known, place := p.vocabulary(v.column), slices.IndexFunc(p.vocabularies, func(known *vocabulary) bool { return known.column == v.column })
			if known == nil {
				require.NotContains(t, []string{"form", "affixes", "trigrams"}, v.name())
				at += table.cols
				continue
			}
			for j, x := range known.values {
				row := int32(firstRow + j)
				require.Equal(t, row, v.row(x.kind, x.text), "raw text comes first")
				require.Equal(t, p.tables[place].row(row), table.row(row))
			}
			from := 0
			for _, before := range p.tables[:place] {
				from += before.cols
			}
			in, own := n.encoders[0].matrices()[0], p.encoders[0].matrices()[0]
			require.Equal(t, own.weights[from*own.cols:(from+table.cols)*own.cols], in.weights[at*in.cols:(at+table.cols)*in.cols])
			at += table.cols
		}
		forms := n.vocabularies[0]
		require.Positive(t, forms.row(0, "saw"), "of the treebank")
		require.Positive(t, forms.row(0, "slept"), "of raw text")
		require.EqualValues(t, p.vocabularies[0].counts[p.vocabularies[0].row(0, "dog")-firstRow]+6, forms.counts[forms.row(0, "dog")-firstRow])
		for i := 1; i < 4; i++ {
			require.Equal(t, p.encoders[0].matrices()[i].weights, n.encoders[0].matrices()[i].weights)
		}
		for _, m := range append(n.encoders[0].matrices(), n.tables[0]) {
			require.Equal(t, multiTask != "", m.slower > 0 && m.slower < 1, "%s: slow unless other columns are new to it", m.name)
		}
		loaded := reloaded(t, n.Freeze(), &shape)
		require.Equal(t, npz.InInt8, loaded.(*scorer).ofTables)
		require.Equal(t, n.Freeze().Entries(""), loaded.Entries(""), "nothing is rounded twice")
	}
}

// reloaded returns a scorer as it comes back from a file.
func reloaded(t *testing.T, s score.Scorer, shape *score.Shape) score.Scorer {
	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, s.Entries("")))
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	again, err := Kind{}.Load(arrays, "", shape)
	require.NoError(t, err)
	return again
}

// TestPretrainedOfAnotherSize: it is refused before anything is made.
func TestPretrainedOfAnotherSize(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	for what, change := range map[string]func(s *Size){
		"embeddings of form are 3 wide, and the network's 4": func(s *Size) { s.Embeddings[formColumn] = 4 },
		"encoders have 4 units, and the network's 5":         func(s *Size) { s.Units = 5 },
	} {
		k := Kind{Settings: tiny(), Pretrained: pretrained(t)}
		change(&k.Own)
		err := k.Check(&shape)
		require.ErrorIs(t, err, ErrPretrained)
		require.ErrorContains(t, err, what)
	}
}
