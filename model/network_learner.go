package model

import "math"

// networkLearner learns a Network: with hidden sums z, h = f(z), scores s and a
// loss ℓ of a reduction, the derivatives are, for a feature present x_i times,
//
//	∂ℓ/∂U_jk = h_j ∂ℓ/∂s_k,   ∂ℓ/∂V_ij = x_i δ_j,   δ_j = f′(z_j) Σ_k U_jk ∂ℓ/∂s_k
//
// and ∂ℓ/∂w_ki as for linear learners (Rumelhart, Hinton & Williams 1986). Each
// weight follows its derivative by the same rule.
//
// Importance-invariant updates take the network as linear in its weights, as it is
// for small changes. Then, with rates ρ, score k moves along its own derivative by
//
//	q_k = Σ_i x_i² ρ_ki + Σ_j h_j² ρ_jk + Σ_l |K_kl|,   K_kl = Σ_j f′(z_j)² (Σ_i x_i² ρ_ij) U_jk U_jl
//
// where the last sum, by Gershgorin's circles, bounds how far changes of V, which
// concern all scores, move this one.
//
// Initial weights depend on the seed and the feature, hidden unit and class that
// they are for, and on nothing else.
type networkLearner struct {
	gradient   // the direct weights, if any; its index numbers the features
	direct     bool
	hidden     int
	activation activation
	seed       uint64
	in, out    layer
	units      []Class // 0, 1 … hidden−1: the columns of in

	h       []float32 // activations, and 1 for the biases
	delta   []float64
	reach   []float64 // of each unit, Σ_i x_i² ρ_ij
	rateIn  []float64 // row by row of the block, and of the biases
	rateOut []float64
	now     load
}

func newNetwork(s Spec, classes int) Learner {
	n := &networkLearner{gradient: *gradientWith(s, classes, s.planOf(s.Update)), direct: s.Direct, hidden: s.Hidden, seed: s.Seed}
	n.activation, _ = activationOf(s.Activation)
	n.in = layer{columns: s.Hidden, rule: n.rule, average: s.Average}
	n.out = layer{columns: classes, rule: n.rule, average: s.Average}
	for j := range s.Hidden {
		n.units = append(n.units, Class(j))
		n.out.add(func(k int) float32 { return n.initial(outputs, uint64(j), k) / float32(math.Sqrt(float64(s.Hidden))) })
	}
	n.out.add(func(int) float32 { return 0 })
	n.in.add(func(j int) float32 { return n.initial(biases, 0, j) / 2 })
	n.h = make([]float32, s.Hidden+1)
	n.h[s.Hidden] = 1
	n.delta, n.reach = make([]float64, s.Hidden), make([]float64, s.Hidden)
	return n
}

// Kinds of initial weights, each at random in a way of its own.
const (
	inputs = iota
	outputs
	biases
)

// spread is the size of the initial weights of features: the sums of a hundred
// of them are about ½.
const spread = 0.1

// initial returns a number in [−1, 1).
func (n *networkLearner) initial(kind, row uint64, column int) float32 {
	const kinds, bits = 4, 24
	random := scatter(scatter(scatter(n.seed*kinds+kind+1)+row) + uint64(column))
	return float32(random>>(64-bits))/(1<<(bits-1)) - 1
}

// Score sets dst to the scores under the current, not averaged, weights.
func (n *networkLearner) Score(dst []float32, features []uint64) {
	n.activate(features)
	output(dst, n.out.weights, n.h[:n.hidden])
	if n.direct {
		n.addScores(dst, features)
	}
}

// activate sets h for the features that are known.
func (n *networkLearner) activate(features []uint64) {
	h := n.h[:n.hidden]
	copy(h, n.in.row(0))
	for len(features) > 0 && len(n.rows) > 0 {
		some := features[:min(gathered, len(features))]
		features = features[len(some):]
		var rows [gathered]uint32
		n.index.locate(&rows, some)
		for i := range some {
			if row := int(rows[i]); row > 0 && int(n.rows[row-1].seen) >= n.MinUpdates {
				addTo(h, n.in.row(row))
			}
		}
	}
	n.activation.apply(h)
}

// Learn makes one update if the loss has a derivative.
func (n *networkLearner) Learn(d *Decision, scores []float32) {
	n.time++
	if !n.slope.at(d, scores) {
		return
	}
	n.activate(d.Features)
	n.enrol(d.Features)
	switch r := n.rule.(type) {
	case metric:
		n.follow(r)
	case stepper:
		n.descendAll(r)
	}
}

// enrol takes the block of the features, with rows for those that are new.
func (n *networkLearner) enrol(features []uint64) {
	if n.direct {
		n.take(&n.block, features, n.slope.classes)
	} else {
		n.take(&n.block, features, nil)
	}
	for row := n.in.rows() - 1; row < len(n.index.keys); row++ {
		key := n.index.keys[row]
		n.in.add(func(j int) float32 { return spread * n.initial(inputs, key, j) })
	}
}

// propagate sets delta to δ for the slope as it is.
func (n *networkLearner) propagate() {
	for j := range n.delta {
		sum := 0.0
		for i, k := range n.slope.classes {
			sum += float64(n.out.weights[j*n.classes+int(k)]) * n.slope.g[i]
		}
		n.delta[j] = sum * n.activation.slope(float64(n.h[j]))
	}
}

