package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/loops"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
)

// Words make vectors of words in their sentences: a [transformer.Encoder], or a [transformer.Store] of what it has made.
type Words interface{ NewReader() transformer.Reader }

// contextual joins the vectors of words to their embeddings. With m and d the mean and the deviation of each element in the
// training data, the first encoder reads
//
//	c·(x − m)/d
//
// since a few elements of hidden states are many times larger than the others (Timkey & van Schijndel 2021). Of a vector
// with the states of several layers side by side it reads a mixture that is learned (Peters et al. 2018),
//
//	c·γ·Σ_j softmax(w)_j·(x_j − m_j)/d_j
type contextual struct {
	settings  transformer.Settings
	encoder   *transformer.Encoder // the weights as they learn and as files have them, if some were tuned
	words     Words                // … or as words are read, maybe in whole numbers
	mean      *matrix              // m: 1 × elements of a vector
	deviation *matrix              // d: 1 × elements of a vector
	mixture   *matrix              // w, then γ: 1 × (layers + 1); nil without a mixture
	tuning    *transformer.Tuning  // of a learner; nil where the encoder stays as it is
	tuned     int                  // how many of its last layers are not those of its folder
}

// contextScale is c; README.md has others.
const contextScale = 0.2

// newContext returns a context of an encoder whose last layers were tuned or will be.
func newContext(e *transformer.Encoder, s transformer.Settings, tuned int) *contextual {
	exact := s
	exact.Bytes = s.Bytes && tuned == 0
	e = e.With(exact)
	c := &contextual{
		settings: s, encoder: e, words: e, tuned: tuned,
		mean: newMatrix("context/mean", 1, e.Wide(), zeros), deviation: newMatrix("context/deviation", 1, e.Wide(), zeros),
	}
	if s != exact {
		c.words = e.With(s)
	}
	if e.Each {
		layers := e.Last()
		c.mixture = newMatrix("context/mixture", 1, layers+1, func(m *matrix, _ *rand.Rand) { m.weights[layers] = 1 })
	}
	return c
}

// bytes reports whether products are of whole numbers of 8 bits, also those of the network that reads the vectors; there
// may be no context.
func (c *contextual) bytes() bool { return c != nil && c.settings.Bytes }

// matrices returns those of files; there may be no context.
func (c *contextual) matrices() []*matrix {
	switch {
	case c == nil:
		return nil
	case c.mixture == nil:
		return []*matrix{c.mean, c.deviation}
	}
	return []*matrix{c.mean, c.deviation, c.mixture}
}

// shares returns the factor of each layer, γ·softmax(w), and softmax(w).
func (c *contextual) shares() (shares, softmax []float32) {
	if c.mixture == nil {
		return []float32{1}, []float32{1}
	}
	layers := c.mixture.cols - 1
	softmax = slices.Clone(c.mixture.weights[:layers])
	softmaxRow(softmax)
	for _, p := range softmax {
		shares = append(shares, p*c.mixture.weights[layers])
	}
	return shares, softmax
}

// width returns how many numbers of a word the first encoder reads; 0 if there is no context.
func (c *contextual) width() int {
	if c == nil {
		return 0
	}
	return c.encoder.Width
}

// newReader returns a reader of vectors as they are now; nil if there is no context.
func (c *contextual) newReader() transformer.Reader {
	switch {
	case c == nil:
		return nil
	case c.tuning != nil:
		return c.tuning.NewReader()
	}
	return c.words.NewReader()
}

// settled returns a context like c that reads another encoder, with the same weights, as it is.
func (c *contextual) settled(e *transformer.Encoder) *contextual {
	own := newContext(e, c.settings, 0)
	own.mean, own.deviation, own.mixture = c.mean, c.deviation, c.mixture
	return own
}

// learning returns the reader of the session that learns: the encoder itself, if that learns, too.
func (c *contextual) learning() transformer.Reader {
	if c != nil && c.tuning != nil {
		return c.tuning
	}
	return c.newReader()
}

