package model

import (
	"math"

	"parser/model/kernel"
	"parser/model/option"
)

// NN is a network with one hidden layer, see [Network]; its weights follow the
// derivatives of the loss of a reduction by the update of another learner.
type NN struct {
	Rate, Beta, L1, L2 float64 // of the update; 4 and 3 by default
	Hidden             int     // hidden units, 1 to MaxHidden; 5 by default
	Direct             bool    // whether there is a linear part as well, as by default
	Activation         string  // of hidden units: tanh, the default, or relu
	Update             string  // the update of sgd, sgd+ or ftrl; sgd+ by default
	Seed               uint64  // of the initial weights; 1 by default
	Reduced
}

// NNFTRL is NN with the defaults of FTRL for its update.
type NNFTRL NN

// MaxHidden is the largest number of hidden units of a network.
const MaxHidden = 1 << 12

func (n *NN) options() option.List { return n.optionsBy("sgd+", 4, 3) }

func (n *NNFTRL) options() option.List { return (*NN)(n).optionsBy("ftrl", 0.1, 1) }

// optionsBy returns the options, given defaults of those of the update.
func (n *NN) optionsBy(update string, rate, beta float64) option.List {
	b := betaOf(&n.Beta, beta)
	if n.Update == "ftrl" {
		b = b.Positive()
	}
	steps := option.List{rateOf(&n.Rate, rate), b.If(n.Update != "sgd")}
	for _, o := range lambdasOf(&n.L1, &n.L2) {
		steps = append(steps, o.If(n.Update == "ftrl"))
	}
	return append(n.Reduced.options(steps, option.List{
		option.Of("hidden", &n.Hidden, 5, "`N` hidden units").Within(1, MaxHidden),
		option.Of("direct", &n.Direct, true, "a linear part beside the hidden units"),
		option.Of("activation", &n.Activation, "tanh", "of hidden units: `NAME` (tanh, relu)").Among("tanh", "relu"),
		option.Of("update", &n.Update, update, "of the weights: `NAME` (sgd, sgd+, ftrl)").Among("sgd", "sgd+", "ftrl"),
	}), option.Of("seed", &n.Seed, 1, "`N` that the initial weights come from"))
}

// New implements Maker.
func (n NNFTRL) New(classes int) (Learner, error) { return NN(n).New(classes) }

// New implements Maker.
func (n NN) New(classes int) (Learner, error) {
	if err := check(n.options(), classes); err != nil {
		return nil, err
	}
	p := plan{updater: sgd{n.Rate}}
	switch n.Update {
	case "sgd+":
		p = sgdPlus(n.Rate, n.Beta)
	case "ftrl":
		p = plan{updater: ftrl{n.Rate, n.Beta, n.L1, n.L2}}
	}
	linear, err := n.descent(classes, p)
	if err != nil {
		return nil, err
	}
	l := &networkLearner{
		descent: *linear, direct: n.Direct, hidden: n.Hidden, seed: n.Seed,
		in: layer{columns: n.Hidden, updater: p.updater, average: n.Average}, out: layer{columns: classes, updater: p.updater, average: n.Average},
		h: make([]float32, n.Hidden+1), delta: make([]float64, n.Hidden), reach: make([]float64, n.Hidden),
	}
	l.activation, _ = activationOf(n.Activation)
	for j := range n.Hidden {
		l.units = append(l.units, Class(j))
		l.out.add(func(k int) float32 { return l.initial(outputs, uint64(j), k) / float32(math.Sqrt(float64(n.Hidden))) })
	}
	l.out.add(func(int) float32 { return 0 })
	l.in.add(func(j int) float32 { return l.initial(biases, 0, j) / 2 })
	l.h[n.Hidden] = 1
	return l, nil
}

