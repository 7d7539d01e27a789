package problems

import (
	"cmp"
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// ArcTables follows sequences of arc-hybrid or arc-eager with the factors of Arcs, in their
// tables. All arcs of a kind share one table, whatever their words and
// sentences; and only the arcs whose left end was met and which are neither won nor lost can change
// what an action costs. It is as fast as a hand-written oracle and gives the same costs as the
// other computations.
//
// It is made once and started for each sentence. Callers must neither ask for nor take actions that
// are not admissible: it knows neither the height of the stack nor which words have a head.
type ArcTables struct {
	*arcSystem
	tables [arcKinds]*fsa.Pushed
	heads  []int32
	arcs   []goldArc // by their left ends
	met    int       // how many of them were met
	front  int32
	height int32 // of the stack
	live   []liveArc
	steps  []fsa.Weight // working space of least
}

var _ derived.Oracle = (*ArcTables)(nil)

// liveArc is an arc that is neither won nor lost, with its state in the table and the height in the
// stack of the end that matters: its right end if it is on the stack, else its left end, 0 for ROOT;
// negative as long as neither is.
type liveArc struct {
	goldArc
	state  fsa.State
	height int32
}

// tableLimit bounds the search for one entry of a table. It is far beyond what the
// deepest stack of a long sentence needs.
const tableLimit = 1 << 20

// NewArcTables makes the tables of a system.
func NewArcTables(s transition.System) (t *ArcTables, err error) {
	t = &ArcTables{arcSystem: newArcSystem(s)}
	for kind := range arcKinds {
		if t.tables[kind], err = fsa.NewPushed(t.machine(kind, false), int(t.committed(beyond)), tableLimit); err != nil {
			return t, err
		}
	}
	return t, nil
}

// Start prepares for a sentence, where heads[d] is the gold head of word d = 1..n, negative
// if it is unknown. The tree must be projective for the costs to be exact.
func (t *ArcTables) Start(heads []int32) error {
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
		a := t.arcs[t.met]
		t.live = append(t.live, liveArc{a, 0, -min(1, a.lo)})
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
	if t.commits() {
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
// whose ends are all in the buffer can be made with any commitment.
func (t *ArcTables) least(o fsa.Symbol) fsa.Weight {
	front, height := t.front, t.height
	if o > 0 {
		front, height = t.after(o)
	}
	if height < 0 || int(front) >= len(t.heads) {
		return fsa.One // the action is not admissible, or all that is left stays
	}
	steps := append(t.steps[:0], make([]fsa.Weight, height+2)...) // of the sum, from a floor to the next one
	for _, a := range t.live {
		if o > 0 {
			t.take(&a, o)
		}
		if a.height < 0 || t.tables[a.kind].Over(a.state) {
			continue
		}
		lost := func(r reach) fsa.Weight { return t.tables[a.kind].Weight(a.state, t.committed(r)) }
		steps[0] += lost(beyond)
		steps[a.height] += lost(downTo) - lost(beyond)
		steps[a.height+1] += lost(notDown) - lost(downTo)
	}
	least, sum := fsa.Zero(), fsa.One
	for _, step := range steps[:height+1] {
		sum += step
		least = min(least, sum)
	}
	t.steps = steps
	return least
}

// take takes an arc through an action.
func (t *ArcTables) take(a *liveArc, o fsa.Symbol) {
	a.state = t.tables[a.kind].Next(a.state, t.located(o, a.place(t.front, t.heads)))
	if front, height := t.after(o); front > t.front && a.kind != rootWords && (a.lo == t.front || a.hi == t.front) {
		a.height = height
	}
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
		if t.take(&a, o); !t.tables[a.kind].Over(a.state) {
			kept = append(kept, a)
		}
	}
	t.live = kept
	t.front, t.height = t.after(o)
	t.meet()
	return nil
}