// begin lets the encoder learn, if a kind says so, and measures the vectors that it begins with. There may be no context.
func (c *contextual) begin(k Kind, l *score.TrainingSet) {
	if c == nil {
		return
	}
	if k.Finetune > 0 {
		c.tuning = c.encoder.NewTuning(k.tuning(l.Workers), l.Random)
	}
	c.measure(l.GoldOnes(), l.Workers)
}

// frozen returns a context whose weights do not change.
func (c *contextual) frozen() *contextual {
	if c == nil {
		return nil
	}
	if c.tuning != nil {
		return newContext(c.tuning.Freeze(), c.settings, c.tuned)
	}
	f := newContext(c.encoder, c.settings, c.tuned)
	f.words = c.words
	return f
}

// context returns what joins the vectors of the kind's encoder; nil if it has none.
func (k Kind) context() *contextual {
	if k.Transformer == nil {
		return nil
	}
	c := newContext(k.Transformer, k.Mixture(), min(k.Finetune, k.Transformer.Layers))
	if k.Words != nil {
		c.words = k.Words
	}
	return c
}

// tuning returns how the encoder learns; warm-up, dropout and clipping are the usual ones (Devlin et al. 2019).
func (k Kind) tuning(workers int) transformer.TuningSettings {
	return transformer.TuningSettings{
		Last: k.Finetune, Rate: k.FinetuneRate, Decay: k.FinetuneDecay, WarmUp: 0.1, Dropout: 0.1, Clip: 1, Workers: workers,
		Brief: k.FinetuneBrief,
	}
}

// Transformer returns the encoder whose vectors of words the network reads, as it reads them; nil if there is no such encoder.
func (t *scorer) Transformer() *transformer.Encoder {
	if t.context == nil {
		return nil
	}
	if e, ok := t.context.words.(*transformer.Encoder); ok {
		return e
	}
	return t.context.encoder
}

// Learned returns the encoder of the network with the weights that the model has learned; nil if there is no such encoder.
func (t *scorer) Learned() *transformer.Encoder {
	if t.context == nil {
		return nil
	}
	return t.context.encoder
}

// Settled returns the scorer with the encoder that it has learned as one that its model holds, so that others in the file
// can read it, too, and that encoder, which has its identity from a digest of the model. Both are nil if the scorer has
// learned none, or if its model holds none.
func (t *scorer) Settled(digest string) (score.Scorer, *transformer.Encoder, error) {
	if t.context == nil || t.context.tuned == 0 || t.context.encoder.HeldIn() == "" {
		return nil, nil, nil
	}
	e, err := t.context.encoder.Lent(digest)
	if err == nil {
		e, err = e.Hold(t.context.encoder.HeldIn())
	}
	if err != nil {
		return nil, nil, err
	}
	n := *t.network
	n.context = n.context.settled(e)
	return &scorer{n.freeze(n.precision)}, e, nil
}

// sampled is the number of words, about, by which the elements of vectors are measured.
const sampled = 20_000

// atOnce is the number of sentences that are read side by side.
const atOnce = 64

// measure sets mean and deviation by sentences from all over the training data.
func (c *contextual) measure(sentences [][]conll.Word, workers int) {
	var sample [][]conll.Word
	for i := 0; i < len(sentences); i += max(1, score.Words(sentences)/sampled) {
		sample = append(sample, sentences[i])
	}
	wide, n := c.encoder.Wide(), 0.0
	sum, squares := make([]float64, wide), make([]float64, wide)
	readers, vectors := make([]transformer.Reader, max(1, workers)), [atOnce][]float32{}
	for i := range readers {
		readers[i] = c.newReader()
	}
	for some := range slices.Chunk(sample, atOnce) {
		loops.Crew(workers).Each(len(readers), func(k int) {
			for i := k; i < len(some); i += len(readers) {
				vectors[i] = sized(vectors[i], len(some[i])*wide)
				readers[k].Read(vectors[i], some[i:i+1])
			}
		})
		for i, sentence := range some {
			for j, x := range vectors[i] {
				sum[j%wide] += float64(x)
				squares[j%wide] += float64(float64(x) * float64(x))
			}
			n += float64(len(sentence))
		}
	}
	for j := range wide {
		mean := sum[j] / n
		c.mean.weights[j] = float32(mean)
		c.deviation.weights[j] = float32(math.Sqrt(max(leastVariance, squares[j]/n-float64(mean*mean))))
	}
}

