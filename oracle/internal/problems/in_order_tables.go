package problems

import (
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// InOrderTables follows sequences of InOrder with the factors of InOrder.Factored, in their tables, which all starts of all
// sentences share whose gold brackets have the same pattern of labels. Only where items of the stack start can actions cost
// anything. It gives the same costs as the other computations.
//
// It finds the best commitments by dynamic programming over the stack: what a start loses by them depends on where its open
// bracket is closed, and where the open bracket below is. Some places are enough (see places).
//
// It is made once and started for each sentence. Callers must neither ask for nor take actions that are not admissible.
type InOrderTables struct {
	starts[*inOrderFamily]
	labels int32
	words  int32 // so far
	stack  []liveItem

	// Working space.
	next        []liveItem
	places      []int32      // where open brackets can be closed, ascending
	below, sums []fsa.Weight // what commitments make starts lose, by these places
}

var _ derived.Oracle = (*InOrderTables)(nil)

// liveItem is an item of the stack: the state of its start in the table.
type liveItem struct {
	*startOf[*inOrderFamily]
	state fsa.State
	open  bool
}

// NewInOrderTables makes the tables for a bound on the brackets over the same words.
func NewInOrderTables(maxUnary int32) *InOrderTables {
	create := func(gold []string, labels int32, root bool) (*inOrderFamily, error) {
		return newInOrderFamily(gold, labels, maxUnary, root)
	}
	return &InOrderTables{starts: starts[*inOrderFamily]{create: create, root: true, families: map[string]*inOrderFamily{}}}
}

// Start prepares for a sentence. Gold brackets are those of one tree over all words, with labels below labels. More than 255
// with the same start are ErrTooLarge; without one over all words it is derived.ErrNoSequence.
func (t *InOrderTables) Start(gold []Span, words, labels int32) error {
	t.labels = labels
	if !slices.ContainsFunc(gold, func(s Span) bool { return s.Start == 0 && s.End == words }) {
		return derived.ErrNoSequence
	}
	if err := t.read(gold, words); err != nil {
		return err
	}
	return t.Reset()
}

// Reset implements derived.Oracle.
func (t *InOrderTables) Reset() error {
	t.words, t.stack = 0, t.stack[:0]
	return nil
}

// take appends the stack after an action to dst, and returns what its starts lose by the action.
func (t *InOrderTables) take(dst []liveItem, o fsa.Symbol) (stack []liveItem, cost fsa.Weight) {
	dst = append(dst, t.stack...)
	step := func(i int, x fsa.Symbol) {
		s := &dst[i]
		cost += s.family.table.Weight(s.state, x)
		s.state = s.family.table.Next(s.state, x)
	}
	top := len(dst) - 1
	if top >= 0 && !dst[top].open && o <= Finish { // the item becomes part of a larger one, or is the tree
		step(top, dst[top].family.settle())
		dst, top = dst[:top], top-1
	}
	switch {
	case o == Word:
		if int(t.words) == len(t.all)-1 {
			return dst, fsa.Zero()
		}
		dst = append(dst, liveItem{startOf: &t.all[t.words]})
		for i := range dst {
			step(i, fsa.Symbol(dst[i].position(t.words+1)))
		}
	case o == Close && top < 0:
		return dst, fsa.Zero()
	case o == Close:
		step(top, dst[top].family.close())
		dst[top].open = false
	case o > Finish && top < 0:
		return dst, fsa.Zero()
	case o > Finish:
		step(top, dst[top].family.open(dst[top].label(int32(o-OpenAfter(0)))))
		dst[top].open = true
	}
	return dst, cost
}

// Values implements derived.Oracle. The values are costs: the smallest losses minus the value of the prefix.
func (t *InOrderTables) Values(dst []fsa.Weight) error {
	clear(dst)
	dst[0] = only(len(t.stack) == 0 && t.words > 0)
	now := t.least(t.stack, t.words)
	cost := func(o fsa.Symbol, words int32) (cost fsa.Weight) {
		if t.next, cost = t.take(t.next[:0], o); cost.IsZero() {
			return cost
		}
		return cost + t.least(t.next, words) - now
	}
	dst[Word], dst[Close], dst[Finish] = cost(Word, t.words+1), cost(Close, t.words), cost(Finish, t.words)
	var names []int32
	if len(t.stack) > 0 {
		names = t.stack[len(t.stack)-1].names
	}
	var other fsa.Symbol // the first label that gold does not have at the start of the topmost item; all such cost the same
	for l := range t.labels {
		switch o := OpenAfter(l); {
		case slices.Contains(names, l):
			dst[o] = cost(o, t.words)
		case other == 0:
			other, dst[o] = o, cost(o, t.words)
		default:
			dst[o] = dst[other]
		}
	}
	return t.err()
}

// err returns the first error of the tables of the stack.
func (t *InOrderTables) err() error {
	for i := range t.stack {
		if err := t.stack[i].family.table.Err(); err != nil {
			return err
		}
	}
	return nil
}

// least returns what the best commitments make a stack lose at a position. Mostly that is nothing: from the topmost item down, open
// brackets are closed as soon as that loses nothing, once the item above has all that can be around it.
func (t *InOrderTables) least(stack []liveItem, words int32) fsa.Weight {
	t.place(stack, words)
	ready, loses := words, false
	for i := len(stack) - 1; i >= 0 && !loses; i-- {
		if s := &stack[i]; s.open {
			k := slices.IndexFunc(t.places, func(place int32) bool { return place >= ready && s.closing(place, words) == fsa.One })
			if loses = k < 0; !loses {
				ready = t.places[k]
			}
		}
		if ends := stack[i].ends; len(ends) > 0 {
			ready = max(ready, ends[len(ends)-1])
		}
	}
	if !loses {
		return fsa.One
	}
	return t.search(stack, words)
}

// place finds the places: the position, that of a second child of the topmost item, and the ends of gold brackets that start
// where items of the stack do. In a place between them nothing ends that a start could gain, so that it is no worse to close
// brackets at the place before. A second child is the next word with all gold brackets that start there: to cut these short
// makes room at their end for one gold bracket at most, unless gold brackets are cut short that start above it.
func (t *InOrderTables) place(stack []liveItem, words int32) {
	t.places = append(t.places[:0], words)
	if s := &t.all[words]; len(s.ends) > 0 {
		t.places = append(t.places, s.ends[len(s.ends)-1])
	} else if int(words) < len(t.all)-1 {
		t.places = append(t.places, words+1)
	}
	for i := range stack {
		later, _ := slices.BinarySearch(stack[i].ends, words+1)
		t.places = append(t.places, stack[i].ends[later:]...)
	}
	slices.Sort(t.places)
	t.places = slices.Compact(t.places)
}

// commit returns the commitment that the open bracket is closed at a place, where the position is words.
func (s *liveItem) commit(place, words int32) fsa.Symbol {
	if place == words {
		return s.family.closesNow()
	}
	return s.family.closesAt(s.position(place))
}

// closing returns what that makes the start lose.
func (s *liveItem) closing(place, words int32) fsa.Weight {
	return s.family.table.Weight(s.state, s.commit(place, words))
}

// search finds what the best commitments lose: from the lowest item up, what the starts so far lose at least if the last one is
// closed at a place.
func (t *InOrderTables) search(stack []liveItem, words int32) fsa.Weight {
	below, sums := t.below[:0], t.sums[:0]
	for i := range stack {
		s := &stack[i]
		table := s.family.table
		sums = sums[:0]
		for k, place := range t.places {
			sum, state := fsa.One, s.state
			if s.open {
				sum, state = s.closing(place, words), table.Next(s.state, s.commit(place, words))
			}
			least := only(i == 0)
			for j := k; j < len(below) && !sum.IsZero(); j++ {
				least = min(least, below[j]+table.Weight(state, s.family.settlesBy(s.position(t.places[j]))))
			}
			if sums = append(sums, sum+least); !s.open { // it is the topmost item, with all places before it
				break
			}
		}
		below, sums = sums, below
	}
	t.below, t.sums = below, sums
	return slices.Min(below)
}

// Advance implements derived.Oracle.
func (t *InOrderTables) Advance(o fsa.Symbol) error {
	next, _ := t.take(t.next[:0], o)
	t.next, t.stack = t.stack, next
	if o == Word {
		t.words++
	}
	return t.err()
}
