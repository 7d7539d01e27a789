package fsa

import (
	"container/heap"
	"errors"
	"fmt"
	"slices"
)

// Direction says which distances an algorithm computes.
type Direction bool

const (
	Forward  Direction = false // from Start to each state, final weights left out
	Backward Direction = true  // from each state to the end, final weights included
)

// String returns "forward" or "backward".
func (d Direction) String() string {
	if d == Forward {
		return "forward"
	}
	return "backward"
}

// DistancesFrom returns the weight of the best path from Start to each state, without final
// weights; ∞ where there is no path. It uses the fastest of [AcyclicDistances], [Dijkstra] and
// [BellmanFord] whose precondition t meets, and has the complexity and the errors of the last.
func DistancesFrom(t *Transducer) ([]Weight, error) { return distances(t, Forward) }

// DistancesTo returns the weight of the best path from each state to the end, the
// final weight of its last state included; ∞ where there is no path. That of Start
// is the weight of the best pair of strings. It chooses its algorithm as
// [DistancesFrom] does.
func DistancesTo(t *Transducer) ([]Weight, error) { return distances(t, Backward) }

func distances(t *Transducer, d Direction) ([]Weight, error) {
	dist, err := AcyclicDistances(t, d)
	if errors.Is(err, ErrCyclic) {
		dist, err = Dijkstra(t, d)
	}
	if errors.Is(err, ErrNegative) {
		dist, err = BellmanFord(t, d)
	}
	return dist, err
}

// AcyclicDistances returns what [DistancesFrom] or [DistancesTo] does, by visiting each state once
// after all those that its distance depends on. Precondition: no cycles, not even of states that
// cannot be reached (ErrCyclic); weights are in the semiring (ErrWeight).
func AcyclicDistances(t *Transducer, d Direction) ([]Weight, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	order, err := TopologicalOrder(t)
	if err != nil {
		return nil, err
	}
	if d == Backward {
		slices.Reverse(order)
	}
	r := newRelaxation(t, d)
	for _, q := range order {
		r.leave(q, func(State) {})
	}
	return r.dist, nil
}

// TopologicalOrder returns all states in an order in which every arc leads to a
// later one, the same at every call. Precondition: no cycles (ErrCyclic); weights do not
// matter. Reference: Kahn 1962, Topological sorting of large networks.
func TopologicalOrder(t *Transducer) ([]State, error) {
	waiting := t.inDegrees()
	order := make([]State, 0, t.Len())
	for q, n := range waiting {
		if n == 0 {
			order = append(order, State(q))
		}
	}
	for i := 0; i < len(order); i++ {
		for _, a := range t.arcs[order[i]] {
			if waiting[a.To]--; waiting[a.To] == 0 {
				order = append(order, a.To)
			}
		}
	}
	if len(order) < t.Len() {
		return nil, ErrCyclic
	}
	return order, nil
}

// BellmanFord returns what [DistancesFrom] or [DistancesTo] does: each round follows the arcs of
// all states that the previous round improved.
//
// Precondition: weights are in the semiring (ErrWeight), and no cycle of negative weight matters
// (ErrNegativeCycle). Forward, a cycle matters if it can be reached from Start; backward, if the
// end can be reached from it: there, some distance has no lower bound. Paths with an arc of weight
// ∞ reach nothing. Rounding may make a cycle that costs nothing look negative, but not with
// multiples of a power of two. O(states · arcs) time. Reference: Bellman 1958, On a routing
// problem; Ford 1956, Network flow theory.
func BellmanFord(t *Transducer, d Direction) ([]Weight, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	r := newRelaxation(t, d)
	if err := r.settle(0); err != nil {
		return nil, err
	}
	return r.dist, nil
}