// leastVariance is that of an element which is always the same.
const leastVariance = 1e-6

// eachContext yields, for each word, where its vector begins in the input of the first encoder, and its number in the
// order of a [transformer.Reader].
func (s *session) eachContext(yield func(at, word int)) {
	wide := s.encoders[0].widths().in
	first := wide - s.context.width()
	word := 0
	for sentence, words := range s.sentences {
		for position := range words {
			yield(s.row(sentence, position+1)*wide+first, word)
			word++
		}
	}
}

// readContext adds vectors of words to the input of the first encoder.
func (s *session) readContext() {
	wide, all := s.context.width(), s.context.encoder.Wide()
	s.vectors = sized(s.vectors, score.Words(s.sentences)*all)
	s.reader.Read(s.vectors, s.sentences)
	in, mean, deviation := s.layers[0].in, s.context.mean.weights, s.context.deviation.weights
	shares, _ := s.context.shares()
	s.eachContext(func(at, word int) {
		row := in[at : at+wide]
		for layer, share := range shares {
			for j := range row {
				k := layer*wide + j
				x := contextScale * (s.vectors[word*all+k] - mean[k]) / deviation[k]
				if layer == 0 {
					row[j] = share * x
				} else {
					row[j] += float32(share * x)
				}
			}
		}
	})
}

// backwardContext takes the gradient by the input of the first encoder to the mixture and, if it learns, to the transformer.
func (l *learner) backwardContext(slopes []float32) {
	c := l.context
	if c == nil || c.tuning == nil && c.mixture == nil {
		return
	}
	wide, all, mean, deviation := c.width(), c.encoder.Wide(), c.mean.weights, c.deviation.weights
	shares, softmax := c.shares()
	sums := make([]float64, len(shares)) // of each layer, the gradient by its share
	l.eachContext(func(at, word int) {
		vector := l.vectors[word*all:][:all]
		for layer, share := range shares {
			for j, slope := range slopes[at : at+wide] {
				k := layer*wide + j
				sums[layer] += float64(slope * (contextScale * (vector[k] - mean[k]) / deviation[k]))
				vector[k] = share * (slope * contextScale / deviation[k])
			}
		}
	})
	if c.mixture != nil {
		gradient, last := c.mixture.gradient, len(shares)
		whole := 0.0
		for layer, p := range softmax {
			whole += float64(float64(p) * sums[layer])
		}
		gradient[last] += float32(whole)
		for layer, share := range shares {
			gradient[layer] += float32(float64(share) * (sums[layer] - whole))
		}
	}
	if c.tuning != nil {
		c.tuning.Backward(l.vectors)
	}
}

// contextHead names the transformer that a network reads.
type contextHead struct {
	transformer.Identity
	transformer.Settings
	Tuned   int           `json:",omitempty"` // how many of its last layers are in the file
	TunedIn npz.Precision `json:",omitempty"` // … in which precision; "" for half
}

// tunedEntry begins the names of entries with weights of a transformer.
const tunedEntry = "transformer/"

// loadContext finds the transformer of a head, nil without one.
func (k Kind) loadContext(arrays *npz.Arrays, prefix string, h *contextHead) (*contextual, error) {
	if h == nil {
		return nil, nil
	}
	if k.Find == nil {
		return nil, fmt.Errorf("%w: the model reads the encoder %s, which is not looked for here", transformer.ErrEncoder, h.Name)
	}
	e, err := k.Find(h.Identity)
	if err == nil {
		e, err = e.WithTuned(arrays, prefix+tunedEntry, h.Tuned, h.TunedIn)
	}
	if err != nil {
		return nil, err
	}
	return newContext(e, h.Settings, h.Tuned), nil
}
