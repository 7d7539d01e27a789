package model

import (
	"math"
	"slices"
	"strings"

	"parser/model/option"
)

// reduced says how learners that follow derivatives turn costs into a loss.
type reduced struct {
	Reduction string  // from costs to a loss: one of reductionNames
	Scale     float64 // what a cost of 1 adds to a score (softmax, hinge); 1 by default
	Drop      float64 // smaller derivatives by scores count as 0; 0.01 by default
	Relative  bool    // see relative
	weightOptions
}

// usualDrop is small compared with the costs and probabilities of classes that matter. It saves
// updates once a decision is learned.
const usualDrop = 0.01

func (r *reduced) options(update []option.Option, others ...option.Option) option.List {
	hinge := r.Reduction == "hinge" // whose derivatives are all 0, 1 or −1
	scaled := hinge || r.Reduction == "softmax"
	reads := r.Reduction == "csoaa" || r.Reduction == "wap" || scaled && r.Scale > 0 // the size of costs
	return r.weightOptions.options(false, slices.Concat(
		option.List{option.Of("reduction", &r.Reduction, "softmax", "`NAME` of what turns costs into derivatives ("+strings.Join(reductionNames(), ", ")+")")},
		update,
		option.List{
			option.Of("scale", &r.Scale, 1, "`NUMBER` that a cost of 1 adds to a score (softmax, hinge)").
				Within(0, math.MaxFloat32).If(scaled),
			relative(&r.Relative).If(reads),
			option.Of("drop", &r.Drop, usualDrop, "derivatives smaller than this `NUMBER` count as 0").Within(0, math.MaxFloat32).If(!hinge),
		},
		others,
	)...)
}

// updates says how weights can follow derivatives: by default with which Rate and Beta.
var updates = map[string]struct {
	rate, beta float64
	with       func(*rates) updater
}{
	"sgd":  {0.02, 0, func(r *rates) updater { return sgdUpdate(r.Rate) }},
	"sgd+": {4, 3, func(r *rates) updater { return sgdPlusUpdate(r.Rate, r.Beta) }},
	"ftrl": {0.1, 1, func(r *rates) updater { return ftrlUpdate(r.Rate, r.Beta, r.L1, r.L2) }},
}

// rates are the hyperparameters of an update. Without hidden units, sgd has only the first, sgd+ the
// first two.
type rates struct {
	Rate   float64 // η, or the α of ftrl, above 0
	Beta   float64 // β, 0 or more; above 0 for ftrl
	L1, L2 float64 // λ₁ and λ₂ of ftrl, 0 by default
}

// options returns the options of an update, with the defaults of another.
func (r *rates) options(update, usual string) option.List {
	ftrl, beta := update == "ftrl", option.Of("beta", &r.Beta, updates[usual].beta, "`BETA`").Within(0, math.MaxFloat32)
	if ftrl {
		beta = beta.Positive()
	}
	return option.List{
		option.Of("rate", &r.Rate, updates[usual].rate, "learning `RATE`").Positive(),
		beta.If(update != "sgd"),
		option.Of("l1", &r.L1, 0, "`LAMBDA` of the absolute weights").Within(0, math.MaxFloat32).If(ftrl),
		option.Of("l2", &r.L2, 0, "`LAMBDA` of the squared weights").Within(0, math.MaxFloat32).If(ftrl),
	}
}

// linear follows the derivatives of the loss of a reduction without hidden units.
type linear struct {
	update string // one of updates
	rates
	reduced
}

func (l *linear) options() option.List {
	own := slices.DeleteFunc(l.rates.options(l.update, l.update), func(o option.Option) bool { return o.Idle })
	return l.reduced.options(own)
}

func (l *linear) learner(classes int) Learner {
	return l.descent(classes, updates[l.update].with(&l.rates))
}

// updater says how a weight follows its derivative g: by a rate of its own, w ← w − ρg, or by
// any other step. The state of a weight is width numbers, which start at 0.
type updater struct {
	width int
	// rate updates the state by g and returns ρ; nil if step is set.
	rate func(state []float32, g float64) float64
	// step updates the state and returns the new weight; nil if rate is set.
	step func(w float32, state []float32, g float64) float32
	// begin sets the state of a new weight that is not 0; nil leaves the state at 0.
	begin      func(w float32, state []float32)
	invariant  bool // whether updates by a rate are importance-invariant; see gradient.flow
	normalised bool // whether rates and weights are normalised; see norms
}

// sgdUpdate is plain stochastic gradient descent, with a constant rate η:
//
//	w_i ← w_i − η g_i.
func sgdUpdate(rate float64) updater {
	return updater{rate: func([]float32, float64) float64 { return rate }}
}

// sgdPlusUpdate is stochastic gradient descent whose updates are adaptive (see adagrad),
// normalised (see norms) and importance-invariant (see gradient.flow). The metric
// is constant during one update, so no rate η is too large for one decision.
func sgdPlusUpdate(rate, beta float64) updater {
	u := adagrad(rate, beta)
	u.invariant, u.normalised = true, true
	return u
}

// adagrad is AdaGrad with a diagonal metric (Duchi, Hazan & Singer 2011, figure 1, with β for
// their δ),
//
//	G_i ← G_i + g_i²,   w_i ← w_i − η g_i / (β + √G_i).
//
// With β = 0 the first change of a weight is η, however small the derivative: rare features
// memorise decisions.
func adagrad(rate, beta float64) updater {
	return updater{width: 1, rate: func(state []float32, g float64) float64 {
		sum := float64(state[0]) + float64(g*g)
		state[0] = small(sum)
		if sum > 0 {
			return rate / (beta + math.Sqrt(sum))
		}
		return 0
	}}
}