// Dijkstra returns what [DistancesFrom] or [DistancesTo] does, by settling the
// states in the order of their distance.
//
// Precondition: no arc is negative, not even one that cannot be reached
// (ErrNegative), and weights are in the semiring (ErrWeight). Final weights may be
// negative. O((states + arcs) log arcs) time. Reference: Dijkstra 1959, A note on
// two problems in connexion with graphs.
func Dijkstra(t *Transducer, d Direction) ([]Weight, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	for q, a := range t.All {
		if a.Weight < One {
			return nil, fmt.Errorf("%w: %v of an arc from state %d", ErrNegative, float64(a.Weight), q)
		}
	}
	r := newRelaxation(t, d)
	var queue nearest
	push := func(q State) { queue.push(tentative{distance: r.dist[q], state: q}) }
	for _, q := range r.reached {
		push(q)
	}
	for queue.Len() > 0 { // a state may be in it several times; all but its first departure are stale
		if near := queue.pop(); near.distance == r.dist[near.state] {
			r.leave(near.state, push)
		}
	}
	return r.dist, nil
}

// nearest is a queue of states in which the nearest comes first, and equally near states come in
// the order of their arrival.
type nearest struct {
	heap   []tentative
	pushed int
}

// tentative is the weight of a path to a state, perhaps not its best.
type tentative struct {
	distance Weight
	order    int
	state    State
	from     int    // what the path went through before, for those who ask
	arc      Weight // of the last arc
}

func (h *nearest) push(t tentative) {
	t.order = h.pushed
	h.pushed++
	heap.Push(h, t)
}

func (h *nearest) pop() tentative { return heap.Pop(h).(tentative) }

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (h *nearest) Len() int { return len(h.heap) }
func (h *nearest) Less(i, j int) bool {
	x, y := h.heap[i], h.heap[j]
	return x.distance < y.distance || x.distance == y.distance && x.order < y.order
}
func (h *nearest) Swap(i, j int) { h.heap[i], h.heap[j] = h.heap[j], h.heap[i] }
func (h *nearest) Push(x any)    { h.heap = append(h.heap, x.(tentative)) }
func (h *nearest) Pop() any {
	last := len(h.heap) - 1
	nearest := h.heap[last]
	h.heap = h.heap[:last]
	return nearest
}

// ShortestPath returns the arcs of a best path from Start to the end, and its weight, that of the
// best pair of strings: ∞ and no arcs if the machine accepts nothing. Among several best paths it
// takes one with the fewest arcs, and among those the one whose arcs come first in the lists of the
// states they leave. Precondition and complexity are those of [DistancesTo], whose equations the
// search follows, breadth first.
func ShortestPath(t *Transducer) ([]Arc, Weight, error) {
	dist, err := DistancesTo(t)
	if err != nil {
		return nil, 0, err
	}
	if !t.started || dist[t.start].IsZero() {
		return nil, Zero(), nil
	}
	type step struct {
		from int
		arc  Arc
	}
	var met numbering[State]
	met.of(t.start)
	into := []step{{}} // what led to each of them
	// The end is found: every distance is the sum that some arc, or ending, gave it, and arcs that
	// only form cycles of no cost are left out, since no state is visited twice.
	for i := 0; ; i++ {
		q := met.keys[i]
		if t.final[q] == dist[q] {
			var path []Arc
			for ; i > 0; i = into[i].from {
				path = append(path, into[i].arc)
			}
			slices.Reverse(path)
			return path, dist[t.start], nil
		}
		for _, a := range t.arcs[q] {
			if a.Weight.Times(dist[a.To]) == dist[q] && int(met.of(a.To)) == len(into) {
				into = append(into, step{i, a})
			}
		}
	}
}

// relaxation spreads distances along arcs. It is the generic algorithm for single-source shortest
// distances (Mohri 2009); the caller decides the order in which states are left.
type relaxation struct {
	arcs    func(State) []Arc // that leave a state
	weight  func(Arc) Weight  // ∞ for arcs that must not be followed
	dist    []Weight          // of each state met, ∞ until it is reached
	queued  []bool            // for each, in settle: it is to be left, in this round or the next
	reached []State           // in order of first appearance
}

