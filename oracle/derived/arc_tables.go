package derived

import (
	"cmp"

	"parser/oracle/fsa"
)

// ArcTables follows sequences of arc-hybrid or arc-eager with the factors of
// ArcHybrid and ArcEager, in their tables. An arc's factor sees of the buffer only
// the place of its front, so that all arcs of a kind share one table, whatever their
// words and sentences; and only the arcs whose left end was met and which are neither
// won nor lost can change what an action costs. It is as fast as a hand-written oracle
// and gives the same numbers as the other computations.
//
// It is made once and started for each sentence. It knows neither the height of the
// stack nor which words have a head: what admissible sequences do not do is not to be
// asked for, or done.
type ArcTables struct {
	*arcSystem
	single    bool
	arcs      [2][2]*fsa.Pushed // leftward, from ROOT
	rootTable *fsa.Pushed       // of ROOT's words, with single

	heads  []int32
	first  []int32 // right[first[k]:first[k+1]] are the other ends of arcs whose left end is k
	right  []int32
	last   int32 // of the words that gold hangs from ROOT
	front  int32
	live   []liveArc
	atRoot fsa.State // state of root
}

var _ Oracle = (*ArcTables)(nil)

// liveArc is an arc on the way, with its state in the table.
type liveArc struct {
	table  *fsa.Pushed
	lo, hi int32
	state  fsa.State
}

// NewArcHybridTables makes the tables of ArcHybrid.
func NewArcHybridTables(single bool) (*ArcTables, error) { return newArcTables(hybrid(), single) }

// NewArcEagerTables makes the tables of ArcEager.
func NewArcEagerTables(single bool) (*ArcTables, error) { return newArcTables(eager(), single) }

// tableLimit bounds the search for one entry of a table. It is far beyond what the
// deepest stack of a long sentence needs.
const tableLimit = 1 << 20

func newArcTables(s *arcSystem, single bool) (t *ArcTables, err error) {
	t = &ArcTables{arcSystem: s, single: single}
	for left := range 2 {
		for from := range 2 {
			if t.arcs[left][from], err = tabulate(s.arcMachine(left == 1, from == 1, false), s.symbols(), tableLimit); err != nil {
				return t, err
			}
		}
	}
	t.rootTable, err = tabulate(s.rootMachine(), s.symbols(), tableLimit)
	return t, err
}

// Start prepares for a sentence, where heads[d] is the gold head of word d = 1..n.
// The tree must be projective for the costs to be exact.
func (t *ArcTables) Start(heads []int32) error {
	t.heads, t.last = heads, lastRoot(heads)
	t.first = append(t.first[:0], make([]int32, len(heads)+1)...)
	t.right = append(t.right[:0], make([]int32, len(heads))...)
	for d := 1; d < len(heads); d++ {
		t.first[min(int(heads[d]), d)]++
	}
	for k := range heads {
		t.first[k+1] += t.first[k]
	}
	for d := len(heads) - 1; d > 0; d-- {
		lo := min(int(heads[d]), d)
		t.first[lo]--
		t.right[t.first[lo]] = max(heads[d], int32(d))
	}
	return t.Reset()
}

// Reset implements Oracle.
func (t *ArcTables) Reset() error {
	t.front, t.live, t.atRoot = 0, t.live[:0], 0
	t.meet()
	t.front = 1
	t.meet()
	return nil
}

// meet adds the arcs whose left end is the buffer front.
func (t *ArcTables) meet() {
	lo := t.front
	if int(lo) >= len(t.heads) || lo == 0 && t.single {
		return
	}
	for _, hi := range t.right[t.first[lo]:t.first[lo+1]] {
		leftward, fromRoot := 0, 0
		if t.heads[lo] == hi {
			leftward = 1
		}
		if lo == 0 {
			leftward, fromRoot = 0, 1
		}
		t.live = append(t.live, liveArc{t.arcs[leftward][fromRoot], lo, hi, 0})
	}
}

// Values implements Oracle: they are costs, less than the smallest losses by the
// value of the prefix.
func (t *ArcTables) Values(dst []fsa.Weight) error {
	clear(dst)
	n := int32(len(t.heads)) - 1
	dst[0] = only(t.front > n && len(t.live) == 0)
	for i := range t.live {
		a := &t.live[i]
		at := placeOf(t.front, a.lo, a.hi, n)
		for o := Shift; o <= t.actions; o++ {
			dst[o] += a.table.Weight(a.state, t.located(o, at))
		}
	}
	if t.single {
		at := rootPlaceOf(t.front, t.heads, t.last)
		for o := Shift; o <= t.actions; o++ {
			dst[o] += t.rootTable.Weight(t.atRoot, t.located(o, at))
		}
	}
	return t.err()
}

// Advance implements Oracle.
func (t *ArcTables) Advance(o fsa.Symbol) error {
	n := int32(len(t.heads)) - 1
	kept := t.live[:0]
	for _, a := range t.live {
		x := t.located(o, placeOf(t.front, a.lo, a.hi, n))
		if a.state = a.table.Next(a.state, x); !a.table.Over(a.state) {
			kept = append(kept, a)
		}
	}
	t.live = kept
	at := rootPlaceOf(t.front, t.heads, t.last)
	if t.single {
		t.atRoot = t.rootTable.Next(t.atRoot, t.located(o, at))
	}
	if t.pushes(o, at) {
		t.front++
		t.meet()
	}
	return nil
}

// err returns the error of a table, which makes costs infinite.
func (t *ArcTables) err() error {
	return cmp.Or(t.arcs[0][0].Err(), t.arcs[0][1].Err(), t.arcs[1][0].Err(), t.arcs[1][1].Err(), t.rootTable.Err())
}
