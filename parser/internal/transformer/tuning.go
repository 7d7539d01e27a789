package transformer

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/loops"
)

// TuningSettings say how an encoder learns.
type TuningSettings struct {
	Last    int     // how many of the last layers learn; if that is all of them, the embeddings, too
	Rate    float64 // of the last layer, the highest of the schedule
	Decay   float64 // factor of the rate from each layer to the one before it (Howard & Ruder 2018)
	WarmUp  float64 // part of the training in which the rate rises
	Dropout float64 // of embeddings and of what layers add to their input
	Clip    float64 // the largest norm of a gradient
	Workers int     // goroutines that learn; no result depends on it
	Brief   bool    // products are of bfloat16: quick where loops.HasBFloat16, and results depend on the processor
}

// ErrBFloat16 is the cause when settings ask for products that the processor cannot do quickly.
var ErrBFloat16 = errors.New("this processor cannot multiply matrices of bfloat16; those with AVX-512 BF16 or AMX can")

// Check returns an ErrBFloat16 if the encoder cannot learn so here.
func (s *TuningSettings) Check() error {
	if s.Brief && !loops.HasBFloat16() {
		return ErrBFloat16
	}
	return nil
}

// Tuning is an encoder that learns together with what reads its vectors (Devlin et al. 2019). It belongs to one
// goroutine.
type Tuning struct {
	*Session
	TuningSettings
	random  *rand.Rand
	back    backward
	slopes  []float32          // by the output of a layer
	before  []float32          // … and by its input
	above   []float32          // the gradient by mixed
	dropped []float32          // factors of embeddings
	touched map[int32]*weights // rows of subwords with a gradient since the last step
	steps   int
}

const (
	meanDecay, squareDecay, epsilon = 0.9, 0.999, 1e-8 // of Adam (Kingma & Ba 2015)
)

// NewTuning returns a copy of the encoder that learns. What chance there is comes from random.
func (e *Encoder) NewTuning(t TuningSettings, random *rand.Rand) *Tuning {
	own := e.copied(max(0, e.Layers-t.Last), npz.InSingle, true)
	u := &Tuning{Session: own.newSession(), TuningSettings: t, random: random, touched: map[int32]*weights{}}
	u.traces = make([]trace, e.Layers)
	u.scratch.crew, u.back.crew = u.crew(), u.crew()
	for _, p := range u.learning() {
		p.learn()
	}
	for _, p := range own.parts(0) {
		if t.Brief && p.factor != nil && (p.depth > 0 || u.first() == 0) {
			p.factor.shorten()
		}
	}
	return u
}

// crew returns the goroutines that learn.
func (t *TuningSettings) crew() loops.Crew { return loops.Crew(t.Workers) }

// first returns the first layer that learns.
func (t *Tuning) first() int { return max(0, len(t.layers)-t.Last) }

// learning lists the weights that learn, except rows of subwords.
func (t *Tuning) learning() []part { return t.parts(t.first()) }

// factor returns that of the rate of a layer, 0 for embeddings.
func (t *Tuning) factor(depth int) float64 { return math.Pow(t.Decay, float64(len(t.layers)-depth)) }

// Read is like that of Session.
func (t *Tuning) Read(dst []float32, sentences [][]conll.Word) {
	t.cut(sentences)
	clear(dst[:len(t.counts)*t.Wide()])
	t.gather(t.windows, math.MaxInt)
	t.forward()
	t.deal(dst)
}

// forward reads what is laid out, with other factors each time.
func (t *Tuning) forward() {
	for i := range t.traces {
		for j := range t.traces[i].dropped {
			t.traces[i].dropped[j] = t.drop(t.traces[i].dropped[j])
		}
	}
	t.dropped = t.drop(t.dropped)
	t.run(t.dropped)
}

// drop draws factors for all rows, four of them with each number from random: 16 bits say what is dropped.
func (t *Tuning) drop(factors []float32) []float32 {
	if t.Dropout == 0 {
		return nil
	}
	const all = 1 << 16
	dropped := uint64(math.Round(t.Dropout * all))
	kept := float32(all / float64(all-dropped))
	factors = sized(factors, len(t.ids)*t.Width)
	bits := uint64(0)
	for i := range factors {
		if bits >>= 16; i%4 == 0 {
			bits = t.random.Uint64()
		}
		if factors[i] = kept; bits%all < dropped {
			factors[i] = 0
		}
	}
	return factors
}

// Backward adds the gradient of the weights that learn, given that by the vectors of the words of the last Read.
func (t *Tuning) Backward(words []float32) {
	rows, wide := len(t.ids), t.Wide()
	t.above = sized(t.above, rows*wide)
	clear(t.above)
	for _, u := range t.uses {
		loops.AddScaled(t.above[u.row*wide:][:wide], words[u.word*wide:][:wide], u.share/t.mean())
	}
	t.descend()
	if t.first() == 0 {
		t.addEmbeddings(t.ids, t.places, t.embeddingSlopes(), t.touch)
	}
}

// touch returns the weights of the row of a subword, to be changed by the next step.
func (t *Tuning) touch(id int32) *weights {
	w := t.touched[id]
	if w == nil {
		w = t.subwords.tune(id, t.Embeddings)
		t.touched[id] = w
	}
	return w
}

