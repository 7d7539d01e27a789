package problems

import (
	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// ShiftLabel is the system of Cross & Huang (2016): words are shifted and spans combined, and after each of these moves the
// topmost span gets a label or none. The loss is the number of wrong and missing labels of spans. The actions are Word,
// Close, which combines two spans, NoLabel, and OpenAfter, which labels.
type ShiftLabel struct {
	Gold   []Span // of one tree over all words; a span has one label
	Words  int32
	Labels int32 // labels are below it
}

func (b *ShiftLabel) actions() int { return int(OpenAfter(b.Labels)) - 1 }

// shiftLabelState is a state of C_x: the words so far, the spans on the stack, and whether the
// topmost one is about to get a label.
type shiftLabelState struct {
	words, spans int32
	labels, done bool
}

// Admissible returns C_x, which accepts the sequences of the system with its legal moves.
func (b *ShiftLabel) Admissible() fsa.Machine {
	final := func(q shiftLabelState) fsa.Weight { return only(q.done) }
	return fsa.NewLazy(shiftLabelState{}, final, func(q shiftLabelState, arc func(in, out fsa.Symbol, w fsa.Weight, to shiftLabelState)) {
		whole := q.words == b.Words && q.spans == 1
		switch {
		case q.done:
		case q.labels:
			labelled := shiftLabelState{words: q.words, spans: q.spans, done: whole}
			for l := range b.Labels {
				arc(OpenAfter(l), OpenAfter(l), fsa.One, labelled)
			}
			if !whole {
				arc(NoLabel, NoLabel, fsa.One, labelled)
			}
		default:
			if q.words < b.Words {
				arc(Word, Word, fsa.One, shiftLabelState{words: q.words + 1, spans: q.spans + 1, labels: true})
			}
			if q.spans > 1 {
				arc(Close, Close, fsa.One, shiftLabelState{words: q.words, spans: q.spans - 1, labels: true})
			}
		}
	})
}

// Factored returns the problem with a factor for each start of spans. The sum is exact: gold spans do not cross, and all
// that can still be made can be made together (Cross & Huang 2016, Section 3).
func (b *ShiftLabel) Factored() derived.Problem {
	return byStart(derived.Problem{Actions: b.actions(), Admissible: b.Admissible()}, b.Gold, b.Words, b.factor)
}

// spanStart is a state of the factor of one start: how many spans lie above the one that starts there, and whether that
// one, as it is now, got its label or none.
type spanStart struct {
	words    int32
	phase    startPhase // within: a span starts there
	above    int32
	labelled bool
}

// factor returns the automaton of one start.
func (b *ShiftLabel) factor(g goldStart) fsa.Machine {
	final := func(q spanStart) fsa.Weight { return only(q.phase == settled || q.labelled) }
	return fsa.NewLazy(spanStart{}, final, func(q spanStart, arc func(in, out fsa.Symbol, w fsa.Weight, to spanStart)) {
		for o := Word; int(o) <= b.actions(); o++ {
			w, to := g.followSpan(q, o)
			arc(o, o, w, to)
		}
	})
}

// followSpan says what an action does to the start, and what it costs.
func (g *goldStart) followSpan(q spanStart, o fsa.Symbol) (cost fsa.Weight, to spanStart) {
	to = q
	here := g.ends[q.words]
	later := fsa.Weight(g.missing(q.words+1, "")) // gold spans that end after this place
	unmade := later
	if !q.labelled {
		unmade += fsa.Weight(len(here))
	}
	switch {
	case q.phase == settled:
		return fsa.One, spanStart{phase: settled}
	case q.phase == ahead:
		if o == Word {
			to.words++
		}
		if to.words > g.start {
			to.phase = within
		}
	case o == Word:
		cost, to.words, to.above, to.labelled = unmade-later, q.words+1, q.above+1, false
	case o == Close && q.above == 0: // the span becomes a part of one that starts before
		return unmade, spanStart{phase: settled}
	case o == Close:
		to.above--
	case q.above > 0: // the label of another span
	default:
		to.labelled = true
		if right := o != NoLabel && here == string([]byte{byte(o - OpenAfter(0))}); !right {
			cost = fsa.Weight(len(here)) // the gold label is missing
			if o != NoLabel {
				cost++
			}
		}
	}
	return cost, to
}
