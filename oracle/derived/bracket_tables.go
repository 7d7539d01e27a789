package derived

import (
	"fmt"
	"slices"

	"parser/oracle/fsa"
)

// BracketTables follows sequences of bracketing with the factors of
// Bracketing.Factored, in their tables, where one bracket is around all words. The
// factor of a start sees only the brackets that start there and where the position is
// between the ends of gold's, so that starts of all sentences whose gold brackets have
// the same pattern of labels share a table; and only the starts of open brackets,
// and the position itself, can change what an action costs. It is as fast as a
// hand-written oracle and gives the same costs as the other computations.
//
// It is made once and started for each sentence. It knows neither how many brackets
// are open nor where others start: what admissible sequences do not do is not to be
// asked for, or done.
//
// The states of a table are sets of guesses, of which there are as many as subsets of
// the brackets opened at one start, however gold's could be ordered. More than 2¹⁶ are
// fsa.ErrStateLimit, from Values and Advance as well.
type BracketTables struct {
	maxOpens int32
	families map[string]*startFamily

	words, labels, position int32
	starts                  []startOf // of each position
	ends                    []int32
	names                   []int32
	live                    []liveStart // of open brackets behind their first word, innermost last
	here                    liveStart   // of the position
	key                     []byte
}

var _ Oracle = (*BracketTables)(nil)

// startOf is what gold has at one start.
type startOf struct {
	family *startFamily
	ends   []int32 // of its brackets, ascending, each once
	names  []int32 // names[l] is the label that the family calls l
}

// liveStart is a start on the way, with its state in the table.
type liveStart struct {
	*startOf
	state fsa.State
}

// NewBracketTables makes the tables of bracketing with at most maxOpens brackets
// opened with nothing between them.
func NewBracketTables(maxOpens int32) *BracketTables {
	return &BracketTables{maxOpens: maxOpens, families: map[string]*startFamily{}}
}

// Start prepares for a sentence. Gold brackets are those of one tree over all words,
// each before those inside it, with labels below labels. More than 255 with the same
// start are ErrTooLarge; none that starts at the first word is ErrNoSequence.
func (t *BracketTables) Start(gold []Span, words, labels int32) error {
	t.words, t.labels = words, labels
	t.starts, t.ends, t.names = t.starts[:0], t.ends[:0], t.names[:0]
	for start := range words {
		count := 0
		for count < len(gold) && gold[count].Start == start {
			count++
		}
		if err := t.addStart(gold[:count], start); err != nil {
			return err
		}
		gold = gold[count:]
	}
	return t.Reset()
}

// addStart finds the family of the gold brackets with one start.
func (t *BracketTables) addStart(gold []Span, start int32) error {
	ends, names := len(t.ends), len(t.names)
	t.key = append(t.key[:0], byte(min(start, 1)))
	for i, g := range gold {
		if i == 0 || g.End != gold[i-1].End {
			t.ends, t.key = append(t.ends, g.End), append(t.key, separator)
		}
		l := slices.Index(t.names[names:], g.Label)
		if l < 0 {
			l = len(t.names) - names
			t.names = append(t.names, g.Label)
		}
		t.key = append(t.key, byte(l))
	}
	if len(gold) > maxGroup {
		return fmt.Errorf("%w: %d start at word %d", ErrTooLarge, len(gold), start+1)
	}
	slices.Reverse(t.ends[ends:])
	f, err := t.family()
	t.starts = append(t.starts, startOf{f, t.ends[ends:], t.names[names:]})
	return err
}

// separator comes before the labels of each group in a key. Labels are less: there are
// no more than maxGroup.
const separator = maxGroup

// family returns the family with the key. One whose table has failed is made anew: what
// was too much for a sentence need not come up in the next.
func (t *BracketTables) family() (*startFamily, error) {
	if f, ok := t.families[string(t.key)]; ok && f.table.Err() == nil {
		return f, nil
	}
	var groups [][]int32
	for _, l := range t.key[1:] {
		if l == separator {
			groups = append(groups, nil)
		} else {
			groups[len(groups)-1] = append(groups[len(groups)-1], int32(l))
		}
	}
	f := newStartFamily(groups, t.maxOpens, t.key[0] == 0)
	err := f.tabulate()
	if err == nil {
		t.families[string(t.key)] = f
	}
	return f, err
}

// Reset implements Oracle.
func (t *BracketTables) Reset() error {
	t.position, t.live = 0, t.live[:0]
	t.arrive()
	return nil
}

// arrive begins with the start at the position.
func (t *BracketTables) arrive() {
	t.here = liveStart{}
	if t.position < t.words {
		t.here.startOf = &t.starts[t.position]
	}
}

// Values implements Oracle: they are costs, less than the smallest losses by the
// value of the prefix.
func (t *BracketTables) Values(dst []fsa.Weight) error {
	word, open := fsa.One, fsa.One
	for i := range t.live {
		s := &t.live[i]
		word += s.cost(wordAt(s.ends, t.position+1))
		open += s.cost(elsewhere)
	}
	dst[0], dst[Word], dst[Close] = only(t.position == t.words && len(t.live) == 0), fsa.Zero(), fsa.Zero()
	if len(t.live) > 0 {
		dst[Close] = t.live[len(t.live)-1].cost(closed)
	}
	if t.position < t.words {
		dst[Word] = word + t.here.cost(wordAt(t.here.ends, t.position+1))
	}
	for label := range t.labels {
		o := OpenLabel(label)
		dst[o] = fsa.Zero()
		if t.position < t.words {
			dst[o] = open + t.here.cost(t.here.family.opening(t.here.names, label))
		}
	}
	return t.err()
}

// err returns the error of a table on the way.
func (t *BracketTables) err() error {
	for i := range t.live {
		if err := t.live[i].family.table.Err(); err != nil {
			return err
		}
	}
	if t.here.startOf == nil {
		return nil
	}
	return t.here.family.table.Err()
}

// Advance implements Oracle.
func (t *BracketTables) Advance(o fsa.Symbol) error {
	switch o {
	case Word:
		for i := range t.live {
			t.live[i].step(wordAt(t.live[i].ends, t.position+1))
		}
		t.here.step(wordAt(t.here.ends, t.position+1))
		t.position++
		t.live = append(t.live, t.here)
		t.arrive()
	case Close:
		t.live[len(t.live)-1].step(closed)
	default:
		for i := range t.live {
			t.live[i].step(elsewhere)
		}
		t.here.step(t.here.family.opening(t.here.names, int32(o-OpenLabel(0))))
	}
	if err := t.err(); err != nil {
		return err // again from now on: what failed stays
	}
	t.live = slices.DeleteFunc(t.live, func(s liveStart) bool { return s.family.table.Over(s.state) })
	return nil
}

func (s *liveStart) cost(o fsa.Symbol) fsa.Weight { return s.family.table.Weight(s.state, o) }

func (s *liveStart) step(o fsa.Symbol) { s.state = s.family.table.Next(s.state, o) }
