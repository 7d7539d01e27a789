package problems

import (
	"cmp"
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// ArcTables follows sequences of arc-hybrid or arc-eager with the factors of ArcHybrid and
// ArcEager, in their tables. All arcs of a kind share one table, whatever their words and
// sentences; and only the arcs whose left end was met and which are neither won nor lost can change
// what an action costs. It is as fast as a hand-written oracle and gives the same costs as the
// other computations.
//
// It is made once and started for each sentence. Callers must neither ask for nor take actions that
// are not admissible: it knows neither the height of the stack nor which words have a head.
type ArcTables struct {
	arcSystem
	tables [arcKinds]*fsa.Pushed
	floors int // commitments that the tables know
	heads  []int32
	arcs   []goldArc // by their left ends
	met    int       // how many of them were met
	front  int32
	height int32 // of the stack
	live   []liveArc
	sums   []fsa.Weight // working space of least
}

var _ derived.Oracle = (*ArcTables)(nil)

// liveArc is an arc that is neither won nor lost, with its state in the table.
type liveArc struct {
	goldArc
	state fsa.State
}

// NewArcHybridTables makes the tables of ArcHybrid.
func NewArcHybridTables(single bool) (*ArcTables, error) { return newArcTables(Right, single) }

// NewArcEagerTables makes the tables of ArcEager.
func NewArcEagerTables(single bool) (*ArcTables, error) { return newArcTables(Reduce, single) }

// tableLimit bounds the search for one entry of a table. It is far beyond what the
// deepest stack of a long sentence needs.
const tableLimit = 1 << 20

func newArcTables(actions fsa.Symbol, single bool) (*ArcTables, error) {
	t := &ArcTables{arcSystem: arcSystem{actions, single}}
	return t, t.make(0)
}

// make makes new tables, with commitments for n words.
func (t *ArcTables) make(n int) (err error) {
	t.floors = t.arcSystem.floors(n)
	for kind := range arcKinds {
		symbols := int(t.symbols()) + t.floors
		if t.tables[kind], err = fsa.NewPushed(t.machine(kind, t.floors, false), symbols, tableLimit); err != nil {
			return err
		}
	}
	return nil
}

// Start prepares for a sentence, where heads[d] is the gold head of word d = 1..n, negative
// if it is unknown. The tree must be projective for the costs to be exact.
func (t *ArcTables) Start(heads []int32) error {
	if n := len(heads) - 1; t.floors < t.arcSystem.floors(n) {
		if err := t.make(2 * n); err != nil {
			return err
		}
	}
	t.heads, t.arcs = heads, t.goldArcs(t.arcs[:0], heads)
	slices.SortFunc(t.arcs, func(a, b goldArc) int { return cmp.Compare(a.lo, b.lo) })
	return t.Reset()
}

// Reset implements derived.Oracle.
func (t *ArcTables) Reset() error {
	t.front, t.height, t.met, t.live = 1, 0, 0, t.live[:0]
	t.meet()
	return nil
}

// meet adds the arcs whose left end is on the stack or the buffer front.
func (t *ArcTables) meet() {
	for ; t.met < len(t.arcs) && t.arcs[t.met].lo <= t.front; t.met++ {
		t.live = append(t.live, liveArc{t.arcs[t.met], 0})
	}
}

func (t *ArcTables) bufferEmpty() bool { return int(t.front) >= len(t.heads) }

// Values implements derived.Oracle. The values are costs: the smallest losses minus the value of the
// prefix.
func (t *ArcTables) Values(dst []fsa.Weight) error {
	clear(dst)
	dst[0] = only(t.bufferEmpty())
	for i := range t.live {
		a := &t.live[i]
		table, at := t.tables[a.kind], a.place(t.front, t.heads)
		if at == ended {
			dst[0] += table.Final(a.state)
		}
		for o := Shift; o <= t.actions; o++ {
			dst[o] += table.Weight(a.state, t.located(o, at))
		}
	}
	if t.floors > 0 {
		now := t.least(0)
		for o := Shift; o <= t.actions; o++ {
			dst[o] += t.least(o) - now
		}
	}
	for _, table := range t.tables {
		if err := table.Err(); err != nil {
			return err // the error makes costs infinite
		}
	}
	return nil
}

// least is what the best commitment makes the live arcs lose after action o, or now if o is 0. Arcs
// that are not met yet can be made with any commitment.
func (t *ArcTables) least(o fsa.Symbol) fsa.Weight {
	front, height := t.front, t.height
	if o > 0 {
		front, height = t.after(o)
	}
	if height < 0 || int(front) >= len(t.heads) {
		return fsa.One // the action is not admissible, or all that is left stays
	}
	t.sums = append(t.sums[:0], make([]fsa.Weight, height+1)...)
	for i := range t.live {
		a := &t.live[i]
		table, state := t.tables[a.kind], a.state
		if o > 0 {
			state = table.Next(state, t.located(o, a.place(t.front, t.heads)))
		}
		for k := range t.sums {
			w := table.Weight(state, t.symbols()+1+fsa.Symbol(k))
			if w.IsZero() {
				break // the arc is settled: nothing follows
			}
			t.sums[k] += w
		}
	}
	return slices.Min(t.sums)
}

// after returns the front and the height of the stack after an action.
func (t *ArcTables) after(o fsa.Symbol) (front, height int32) {
	if t.pushes(o, t.bufferEmpty()) {
		return t.front + 1, t.height + 1
	}
	return t.front, t.height - 1
}

// Advance implements derived.Oracle.
func (t *ArcTables) Advance(o fsa.Symbol) error {
	kept := t.live[:0]
	for _, a := range t.live {
		table := t.tables[a.kind]
		a.state = table.Next(a.state, t.located(o, a.place(t.front, t.heads)))
		if !table.Over(a.state) {
			kept = append(kept, a)
		}
	}
	t.live = kept
	t.front, t.height = t.after(o)
	t.meet()
	return nil
}
