package fsa

import (
	"container/heap"
	"fmt"
)

// Dijkstra returns what [DistancesFrom] or [DistancesTo] does, by settling the
// states in the order of their distance.
//
// Precondition: no arc is negative, not even one that cannot be reached
// (ErrNegative), and weights are in the semiring (ErrWeight). Final weights may be
// negative. O((states + arcs) log arcs) time. Reference: Dijkstra 1959, A note on
// two problems in connexion with graphs; Mohri 2009, on single-source
// shortest distances.
func Dijkstra(t *Transducer, d Direction) ([]Weight, error) {
	if err := checkWeights(t); err != nil {
		return nil, err
	}
	if err := checkNonNegative(t); err != nil {
		return nil, err
	}
	dist := sources(t, d)
	settle(neighbours(t, d), dist)
	return dist, nil
}

func checkNonNegative(t *Transducer) error {
	for q, list := range t.arcs {
		for _, a := range list {
			if a.Weight < One {
				return fmt.Errorf("%w: %v of an arc from state %d", ErrNegative, float64(a.Weight), q)
			}
		}
	}
	return nil
}

// settle spreads distances along arcs. The queue may hold a state several times;
// all but its first departure are stale.
func settle(arcs [][]Arc, dist []Weight) {
	var queue byDistance
	for q, w := range dist {
		if !w.IsZero() {
			queue = append(queue, tentative{w, State(q)})
		}
	}
	heap.Init(&queue)
	for len(queue) > 0 {
		near := heap.Pop(&queue).(tentative)
		if near.distance > dist[near.state] {
			continue
		}
		for _, a := range arcs[near.state] {
			if w := near.distance.Times(a.Weight); w < dist[a.To] {
				dist[a.To] = w
				heap.Push(&queue, tentative{w, a.To})
			}
		}
	}
}

// tentative is the weight of a path to a state, perhaps not its best.
type tentative struct {
	distance Weight
	state    State
}

// byDistance is a heap, the nearest state on top.
type byDistance []tentative

var _ heap.Interface = (*byDistance)(nil)

func (h byDistance) Len() int           { return len(h) }
func (h byDistance) Less(i, j int) bool { return h[i].distance < h[j].distance }
func (h byDistance) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byDistance) Push(x any)        { *h = append(*h, x.(tentative)) }
func (h *byDistance) Pop() any {
	last := len(*h) - 1
	nearest := (*h)[last]
	*h = (*h)[:last]
	return nearest
}