// ftrlUpdate is FTRL-proximal, follow the regularised leader with a rate for each
// coordinate and L1 and L2 regularisation (McMahan et al. 2013, algorithm 1):
//
//	σ_i = (√(n_i + g_i²) − √n_i) / α
//	z_i ← z_i + g_i − σ_i w_i,   n_i ← n_i + g_i²
//	w_i = 0                                                  if |z_i| ≤ λ₁
//	w_i = −(z_i − sgn(z_i) λ₁) / ((β + √n_i) / α + λ₂)       otherwise
func ftrlUpdate(alpha, beta, l1, l2 float64) updater {
	return updater{
		width: 2, // z and n
		begin: func(w float32, state []float32) { // so that w is the weight that z gives
			state[0] = small(float64(-float64(w)*(beta/alpha+l2)) - math.Copysign(l1, float64(w)))
		},
		step: func(w float32, state []float32, g float64) float32 {
			z, n := float64(state[0]), float64(state[1])
			square := float64(g * g)
			sigma := (math.Sqrt(n+square) - math.Sqrt(n)) / alpha
			z, n = z+g-float64(sigma*float64(w)), n+square
			state[0], state[1] = small(z), small(n)
			if math.Abs(z) <= l1 {
				return 0
			}
			return bounded(-(z - math.Copysign(l1, z)) / ((beta+math.Sqrt(n))/alpha + l2))
		},
	}
}

func small(x float64) float32 {
	return float32(min(max(x, -math.MaxFloat32), math.MaxFloat32))
}

// norms is the normalisation of features by the largest value they have had (NAG:
// Ross, Mineiro & Langford 2013, algorithm 3). With s_i the largest |x_i| so far,
// at each of t decisions
//
//	if |x_i| > s_i:   w_i ← w_i s_i / |x_i|,   s_i ← |x_i|
//	N ← N + Σ_i x_i² / s_i²
//
// and rates are multiplied by √(t/N) / s_i. Only decisions with a derivative count.
type norms struct {
	scales []float32 // s, by row
	t, n   float64
}

// descent is a learner that follows derivatives: with the loss ℓ of a reduction, the derivative by
// the weight w_ki of class k and a feature present x_i times is g_ki = ∂ℓ/∂s_k · x_i. With hidden
// units it learns a network, whose direct weights are in the matrix.
type descent struct {
	matrix
	update   updater
	norms    norms
	gradient gradient
	q        []float64 // for each class of the gradient, see gradient.flow
	parts    []part    // all weights
	direct   bool      // whether the matrix has weights, or only the index of features
	*hidden            // nil for linear learners
}

// part is one of the sets of weights of a learner.
type part struct {
	*weights
	g     *[]float64 // the derivatives of the loss with respect to the sums of their rows
	reach *[]float64 // the sums that measure adds to
}

func (r *reduced) descent(classes int, update updater) *descent {
	l := &descent{matrix: r.matrix(classes), update: update, gradient: gradient{drop: r.Drop, relative: r.Relative}, direct: true}
	l.gradient.reduction = reductions(r.Scale)[slices.Index(reductionNames(), r.Reduction)]
	l.width = update.width
	l.parts = []part{{&l.weights, &l.gradient.g, &l.q}}
	return l
}

func (l *descent) Learn(d *Decision, scores []float32) {
	for _, p := range l.parts {
		p.time++
	}
	if !l.gradient.at(d, scores) {
		return
	}
	l.follow(d.Features, l.update.invariant)
}

// follow follows the gradient of a decision of these features, or the flow.
func (l *descent) follow(features []uint64, flow bool) {
	l.enrol(features)
	l.propagate()
	if l.update.step != nil {
		for _, p := range l.parts {
			p.follow(&l.update, *p.g)
		}
		return
	}
	l.setPace()
	for _, p := range l.parts {
		p.measure(&l.update, *p.g, *p.reach)
	}
	if l.hidden != nil {
		l.reachThrough()
	}
	if flow {
		l.gradient.flow(l.q)
		l.propagate()
	}
	for _, p := range l.parts {
		p.descend(*p.g)
	}
}

// setPace sets the pace of all rows, and clears the sums that measure adds to. A hidden unit has the
// pace of a feature of scale 1, see norms.
func (l *descent) setPace() {
	n, share := &l.norms, 1.0
	if l.update.normalised {
		n.t++
		for i, row := range l.rows {
			for row >= len(n.scales) {
				n.scales = append(n.scales, 0)
			}
			x, s := l.values[i], &n.scales[row]
			if x > *s {
				if *s > 0 {
					factor := float64(*s / x)
					start, cells := l.extent(row)
					l.scale(start, cells, factor)
					if l.hidden != nil {
						l.in.scale(uint32(row*l.in.columns), uint32(l.in.columns), factor)
					}
				}
				*s = x
			}
			ratio := float64(x / *s)
			n.n += float64(ratio * ratio)
		}
		share = math.Sqrt(n.t / max(1, n.n))
	}
	l.q = sized(l.q, len(l.gradient.classes))
	clear(l.q)
	l.pace = l.pace[:0]
	for _, row := range l.rows {
		pace := share
		if l.update.normalised {
			pace *= 1 / float64(n.scales[row])
		}
		l.pace = append(l.pace, pace)
	}
	if l.hidden != nil {
		l.reach = sized(l.reach, len(l.units))
		clear(l.reach)
		l.in.pace = append(append(l.in.pace[:0], l.pace...), share)
		l.out.pace = l.out.pace[:0]
		for range l.out.rows {
			l.out.pace = append(l.out.pace, share)
		}
	}
}

// sized returns a slice of length n with any contents. It reuses a if there is room.
func sized[T any](a []T, n int) []T { return slices.Grow(a[:0], n)[:n] }
