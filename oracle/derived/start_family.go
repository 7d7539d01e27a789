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

// mostGuesses bounds the search for one entry of a table: it is enough for all subsets
// of more brackets than are opened at one start in real trees.
const mostGuesses = 1 << 16

// newStartFamily makes the automaton and its table for groups of labels that are
// numbered in the order of their first occurrence.
func newStartFamily(groups [][]int32, opens int32, root bool) (*startFamily, error) {
	f := &startFamily{opens: opens, root: root}
	for i, labels := range groups {
		f.add(2*int32(len(groups)-i), labels)
	}
	f.labels = int32(len(f.names))
	final := func(q guess) fsa.Weight { return only(q == f.done()) }
	machine := fsa.NewLazy(guess{}, final, f.expand)
	var err error
	f.table, err = NewTable(machine, int(f.openOwn(f.labels)), mostGuesses)
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
			w, next := f.leave(q)
			if next != f.done() {
				next.words = to
			}
			arc(wordTo+fsa.Symbol(to), wordTo+fsa.Symbol(to), w, next)
		}
		return
	}
	if q == f.done() {
		return
	}
	arc(elsewhere, elsewhere, fsa.One, guess{words: q.words, own: q.own, above: 1})
	if to, ok := f.closeTop(q); ok {
		arc(closed, closed, fsa.One, to)
	}
	first := q.words + 1 - q.words%2 // between: stay there, or come to the next end
	for to := first; to <= first+1 && to <= f.behind(); to++ {
		if next := (guess{words: to, own: q.own}); f.fits(next) {
			arc(wordTo+fsa.Symbol(to), wordTo+fsa.Symbol(to), fsa.One, next)
		}
	}
}

// closeTop closes the innermost bracket of this start, if it can be closed.
func (f *startFamily) closeTop(q guess) (guess, bool) {
	whole := f.root && len(q.own) == 1
	if q.above > 0 || whole && q.words != f.behind()-1 {
		return q, false
	}
	return f.close(q)
}
