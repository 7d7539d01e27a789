package problems

import (
	"slices"

	"parser/oracle/fsa"
)

// labelFamily is the automaton of ShiftLabel for one start in any sentence in which the gold spans that start there have
// the same labels, up to renaming. Of positions it knows only where they are relative to the ends of these spans, as in
// startFamily: 0 is before the first word, 2j+2 the j-th end from the left, and odd numbers are all positions between.
type labelFamily struct {
	gold   []byte // the labels of gold spans by their ends, from the left
	labels int32  // gold's labels are below it; it stands for all others
	root   bool   // the start of all words, whose last end is that of the sentence
	table  *fsa.Pushed
}

// newLabelFamily makes the family of a shape (starts).
func newLabelFamily(gold []string, labels int32, root bool) (f *labelFamily, err error) {
	f = &labelFamily{labels: labels, root: root}
	for _, label := range slices.Backward(gold) {
		f.gold = append(f.gold, label[0])
	}
	f.table, err = fsa.NewPushed(f.machine(), int(f.label(f.labels)), tableLimit)
	return f, err
}

func (f *labelFamily) tabulated() *fsa.Pushed { return f.table }

// The symbols: a word leads to a position from 1 up; then spans are combined, the topmost span gets no label, or one.
func (f *labelFamily) lastEnd() int32               { return 2 * int32(len(f.gold)) }
func (f *labelFamily) combine() fsa.Symbol          { return fsa.Symbol(f.lastEnd() + 2) }
func (f *labelFamily) noLabel() fsa.Symbol          { return f.combine() + 1 }
func (f *labelFamily) label(label int32) fsa.Symbol { return f.noLabel() + 1 + fsa.Symbol(label) }

// machine returns the automaton. Its states are those of the factor of one start, with positions for numbers of words.
func (f *labelFamily) machine() fsa.Machine {
	final := func(q spanStart) fsa.Weight {
		return only(q.phase == settled || f.root && q.labelled && q.words == f.lastEnd())
	}
	return fsa.NewLazy(spanStart{}, final, func(q spanStart, arc func(in, out fsa.Symbol, w fsa.Weight, to spanStart)) {
		read := func(o fsa.Symbol, w fsa.Weight, to spanStart) { arc(o, o, w, to) }
		atEnd, last := q.words > 0 && q.words%2 == 0, f.lastEnd()+1
		if f.root {
			last--
		}
		unmade := int32(len(f.gold)) - (q.words-1)/2 // gold spans that end here or later
		missed := fsa.One                            // if this position is left
		if atEnd && q.labelled {
			unmade--
		} else if atEnd {
			missed = 1
		}
		switch {
		case q.phase == settled:
			return
		case q.phase == ahead:
			for to := int32(1); to <= min(2, last); to++ {
				read(fsa.Symbol(to), fsa.One, spanStart{words: to, phase: within})
			}
			return
		}
		first := q.words + 1 - q.words%2 // between ends: stay there, or come to the next end
		for to := first; to <= min(first+1, last); to++ {
			read(fsa.Symbol(to), missed, spanStart{words: to, phase: within, above: q.above + 1})
		}
		if q.above > 0 {
			read(f.combine(), fsa.One, spanStart{words: q.words, phase: within, above: q.above - 1})
			return
		}
		if !f.root {
			read(f.combine(), fsa.Weight(unmade), spanStart{phase: settled})
		}
		if q.labelled {
			return
		}
		done := spanStart{words: q.words, phase: within, labelled: true}
		if !f.root || q.words != f.lastEnd() {
			read(f.noLabel(), missed, done)
		}
		for l := int32(0); l <= f.labels; l++ {
			w := missed + 1
			if atEnd && l == int32(f.gold[q.words/2-1]) {
				w = fsa.One
			}
			read(f.label(l), w, done)
		}
	})
}
