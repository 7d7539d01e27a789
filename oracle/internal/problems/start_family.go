package problems

import (
	"slices"
	"strings"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// startFamily is the automaton for one start in any sentence in which the gold brackets that start
// there have the same labels, up to renaming, and the same order. Of positions it knows only where
// they are relative to the ends of these brackets: 0 is the start, 2j+2 the j-th end from the left,
// and odd numbers are all positions between. Of the other brackets it knows only whether one was
// just opened, for then no bracket can be closed.
//
// It is trim, and its weights are pushed (Mohri 2009): from each state there is a way to end that
// costs nothing more. So each state is final, and its table needs no search, which would go through
// all the orders of gold brackets over the same words.
//
// The loss is 1 for each bracket that is opened and for each gold one, unless they are the same.
// The automaton guesses for each opened bracket whether it will be a gold one, but not which, so
// that there are fewer guesses. The path of a wrong guess dies: where the bracket is closed and no
// gold one with its label ends there, or when no such end is left.
type startFamily struct {
	gold     []string // for each end, the last one first, the labels of its gold brackets, one byte each
	brackets int      // number of gold brackets
	labels   int32    // gold's labels are below it; it stands for all others
	opens    int32    // maximal number of consecutive opens
	root     bool     // the outermost bracket is around all words
	table    *fsa.Pushed
}

// The symbols of a startFamily: the innermost bracket of this start is closed, another
// bracket is opened, a word leads to a position from 1 up, and a bracket of this start
// is opened.
const (
	closed    fsa.Symbol = 1
	elsewhere fsa.Symbol = 2
	wordTo    fsa.Symbol = 2 // plus the position
)

func (f *startFamily) openOwn(label int32) fsa.Symbol { return wordTo + fsa.Symbol(f.behind()+1+label) }

// behind is the position after all ends.
func (f *startFamily) behind() int32 { return 2*int32(len(f.gold)) + 1 }

// guess is a state of the automaton for one start. Before the word at the start, own grows with
// each bracket opened there; after it, above counts the other brackets open above them, and own
// shrinks as they are closed.
type guess struct {
	words  int32
	own    string // a byte for each open bracket of this start, outermost first: its label, or wrong
	closed string // the labels of gold brackets that were closed at this position, in ascending order
	above  int32
}

// done is the state in which no bracket with this start is open any more: nothing can change.
func done() guess { return guess{words: 1} }

const (
	// wrong stands for a bracket that is not gold.
	wrong = "\xff"
	// mostGuesses bounds the guesses in one state of a table. It is enough for all subsets of more
	// brackets than are opened at one start in real trees.
	mostGuesses = 1 << 16
)

// newStartFamily makes the family of a shape (starts). If none of its brackets can be the root, it is
// ErrNoSequence.
func newStartFamily(gold []string, labels, opens int32, root bool) (f *startFamily, err error) {
	f = &startFamily{gold: gold, brackets: len(strings.Join(gold, "")), labels: labels, opens: opens, root: root}
	f.table, err = fsa.NewPushed(f.machine(), int(f.openOwn(f.labels)), mostGuesses)
	if err == nil && f.table.Value().IsZero() {
		err = derived.ErrNoSequence
	}
	return f, err
}

func (f *startFamily) tabulated() *fsa.Pushed { return f.table }

// machine returns the automaton over live states, with pushed weights.
func (f *startFamily) machine() fsa.Machine {
	final := func(q guess) fsa.Weight { return only(f.live(q)) }
	return fsa.NewLazy(guess{}, final, func(q guess, arc func(in, out fsa.Symbol, w fsa.Weight, to guess)) {
		f.expand(q, func(o fsa.Symbol, w fsa.Weight, to guess) {
			if f.live(to) {
				arc(o, o, w+f.toCome(to)-f.toCome(q), to)
			}
		})
	})
}

// toCome is the least weight of ending from a live state: the number of gold brackets that own
// leaves over beyond those that there is room for.
func (f *startFamily) toCome(q guess) fsa.Weight {
	if q.words > 0 {
		return fsa.One
	}
	used, _ := embed(q.own, f.gold)
	room := int(f.opens) - len(q.own)
	return fsa.Weight(max(0, f.brackets-used-room))
}

// live reports whether all guesses can still come true, and whether the bracket around all words
// can be closed after them: it is not yet open, or wrong, or a gold bracket that ends there.
func (f *startFamily) live(q guess) bool {
	if q == done() {
		return true
	}
	passed := max(0, int(q.words+q.above-1)/2) // ends before the position where a bracket can be closed
	ahead := f.gold[:max(0, len(f.gold)-passed)]
	if f.root {
		mayEnd := q.own == "" || q.own[:1] == wrong
		if len(ahead) == 0 || f.opens == 0 || !mayEnd && !strings.Contains(f.gold[0], q.own[:1]) {
			return false
		}
	}
	_, ok := embed(q.own, ahead)
	return ok
}

// expand calls arc for all arcs that leave q, with their weights before pushing.
func (f *startFamily) expand(q guess, arc func(o fsa.Symbol, w fsa.Weight, to guess)) {
	if q.words == 0 {
		f.expandStart(q, arc)
		return
	}
	if q == done() {
		return
	}
	// After the word at the start nothing costs anything.
	arc(elsewhere, fsa.One, guess{words: q.words, own: q.own, above: 1})
	if q.above == 0 && !(f.root && len(q.own) == 1 && q.words != f.behind()-1) {
		// To be closed, the innermost bracket must be what was guessed: a wrong one, or a gold one
		// that ends here and was not closed yet.
		outer, top := q.own[:len(q.own)-1], q.own[len(q.own)-1:]
		to, ok := guess{words: q.words, own: outer, closed: q.closed}, top == wrong
		if top != wrong {
			all := []byte(q.closed + top)
			slices.Sort(all)
			to.closed = string(all)
			end := len(f.gold) - int(q.words)/2
			ok = q.words%2 == 0 && strings.Count(f.gold[end], top) > strings.Count(q.closed, top)
		}
		if outer == "" {
			to = done()
		}
		if ok {
			arc(closed, fsa.One, to)
		}
	}
	first := q.words + 1 - q.words%2 // between ends: stay there, or come to the next end
	for to := first; to <= first+1 && to <= f.behind(); to++ {
		arc(wordTo+fsa.Symbol(to), fsa.One, guess{words: to, own: q.own})
	}
}

// expandStart is expand before the word at the start: open a wrong bracket; or open a gold one, if
// possible, where those passed over for it are missing; or read the word, where those that own
// leaves over are missing.
func (f *startFamily) expandStart(q guess, arc func(o fsa.Symbol, w fsa.Weight, to guess)) {
	before, _ := embed(q.own, f.gold)
	for label := int32(0); label <= f.labels && int32(len(q.own)) < f.opens; label++ {
		arc(f.openOwn(label), 1, guess{own: q.own + wrong})
		own := q.own + string([]byte{byte(label)})
		if used, ok := embed(own, f.gold); ok && label < f.labels {
			arc(f.openOwn(label), fsa.Weight(used-before-1), guess{own: own})
		}
	}
	for to := int32(1); to <= 2 && to <= f.behind() && !(f.root && q.own == ""); to++ {
		next := guess{words: to, own: q.own}
		if q.own == "" {
			next = done()
		}
		arc(wordTo+fsa.Symbol(to), fsa.Weight(f.brackets-before), next)
	}
}

// embed matches each bracket of own that is not wrong with the outermost gold one left for it,
// which leaves the most for brackets inside it. It returns the number of gold brackets that are
// matched or passed over, and whether all found a match.
func embed(own string, gold []string) (used int, ok bool) {
	passed, here := 0, ""
	for i := range len(own) {
		label := own[i : i+1]
		if label == wrong {
			continue
		}
		for len(gold) > 0 && strings.Count(gold[0], label) == strings.Count(here, label) {
			passed += len(gold[0])
			gold, here = gold[1:], ""
		}
		if len(gold) == 0 {
			return passed, false
		}
		here += label
	}
	return passed + len(here), true
}
