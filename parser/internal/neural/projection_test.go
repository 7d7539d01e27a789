package neural

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/parser/internal/neural/vectors"
	"parser/parser/internal/score"
	"parser/transition"
)

// someVectors are of words that occur and of one that does not; "the" has none, and that of
// "and" is empty.
func someVectors() *vectors.Table {
	return &vectors.Table{Words: []string{"dogs", "cat", "Dog", "dog", "and"}, Dim: 2, Data: []float32{3, 4, -30, 40, 1, 0, 0, 1, 0, 0}}
}

// withVectors returns a learner of the two sentences with vectors.
func withVectors(t *testing.T, s Settings, shape score.Shape) *learner {
	t.Helper()
	l, err := Kind{Settings: s}.New(&score.TrainingSet{Shape: shape, Sentences: twoSentences(), Epochs: 3, Seed: 1,
		Random: rand.New(rand.NewPCG(2, 0)), Resources: score.Resources{"vectors": someVectors()}})
	require.NoError(t, err)
	return l.(*learner)
}

// TestProjectionByHand: an embedding is the product of a vector of the length 1 and P, in a
// scorer as in learning, and of several spellings the best counts.
func TestProjectionByHand(t *testing.T) {
	l := withVectors(t, tiny(), shapeOf(transition.ArcHybrid{}, false))
	p := l.projection
	require.Equal(t, [2]int{2, 3}, [2]int{p.rows, p.cols})
	copy(p.weights, []float32{1, 2, 3, 10, 20, 30})
	frozen := l.Freeze().(*scorer)
	table, v := frozen.tables[len(frozen.tables)-1], frozen.vocabularies[len(frozen.vocabularies)-1]
	require.Equal(t, "embeddings/vectors", table.name)
	for row, want := range map[int32][]float32{
		firstRow: {8.6, 17.2, 25.8}, firstRow + 1: {7.4, 14.8, 22.2}, firstRow + 2: {1, 2, 3}, firstRow + 3: {10, 20, 30}, firstRow + 4: {0, 0, 0},
		unknownRow: l.tables[p.table].row(unknownRow), endRow: l.tables[p.table].row(endRow),
	} {
		require.InDeltaSlice(t, want, table.row(row), 0.02, row)
	}
	for form, want := range map[string]int32{"Dog": firstRow + 2, "DOG": firstRow + 3, "dog": firstRow + 3,
		"CAT": firstRow + 1, "the": unknownRow, "": unknownRow} {
		word := twoSentences()[0][0]
		word.Form = form
		require.Equal(t, []int32{want}, v.appendRows(nil, &word), form)
	}
	require.Equal(t, []int32{2, 0, 0, 2, 1}, l.vocabularies[p.table].counts)
	require.Equal(t, firstRow, l.tables[p.table].rows, "the rest is not learned")
}

// TestGradientsOfVectors: that by P and by the rows of no word is the slope of the loss.
func TestGradientsOfVectors(t *testing.T) {
	for _, tasks := range []string{"", "upos"} {
		shape, settings := shapeOf(transition.ArcHybrid{}, false), tiny()
		settings.MultiTask = tasks
		l := withVectors(t, settings, shape)
		batch, decisions := twoSentences(), asked(&shape, twoSentences())
		value := func() (sum float64) {
			l.Read(batch...)
			l.Score(decisions)
			for _, d := range decisions {
				sum += l.loss(make([]float64, len(d.Classes)), d, nil)
			}
			return sum + tagLoss(l)
		}
		value()
		l.Learn(decisions)
		require.Positive(t, l.backward())
		moved := 0
		for _, m := range []*matrix{l.projection.matrix, l.tables[l.projection.table]} {
			for at, w := range m.weights {
				const step = 1e-3
				m.weights[at] = w + step
				up := value()
				m.weights[at] = w - step
				down := value()
				m.weights[at] = w
				slope := (up - down) / (2 * step)
				require.InDelta(t, slope, m.gradient[at], 2e-2+0.02*math.Abs(slope), "%s[%d]", m.name, at)
				if math.Abs(slope) > 0.05 {
					moved++
				}
			}
		}
		require.Greater(t, moved, 3)
	}
}

// TestVectorsAreInTheFile: what is read again scores to the bit as the scorer does, and as the
// learner does up to half precision, also for words that only the vectors know.
func TestVectorsAreInTheFile(t *testing.T) {
	for _, system := range systems() {
		shape := shapeOf(system, false)
		l := withVectors(t, tiny(), shape)
		study(t, l, 1, 20)
		scorer := l.Freeze()
		var file bytes.Buffer
		require.NoError(t, npz.Write(&file, scorer.Entries("a/")))
		arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		again, err := Kind{}.Load(arrays, "a/", &shape)
		require.NoError(t, err)
		require.Equal(t, scorer.Entries(""), again.Entries(""))
		batch := twoSentences()
		batch[0][1].Form = "Cat"
		scores := func(s score.Session) (all []float64) {
			decisions := asked(&shape, batch)
			s.Read(batch...)
			s.Score(decisions)
			for _, d := range decisions {
				for _, x := range d.Scores {
					all = append(all, float64(x))
				}
			}
			return all
		}
		want := scores(scorer.NewSession())
		require.Equal(t, want, scores(again.NewSession()), system.Name())
		require.InDeltaSlice(t, want, scores(l.NewSession()), 0.1)
		batch[0][1].Form = "Cow"
		require.NotEqual(t, want, scores(again.NewSession()))
	}
}

// TestUnfitVectors are refused.
func TestUnfitVectors(t *testing.T) {
	for _, table := range []*vectors.Table{{}, {Words: []string{"a"}}, {Words: []string{"a"}, Dim: 2, Data: []float32{1}}} {
		lesson := &score.TrainingSet{Shape: shapeOf(transition.Tag{}, false), Sentences: twoSentences(), Epochs: 1,
			Random: rand.New(rand.NewPCG(2, 0)), Resources: score.Resources{"vectors": table}}
		_, err := Kind{Settings: tiny()}.New(lesson)
		require.ErrorIs(t, err, ErrVectors)
		settings := tiny()
		settings.Own.Embeddings[formColumn] = 0
		lesson.Resources["vectors"] = someVectors()
		_, err = Kind{Settings: settings}.New(lesson)
		require.ErrorIs(t, err, ErrVectors)
	}
}
