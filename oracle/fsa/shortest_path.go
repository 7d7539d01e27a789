package fsa

import "slices"

// ShortestPath returns the arcs of a best path from Start to the end, and its
// weight, that of the best pair of strings: ∞ and no arcs if the machine accepts
// nothing. Of several best paths it takes one with the fewest arcs, and among
// those the one whose arcs come first in the lists of the states they leave.
//
// Precondition and complexity are those of [DistancesTo], whose equations the
// search walks down, breadth first. Reference: Mohri 2009, on shortest
// distances.
func ShortestPath(t *Transducer) ([]Arc, Weight, error) {
	dist, err := DistancesTo(t)
	if err != nil {
		return nil, 0, err
	}
	if !t.started || dist[t.start].IsZero() {
		return nil, Zero(), nil
	}
	return tightPath(t, dist), dist[t.start], nil
}

// tightPath finds the shortest way to the end on which nothing is lost: each state's
// distance is that of the next one and the arc between them. Such a way exists, for
// every distance is the sum that some arc, or ending, gave it; arcs that only lead
// round cycles of no cost are not part of it, since it visits no state twice.
func tightPath(t *Transducer, dist []Weight) []Arc {
	type step struct {
		from State
		arc  Arc
	}
	queue, into := []State{t.start}, map[State]step{t.start: {from: NoState}}
	for i := 0; ; i++ {
		q := queue[i]
		if t.final[q] == dist[q] {
			var path []Arc
			for s := into[q]; s.from != NoState; s = into[s.from] {
				path = append(path, s.arc)
			}
			slices.Reverse(path)
			return path
		}
		for _, a := range t.arcs[q] {
			if _, seen := into[a.To]; !seen && a.Weight.Times(dist[a.To]) == dist[q] {
				into[a.To] = step{q, a}
				queue = append(queue, a.To)
			}
		}
	}
}
