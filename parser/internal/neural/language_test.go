package neural

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
)

// aFewWords are the words of a text with their counts, and sentences of them.
func aFewWords() (map[string]int, [][]conll.Word) {
	counts := map[string]int{"the": 40, "dog": 12, "Dogs": 9, "barked": 8, "and": 15, "slept": 7, "cat": 6, "rare": 1}
	var sentences [][]conll.Word
	for _, forms := range [][]string{{"the", "dog", "barked"}, {"Dogs", "slept"}, {"the", "cat", "and", "the", "rare", "dog"}, {"and", "dog"}, {"cat"}} {
		var words []conll.Word
		for _, form := range forms {
			words = append(words, conll.Word{Form: form})
		}
		sentences = append(sentences, words)
	}
	return counts, sentences
}

func tinyLanguage(t *testing.T) (*Language, [][]conll.Word) {
	o := DefaultLanguageSettings("small")
	o.Size = Size{Embeddings: [...]int{3, 2, 2, 2, 2, 3}, Layers: 2, Units: 4, Hidden: 5}
	o.LeastPart, o.Noise, o.Dropout = 3, 2, 0
	counts, sentences := aFewWords()
	l, err := NewLanguage(counts, o)
	require.NoError(t, err)
	return l, sentences
}

// TestLanguageBounds: a small model has the most frequent words and parts of words.
func TestLanguageBounds(t *testing.T) {
	counts, _ := aFewWords()
	o := DefaultLanguageSettings("small")
	o.LeastPart, o.Forms, o.Parts = 3, 2, 4
	l, err := NewLanguage(counts, o)
	require.NoError(t, err)
	require.Equal(t, []value{{text: "the"}, {text: "and"}}, l.vocabulary(formColumn).values)
	require.Len(t, l.vocabulary(affixesColumn).values, 4)
	require.Equal(t, value{shapeKind, "a"}, l.vocabulary(affixesColumn).values[0])
	require.Len(t, l.vocabulary(trigramsColumn).values, 4)
	require.Contains(t, l.vocabulary(trigramsColumn).values, value{text: "<th"})
}

// TestLanguageGradients: what is learned follows the slope of the loss in all weights.
func TestLanguageGradients(t *testing.T) {
	l, sentences := tinyLanguage(t)
	uniform(1)(l.classes, rand.New(rand.NewPCG(5, 0))) // 0 at first, which lets nothing through
	p := l.parts[0]
	p.text = sentences
	random := *p.source
	again := func() float64 { // with the same chance
		*p.source = random
		l.share()
		p.learn(l)
		return p.loss
	}
	again()
	require.Positive(t, p.targets)
	gradients := map[*matrix][]float32{}
	for _, m := range p.all() {
		gradients[m] = append([]float32(nil), m.gradient...)
		if m.table {
			gradients[m] = make([]float32, len(m.weights))
			for j, row := range m.touched {
				copy(gradients[m][int(row)*m.cols:], m.gradient[j*m.cols:][:m.cols])
			}
		}
	}
	const step = 1e-2
	checked := 0
	for i, m := range p.all() {
		for j := range m.weights {
			was := m.weights[j]
			m.weights[j] = was + step
			more := again()
			m.weights[j] = was - step
			less := again()
			m.weights[j] = was
			slope := (more - less) / (2 * step)
			require.InDelta(t, slope, float64(gradients[m][j]), 2e-2+0.02*math.Abs(slope), "%s %d", l.all()[i].name, j)
			if slope != 0 {
				checked++
			}
		}
	}
	require.Greater(t, checked, 300)
}

// TestLanguageThreads: the number of threads changes no bit, and a state that was kept goes on to the same bits.
func TestLanguageThreads(t *testing.T) {
	learn := func(threads, interrupted int) []byte {
		l, sentences := tinyLanguage(t)
		l.settings.Threads = threads
		for step := range 6 {
			if step == interrupted {
				r, file := npz.NewRecord(), bytes.Buffer{}
				l.Sync(r)
				require.NoError(t, r.Err())
				require.NoError(t, npz.Write(&file, r.Entries()))
				arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
				require.NoError(t, err)
				l, _ = tinyLanguage(t)
				r = arrays.Record()
				l.Sync(r)
				require.NoError(t, r.Err())
			}
			_, _, err := l.Learn(sentences, 1e5)
			require.NoError(t, err)
		}
		var file bytes.Buffer
		require.NoError(t, l.Freeze(About{}).Write(&file))
		return file.Bytes()
	}
	one := learn(1, -1)
	require.Equal(t, one, learn(4, -1))
	require.Equal(t, one, learn(2, 3))
}

// TestLanguageLearns: what comes after what is learned, from both sides.
func TestLanguageLearns(t *testing.T) {
	l, sentences := tinyLanguage(t)
	before := l.Perplexity(sentences)
	for range 300 {
		_, _, err := l.Learn(sentences, 1e5)
		require.NoError(t, err)
	}
	require.Less(t, l.Perplexity(sentences), before/2)
}

// TestDistributionDraws: noise comes in proportion to counts^¾.
func TestDistributionDraws(t *testing.T) {
	d := newDistribution([]int32{1000, 300, 80, 20, 5})
	random, drawn := rand.New(rand.NewPCG(1, 2)), make([]float64, len(d.noise))
	const n = 200_000
	for range n {
		drawn[d.draw(random)]++
	}
	sum := 0.0
	for class, p := range d.noise {
		sum += p
		require.InDelta(t, p, drawn[class]/n, 0.005, class)
	}
	require.InDelta(t, 1, sum, 1e-9)
	require.Zero(t, drawn[edgeClass])
}

// TestCandidatesAreCorrected: the correction is the logarithm of how often a class is a candidate.
func TestCandidatesAreCorrected(t *testing.T) {
	d := newDistribution([]int32{50, 30, 15, 5})
	c := candidates{place: make([]int32, 5)}
	random, seen := rand.New(rand.NewPCG(3, 4)), make([]float64, 5)
	corrections := map[int32]float32{}
	const n = 40_000
	for range n {
		var targets []int32
		for range 2 {
			x := random.Float64()
			for class := int32(1); class < 5; class++ {
				if x -= d.target[class]; x < 0 || class == 4 {
					targets = append(targets, class)
					break
				}
			}
		}
		c.draw(d, targets, 3, random)
		for i, class := range c.all {
			seen[class]++
			require.EqualValues(t, i, c.place[class])
			corrections[class] = c.correction[i]
		}
	}
	for class, correction := range corrections {
		require.InDelta(t, seen[class]/n, math.Exp(float64(correction)), 0.01, fmt.Sprint(class))
	}
}

// TestCountsAreBounded: however many things there are, the frequent ones are found.
func TestCountsAreBounded(t *testing.T) {
	c := NewCounts[int](100)
	for i := range 10_000 {
		c.Add(1000+i, 1)
		c.Add(i%10, 1)
		require.LessOrEqual(t, len(c.All), 100)
	}
	for i := range 10 {
		require.InDelta(t, 1000, c.All[i], float64(c.Dropped))
	}
}
