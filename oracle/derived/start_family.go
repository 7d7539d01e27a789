package derived

import "parser/oracle/fsa"

// startFamily is the automaton for one start in any sentence in which the gold
// brackets that start there have the same labels, up to renaming, and the same order.
// Of positions it knows only where they are between the ends of these brackets: 0 is
// the start, 2j+2 the j-th end from the left, and odd ones are all between. Of the
// other brackets it knows only that one was just opened, for then none can be closed.
type startFamily struct {
	starting       // in these positions
	labels   int32 // of gold, from 0 up; one more stands for all others
	opens    int32 // consecutive opens, at most
	root     bool  // the outermost bracket is around all words
	table    *Table
}

// The symbols of a startFamily: the innermost bracket of this start is closed, another
// bracket is opened, a word leads to a position from 1 up, and a bracket of this start
// is opened.
const (
	closed    fsa.Symbol = 1
	elsewhere fsa.Symbol = 2
	wordTo    fsa.Symbol = 2 // and the position
)

func (f *startFamily) openOwn(label int32) fsa.Symbol { return wordTo + fsa.Symbol(f.behind()+1+label) }

// behind is the position behind all ends.
func (f *startFamily) behind() int32 { return 2*int32(len(f.gold)) + 1 }

// newStartFamily makes the automaton and its table for groups of labels that are
// numbered in the order of their first occurrence.
func newStartFamily(groups [][]int32, opens int32, root bool) (*startFamily, error) {
	f := &startFamily{opens: opens, root: root}
	for i, labels := range groups {
		f.gold = append(f.gold, group{start: 0, end: 2 * int32(len(groups)-i), labels: labels})
		for _, l := range labels {
			f.labels = max(f.labels, l+1)
		}
	}
	final := func(q guess) fsa.Weight { return only(q == f.done()) }
	machine := fsa.NewLazy(guess{}, final, f.expand)
	var err error
	f.table, err = NewTable(machine, int(f.openOwn(f.labels)), tableLimit)
	return f, err
}

// expand calls arc for all arcs that leave q.
func (f *startFamily) expand(q guess, arc func(in, out fsa.Symbol, w fsa.Weight, to guess)) {
	as := func(o fsa.Symbol) func(fsa.Weight, guess) {
		return func(w fsa.Weight, to guess) { arc(o, o, w, to) }
	}
	if q.words == 0 {
		for label := range f.labels + 1 {
			if int32(len(q.own)) < f.opens {
				f.open(q, label, as(f.openOwn(label)))
			}
		}
		for to := int32(1); to <= 2 && to <= f.behind() && !(f.root && q.own == ""); to++ {
			f.leaveTo(q, to, as(wordTo+fsa.Symbol(to)))
		}
		return
	}
	if q == f.done() {
		return
	}
	arc(elsewhere, elsewhere, fsa.One, guess{words: q.words, own: q.own, above: 1})
	if f.closable(q) {
		arc(closed, closed, fsa.One, f.pop(q))
	}
	first := q.words + 1 - q.words%2 // between: stay there, or come to the next end
	for to := first; to <= first+1 && to <= f.behind(); to++ {
		if f.fits(q.own, to) {
			o := wordTo + fsa.Symbol(to)
			arc(o, o, fsa.One, guess{words: to, own: q.own})
		}
	}
}

// leaveTo reads the word at the start, behind which is position to.
func (f *startFamily) leaveTo(q guess, to int32, arc func(fsa.Weight, guess)) {
	f.leave(q, func(w fsa.Weight, next guess) {
		if next != f.done() {
			next.words = to
		}
		if f.fits(next.own, to) {
			arc(w, next)
		}
	})
}

// closable reports whether the innermost bracket of this start can be closed.
func (f *startFamily) closable(q guess) bool {
	top := q.own[len(q.own)-1]
	whole := f.root && len(q.own) == 1
	return q.above == 0 && (top == wrong || f.gold[top].end == q.words) && (!whole || q.words == f.behind()-1)
}
