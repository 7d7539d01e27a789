package model

// weights are numbers that are learned, each with as many numbers of state as its update
// needs and, if they average, the sum from which the mean of the weight over time is
// computed lazily: with u = Σ t·Δ_t over the changes Δ_t made at decision t, the mean of
// the initial weight and those after each of T decisions is w − u/(T+1) (Daumé 2006,
// Figure 2.3).
type weights struct {
	cells []cell    // of the sparse rows of a matrix, or
	dense []float32 // of the full ones of a layer

	width   int     // numbers of state per weight
	average bool    // whether Freeze returns means
	time    float64 // decisions so far, t above
	state   []float32
	sums    []float64 // u of each weight, if they average
}

// cell is one weight of a sparse row.
type cell struct {
	class  uint32
	weight float32
}

// maxWeight bounds the size of a weight, so that scores are finite whatever the
// options and costs: the sum of a million such weights is, and so is it times
// another one.
const maxWeight = 1e15

// bounded returns x as a weight within maxWeight.
func bounded(x float64) float32 { return float32(min(max(x, -maxWeight), maxWeight)) }

func (w *weights) weight(at uint32) *float32 {
	if w.cells != nil {
		return &w.cells[at].weight
	}
	return &w.dense[at]
}

// set changes a weight.
func (w *weights) set(at uint32, weight float32) {
	old := w.weight(at)
	if w.average {
		w.sums[at] += w.time * (float64(weight) - float64(*old))
	}
	*old = weight
}

// move adds delta to a weight, as far as maxWeight allows.
func (w *weights) move(at uint32, delta float64) { w.set(at, bounded(float64(*w.weight(at))+delta)) }

// scale multiplies the n weights from start by a factor.
func (w *weights) scale(start, n uint32, factor float64) {
	for at := start; at < start+n; at++ {
		w.set(at, bounded(factor*float64(*w.weight(at))))
	}
}

// frozen returns the weight that Freeze keeps.
func (w *weights) frozen(at uint32) float32 {
	if !w.average {
		return *w.weight(at)
	}
	return float32(float64(*w.weight(at)) - w.sums[at]/(w.time+1))
}

// block is what an update touches of some weights: rows of n weights, each for an input
// of value x. Of a matrix the inputs are features, each once, x how often it is present.
type block struct {
	rows   []int
	values []float32 // x of each row
	pace   []float64 // what to multiply the rates of each row by
	n      int       // weights of a row
	places []uint32  // of the weights, row by row
	column []uint16  // scratch for cellsOf, by class
}

// of returns the places of the i-th row.
func (b *block) of(i int) []uint32 { return b.places[i*b.n : (i+1)*b.n] }

// part is some weights of a learner that follows derivatives, and a block of them. With g
// the derivatives of the loss by what the rows add up to, that by a weight is x·g.
type part struct {
	*weights
	block
	rate []float64 // of each weight of the block
	// one row of the block, for an updater to work on:
	g      []float64
	w, now []float32 // weights and their state
}

// fetch loads the i-th row of the block.
func (p *part) fetch(i int, g []float64) {
	x := float64(p.values[i])
	p.g, p.w, p.now = p.g[:0], p.w[:0], p.now[:0]
	for k, at := range p.of(i) {
		p.g, p.w = append(p.g, g[k]*x), append(p.w, *p.weight(at))
		for j := int(at) * p.width; j < (int(at)+1)*p.width; j++ {
			p.now = append(p.now, p.state[j])
		}
	}
}

// put puts back the state of the i-th row.
func (p *part) put(i int) {
	for k, at := range p.of(i) {
		for j := range p.width {
			p.state[int(at)*p.width+j] = p.now[k*p.width+j]
		}
	}
}

// step changes the weights of the block by a stepper.
func (p *part) step(r stepper, g []float64) {
	for i := range p.values {
		p.fetch(i, g)
		r.step(p.w, p.now, p.g)
		for k, at := range p.of(i) {
			p.set(at, p.w[k])
		}
		p.put(i)
	}
}

// measure sets the rates of the block, and adds to reach how far they let each of the
// sums move, Σ x²ρ.
func (p *part) measure(r metric, g, reach []float64) {
	p.rate = sized(p.rate, len(p.places))
	for i, x := range p.values {
		p.fetch(i, g)
		rate := p.rate[i*p.n : (i+1)*p.n]
		r.rates(rate, p.now, p.g)
		p.put(i)
		for k := range rate {
			rate[k] *= p.pace[i]
			reach[k] += float64(x) * float64(x) * rate[k]
		}
	}
}

// descend moves the weights of the block by their rates.
func (p *part) descend(g []float64) {
	for i, x := range p.values {
		for k, at := range p.of(i) {
			p.move(at, -p.rate[i*p.n+k]*g[k]*float64(x))
		}
	}
}
