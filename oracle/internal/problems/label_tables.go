package problems

import (
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// LabelTables follows sequences of ShiftLabel with the factors of ShiftLabel.Factored, in their tables, which all starts
// of all sentences share whose gold spans have the same pattern of labels. Only where spans of the stack start can actions
// cost anything. It gives the same costs as the other computations.
//
// It is made once and started for each sentence. Callers must neither ask for nor take actions that are not admissible.
type LabelTables struct {
	starts[*labelFamily]
	labels int32
	stack  []liveLabels // where its spans start, the topmost one last
	words  int32        // so far
}

var _ derived.Oracle = (*LabelTables)(nil)

// liveLabels is a start with its state in the table.
type liveLabels struct {
	*startOf[*labelFamily]
	state fsa.State
}

// NewLabelTables makes the tables.
func NewLabelTables() *LabelTables {
	return &LabelTables{starts: starts[*labelFamily]{create: newLabelFamily, root: true, families: map[string]*labelFamily{}}}
}

// Start prepares for a sentence. Gold spans are those of one tree over all words, each span once, with labels below
// labels. More than 255 with the same start are ErrTooLarge; without one over all words it is derived.ErrNoSequence.
func (t *LabelTables) Start(gold []Span, words, labels int32) error {
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
func (t *LabelTables) Reset() error {
	t.words, t.stack = 0, t.stack[:0]
	return nil
}

// see returns what an action means to a start whose spans are at a place of the stack, epsilon if nothing.
func (s *liveLabels) see(words int32, topmost bool, o fsa.Symbol) fsa.Symbol {
	switch {
	case o == Word:
		return fsa.Symbol(s.position(words + 1))
	case o == Close:
		return s.family.combine()
	case !topmost:
		return fsa.Epsilon
	case o == NoLabel:
		return s.family.noLabel()
	}
	return s.family.label(s.label(int32(o - OpenAfter(0))))
}

// Values implements derived.Oracle. The values are costs: the smallest losses minus the value of the prefix.
func (t *LabelTables) Values(dst []fsa.Weight) error {
	clear(dst)
	last, over := len(t.stack)-1, int(t.words) == len(t.all)-1
	dst[0] = only(over && last == 0)
	for i := range t.stack {
		s := &t.stack[i]
		table := s.family.table
		if dst[Close] += table.Weight(s.state, s.family.combine()); !over {
			dst[Word] += table.Weight(s.state, s.see(t.words, i == last, Word))
		}
		if i == 0 {
			dst[0] += table.Final(s.state)
		}
		if i == last {
			dst[NoLabel] = table.Weight(s.state, s.family.noLabel())
			other := table.Weight(s.state, s.family.label(s.family.labels))
			for l := range t.labels {
				dst[OpenAfter(l)] = other
			}
			for l, name := range s.names {
				dst[OpenAfter(name)] = table.Weight(s.state, s.family.label(int32(l)))
			}
		}
		if err := table.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Advance implements derived.Oracle.
func (t *LabelTables) Advance(o fsa.Symbol) error {
	if o == Word {
		t.stack = append(t.stack, liveLabels{startOf: &t.all[t.words]})
	}
	for i := range t.stack {
		s := &t.stack[i]
		if x := s.see(t.words, i == len(t.stack)-1, o); x != fsa.Epsilon {
			s.state = s.family.table.Next(s.state, x)
		}
		if err := s.family.table.Err(); err != nil {
			return err
		}
	}
	switch o {
	case Word:
		t.words++
	case Close:
		t.stack = t.stack[:len(t.stack)-1]
	}
	return nil
}
