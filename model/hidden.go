package model

import (
	"math"
	"slices"

	"parser/model/internal/compact"
	"parser/model/internal/tables"
	"parser/model/npz"
	"parser/model/option"
)

// nn is a network with one hidden layer, see network. Its weights follow the derivatives of the
// loss of a reduction by one of updates.
type nn struct {
	usual      string // the update by default, whose default rates it has
	Hidden     int    // hidden units, 1 to maxHidden; 5 by default
	Direct     bool   // whether there is a linear part as well; true by default
	Activation string // of hidden units: tanh, the default, or relu
	Update     string
	Seed       uint64 // of the initial weights; 1 by default
	rates
	reduced
}

const maxHidden = 1 << 12

func (n *nn) options() option.List {
	return append(n.reduced.options(n.rates.options(n.Update, n.usual),
		option.Of("hidden", &n.Hidden, 5, "`N` hidden units").Within(1, maxHidden),
		option.Of("direct", &n.Direct, true, "a linear part beside the hidden units"),
		option.Of("activation", &n.Activation, "tanh", "`NAME` of what hidden units compute (tanh, relu)").Among("tanh", "relu"),
		option.Of("update", &n.Update, n.usual, "`NAME` of the updates of weights (sgd, sgd+, ftrl)").Among("sgd", "sgd+", "ftrl"),
	), option.Of("seed", &n.Seed, 1, "`N` that the initial weights come from"))
}

func (n *nn) learner(classes int) Learner {
	update := updates[n.Update].with(&n.rates)
	l := n.descent(classes, update)
	l.direct = n.Direct
	l.hidden = &hidden{
		seed: n.Seed, in: layer{columns: n.Hidden}, out: layer{columns: classes},
		h: make([]float32, n.Hidden+1), delta: make([]float64, n.Hidden), reach: make([]float64, n.Hidden),
	}
	if n.Activation == "relu" {
		l.activation = relu
	}
	l.parts = append(l.parts, part{&l.out.weights, &l.gradient.g, &l.q}, part{&l.in.weights, &l.delta, &l.reach})
	for _, p := range l.parts {
		p.width, p.average = update.width, n.Average
	}
	for j := range n.Hidden {
		l.units, l.out.rows = append(l.units, Class(j)), append(l.out.rows, j)
		l.out.add(&l.update, func(k int) float32 { return l.drawn(outputs, uint64(j), k) / float32(math.Sqrt(float64(n.Hidden))) })
	}
	l.out.rows = append(l.out.rows, n.Hidden)
	l.out.add(&l.update, func(int) float32 { return 0 })
	l.in.add(&l.update, func(j int) float32 { return l.drawn(biases, 0, j) / 2 })
	l.h[n.Hidden] = 1
	return l
}

// hidden is the hidden layer of a learner. With hidden sums z, h = f(z), scores s and the loss ℓ
// of a reduction, the derivatives for a feature present x_i times are
//
//	∂ℓ/∂U_jk = h_j ∂ℓ/∂s_k,   ∂ℓ/∂V_ij = x_i δ_j,   δ_j = f′(z_j) Σ_k U_jk ∂ℓ/∂s_k
//
// and ∂ℓ/∂w_ki as for linear learners (Rumelhart, Hinton & Williams 1986). Each
// weight follows its derivative by the same updater.
//
// Importance-invariant updates treat the network as linear in its weights, which holds for small
// changes. Then, with rates ρ, score k moves along its own derivative by
//
//	q_k = Σ_i x_i² ρ_ki + Σ_j h_j² ρ_jk + K_kk,   K_kl = Σ_j f′(z_j)² (Σ_i x_i² ρ_ij) U_jk U_jl
//
// where K says how far changes of V move scores. K_kl of two different classes, by which the
// derivative of one moves the score of the other, can have either sign and is left out; bounding
// it by Gershgorin's circles would slow all updates (3,000 sentences of English: LAS 82.9 instead
// of 83.5, without direct weights 81.8 instead of 83.1).
//
// Initial weights depend only on the seed and on their feature, hidden unit and class.
type hidden struct {
	activation activation
	seed       uint64
	in, out    layer   // V with a first row of biases, U with a last one
	units      []Class // 0, 1 …: the columns of in

	h     []float32 // activations, and 1 for the biases
	delta []float64
	reach []float64 // Σ_i x_i² ρ_ij of each unit
}

// Kinds of initial weights, each with random numbers of its own.
const (
	inputs = iota
	outputs
	biases
)