// derive sets dst to x times each of g.
func derive(dst, g []float64, x float64) []float64 {
	dst = dst[:0]
	for _, g := range g {
		dst = append(dst, g*x)
	}
	return dst
}

// inputRow returns the row of V and the value of the i-th input of the block; the
// last is the bias.
func (n *networkLearner) inputRow(i int) (row int, x float64) {
	if i == len(n.block.rows) {
		return 0, 1
	}
	return n.block.rows[i] + 1, float64(n.block.values[i])
}

// descendAll makes an update by a stepper.
func (n *networkLearner) descendAll(r stepper) {
	n.propagate()
	change := func(l *layer, row int, columns []Class, g []float64, x float64) {
		l.fetch(&n.now, row, columns)
		n.now.g = derive(n.now.g, g, x)
		r.step(n.now.w, n.now.now, n.now.g)
		l.put(&n.now, row, columns, n.time)
	}
	for j, h := range n.h {
		change(&n.out, j, n.slope.classes, n.slope.g, float64(h))
	}
	for i := range len(n.block.rows) + 1 {
		row, x := n.inputRow(i)
		change(&n.in, row, n.units, n.delta, x)
	}
	n.step(r)
}

// follow makes an update by a metric.
func (n *networkLearner) follow(r metric) {
	share := n.normalise(n.shrinkAll)
	n.measure(r, share)
	n.propagate()
	n.measureOut(r)
	n.measureIn(r, share)
	n.bound()
	n.flow()
	n.propagate()
	n.moveIn()
	n.moveOut()
	n.descend()
}

// shrinkAll multiplies all weights of a feature.
func (n *networkLearner) shrinkAll(row int, factor float64) {
	n.shrink(row, factor)
	for k, w := range n.in.row(row + 1) {
		n.in.set((row+1)*n.hidden+k, bounded(factor*float64(w)), n.time)
	}
}

// measureRow sets dst to the rates of some columns of a row, times share.
func (n *networkLearner) measureRow(r metric, dst []float64, l *layer, row int, columns []Class, g []float64, x, share float64) {
	l.fetch(&n.now, row, columns)
	n.now.g = derive(n.now.g, g, x)
	r.rates(dst, n.now.now, n.now.g)
	l.put(&n.now, row, columns, n.time)
	for i := range dst {
		dst[i] *= share
	}
}

// measureOut sets the rates of U, whose inputs, at most 1 for tanh, are normalised
// by their number, and adds what they do to q.
func (n *networkLearner) measureOut(r metric) {
	share, c := 1.0, len(n.slope.classes)
	if n.norms != nil {
		share = 1 / math.Sqrt(float64(len(n.h)))
	}
	n.rateOut = sized(n.rateOut, len(n.h)*c)
	for j, h := range n.h {
		rate := n.rateOut[j*c : (j+1)*c]
		n.measureRow(r, rate, &n.out, j, n.slope.classes, n.slope.g, float64(h), share)
		for k := range rate {
			n.q[k] += float64(h) * float64(h) * rate[k]
		}
	}
}

// measureIn sets the rates of V and reach.
func (n *networkLearner) measureIn(r metric, share float64) {
	clear(n.reach)
	n.rateIn = sized(n.rateIn, (len(n.block.rows)+1)*n.hidden)
	for i := range len(n.block.rows) + 1 {
		row, x := n.inputRow(i)
		share := share
		if row > 0 {
			share *= n.scaled(i)
		}
		rate := n.rateIn[i*n.hidden : (i+1)*n.hidden]
		n.measureRow(r, rate, &n.in, row, n.units, n.delta, x, share)
		for j := range rate {
			n.reach[j] += x * x * rate[j]
		}
	}
}

// bound adds Σ_l |K_kl|, or rather what it is at most, to q.
func (n *networkLearner) bound() {
	for j, reach := range n.reach {
		row, sum := n.out.row(j), 0.0
		for _, k := range n.slope.classes {
			sum += math.Abs(float64(row[k]))
		}
		slope := n.activation.slope(float64(n.h[j]))
		for i, k := range n.slope.classes {
			n.q[i] += slope * slope * reach * math.Abs(float64(row[k])) * sum
		}
	}
}

// moveIn moves V by δ.
func (n *networkLearner) moveIn() {
	for i := range len(n.block.rows) + 1 {
		row, x := n.inputRow(i)
		for j, w := range n.in.row(row) {
			n.in.set(row*n.hidden+j, bounded(float64(w)-n.rateIn[i*n.hidden+j]*n.delta[j]*x), n.time)
		}
	}
}

// moveOut moves U by the slope.
func (n *networkLearner) moveOut() {
	c := len(n.slope.classes)
	for j, h := range n.h {
		for i, k := range n.slope.classes {
			at := j*n.classes + int(k)
			n.out.set(at, bounded(float64(n.out.weights[at])-n.rateOut[j*c+i]*n.slope.g[i]*float64(h)), n.time)
		}
	}
}

// Freeze returns the network, of averaged weights if the learner averages.
func (n *networkLearner) Freeze() Model { return n.freeze() }
