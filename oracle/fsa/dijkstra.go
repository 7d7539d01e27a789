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
	for q, a := range t.all {
		if a.Weight < One {
			return nil, fmt.Errorf("%w: %v of an arc from state %d", ErrNegative, float64(a.Weight), q)
		}
	}
	dist, next := sources(t, d), neighbours(t, d)
	var queue nearest
	for q, w := range dist {
		if !w.IsZero() {
			queue.push(w, State(q))
		}
	}
	for len(queue.heap) > 0 { // a state may be in it several times; all but its first departure are stale
		near := queue.pop()
		if near.distance > dist[near.state] {
			continue
		}
		for _, a := range next[near.state] {
			if w := near.distance.Times(a.Weight); w < dist[a.To] {
				dist[a.To] = w
				queue.push(w, a.To)
			}
		}
	}
	return dist, nil
}

// nearest is a queue of states from which the nearest comes first; of those equally
// near, the first that came.
type nearest struct {
	heap   tentatives
	pushed int
}

// tentative is the weight of a path to a state, perhaps not its best.
type tentative struct {
	distance Weight
	order    int
	state    State
}

func (q *nearest) push(w Weight, s State) {
	heap.Push(&q.heap, tentative{w, q.pushed, s})
	q.pushed++
}

func (q *nearest) pop() tentative { return heap.Pop(&q.heap).(tentative) }

type tentatives []tentative

func (h tentatives) Len() int { return len(h) }
func (h tentatives) Less(i, j int) bool {
	return h[i].distance < h[j].distance || h[i].distance == h[j].distance && h[i].order < h[j].order
}
func (h tentatives) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *tentatives) Push(x any)   { *h = append(*h, x.(tentative)) }
func (h *tentatives) Pop() any {
	last := len(*h) - 1
	nearest := (*h)[last]
	*h = (*h)[:last]
	return nearest
}