// newRelaxation begins with what is known before any arc is followed: 0 for Start, or the final
// weights. Backward, arcs are reversed.
func newRelaxation(t *Transducer, d Direction) *relaxation {
	r := &relaxation{arcs: t.Arcs, weight: func(a Arc) Weight { return a.Weight }}
	r.grow(t.Len())
	if d == Backward {
		back := t.turned()
		r.arcs = func(q State) []Arc { return back[q] }
		for q, w := range t.final {
			r.better(State(q), w)
		}
	} else if t.started {
		r.better(t.start, One)
	}
	return r
}

// restart forgets all distances, in O(states reached) time, and begins with a set.
func (r *relaxation) restart(set ...residual) {
	for _, q := range r.reached {
		r.dist[q] = Zero()
	}
	r.reached = r.reached[:0]
	for _, x := range set {
		r.better(x.state, x.rest)
	}
}

func (r *relaxation) grow(states int) {
	for len(r.dist) < states {
		r.dist, r.queued = append(r.dist, Zero()), append(r.queued, false)
	}
}

// better reports whether w is less than the known distance of q, and then makes w its distance.
func (r *relaxation) better(q State, w Weight) bool {
	r.grow(int(q) + 1)
	old := r.dist[q]
	if w >= old {
		return false
	}
	if old.IsZero() {
		r.reached = append(r.reached, q)
	}
	r.dist[q] = w
	return true
}

// leave follows the arcs of q and calls show for the states that come nearer.
func (r *relaxation) leave(q State, show func(State)) {
	for _, a := range r.arcs(q) {
		if r.better(a.To, r.dist[q].Times(r.weight(a))) {
			show(a.To)
		}
	}
}

// settle leaves in each round all states that the previous round improved, until nothing improves.
// A round settles at least the best paths with one more arc than the last round, and without
// negative cycles best paths have fewer arcs than there are states, so changes in as many rounds as
// states prove such a cycle (ErrNegativeCycle). More than limit states are ErrStateLimit; 0 means
// no limit. O(states · arcs) time.
func (r *relaxation) settle(limit int) error {
	front, next := slices.Clone(r.reached), []State(nil)
	for rounds := 0; len(front) > 0; rounds++ {
		if rounds == len(r.reached) {
			return ErrNegativeCycle
		}
		for _, q := range front {
			r.queued[q] = false
			r.leave(q, func(to State) {
				if !r.queued[to] {
					r.queued[to], next = true, append(next, to)
				}
			})
			if err := checkLimit(len(r.reached), limit); err != nil {
				return err
			}
		}
		front, next = next, front[:0]
	}
	return nil
}

// turned returns the arcs that lead to each state, reversed.
func (t *Transducer) turned() [][]Arc {
	_, total := t.Size()
	turned, room := make([][]Arc, t.Len()), make([]Arc, total)
	for q, n := range t.inDegrees() {
		turned[q], room = room[:0:n], room[n:]
	}
	for q, a := range t.All {
		to := a.To
		a.To = q
		turned[to] = append(turned[to], a)
	}
	return turned
}

// inDegrees counts the arcs that lead to each state.
func (t *Transducer) inDegrees() []int {
	degrees := make([]int, t.Len())
	for _, a := range t.All {
		degrees[a.To]++
	}
	return degrees
}

// checkWeights returns ErrWeight if a weight is outside the semiring.
func checkWeights(t *Transducer) error {
	for q, w := range t.final {
		if !w.Member() {
			return fmt.Errorf("%w: final weight %v of state %d", ErrWeight, float64(w), q)
		}
	}
	for q, a := range t.All {
		if !a.Weight.Member() {
			return fmt.Errorf("%w: %v of an arc from state %d", ErrWeight, float64(a.Weight), q)
		}
	}
	return nil
}
