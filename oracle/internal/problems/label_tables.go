package problems

import (
	"cmp"
	"fmt"
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
	families map[string]*labelFamily
	labels   int32
	all      []labelStart
	stack    []liveLabels // where its spans start, the topmost one last
	words    int32        // so far

	gold []Span // working space of Start
	key  []byte
}

var _ derived.Oracle = (*LabelTables)(nil)

// labelStart is what gold has at one start of a sentence.
type labelStart struct {
	family *labelFamily
	ends   []int32 // of its spans, ascending
	names  []int32 // names[l] is the sentence's label for the family's label l
}

// liveLabels is a start with its state in the table.
type liveLabels struct {
	*labelStart
	state fsa.State
}

// NewLabelTables makes the tables.
func NewLabelTables() *LabelTables { return &LabelTables{families: map[string]*labelFamily{}} }

// Start prepares for a sentence. Gold spans are those of one tree over all words, each span once, with labels below
// labels. More than 255 with the same start are ErrTooLarge; without one over all words it is derived.ErrNoSequence.
func (t *LabelTables) Start(gold []Span, words, labels int32) error {
	t.labels, t.all = labels, slices.Grow(t.all[:0], int(words))[:words]
	t.gold = append(t.gold[:0], gold...)
	slices.SortFunc(t.gold, func(a, b Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	gold = t.gold
	for start := range words {
		s, key := &t.all[start], append(t.key[:0], 0)
		s.ends, s.names = s.ends[:0], s.names[:0]
		if start == 0 {
			key[0] = 1
		}
		for ; len(gold) > 0 && gold[0].Start == start; gold = gold[1:] {
			l := slices.Index(s.names, gold[0].Label)
			if l < 0 {
				l, s.names = len(s.names), append(s.names, gold[0].Label)
			}
			s.ends, key = append(s.ends, gold[0].End), append(key, byte(l))
		}
		t.key = key
		if len(s.ends) > maxGroup {
			return fmt.Errorf("%w: %d spans start at word %d", ErrTooLarge, len(s.ends), start+1)
		}
		if start == 0 && (len(s.ends) == 0 || s.ends[len(s.ends)-1] != words) {
			return derived.ErrNoSequence
		}
		if s.family = t.families[string(key)]; s.family == nil {
			f, err := newLabelFamily(string(key[1:]), start == 0)
			if err != nil {
				return err
			}
			s.family, t.families[string(key)] = f, f
		}
	}
	return t.Reset()
}

// Reset implements derived.Oracle.
func (t *LabelTables) Reset() error {
	t.words, t.stack = 0, t.stack[:0]
	return nil
}

// see returns what an action means to a start whose spans are at a place of the stack, epsilon if nothing.
func (t *LabelTables) see(s *labelStart, topmost bool, o fsa.Symbol) fsa.Symbol {
	switch {
	case o == Word:
		j, atEnd := slices.BinarySearch(s.ends, t.words+1)
		if atEnd {
			return fsa.Symbol(2*j + 2)
		}
		return fsa.Symbol(2*j + 1)
	case o == Close:
		return s.family.combine()
	case !topmost:
		return fsa.Epsilon
	case o == NoLabel:
		return s.family.noLabel()
	}
	if l := slices.Index(s.names, int32(o-OpenAfter(0))); l >= 0 {
		return s.family.label(int32(l))
	}
	return s.family.label(s.family.labels)
}

// Values implements derived.Oracle. The values are costs: the smallest losses minus the value of the prefix.
func (t *LabelTables) Values(dst []fsa.Weight) error {
	clear(dst)
	last := len(t.stack) - 1
	dst[0] = only(int(t.words) == len(t.all) && last == 0)
	for i := range t.stack {
		s := &t.stack[i]
		table := s.family.table
		if i == 0 {
			dst[0] += table.Final(s.state)
		}
		for o := range fsa.Symbol(len(dst)) {
			if o > 0 && (o <= Close || i == last) && !(o == Word && int(t.words) == len(t.all)) {
				dst[o] += table.Weight(s.state, t.see(s.labelStart, i == last, o))
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
		t.stack = append(t.stack, liveLabels{labelStart: &t.all[t.words]})
	}
	for i := range t.stack {
		s := &t.stack[i]
		if x := t.see(s.labelStart, i == len(t.stack)-1, o); x != fsa.Epsilon {
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
