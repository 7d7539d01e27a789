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
	Own        bool   // whether each class has as many hidden units of its own, and not all the same
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
		option.Of("own-units", &n.Own, false, "each class has hidden units of its own, and not all the same"),
		option.Of("direct", &n.Direct, true, "a linear part beside the hidden units"),
		option.Of("activation", &n.Activation, "tanh", "`NAME` of what hidden units compute (tanh, relu)").Among("tanh", "relu"),
		option.Of("update", &n.Update, n.usual, "`NAME` of the updates of weights (sgd, sgd+, ftrl)").Among("sgd", "sgd+", "ftrl"),
	), option.Of("seed", &n.Seed, 1, "`N` that the initial weights come from"))
}

func (n *nn) learner(classes int) Learner {
	update := updates[n.Update].with(&n.rates)
	l := n.descent(classes, update)
	l.direct = n.Direct
	l.hidden = &hidden{seed: n.Seed, out: layer{columns: classes}}
	sum := n.Hidden
	if n.Own {
		l.apart, sum = n.Hidden, n.Hidden*classes
	}
	l.in.columns, l.h = sum, make([]float32, sum)
	if n.Activation == "relu" {
		l.activation = relu
	}
	l.parts = append(l.parts, part{&l.out.weights, &l.gradient.g, &l.q}, part{&l.in.weights, &l.delta, &l.reach})
	for _, p := range l.parts {
		p.width, p.average = update.width, n.Average
	}
	for j := range n.Hidden {
		l.out.rows = append(l.out.rows, j)
		l.out.add(&l.update, func(k int) float32 { return l.drawn(outputs, uint64(j), k) / float32(math.Sqrt(float64(n.Hidden))) })
	}
	l.out.rows = append(l.out.rows, n.Hidden)
	l.out.add(&l.update, func(int) float32 { return 0 })
	l.in.add(&l.update, func(j int) float32 { return l.drawn(biases, 0, j) / 2 })
	return l
}

// hidden is the hidden layer of a learner. With hidden sums z, h = f(z), scores s and the loss ℓ
// of a reduction, the derivatives for a feature present x_i times are
//
//	∂ℓ/∂U_jk = h_j ∂ℓ/∂s_k,   ∂ℓ/∂V_ij = x_i δ_j,   δ_j = f′(z_j) Σ_k U_jk ∂ℓ/∂s_k
//
// and ∂ℓ/∂w_ki as for linear learners (Rumelhart, Hinton & Williams 1986). Each
// weight follows its derivative by the same updater. Where each class k has units h_kj of its own, these take the
// place of h_j, and δ_kj = f′(z_kj) U_jk ∂ℓ/∂s_k. That is how Vowpal Wabbit has them, whose reductions from classes to
// regression stand above its network (nn.cc, csoaa.cc).
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
// Initial weights depend only on the seed and on their feature, hidden unit and class. Those of features are 0 where each class
// has units of its own, again as in Vowpal Wabbit: its biases and outputs tell units apart.
type hidden struct {
	activation activation
	seed       uint64
	in, out    layer // V with a first row of biases, U with a last one
	apart      int   // from the units of a class to those of the next: 0 if all have the same, else how many each has

	h     []float32 // activations
	units []Class   // those that the classes of the gradient have: columns of in
	delta []float64 // of units
	reach []float64 // Σ_i x_i² ρ_ij of units
}

// each returns how many units a class has.
func (n *hidden) each() int { return len(n.out.rows) - 1 }

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
		output(dst, l.out.weight, l.h, l.apart)
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
	copy(l.h, l.in.row(0))
	for some := range slices.Chunk(features, gathered) {
		var rows, room [gathered]uint32
		l.index.Find(rows[:], some)
		starts := room[:0]
		for _, row := range rows[:len(some)] {
			if int(l.spans[row].seen) >= l.MinUpdates {
				starts = append(starts, row*uint32(l.in.columns))
			}
		}
		tables.AddRows(l.h, l.in.weight, starts)
	}
	l.activation.apply(l.h)
}

func (l *descent) enrol(features []uint64) {
	classes := l.gradient.classes
	if l.hidden == nil {
		l.take(features, classes)
		return
	}
	l.activate(features)
	l.connect(classes)
	if !l.direct {
		classes = nil
	}
	l.take(features, classes)
	for row := len(l.in.weight)/l.in.columns - 1; row < len(l.index.Keys()); row++ {
		key := l.index.Keys()[row]
		l.in.add(&l.update, func(j int) float32 {
			if l.apart > 0 {
				return 0
			}
			return spread * l.drawn(inputs, key, j)
		})
	}
	l.in.rows, l.in.values = append(append(l.in.rows[:0], l.rows...), 0), append(append(l.in.values[:0], l.values...), 1)
	l.in.open(l.units)
}

// connect makes the units of classes those that are learned, with their weights for the classes.
func (l *descent) connect(classes []Class) {
	l.out.values, l.units = l.out.values[:0], l.units[:0]
	for j := range l.each() {
		for _, k := range classes {
			l.out.values = append(l.out.values, l.h[j+int(k)*l.apart])
		}
	}
	for i, k := range classes {
		l.out.values = append(l.out.values, 1)
		if i > 0 && l.apart == 0 {
			continue
		}
		for j := range l.each() {
			l.units = append(l.units, Class(j+int(k)*l.apart))
		}
	}
	l.out.open(classes)
}

// propagate sets delta to δ for the gradient as it is.
func (l *descent) propagate() {
	if l.hidden == nil {
		return
	}
	l.delta = sized(l.delta, len(l.units))
	clear(l.delta)
	for i, k := range l.gradient.classes {
		for j := range l.each() {
			l.delta[j+i*l.apart] += float64(float64(l.out.row(j)[k]) * l.gradient.g[i])
		}
	}
	for at, j := range l.units {
		l.delta[at] *= l.activation.derivative(float64(l.h[j]))
	}
}

// reachThrough adds K_kk to q.
func (l *descent) reachThrough() {
	for i, k := range l.gradient.classes {
		for j := range l.each() {
			at := j + i*l.apart
			u := l.activation.derivative(float64(l.h[l.units[at]])) * float64(l.out.row(j)[k])
			l.q[i] += float64(u * u * l.reach[at])
		}
	}
}

// Freeze returns the linear model or the network of the features that take part in scoring, with
// averaged weights if the learner averages.
func (l *descent) Freeze() Model {
	if l.hidden == nil {
		return l.freeze()
	}
	n := &network{classes: l.classes, hidden: l.each(), own: l.apart > 0, activation: l.activation}
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
