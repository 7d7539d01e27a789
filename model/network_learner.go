package model

import (
	"math"
	"slices"

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
		descent: linear, linear: n.Direct, hidden: n.Hidden, seed: n.Seed, in: n.layer(n.Hidden, p), out: n.layer(classes, p),
		h: make([]float32, n.Hidden+1), delta: make([]float64, n.Hidden), reach: make([]float64, n.Hidden),
	}
	if n.Activation == "relu" {
		l.activation = relu
	}
	for j := range n.Hidden {
		l.units = append(l.units, Class(j))
		l.out.rows = append(l.out.rows, j)
		l.out.add(p, func(k int) float32 { return l.initial(outputs, uint64(j), k) / float32(math.Sqrt(float64(n.Hidden))) })
	}
	l.out.rows = append(l.out.rows, n.Hidden)
	l.out.add(p, func(int) float32 { return 0 })
	l.in.add(p, func(j int) float32 { return l.initial(biases, 0, j) / 2 })
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
	*descent        // the direct weights, if any; its index numbers the features
	linear     bool // whether there are direct weights
	hidden     int
	activation activation
	seed       uint64
	in, out    layer   // V with a first row of biases, U with a last one
	units      []Class // 0, 1 … hidden−1: the columns of in

	h     []float32 // activations, and 1 for the biases
	delta []float64
	reach []float64 // of each unit, Σ_i x_i² ρ_ij
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
	output(dst, n.out.dense, n.h[:n.hidden])
	if n.linear {
		n.addScores(dst, features)
	}
}

// activate sets h for the features that are known.
func (n *networkLearner) activate(features []uint64) {
	h := n.h[:n.hidden]
	copy(h, n.in.row(0))
	if len(n.rows) > 0 {
		for some := range slices.Chunk(features, gathered) {
			var rows [gathered]uint32
			n.index.locate(&rows, some)
			for i := range some {
				if row := int(rows[i]); row > 0 && int(n.rows[row-1].seen) >= n.MinUpdates {
					kernel.Add(h, n.in.row(row))
				}
			}
		}
	}
	n.activation.apply(h)
}

// Learn makes one update if the loss has a derivative.
func (n *networkLearner) Learn(d *Decision, scores []float32) {
	n.time++
	n.in.time, n.out.time = n.time, n.time
	if !n.gradient.at(d, scores) {
		return
	}
	n.activate(d.Features)
	n.enrol(d.Features)
	n.propagate()
	g := n.gradient.g
	switch r := n.updater.(type) {
	case stepper:
		n.out.step(r, g)
		n.in.step(r, n.delta)
		n.direct.step(r, g)
	case metric:
		n.measureAll(r)
		n.flow()
		n.propagate()
		n.in.descend(n.delta)
		n.out.descend(g)
		n.direct.descend(g)
	}
}

// enrol takes the blocks of the features and of the hidden units, with rows for features
// that are new.
func (n *networkLearner) enrol(features []uint64) {
	b, classes := &n.direct.block, n.gradient.classes
	if n.linear {
		n.take(b, features, classes)
	} else {
		n.take(b, features, nil)
	}
	for row := len(n.in.dense)/n.hidden - 1; row < len(n.index.keys); row++ {
		key := n.index.keys[row]
		n.in.add(n.updater, func(j int) float32 { return spread * n.initial(inputs, key, j) })
	}
	n.in.rows = n.in.rows[:0]
	for _, row := range b.rows {
		n.in.rows = append(n.in.rows, row+1)
	}
	n.in.rows, n.in.values = append(n.in.rows, 0), append(append(n.in.values[:0], b.values...), 1)
	n.in.open(n.units)
	n.out.values = n.h
	n.out.open(classes)
}

// propagate sets delta to δ for the gradient as it is.
func (n *networkLearner) propagate() {
	for j := range n.delta {
		sum := 0.0
		for i, k := range n.gradient.classes {
			sum += float64(n.out.row(j)[k]) * n.gradient.g[i]
		}
		n.delta[j] = sum * n.activation.derivative(float64(n.h[j]))
	}
}

// measureAll sets all rates, where a hidden unit is as good as a feature of scale 1, and q.
func (n *networkLearner) measureAll(r metric) {
	share := n.measure(r, func(row int, factor float64) {
		n.shrink(row, factor)
		n.in.scale(uint32((row+1)*n.hidden), uint32(n.hidden), factor)
	})
	n.out.pace = n.out.pace[:0]
	for range n.h {
		n.out.pace = append(n.out.pace, share)
	}
	n.out.measure(r, n.gradient.g, n.q)
	n.in.pace = append(append(n.in.pace[:0], n.direct.pace...), share)
	clear(n.reach)
	n.in.measure(r, n.delta, n.reach)
	for j, reach := range n.reach { // K_kk
		row, slope := n.out.row(j), n.activation.derivative(float64(n.h[j]))
		for i, k := range n.gradient.classes {
			u := slope * float64(row[k])
			n.q[i] += u * u * reach
		}
	}
}

// Freeze returns the network of the rows of features that take part in scoring, of
// averaged weights if the learner averages.
func (l *networkLearner) Freeze() Model {
	n := &Network{classes: l.classes, hidden: l.hidden, activation: l.activation}
	n.in = l.in.appendFrozen(nil, 0)
	for row, key := range l.index.keys {
		if int(l.rows[row].seen) >= l.MinUpdates {
			n.keys = append(n.keys, key)
			n.in = l.in.appendFrozen(n.in, row+1)
		}
	}
	for j := range l.h {
		n.out = l.out.appendFrozen(n.out, j)
	}
	if l.linear {
		n.direct = l.matrix.freeze()
	}
	n.pack(n.keys, math.MaxInt, byNumber)
	return n
}
