package problems

import (
	"slices"
	"strings"

	"parser/oracle/fsa"
)

// inOrderFamily is the automaton of InOrder for one start in any sentence in which the gold brackets that start there have
// the same labels, up to renaming, and the same order: the factor of the start, with what C_x knows about the
// brackets that start there. Of positions it knows only where they are relative to the ends of gold brackets (startOf.position).
type inOrderFamily struct {
	gold     []string // for each end, from the left, the labels of its gold brackets, one byte each
	labels   int32    // gold's labels are below it; it stands for all others
	maxUnary int32
	root     bool // the start of all words, whose last end is that of the sentence
	table    *fsa.Pushed
}

// newInOrderFamily makes the family of a shape (starts).
func newInOrderFamily(gold []string, labels, maxUnary int32, root bool) (f *inOrderFamily, err error) {
	f = &inOrderFamily{gold: slices.Clone(gold), labels: labels, maxUnary: maxUnary, root: root}
	slices.Reverse(f.gold)
	f.table, err = fsa.NewPushed(f.machine(), int(f.open(labels)), tableLimit)
	return f, err
}

func (f *inOrderFamily) tabulated() *fsa.Pushed { return f.table }

// The symbols: a word leads to a position from 1 up; the open bracket is closed; the item becomes part of a larger one, or
// is the tree. Then the commitments that the bracket is closed before another word, or at a position; and that the open
// bracket below is closed at a position. Then brackets are opened.
func (f *inOrderFamily) last() int32                      { return 2*int32(len(f.gold)) + 1 }
func (f *inOrderFamily) close() fsa.Symbol                { return fsa.Symbol(f.last() + 1) }
func (f *inOrderFamily) settle() fsa.Symbol               { return f.close() + 1 }
func (f *inOrderFamily) closesNow() fsa.Symbol            { return f.close() + 2 }
func (f *inOrderFamily) closesAt(place int32) fsa.Symbol  { return f.closesNow() + fsa.Symbol(place) }
func (f *inOrderFamily) settlesBy(place int32) fsa.Symbol { return f.closesAt(f.last() + place) }
func (f *inOrderFamily) open(label int32) fsa.Symbol {
	return f.settlesBy(f.last()+1) + fsa.Symbol(label)
}

// inOrderAlone is a state of the automaton: that of the factor, with positions for numbers of words and without the brackets
// above, and those of C_x that concern brackets with this start.
type inOrderAlone struct {
	inOrderStart
	only   bool  // the open bracket has one child
	tower  int32 // the brackets over the words of the item or of the only child
	now    bool  // commitment: the bracket is closed before another word
	due    int32 // commitment: the position where it is closed, or 0
	settle int32 // commitment: the item is settled no later than at this position, or 0
}

// machine returns the automaton.
func (f *inOrderFamily) machine() fsa.Machine {
	final := func(q inOrderAlone) fsa.Weight { return only(q.phase == settled) }
	return fsa.NewLazy(inOrderAlone{}, final, func(q inOrderAlone, arc func(in, out fsa.Symbol, w fsa.Weight, to inOrderAlone)) {
		read := func(o fsa.Symbol, w fsa.Weight, to inOrderAlone) { arc(o, o, w, to) }
		here := ""
		if q.words > 0 && q.words%2 == 0 {
			here = f.gold[q.words/2-1]
		}
		switch q.phase {
		case settled:
			return
		case ahead:
			f.words(q, fsa.One, read)
			return
		case complete:
			if whole := q.words == f.last()-1 && q.tower > 0; !f.root || whole {
				missing := fsa.Weight(len(strings.Join(f.gold[(q.words-1)/2:], "")) - len(q.found))
				read(f.settle(), missing, inOrderAlone{inOrderStart: inOrderStart{phase: settled}})
			}
			for l := int32(0); l <= f.labels && !(f.root && q.words == f.last()-1 && q.tower == f.maxUnary); l++ {
				to := q
				to.phase, to.label, to.only = within, l, true
				read(f.open(l), fsa.One, to)
			}
		case within:
			f.words(q, fsa.Weight(len(here)-len(q.found)), read)
			if (!q.only || q.tower < f.maxUnary) && (q.due == 0 || q.due == q.words) {
				f.closed(q, here, read)
			}
		}
		for place := q.words; place <= f.last(); place++ {
			to := q
			if to.due = place; q.phase == within && q.due == 0 {
				read(f.closesAt(place), fsa.One, to)
				if to.now = true; place == q.words {
					read(f.closesNow(), fsa.One, to)
				}
			}
			to = q
			if to.settle = place; q.settle == 0 && !f.root {
				read(f.settlesBy(place), fsa.One, to)
			}
		}
	})
}

// words reads a word, which leads to the same place between ends, or to the next end.
func (f *inOrderFamily) words(q inOrderAlone, missed fsa.Weight, read func(o fsa.Symbol, w fsa.Weight, to inOrderAlone)) {
	to, last := q, f.last()
	to.phase, to.found, to.only, to.tower = max(complete, q.phase), "", false, 0
	if f.root {
		last-- // the last end is that of the sentence
	}
	for _, commitment := range []int32{q.due, q.settle} {
		if commitment > 0 {
			last = min(last, commitment)
		}
	}
	first := q.words + 1 - q.words%2
	for to.words = first; to.words <= min(first+1, last) && !q.now; to.words++ {
		read(fsa.Symbol(to.words), missed, to)
	}
}

// closed closes the bracket, which is right or wrong.
func (f *inOrderFamily) closed(q inOrderAlone, here string, read func(o fsa.Symbol, w fsa.Weight, to inOrderAlone)) {
	to, cost := q, fsa.Weight(1)
	if label := string([]byte{byte(q.label)}); q.label < f.labels && strings.Count(here, label) > strings.Count(q.found, label) {
		found := []byte(q.found + label)
		slices.Sort(found)
		to.found, cost = string(found), fsa.One
	}
	to.phase, to.label, to.only, to.tower, to.now, to.due = complete, 0, false, 1, false, 0
	if q.only {
		to.tower = q.tower + 1
	}
	read(f.close(), cost, to)
}
