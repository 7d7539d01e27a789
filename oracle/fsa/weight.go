package fsa

import "math"

// Weight is an element of the tropical semiring (ℝ ∪ {∞}, min, +, ∞, 0): the cost
// of a path is the sum of those of its arcs, and of several paths the best one
// counts. Sums of weights that are multiples of a power of two are exact while
// they stay below 2⁵³ of it.
type Weight float64

// One is the weight of doing nothing, neutral for Times.
const One Weight = 0

// Zero returns ∞, the weight of what cannot be done: neutral for Plus, and Times
// with it is ∞ again.
func Zero() Weight { return Weight(math.Inf(1)) }

// Plus returns the better one of two weights.
func (w Weight) Plus(v Weight) Weight { return min(w, v) }

// Times returns the weight of one after the other.
func (w Weight) Times(v Weight) Weight { return w + v }

// IsZero reports whether w is ∞.
func (w Weight) IsZero() bool { return math.IsInf(float64(w), 1) }

// Member reports whether w belongs to the semiring: not NaN, not −∞.
func (w Weight) Member() bool { return w == w && !math.IsInf(float64(w), -1) }
