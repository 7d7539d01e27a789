package fsa

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// moreKinds are kinds of machines for distances: the common ones, larger ones, and
// some whose cycles may be negative.
var moreKinds = append([]randomOptions{
	{States: 6, Arcs: 3, Symbols: 2, High: 1},
	{States: 7, Arcs: 2, Symbols: 2, High: 8, Potentials: 12, EpsilonIn: 0.5, EpsilonOut: 0.5},
	{States: 6, Arcs: 2, Symbols: 2, Low: -3, High: 8, EpsilonIn: 0.5, EpsilonOut: 0.5, Dead: 0.2},
	{States: 5, Arcs: 2, Symbols: 1, Low: -1, High: 6, Acceptor: true, EpsilonIn: 0.7, Finals: 0.2},
	{States: 2, Arcs: 1, Low: -1, High: 1},
}, kinds...)

// onMachines runs a test on random machines of all kinds.
func onMachines(t *testing.T, each int, test func(t *testing.T, m *Transducer)) {
	for i, o := range moreKinds {
		for seed := range uint64(each) {
			m := randomMachine(rand.New(rand.NewPCG(seed, uint64(i))), o)
			before := clone(m)
			test(t, m)
			require.Equal(t, before, m, "arguments do not change")
			if t.Failed() {
				t.Fatalf("kind %d seed %d", i, seed)
			}
		}
	}
}

// walk is a path with the indices of its arcs in the lists of the states they leave.
type walk struct {
	to      State
	arcs    []Arc
	indices []int
	weight  Weight
}

// simplePaths returns all paths of finite weight from p that visit no state twice,
// and the weights of the cycles that end them where the next arc leads back to p.
func simplePaths(m *Transducer, p State, usable func(Arc) bool) (paths []walk, cycles []Weight) {
	visited := make([]bool, m.Len())
	var follow func(x walk)
	follow = func(x walk) {
		paths = append(paths, x)
		visited[x.to] = true
		for i, a := range m.arcs[x.to] {
			w := x.weight + a.Weight
			if w.IsZero() || !usable(a) {
				continue
			}
			if a.To == p {
				cycles = append(cycles, w)
			}
			if !visited[a.To] {
				follow(walk{a.To, append(slices.Clip(x.arcs), a), append(slices.Clip(x.indices), i), w})
			}
		}
		visited[x.to] = false
	}
	follow(walk{to: p})
	return paths, cycles
}

func anyArc(Arc) bool { return true }

// unreached are distances of states to which no path is known.
func unreached(states int) []Weight { return slices.Repeat([]Weight{Zero()}, states) }

// distancesByHand compares all simple paths. ok is false if a negative cycle
// matters.
func distancesByHand(m *Transducer, d Direction) (dist []Weight, ok bool) {
	dist, ok = unreached(m.Len()), true
	negative := make([]bool, m.Len())
	for p := range negative {
		_, cycles := simplePaths(m, State(p), anyArc)
		negative[p] = len(cycles) > 0 && slices.Min(cycles) < 0
	}
	for p := range State(m.Len()) {
		paths, _ := simplePaths(m, p, anyArc)
		for _, x := range paths {
			switch {
			case d == Backward && !m.final[x.to].IsZero():
				dist[p] = min(dist[p], x.weight+m.final[x.to])
				ok = ok && !negative[p]
			case d == Forward && p == m.Start():
				dist[x.to] = min(dist[x.to], x.weight)
				ok = ok && !negative[x.to]
			}
		}
	}
	return dist, ok
}

func hasCycle(m *Transducer) bool {
	for p := range State(m.Len()) {
		for _, a := range m.arcs[p] {
			next := clone(m)
			for q := range next.arcs { // weights do not matter
				for i := range next.arcs[q] {
					next.arcs[q][i].Weight = 0
				}
			}
			paths, _ := simplePaths(next, a.To, anyArc)
			if slices.ContainsFunc(paths, func(x walk) bool { return x.to == p }) {
				return true
			}
		}
	}
	return false
}

func hasNegativeArc(m *Transducer) bool {
	for _, list := range m.arcs {
		if slices.ContainsFunc(list, func(a Arc) bool { return a.Weight < 0 }) {
			return true
		}
	}
	return false
}

