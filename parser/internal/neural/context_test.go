package neural

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
	"parser/transition"
)

// encoded returns a learner of the two sentences, with settings of a tiny network that reads an encoder.
func encoded(t *testing.T, change func(s *Settings), resources score.Resources) (Kind, *learner) {
	t.Helper()
	e, err := transformer.Open(filepath.Join("..", "transformer", "testdata", "reference", "bert"), transformer.Settings{})
	require.NoError(t, err)
	t.Cleanup(func() { e.Close() })
	k := Kind{Settings: tiny(), Transformer: e, Find: func(transformer.Identity) (*transformer.Encoder, error) { return e, nil }}
	k.FinetuneRate, k.FinetuneDecay = 1e-3, 0.9
	change(&k.Settings)
	l, err := k.New(&score.TrainingSet{
		Shape: shapeOf(transition.ArcHybrid{}, false), Sentences: slices.Repeat(twoSentences(), 3), Epochs: 3, Seed: 1,
		Random: rand.New(rand.NewPCG(2, 0)), Resources: resources,
	})
	require.NoError(t, err)
	own := l.(*learner)
	if own.context.tuning != nil {
		own.context.tuning.Dropout = 0
	}
	return k, own
}

// TestGradientOfMixture: the gradient by the weights and the scale of a mixture of layers is the slope of the loss there,
// whether the encoder learns or not.
func TestGradientOfMixture(t *testing.T) {
	for _, finetune := range []int{0, 2} {
		_, l := encoded(t, func(s *Settings) { s.Mix, s.Finetune = true, finetune }, nil)
		shape := shapeOf(transition.ArcHybrid{}, false)
		decisions := asked(&shape, twoSentences())
		value := func() (sum float64) {
			l.prepare(true)
			l.Read(twoSentences()...)
			l.Score(decisions)
			for _, d := range decisions {
				sum += l.loss(make([]float64, len(d.Classes)), d, nil)
			}
			return sum
		}
		m := l.context.mixture
		require.Equal(t, []float32{0, 0, 1}, m.weights)
		for _, w := range [][]float32{{0, 0, 1}, {0.5, -1, 1.5}} {
			copy(m.weights, w)
			clear(m.gradient)
			value()
			l.Learn(decisions)
			require.Positive(t, l.backward())
			for i, w := range w {
				const step = 1e-2
				m.weights[i] = w + step
				up := value()
				m.weights[i] = w - step
				down := value()
				m.weights[i] = w
				slope := (up - down) / (2 * step)
				require.NotZero(t, slope)
				require.InDelta(t, slope, m.gradient[i], 1e-2+0.02*max(slope, -slope), "finetune %d: %d", finetune, i)
			}
		}
	}
}

// TestMixtureIsKept: files have what was learned of a mixture, and another training begins with it.
func TestMixtureIsKept(t *testing.T) {
	k, l := encoded(t, func(s *Settings) { s.Mix = true }, nil)
	shape := shapeOf(transition.ArcHybrid{}, false)
	for range 20 {
		l.Read(twoSentences()...)
		decisions := asked(&shape, twoSentences())
		l.Score(decisions)
		l.Learn(decisions)
		require.NoError(t, l.Update())
	}
	frozen := l.Freeze()
	require.Regexp(t, `with shares \[0\.\d\d 0\.\d\d\] of the last layers`, frozen.Describe())
	weights := frozen.(*scorer).context.mixture.weights
	require.NotEqual(t, []float32{0, 0, 1}, weights)
	again, err := k.Load(stored(t, frozen), "", &shape)
	require.NoError(t, err)
	require.Equal(t, weights, again.(*scorer).context.mixture.weights)
	require.Equal(t, scores(frozen), scores(again))
	_, next := encoded(t, func(s *Settings) { s.Mix = true }, score.Resources{"init": frozen})
	require.Equal(t, weights, next.context.mixture.weights)
	_, next = encoded(t, func(*Settings) {}, score.Resources{"init": frozen})
	require.Nil(t, next.context.mixture)
	require.NotZero(t, next.context.mean.weights[0])
}

// scores returns those of the first decisions of two sentences.
func scores(s score.Scorer) (all [][]float32) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	session, decisions := s.NewSession(), asked(&shape, twoSentences())
	session.Read(twoSentences()...)
	session.Score(decisions)
	for _, d := range decisions {
		all = append(all, d.Scores)
	}
	return all
}

