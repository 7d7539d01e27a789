package problems

import (
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// placed is how far a sequence has come, seen from a start: the words read and, once the start is
// passed, the numbers of open brackets that start there and of others above them.
type placed struct{ words, own, above int32 }

// see returns what an action means to the family of the start, epsilon if it does not concern it,
// and the place after it.
func (f *startFamily) see(s *startOf[*startFamily], q placed, o fsa.Symbol) (x fsa.Symbol, to placed) {
	switch here := q.words == s.start; {
	case o == Word:
		q.words++
		if here || q.own > 0 {
			x = wordTo + fsa.Symbol(s.position(q.words))
		}
	case o > Close && here:
		q.own++
		x = f.openOwn(s.label(int32(o - OpenLabel(0))))
	case q.own == 0: // other brackets
	case o > Close:
		q.above++
		x = elsewhere
	case q.above > 0:
		q.above--
	default:
		q.own--
		x = closed
	}
	return x, q
}

// bracketStarts returns what finds the families of starts where at most maxOpens brackets are opened in a row.
func bracketStarts(maxOpens int32, root bool) starts[*startFamily] {
	create := func(gold []string, labels int32, root bool) (*startFamily, error) {
		return newStartFamily(gold, labels, maxOpens, root)
	}
	return starts[*startFamily]{create: create, root: root, families: map[string]*startFamily{}}
}

// Factored returns bracketing under the exact loss, the number of wrong and missing brackets, in
// one factor for each start: brackets with different starts never compete, while those with the
// same start do, since only the outermost open one can become the longest. The sum is exact whether
// or not MaxOpens binds, unless MaxDepth binds.
//
// More than 255 gold brackets with the same start are ErrTooLarge.
func (b *Bracketing) Factored() (derived.Problem, error) {
	p := derived.Problem{Actions: b.actions(), Admissible: b.Admissible()}
	t := bracketStarts(b.MaxOpens, false)
	if err := t.read(b.Gold, b.Words); err != nil {
		return p, err
	}
	for start := range b.Words {
		s := &t.all[start]
		actions := view(placed{}, b.actions(), s.family.toCome(guess{}), func(q placed, o fsa.Symbol) (fsa.Symbol, placed) {
			return s.family.see(s, q, o)
		})
		p.Factors = append(p.Factors, derived.Factor{Loss: fsa.Compose(actions, s.family.machine())})
	}
	return p, nil
}

// BracketTables follows sequences of bracketing with the factors of Bracketing.Factored, in their
// tables, where one bracket is around all words. All starts of all sentences whose gold brackets
// have the same pattern of labels share a table; and only the starts of open brackets, and the
// position itself, can change what an action costs. It is as fast as a hand-written oracle and
// gives the same costs as the other computations.
//
// It is made once and started for each sentence. Callers must neither ask for nor take actions that
// are not admissible: it does not count open brackets.
//
// The states of a table are sets of guesses, as many as there are subsets of the brackets opened at
// one start. More than 2¹⁶ are fsa.ErrStateLimit, which Values and Advance may return too.
type BracketTables struct {
	starts[*startFamily]
	labels int32
	live   []liveStart // the starts of open brackets whose first word was read, innermost last, and the position
	words  int32       // so far
}

var _ derived.Oracle = (*BracketTables)(nil)

// liveStart is a start that can still change costs, with its state in the table.
type liveStart struct {
	*startOf[*startFamily]
	placed
	state fsa.State
}

func (s *liveStart) cost(o fsa.Symbol) fsa.Weight {
	x, _ := s.family.see(s.startOf, s.placed, o)
	if x == fsa.Epsilon {
		return fsa.One
	}
	return s.family.table.Weight(s.state, x)
}

// NewBracketTables makes the tables of bracketing with at most maxOpens brackets opened in a row.
func NewBracketTables(maxOpens int32) *BracketTables {
	return &BracketTables{starts: bracketStarts(maxOpens, true)}
}

// Start prepares for a sentence. Gold brackets are those of one tree over all words, in the order
// of their starts, each before those inside it, with labels below labels. More than 255 with the
// same start are ErrTooLarge; if none starts at the first word it is ErrNoSequence.
func (t *BracketTables) Start(gold []Span, words, labels int32) error {
	t.labels = labels
	if err := t.read(gold, words); err != nil {
		return err
	}
	return t.Reset()
}

// Reset implements derived.Oracle.
func (t *BracketTables) Reset() error {
	t.words, t.live = 0, t.live[:0]
	t.arrive()
	return nil
}

// arrive begins with the start at the position.
func (t *BracketTables) arrive() {
	t.live = append(t.live, liveStart{startOf: &t.all[t.words], placed: placed{words: t.words}})
}

// Values implements derived.Oracle. The values are costs: the smallest losses minus the value of the
// prefix.
func (t *BracketTables) Values(dst []fsa.Weight) error {
	last, over := len(t.live)-1, int(t.words) == len(t.all)-1
	open, here := t.live[:last], &t.live[last]
	word, other := here.cost(Word)+only(!over), only(!over)
	for i := range open {
		word += open[i].cost(Word)
		other += open[i].cost(OpenLabel(0))
	}
	dst[0], dst[Word], dst[Close] = only(over && last == 0), word, fsa.Zero()
	if last > 0 {
		dst[Close] = open[last-1].cost(Close)
	}
	for o := OpenLabel(0); o < OpenLabel(t.labels); o++ {
		dst[o] = other + here.cost(o)
	}
	return t.err()
}

// err returns the first error of the live tables.
func (t *BracketTables) err() error {
	for i := range t.live {
		if err := t.live[i].family.table.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Advance implements derived.Oracle.
func (t *BracketTables) Advance(o fsa.Symbol) error {
	for i := range t.live {
		s := &t.live[i]
		x, to := s.family.see(s.startOf, s.placed, o)
		if s.placed = to; x != fsa.Epsilon {
			s.state = s.family.table.Next(s.state, x)
		}
	}
	if err := t.err(); err != nil {
		return err // and every later call fails too: a failed table stays so
	}
	t.live = slices.DeleteFunc(t.live, func(s liveStart) bool { return s.family.table.Over(s.state) })
	if o == Word {
		t.words++
		t.arrive()
	}
	return nil
}