// descend takes above to the layers that learn, and sets slopes to the gradient by the input of the first of all layers,
// if that learns.
func (t *Tuning) descend() {
	rows, wide, all := len(t.ids), t.Width, t.Wide()
	if !t.final.absent() { // which norms the mean of layers, not a part of it
		for i := range t.above {
			t.above[i] *= t.mean()
		}
		t.final.backward(t.above, t.unnormed, t.above, rows*all/wide, t.finalMoments)
		for i := range t.above {
			t.above[i] /= t.mean()
		}
	}
	if t.Buckets > 0 {
		t.back.relation.normed = sized(t.back.relation.normed, t.relation.rows()*wide)
		clear(t.back.relation.normed)
	}
	t.slopes, t.before = sized(t.slopes, rows*wide), sized(t.before, rows*wide)
	clear(t.slopes)
	for i := len(t.layers) - 1; i >= t.first(); i-- {
		if at := t.place(i); at >= 0 {
			for row := range rows {
				loops.Add(t.slopes[row*wide:][:wide], t.above[row*all+at:][:wide])
			}
		}
		below := t.before
		if i == t.first() && i > 0 {
			below = nil
		}
		t.layers[i].backward(&t.Config, &t.traces[i], &t.scratch, &t.back, t.starts, t.slopes, below)
		t.slopes, t.before = t.before, t.slopes
	}
}

// embeddingSlopes returns the gradient by the sum of embeddings of each row, given slopes, and adds that of the norm and
// the projection after it, and of distances.
func (t *Tuning) embeddingSlopes() []float32 {
	if t.Buckets > 0 {
		t.backwardDistances()
	}
	rows, wide := len(t.ids), t.Embeddings
	multiply(t.slopes, t.dropped)
	slopes := t.slopes
	if t.project != nil {
		t.back.sum = sized(t.back.sum, rows*wide)
		clear(t.back.sum)
		t.project.backward(&t.back, t.back.sum, t.normed, slopes, rows)
		slopes = t.back.sum
	}
	t.back.middle = sized(t.back.middle, rows*wide)
	t.norm.backward(t.back.middle, t.embedded, slopes, rows, t.scratch.moments)
	return t.back.middle
}

// addEmbeddings adds the slopes of rows to the gradients of their embeddings; that of a subword is in what learning
// returns, nil if it does not learn.
func (e *Encoder) addEmbeddings(ids, places []int32, slopes []float32, learning func(id int32) *weights) {
	wide := e.Embeddings
	for i, id := range ids {
		own := slopes[i*wide:][:wide]
		if w := learning(id); w != nil {
			loops.Add(w.gradient, own)
		}
		if e.Absolute() {
			loops.Add(e.positions.gradient[int(places[i])*wide:][:wide], own)
		}
		if e.Kinds > 0 {
			loops.Add(e.kind.gradient, own)
		}
	}
}

// Step takes a step of Adam with the gradients times scale, unless they are not finite; progress is the share of the
// training that is over. Rows of subwords that had no part in the gradient stay as they are, and so do their moments.
func (t *Tuning) Step(scale, progress float64) (finite bool) {
	all := t.learning()
	for _, id := range slices.Sorted(maps.Keys(t.touched)) {
		all = append(all, part{weights: t.touched[id]})
	}
	clear(t.touched)
	return t.step(all, scale, progress)
}

// step takes a step of all weights that learn.
func (t *Tuning) step(all []part, scale, progress float64) (finite bool) {
	of := make([]float64, len(all))
	t.crew().Each(len(all), func(i int) { of[i] = loops.SumSquares(all[i].gradient) })
	squares := 0.0
	for _, x := range of {
		squares += x
	}
	if squares-squares != 0 {
		return false
	}
	if norm := scale * math.Sqrt(squares); norm > t.Clip {
		scale *= t.Clip / norm
	}
	t.steps++
	rate := t.Rate * math.Sqrt(1-math.Pow(squareDecay, float64(t.steps))) / (1 - math.Pow(meanDecay, float64(t.steps)))
	if progress < t.WarmUp {
		rate *= progress / t.WarmUp
	} else {
		rate *= max(0, 1-progress) / (1 - t.WarmUp)
	}
	t.crew().Each(len(all), func(i int) {
		all[i].step(rate*t.factor(all[i].depth), scale)
		all[i].pack(true)
	})
	return true
}

// Freeze returns an encoder of the weights as they are, rounded to what a model file will have: half precision, or that in
// which it holds the encoder.
func (t *Tuning) Freeze() *Encoder {
	if t.held == nil {
		return t.copied(t.first(), npz.InHalf, false)
	}
	own := t.copied(t.first(), t.held.precision.Factors(), false)
	if own.TunedIn = t.held.precision.Factors(); t.first() == 0 {
		own.subwords = t.rounded(t.held.precision)
	}
	return own
}

// Sync stores what was learned in a record, or sets it.
func (t *Tuning) Sync(r *npz.Record) {
	r.Numbers("steps", &t.steps)
	for _, p := range t.learning() {
		p.keep(r.Part(p.name))
	}
	ids := t.subwords.ids()
	npz.KeepItems(r, "subwords", &ids)
	for _, id := range ids {
		if id < 0 || int(id) >= t.Vocabulary {
			r.Check(false, "subwords")
			return
		}
		if t.first() == 0 {
			t.subwords.tune(id, t.Embeddings).keep(r.Part(fmt.Sprint("subword/", id)))
		}
	}
	if r.Reading() && r.Err() == nil {
		for _, p := range t.learning() {
			p.pack(true)
		}
	}
}
