package model

import (
	"math"

	"parser/model/npz"
	"parser/model/option"
)

// weightOptions says how a learner keeps its weights.
type weightOptions struct {
	Average    bool // whether Freeze returns the mean of the weights after each decision
	MinUpdates int  // updates that a feature needs before it takes part in scoring, at most 255
}

func (w *weightOptions) options(average bool, others ...option.Option) option.List {
	return append(others,
		option.Of("average", &w.Average, average, "take the mean of the weights over time"),
		option.Of("min-updates", &w.MinUpdates, 0, "`N` updates that a feature needs before it counts").Within(0, math.MaxUint8),
	)
}

func (w *weightOptions) matrix(classes int) matrix {
	return matrix{
		weights: weights{average: w.Average}, MinUpdates: max(1, w.MinUpdates),
		classes: classes, spans: make([]span, 1), column: make([]uint16, classes),
	}
}

// weights are learned numbers, each with the state that its update needs and, if they average,
// the sum from which the mean of the weight over time is computed lazily: with u = Σ t·Δ_t over
// the changes Δ_t made at decision t, the mean of the initial weight and the weights after each of
// T decisions is w − u/(T+1) (Daumé 2006, Figure 2.3).
type weights struct {
	weight  []float32
	width   int     // numbers of state per weight
	average bool    // whether Freeze returns means
	time    float64 // decisions so far, t above
	state   []float32
	sums    []float64 // u of each weight, if they average

	// The block is what an update touches: rows, each for an input of value x. The inputs of a
	// matrix are features, each once; x is how often the feature is present.
	rows   []int
	values []float32 // x of each row, or of each place
	places []uint32  // of the weights, row by row, the same number for each row
	pace   []float64 // the factor of the rates of each row
	rates  []float64 // of the weights, see measure
}

// maxWeight bounds the size of a weight, so that scores are finite for any options and costs: the
// sum of a million such weights is finite, and so is that sum times another weight.
const maxWeight = 1e15

func bounded(x float64) float32 { return float32(min(max(x, -maxWeight), maxWeight)) }

// set changes a weight. In this package products are converted before they are added to something, since the
// compiler fuses the two for some processors otherwise, and models would depend on the processor.
func (w *weights) set(at uint32, weight float32) {
	if w.average {
		w.sums[at] += float64(w.time * (float64(weight) - float64(w.weight[at])))
	}
	w.weight[at] = weight
}

func (w *weights) move(at uint32, delta float64) { w.set(at, bounded(float64(w.weight[at])+delta)) }

func (w *weights) scale(start, n uint32, factor float64) {
	for at := start; at < start+n; at++ {
		w.set(at, bounded(factor*float64(w.weight[at])))
	}
}

func (w *weights) frozen(at uint32) float32 {
	if !w.average {
		return w.weight[at]
	}
	return float32(float64(w.weight[at]) - w.sums[at]/(w.time+1))
}

// keep keeps everything except the block.
func (w *weights) keep(r *npz.Record) {
	npz.KeepItems(r, "weights", &w.weight)
	npz.KeepItems(r, "state", &w.state)
	npz.KeepItems(r, "sums", &w.sums)
	r.Numbers("time", &w.time)
	sums := 0
	if w.average {
		sums = len(w.weight)
	}
	r.Check(len(w.state) == w.width*len(w.weight) && len(w.sums) == sums, "weights")
}

func (w *weights) of(i int) []uint32 {
	n := len(w.places) / len(w.rows)
	return w.places[i*n : (i+1)*n]
}

func (w *weights) stateOf(at uint32) []float32 {
	return w.state[int(at)*w.width : (int(at)+1)*w.width]
}

// x returns the input of place k of row i.
func (w *weights) x(i, k int) float64 {
	if len(w.values) > len(w.rows) {
		i = i*(len(w.places)/len(w.rows)) + k
	}
	return float64(w.values[i])
}

// follow changes the weights of the block by the steps of an updater. With g the derivatives of a
// loss by the sums of the rows, the derivative by a weight is x·g.
func (w *weights) follow(u *updater, g []float64) {
	for i := range w.rows {
		for k, at := range w.of(i) {
			w.set(at, u.step(w.weight[at], w.stateOf(at), g[k]*w.x(i, k)))
		}
	}
}

// measure sets the rates of the block, and adds Σ x²ρ to reach: how far the rates let each sum move.
func (w *weights) measure(u *updater, g, reach []float64) {
	w.rates = w.rates[:0]
	for i := range w.rows {
		for k, at := range w.of(i) {
			x := w.x(i, k)
			rate := u.rate(w.stateOf(at), g[k]*x) * w.pace[i]
			w.rates = append(w.rates, rate)
			reach[k] += float64(x * x * rate)
		}
	}
}

func (w *weights) descend(g []float64) {
	for i := range w.rows {
		n := len(w.of(i))
		for k, at := range w.of(i) {
			w.move(at, float64(-w.rates[i*n+k]*g[k]*w.x(i, k)))
		}
	}
}

// layer is full rows of weights, of the same length.
type layer struct {
	weights
	columns int
}

func (l *layer) row(i int) []float32 { return l.weight[i*l.columns : (i+1)*l.columns] }

func (l *layer) add(u *updater, weight func(column int) float32) {
	for k := range l.columns {
		at := uint32(len(l.weight))
		l.weight, l.state = append(l.weight, weight(k)), append(l.state, make([]float32, l.width)...)
		if l.average {
			l.sums = append(l.sums, 0)
		}
		if w := l.weight[at]; w != 0 && u.begin != nil {
			u.begin(w, l.stateOf(at))
		}
	}
}

// open makes the block these columns of its rows.
func (l *layer) open(columns []Class) {
	l.places = l.places[:0]
	for _, row := range l.rows {
		for _, k := range columns {
			l.places = append(l.places, uint32(row*l.columns+int(k)))
		}
	}
}

func (l *layer) appendFrozen(dst []float32, i int) []float32 {
	for k := range l.columns {
		dst = append(dst, l.frozen(uint32(i*l.columns+k)))
	}
	return dst
}