// networkLearner learns a Network: with hidden sums z, h = f(z), scores s and a
// loss ℓ of a reduction, the derivatives are, for a feature present x_i times,
//
//	∂ℓ/∂U_jk = h_j ∂ℓ/∂s_k,   ∂ℓ/∂V_ij = x_i δ_j,   δ_j = f′(z_j) Σ_k U_jk ∂ℓ/∂s_k
//
// and ∂ℓ/∂w_ki as for linear learners (Rumelhart, Hinton & Williams 1986). Each
// weight follows its derivative by the same updater.
//
// Importance-invariant updates take the network as linear in its weights, as it is
// for small changes. Then, with rates ρ, score k moves along its own derivative by
//
//	q_k = Σ_i x_i² ρ_ki + Σ_j h_j² ρ_jk + K_kk,   K_kl = Σ_j f′(z_j)² (Σ_i x_i² ρ_ij) U_jk U_jl
//
// where K is how far changes of V move scores. The K_kl of two classes, by which the
// derivative of one moves the score of the other, have either sign and are left out;
// bounded by Gershgorin's circles they would hold back all updates (3,000 sentences of
// English: LAS 82.9 instead of 83.5, without direct weights 81.8 instead of 83.1).
//
// Initial weights depend on the seed and the feature, hidden unit and class that
// they are for, and on nothing else.
type networkLearner struct {
	descent    // the direct weights, if any; its index numbers the features
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
				kernel.Add(h, n.in.row(row))
			}
		}
	}
	n.activation.apply(h)
}

// Learn makes one update if the loss has a derivative.
func (n *networkLearner) Learn(d *Decision, scores []float32) {
	n.time++
	if !n.gradient.at(d, scores) {
		return
	}
	n.activate(d.Features)
	n.enrol(d.Features)
	switch r := n.updater.(type) {
	case metric:
		n.follow(r)
	case stepper:
		n.descendAll(r)
	}
}

// enrol takes the block of the features, with rows for those that are new.
func (n *networkLearner) enrol(features []uint64) {
	if n.direct {
		n.take(&n.block, features, n.gradient.classes)
	} else {
		n.take(&n.block, features, nil)
	}
	for row := n.in.rows() - 1; row < len(n.index.keys); row++ {
		key := n.index.keys[row]
		n.in.add(func(j int) float32 { return spread * n.initial(inputs, key, j) })
	}
}

// Freeze returns the network, of averaged weights if the learner averages.
func (n *networkLearner) Freeze() Model { return n.freeze() }

// freeze makes the network of the rows of features that take part in scoring.
func (l *networkLearner) freeze() *Network {
	n := &Network{classes: l.classes, hidden: l.hidden, activation: l.activation}
	n.in = l.in.frozen(nil, 0, l.time)
	for row, key := range l.index.keys {
		if int(l.rows[row].seen) >= l.MinUpdates {
			n.keys = append(n.keys, key)
			n.in = l.in.frozen(n.in, row+1, l.time)
		}
	}
	for j := range l.out.rows() {
		n.out = l.out.frozen(n.out, j, l.time)
	}
	if l.direct {
		n.direct = l.matrix.freeze()
	}
	n.link(n.keys, math.MaxInt, func(row int) uint32 { return uint32(row + 1) })
	return n
}

// propagate sets delta to δ for the gradient as it is.
func (n *networkLearner) propagate() {
	for j := range n.delta {
		sum := 0.0
		for i, k := range n.gradient.classes {
			sum += float64(n.out.weights[j*n.classes+int(k)]) * n.gradient.g[i]
		}
		n.delta[j] = sum * n.activation.derivative(float64(n.h[j]))
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
		change(&n.out, j, n.gradient.classes, n.gradient.g, float64(h))
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
	n.measureOut(r, share)
	n.measureIn(r, share)
	n.measureHidden()
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

// measureOut sets the rates of U, where a hidden unit is as good as a feature of
// scale 1, and adds what they do to q.
func (n *networkLearner) measureOut(r metric, share float64) {
	c := len(n.gradient.classes)
	n.rateOut = sized(n.rateOut, len(n.h)*c)
	for j, h := range n.h {
		rate := n.rateOut[j*c : (j+1)*c]
		n.measureRow(r, rate, &n.out, j, n.gradient.classes, n.gradient.g, float64(h), share)
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

// measureHidden adds K_kk to q.
func (n *networkLearner) measureHidden() {
	for j, reach := range n.reach {
		row, slope := n.out.row(j), n.activation.derivative(float64(n.h[j]))
		for i, k := range n.gradient.classes {
			u := slope * float64(row[k])
			n.q[i] += u * u * reach
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

// moveOut moves U by the gradient.
func (n *networkLearner) moveOut() {
	c := len(n.gradient.classes)
	for j, h := range n.h {
		for i, k := range n.gradient.classes {
			at := j*n.classes + int(k)
			n.out.set(at, bounded(float64(n.out.weights[at])-n.rateOut[j*c+i]*n.gradient.g[i]*float64(h)), n.time)
		}
	}
}