// Each algorithm finds what comparing all paths finds, or refuses exactly the machines that its
// documentation says.
func TestDistancesAreThoseOfTheBestPaths(t *testing.T) {
	seen := map[error]int{}
	onMachines(t, 60, func(t *testing.T, m *Transducer) {
		for _, d := range []Direction{Forward, Backward} {
			want, ok := distancesByHand(m, d)
			check := func(refusal error, refused bool, find func(*Transducer, Direction) ([]Weight, error)) {
				got, err := find(m, d)
				if refused {
					seen[refusal]++
					require.ErrorIs(t, err, refusal)
					return
				}
				seen[nil]++
				require.NoError(t, err)
				require.Equal(t, want, got, "%v", d)
			}
			cyclic, negative := hasCycle(m), hasNegativeArc(m)
			check(ErrCyclic, cyclic, AcyclicDistances)
			check(ErrNegative, negative, Dijkstra)
			check(ErrNegativeCycle, !ok, BellmanFord)
			check(ErrNegativeCycle, !ok, distances)
		}
	})
	for _, outcome := range []error{nil, ErrCyclic, ErrNegative, ErrNegativeCycle} {
		require.Greater(t, seen[outcome], 50, outcome)
	}
}

func TestDistancesOfStrangeMachines(t *testing.T) {
	for _, d := range []Direction{Forward, Backward} {
		dist, err := distances(&Transducer{}, d)
		require.NoError(t, err)
		require.Empty(t, dist)
	}
	m := &Transducer{}
	m.SetFinal(m.AddState(), 1)
	dist, err := DistancesFrom(m)
	require.NoError(t, err)
	require.Equal(t, []Weight{Zero()}, dist, "no start")
	dist, err = DistancesTo(m)
	require.NoError(t, err)
	require.Equal(t, []Weight{1}, dist)
	require.Equal(t, "forward backward", Forward.String()+" "+Backward.String())
}

// A negative cycle only matters where it leaves a distance without lower bound.
func TestNegativeCyclesThatDoNotMatter(t *testing.T) {
	loop := func(reached, leaves bool) *Transducer {
		m := &Transducer{}
		start, end, round := m.AddState(), m.AddState(), m.AddState()
		m.SetStart(start)
		m.SetFinal(end, 0)
		m.Add(start, 1, 2, end)
		m.Add(round, 1, -1, round)
		if reached {
			m.Add(start, 1, 1, round)
		}
		if leaves {
			m.Add(round, 1, 1, end)
		}
		return m
	}
	for _, reached := range []bool{false, true} {
		for _, leaves := range []bool{false, true} {
			dist, err := DistancesFrom(loop(reached, leaves))
			require.Equal(t, reached, err != nil)
			if !reached {
				require.Equal(t, []Weight{0, 2, Zero()}, dist)
			}
			dist, err = DistancesTo(loop(reached, leaves))
			require.Equal(t, leaves, err != nil)
			if !leaves {
				require.Equal(t, []Weight{2, 0, Zero()}, dist)
			}
		}
	}
}

// Every algorithm on whole machines refuses weights outside the semiring.
func TestAlgorithmsRefuseWeightsOutsideTheSemiring(t *testing.T) {
	algorithms := map[string]func(m *Transducer) error{
		"AcyclicDistances": func(m *Transducer) error { _, err := AcyclicDistances(m, Forward); return err },
		"Dijkstra":         func(m *Transducer) error { _, err := Dijkstra(m, Backward); return err },
		"BellmanFord":      func(m *Transducer) error { _, err := BellmanFord(m, Forward); return err },
		"DistancesTo":      func(m *Transducer) error { _, err := DistancesTo(m); return err },
		"ShortestPath":     func(m *Transducer) error { _, _, err := ShortestPath(m); return err },
		"EpsilonClosures":  func(m *Transducer) error { _, err := EpsilonClosures(m, anyArc); return err },
		"RemoveEpsilon":    func(m *Transducer) error { _, err := RemoveEpsilon(m); return err },
		"Closure":          func(m *Transducer) error { _, err := Closure(m); return err },
		"Determinize":      func(m *Transducer) error { _, err := Determinize(m, 0); return err },
		"WriteATT":         func(m *Transducer) error { return WriteATT(&failingWriter{}, m, Notation{}) },
	}
	for name, run := range algorithms {
		for _, bad := range []Weight{Weight(math.NaN()), Weight(math.Inf(-1))} {
			m := Linear(1, 2)
			m.Add(1, 3, bad, 2)
			require.ErrorIs(t, run(m), ErrWeight, name)
			m = Linear(1, 2)
			m.SetFinal(1, bad)
			require.ErrorIs(t, run(m), ErrWeight, name)
		}
	}
}