// TestBytesOfTunedLayers: layers that learn are in whole numbers wherever the network is asked and not while it learns; a
// file has the same, and can be written again.
func TestBytesOfTunedLayers(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	trained := func(bytes bool) (Kind, score.Scorer) {
		k, l := encoded(t, func(s *Settings) { s.Finetune, s.Bytes = 1, bytes }, nil)
		for range 3 {
			l.Read(twoSentences()...)
			decisions := asked(&shape, twoSentences())
			l.Score(decisions)
			l.Learn(decisions)
			require.NoError(t, l.Update())
		}
		return k, l.Freeze()
	}
	_, exact := trained(false)
	k, rounded := trained(true)
	require.Equal(t, exact.(*scorer).context.encoder.Tuned("", 1), rounded.(*scorer).context.encoder.Tuned("", 1))
	require.NotEqual(t, scores(exact), scores(rounded))
	for again := rounded; ; {
		next, err := k.Load(stored(t, again), "", &shape)
		require.NoError(t, err)
		require.Equal(t, scores(rounded), scores(next))
		if again != rounded {
			break
		}
		again = next
	}
}

// TestContextBesideVectors: what is frozen has the mean and the deviation of the learner, with word vectors, too.
func TestContextBesideVectors(t *testing.T) {
	_, l := encoded(t, func(*Settings) {}, score.Resources{"vectors": someVectors()})
	require.NotNil(t, l.projection)
	frozen := l.freeze(npz.InSingle)
	require.Equal(t, l.context.mean.weights, frozen.context.mean.weights)
	require.Equal(t, l.context.deviation.weights, frozen.context.deviation.weights)
}

// TestWholeNumbers: beside an encoder in whole numbers, and where factors have 8 bits in files, a network multiplies whole
// numbers, too, once it is frozen. Its scores are near those of single precision, and those of a sentence the same alone and
// in company.
func TestWholeNumbers(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"encoder": func(s *Settings) { s.Finetune, s.Bytes, s.MultiTask = 1, true, "upos" },
		"int8":    func(s *Settings) { s.Precision, s.MultiTask = "int8", "upos" },
		"int4":    func(s *Settings) { s.Precision, s.MultiTask = "int4", "upos" },
	} {
		t.Run(name, func(t *testing.T) {
			_, l := encoded(t, change, nil)
			frozen := l.Freeze().(*scorer)
			rounded := scores(frozen)
			products := func(n *network) (all []*product) {
				for _, m := range n.matrices() {
					if m.factor {
						all = append(all, &m.product)
					}
				}
				for i := range n.packedSlots {
					all = append(all, &n.packedSlots[i])
				}
				return all
			}
			require.Greater(t, len(products(frozen.network)), len(frozen.packedSlots))
			for _, p := range products(l.network) {
				require.Nil(t, p.whole)
			}
			for _, p := range products(frozen.network) {
				require.NotNil(t, p.whole)
			}
			frozen.packFor(false, false)
			for i, want := range scores(frozen) {
				require.NotEqual(t, want, rounded[i])
				require.InDeltaSlice(t, want, rounded[i], 0.03)
			}
			aloneAndInCompany(t, l.Freeze().(*scorer))
		})
	}
}

// TestManyTagsAreKeptAsTables: what predicts thousands of tags has the precision of embeddings in files.
func TestManyTagsAreKeptAsTables(t *testing.T) {
	_, l := encoded(t, func(s *Settings) { s.Precision, s.MultiTask = "int4", "upos" }, nil)
	n := l.Freeze().(*scorer).network
	own := n.taggers[0].output
	at := slices.Index(n.matrices(), own)
	require.Equal(t, npz.InInt8, n.precisionOf(at))
	own.cols = manyTags
	require.Equal(t, npz.Precision("int4"), n.precisionOf(at))
	n.precision = ""
	require.Equal(t, npz.Precision(""), n.precisionOf(at))
	require.Equal(t, npz.InInt8, npz.Precision("int4").Factors())
}

// aloneAndInCompany requires that scores of a sentence do not depend on which are read with it.
func aloneAndInCompany(t *testing.T, frozen *scorer) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	for i, sentence := range twoSentences() {
		session, decisions := frozen.NewSession(), asked(&shape, [][]conll.Word{sentence})
		session.Read(sentence)
		session.Score(decisions[:1])
		all := asked(&shape, twoSentences())
		for _, d := range all {
			if d.Input == i {
				company := frozen.NewSession()
				company.Read(twoSentences()...)
				company.Score(all)
				require.Equal(t, decisions[0].Scores, d.Scores)
				break
			}
		}
	}
}
