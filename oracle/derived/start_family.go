package derived

import (
	"strings"

	"parser/oracle/fsa"
)

// startFamily is the automaton for one start in any sentence in which the gold
// brackets that start there have the same labels, up to renaming, and the same order.
// Of positions it knows only where they are between the ends of these brackets: 0 is
// the start, 2j+2 the j-th end from the left, and odd ones are all between. Of the
// other brackets it knows only that one was just opened, for then none can be closed.
//
// It is trim and its weights are pushed (Mohri 2009): from each state there is a way to
// end that costs nothing more. So each state is an end, and no search goes on to see
// what prefixes can become: not through all the orders in which gold brackets over the
// same words can be opened, which cost the same.
type startFamily struct {
	starting       // in these positions
	labels   int32 // of gold, from 0 up; one more stands for all others
	opens    int32 // consecutive opens, at most
	root     bool  // the outermost bracket is around all words
	table    *fsa.Pushed
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

// mostGuesses bounds the guesses in one state of a table: it is enough for all subsets
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
	final := func(q guess) fsa.Weight { return only(f.live(q)) }
	machine := fsa.NewLazy(guess{}, final, f.expand)
	var err error
	f.table, err = tabulate(machine, int(f.openOwn(f.labels)), mostGuesses)
	return f, err
}

// expand calls arc for all arcs that leave q for live states, with pushed weights.
func (f *startFamily) expand(q guess, arc func(in, out fsa.Symbol, w fsa.Weight, to guess)) {
	toCome := f.toCome(q)
	f.unpushed(q, func(o fsa.Symbol, w fsa.Weight, to guess) {
		if f.live(to) {
			arc(o, o, w+f.toCome(to)-toCome, to)
		}
	})
}

// toCome is the least weight of ending from a live state: of the gold brackets that own
// leaves over, those are missing for which there is no room. Others can be opened one
// after another, and then nothing costs anything that is as was guessed.
func (f *startFamily) toCome(q guess) fsa.Weight {
	if q.words > 0 {
		return fsa.One
	}
	used, _ := embed(q.own, f.gold)
	room := int(f.opens) - len(q.own)
	return fsa.Weight(max(0, f.brackets-used-room))
}

// live reports whether all guesses can still come true, and the bracket around all
// words be closed.
func (f *startFamily) live(q guess) bool {
	if q == f.done() {
		return true
	}
	next := q.words + q.above // where a bracket can be closed, at the earliest
	return (!f.root || f.closesRoot(q, next)) && f.fits(q.own, next)
}

// closesRoot reports whether the outermost bracket can be closed behind all words, from
// a position on: it is not yet open, or wrong, or one of gold's that end there.
func (f *startFamily) closesRoot(q guess, from int32) bool {
	if len(f.gold) == 0 || f.opens == 0 || from > f.gold[0].end {
		return false
	}
	return q.own == "" || q.own[0] == wrong || strings.IndexByte(f.gold[0].labels, q.own[0]) >= 0
}

// unpushed calls arc for all arcs that leave q, with their weights before pushing.
func (f *startFamily) unpushed(q guess, arc func(o fsa.Symbol, w fsa.Weight, to guess)) {
	switch {
	case q.words == 0:
		f.unpushedBefore(q, arc)
	case q != f.done():
		f.unpushedBehind(q, func(o fsa.Symbol, to guess) { arc(o, fsa.One, to) })
	}
}

// unpushedBefore calls arc for what can be done before the word at the start.
func (f *startFamily) unpushedBefore(q guess, arc func(o fsa.Symbol, w fsa.Weight, to guess)) {
	for label := range f.labels + 1 {
		if int32(len(q.own)) < f.opens {
			f.open(q, label, func(w fsa.Weight, to guess) { arc(f.openOwn(label), w, to) })
		}
	}
	for to := int32(1); to <= 2 && to <= f.behind() && !(f.root && q.own == ""); to++ {
		w, next := f.leave(q)
		if next != f.done() {
			next.words = to
		}
		arc(wordTo+fsa.Symbol(to), w, next)
	}
}

// unpushedBehind calls arc for what can be done behind that word: it costs nothing.
func (f *startFamily) unpushedBehind(q guess, arc func(o fsa.Symbol, to guess)) {
	arc(elsewhere, guess{words: q.words, own: q.own, above: 1})
	if to, ok := f.closeTop(q); ok {
		arc(closed, to)
	}
	first := q.words + 1 - q.words%2 // between: stay there, or come to the next end
	for to := first; to <= first+1 && to <= f.behind(); to++ {
		arc(wordTo+fsa.Symbol(to), guess{words: to, own: q.own})
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
