package fsa

import (
	"errors"
	"fmt"
)

// Direction says which distances an algorithm computes.
type Direction bool

const (
	// Forward: from Start to each state, final weights left out.
	Forward Direction = false
	// Backward: from each state to the end, final weights included.
	Backward Direction = true
)

// String returns "forward" or "backward".
func (d Direction) String() string {
	if d == Forward {
		return "forward"
	}
	return "backward"
}

// DistancesFrom returns the weight of the best path from Start to each state,
// final weights left out; ∞ where there is no path. It takes the fastest of
// [AcyclicDistances], [Dijkstra] and [BellmanFord] that is made for t, and has the
// complexity and the errors of the last.
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

// sources returns the distances that are known before any arc is followed: 0 for
// Start, or the final weights.
func sources(t *Transducer, d Direction) []Weight {
	if d == Backward {
		return append([]Weight{}, t.final...)
	}
	dist := unreached(t.Len())
	if t.started {
		dist[t.start] = One
	}
	return dist
}

func unreached(states int) []Weight {
	dist := make([]Weight, states)
	for q := range dist {
		dist[q] = Zero()
	}
	return dist
}

// neighbours returns the arcs that distances spread along: those that leave a
// state, or those that lead to it, turned round.
func neighbours(t *Transducer, d Direction) [][]Arc {
	if d == Forward {
		return t.arcs
	}
	_, total := t.Size()
	turned, room := make([][]Arc, t.Len()), make([]Arc, total)
	for q, n := range inDegrees(t) {
		turned[q], room = room[:0:n], room[n:]
	}
	for q, a := range t.all {
		to := a.To
		a.To = q
		turned[to] = append(turned[to], a)
	}
	return turned
}

// inDegrees counts the arcs that lead to each state.
func inDegrees(t *Transducer) []int {
	degrees := make([]int, t.Len())
	for _, a := range t.all {
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
	for q, a := range t.all {
		if !a.Weight.Member() {
			return fmt.Errorf("%w: %v of an arc from state %d", ErrWeight, float64(a.Weight), q)
		}
	}
	return nil
}