// spread is the size of the initial weights of features: sums of a hundred of them are about ½.
const spread = 0.1

// scatter is the finaliser of splitmix64 (Steele, Lea & Flood 2014).
func scatter(key uint64) uint64 {
	key = (key ^ key>>30) * 0xbf58476d1ce4e5b9
	key = (key ^ key>>27) * 0x94d049bb133111eb
	return key ^ key>>31
}

// drawn returns an initial weight in [−1, 1).
func (n *hidden) drawn(kind, row uint64, column int) float32 {
	const kinds, bits = 4, 24
	random := scatter(scatter(scatter(n.seed*kinds+kind+1)+row) + uint64(column))
	return float32(float32(random>>(64-bits))/(1<<(bits-1))) - 1
}

func (l *descent) Score(dst []float32, features []uint64) {
	clear(dst)
	if l.hidden != nil {
		l.activate(features)
		output(dst, l.out.weight, l.h[:l.in.columns])
	}
	if l.direct {
		l.addScores(dst, features)
	}
}

func (l *descent) Sync(r *npz.Record) {
	l.matrix.keep(r, l.direct)
	npz.KeepItems(r, "scales", &l.norms.scales)
	r.Numbers("norms", &l.norms.t, &l.norms.n)
	if l.hidden != nil {
		l.in.keep(r.Part("in"))
		l.out.keep(r.Part("out"))
		r.Check(len(l.in.weight) == l.in.columns*len(l.spans) && len(l.out.weight) == l.out.columns*len(l.out.rows), "layers")
	}
	r.Check(len(l.norms.scales) <= len(l.spans), "scales")
}

func (l *descent) activate(features []uint64) {
	h := l.h[:l.in.columns]
	copy(h, l.in.row(0))
	for some := range slices.Chunk(features, gathered) {
		var rows, room [gathered]uint32
		l.index.Find(rows[:], some)
		starts := room[:0]
		for _, row := range rows[:len(some)] {
			if int(l.spans[row].seen) >= l.MinUpdates {
				starts = append(starts, row*uint32(l.in.columns))
			}
		}
		tables.AddRows(h, l.in.weight, starts)
	}
	l.activation.apply(h)
}

func (l *descent) enrol(features []uint64) {
	classes := l.gradient.classes
	if l.hidden == nil {
		l.take(features, classes)
		return
	}
	l.activate(features)
	l.out.values = l.h
	l.out.open(classes)
	if !l.direct {
		classes = nil
	}
	l.take(features, classes)
	for row := len(l.in.weight)/l.in.columns - 1; row < len(l.index.Keys()); row++ {
		key := l.index.Keys()[row]
		l.in.add(&l.update, func(j int) float32 { return spread * l.drawn(inputs, key, j) })
	}
	l.in.rows, l.in.values = append(append(l.in.rows[:0], l.rows...), 0), append(append(l.in.values[:0], l.values...), 1)
	l.in.open(l.units)
}

// propagate sets delta to δ for the gradient as it is.
func (l *descent) propagate() {
	if l.hidden == nil {
		return
	}
	for j := range l.delta {
		sum := 0.0
		for i, k := range l.gradient.classes {
			sum += float64(float64(l.out.row(j)[k]) * l.gradient.g[i])
		}
		l.delta[j] = sum * l.activation.derivative(float64(l.h[j]))
	}
}

// reachThrough adds K_kk to q.
func (l *descent) reachThrough() {
	for j, reach := range l.reach {
		row, slope := l.out.row(j), l.activation.derivative(float64(l.h[j]))
		for i, k := range l.gradient.classes {
			u := slope * float64(row[k])
			l.q[i] += float64(u * u * reach)
		}
	}
}

// Freeze returns the linear model or the network of the features that take part in scoring, with
// averaged weights if the learner averages.
func (l *descent) Freeze() Model {
	if l.hidden == nil {
		return l.freeze()
	}
	n := &network{classes: l.classes, hidden: l.in.columns, activation: l.activation}
	n.in = l.in.appendFrozen(nil, 0)
	var keys []uint64
	for i, key := range l.index.Keys() {
		if row := i + 1; int(l.spans[row].seen) >= l.MinUpdates {
			keys = append(keys, key)
			n.in = l.in.appendFrozen(n.in, row)
		}
	}
	for _, j := range l.out.rows {
		n.out = l.out.appendFrozen(n.out, j)
	}
	if l.direct {
		n.direct = l.freeze()
	}
	n.index = compact.NewIndex(keys)
	return n
}
