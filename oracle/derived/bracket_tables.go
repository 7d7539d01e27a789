package derived

import (
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
// It is made once and started for each sentence.
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
	groups                  [][]int32
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
	state int32
	next  int32 // of ends: the first that is not behind the position
}

// NewBracketTables makes the tables of bracketing with at most maxOpens brackets
// opened with nothing between them.
func NewBracketTables(maxOpens int32) *BracketTables {
	return &BracketTables{maxOpens: maxOpens, families: map[string]*startFamily{}}
}

// Start prepares for a sentence. Gold brackets are those of one tree over all words,
// each before those inside it, with labels below labels.
func (t *BracketTables) Start(gold []Span, words, labels int32) error {
	t.words, t.labels = words, labels
	t.starts, t.ends, t.names = t.starts[:0], t.ends[:0], t.names[:0]
	b := Bracketing{Gold: gold}
	groups := b.groups()
	for start := range words {
		count := 0
		for count < len(groups) && groups[count].start == start {
			count++
		}
		if err := t.addStart(groups[:count], start == 0); err != nil {
			return err
		}
		groups = groups[count:]
	}
	for _, f := range t.families {
		if err := f.table.Err(); err != nil {
			return err
		}
	}
	return t.Reset()
}

// addStart finds the family of the groups with one start.
func (t *BracketTables) addStart(groups []group, root bool) error {
	ends, names := len(t.ends), len(t.names)
	t.key, t.groups = append(t.key[:0], byte(unless(!root))), t.groups[:0]
	for _, g := range groups {
		labels := make([]int32, len(g.labels))
		for i, name := range g.labels {
			l := slices.Index(t.names[names:], name)
			if l < 0 {
				l = len(t.names) - names
				t.names = append(t.names, name)
			}
			labels[i] = int32(l)
			t.key = append(t.key, byte(l), byte(l>>8))
		}
		t.key = append(t.key, 0xff, 0xff)
		t.groups = append(t.groups, labels)
	}
	for _, g := range slices.Backward(groups) {
		t.ends = append(t.ends, g.end)
	}
	f, err := t.family(root)
	t.starts = append(t.starts, startOf{f, t.ends[ends:], t.names[names:]})
	return err
}

// family returns the family with the key.
func (t *BracketTables) family(root bool) (*startFamily, error) {
	if f, ok := t.families[string(t.key)]; ok {
		return f, nil
	}
	f, err := newStartFamily(slices.Clone(t.groups), t.maxOpens, root)
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
		word += s.cost(s.word(t.position))
		open += s.cost(elsewhere)
	}
	dst[0], dst[Word], dst[Close] = only(t.position == t.words && len(t.live) == 0), fsa.Zero(), fsa.Zero()
	if len(t.live) > 0 {
		dst[Close] = t.live[len(t.live)-1].cost(closed)
	}
	if t.position < t.words {
		dst[Word] = word + t.here.cost(t.here.word(t.position))
	}
	for label := range t.labels {
		o := OpenLabel(label)
		dst[o] = fsa.Zero()
		if t.position < t.words {
			dst[o] = open + t.here.cost(t.here.open(label))
		}
	}
	return nil
}

// Advance implements Oracle.
func (t *BracketTables) Advance(o fsa.Symbol) error {
	switch o {
	case Word:
		for i := range t.live {
			t.live[i].step(t.live[i].word(t.position))
		}
		t.here.step(t.here.word(t.position))
		t.position++
		t.live = append(t.live, t.here)
		t.arrive()
	case Close:
		t.live[len(t.live)-1].step(closed)
	default:
		for i := range t.live {
			t.live[i].step(elsewhere)
		}
		t.here.step(t.here.open(int32(o - OpenLabel(0))))
	}
	t.live = slices.DeleteFunc(t.live, func(s liveStart) bool { return s.family.table.over(s.state) })
	return nil
}

func (s *liveStart) cost(o fsa.Symbol) fsa.Weight { return s.family.table.Cost(s.state, o) }

func (s *liveStart) step(o fsa.Symbol) { s.state = s.family.table.Next(s.state, o) }

// word returns the symbol of the word behind a position.
func (s *liveStart) word(position int32) fsa.Symbol {
	for int(s.next) < len(s.ends) && s.ends[s.next] < position+1 {
		s.next++
	}
	to := 2*s.next + 1
	if int(s.next) < len(s.ends) && s.ends[s.next] == position+1 {
		to++
	}
	return wordTo + fsa.Symbol(to)
}

// open returns the symbol of an opening bracket at this start.
func (s *liveStart) open(label int32) fsa.Symbol {
	if i := slices.Index(s.names, label); i >= 0 {
		return s.family.openOwn(int32(i))
	}
	return s.family.openOwn(s.family.labels)
}