func TestTopologicalOrder(t *testing.T) {
	onMachines(t, 60, func(t *testing.T, m *Transducer) {
		order, err := TopologicalOrder(m)
		if hasCycle(m) {
			require.ErrorIs(t, err, ErrCyclic)
			return
		}
		require.NoError(t, err)
		require.Len(t, order, m.Len())
		place := map[State]int{}
		for i, q := range order {
			place[q] = i
		}
		require.Len(t, place, m.Len())
		for q, list := range m.arcs {
			for _, a := range list {
				require.Less(t, place[State(q)], place[a.To])
			}
		}
	})
}

// Depth that the data control must not hurt any of the algorithms.
func TestDistancesInLongChains(t *testing.T) {
	const length = 200_000
	chain := func(back Weight) *Transducer {
		m := Linear()
		for q := range State(length) {
			m.Add(q, 1, 1, m.AddState())
		}
		m.SetFinal(0, Zero())
		m.SetFinal(length, 0)
		if !back.IsZero() {
			m.Add(length, 1, back, 0)
		}
		return m
	}
	for name, m := range map[string]*Transducer{"acyclic": chain(Zero()), "positive": chain(1), "no cost": chain(-length)} {
		path, w, err := ShortestPath(m)
		require.NoError(t, err, name)
		require.Len(t, path, length)
		require.Equal(t, Weight(length), w)
		dist, err := DistancesFrom(m)
		require.NoError(t, err, name)
		require.Equal(t, Weight(length), dist[length])
	}
}

// The order of the queue affects only the time, so no distance shows it.
func TestNearestStatesLeaveTheQueueFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var queue nearest
	var want []tentative
	for i := range 200 {
		w := randomWeight(r, -50, 50)
		want = append(want, tentative{distance: w, order: i, state: State(i)})
		queue.push(tentative{distance: w, state: State(i)})
	}
	slices.SortStableFunc(want, func(a, b tentative) int { return cmp.Compare(a.distance, b.distance) })
	for _, near := range want {
		require.Equal(t, near, queue.pop(), "of those equally near, the first that came")
	}
	require.Empty(t, queue.heap)
}

// shortestByHand compares all simple paths by weight, number of arcs and indices.
func shortestByHand(m *Transducer) (best walk, found bool) {
	if m.Start() == NoState {
		return walk{weight: Zero()}, false
	}
	best.weight = Zero()
	paths, _ := simplePaths(m, m.Start(), anyArc)
	for _, x := range paths {
		x.weight += m.final[x.to]
		if x.weight > best.weight || x.weight.IsZero() {
			continue
		}
		if !found || x.weight < best.weight || len(x.arcs) < len(best.arcs) ||
			len(x.arcs) == len(best.arcs) && slices.Compare(x.indices, best.indices) < 0 {
			best, found = x, true
		}
	}
	return best, found
}

func TestShortestPathIsTheFirstOfTheBest(t *testing.T) {
	lengths := map[int]int{}
	onMachines(t, 100, func(t *testing.T, m *Transducer) {
		arcs, w, err := ShortestPath(m)
		if _, ok := distancesByHand(m, Backward); !ok {
			require.ErrorIs(t, err, ErrNegativeCycle)
			return
		}
		require.NoError(t, err)
		want, _ := shortestByHand(m)
		require.Equal(t, want.arcs, arcs)
		require.Equal(t, want.weight, w)
		lengths[len(arcs)]++
	})
	require.Greater(t, lengths[3], 10, "some paths are long: %v", lengths)
}

func BenchmarkDistances(b *testing.B) {
	o := randomOptions{States: 10_000, Arcs: 6, Symbols: 5, High: 20, Acyclic: true}
	acyclic := randomMachine(rand.New(rand.NewPCG(5, 5)), o)
	o.Acyclic = false
	cyclic := randomMachine(rand.New(rand.NewPCG(5, 5)), o)
	for _, c := range []struct {
		name string
		m    *Transducer
		find func(*Transducer, Direction) ([]Weight, error)
	}{
		{"acyclic", acyclic, AcyclicDistances},
		{"Dijkstra", cyclic, Dijkstra},
		{"BellmanFord", cyclic, BellmanFord},
	} {
		_, arcs := c.m.Size()
		for _, d := range []Direction{Forward, Backward} {
			b.Run(c.name+" "+d.String(), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := c.find(c.m, d); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*arcs), "ns/arc")
			})
		}
	}
}
