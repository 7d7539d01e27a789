package derived

import (
	"fmt"
	"slices"
	"strings"

	"parser/oracle/fsa"
)

// Factored returns bracketing under the exact loss, brackets that are wrong plus
// those that are missing, in one factor for each start: brackets with different
// starts never compete, while those with the same start do, since only the
// outermost open one can become the longest. The sum is exact, with MaxOpens binding
// or not, unless MaxDepth binds.
//
// More than 255 gold brackets with the same start are ErrTooLarge.
func (b *Bracketing) Factored() (Problem, error) {
	p := Problem{Actions: b.actions(), Admissible: b.Admissible()}
	groups := b.groups()
	for start := range b.Words {
		s := starting{start: start}
		for _, g := range groups {
			if g.start == start {
				s.add(g.end, g.labels)
			}
		}
		if s.brackets > maxGroup {
			return p, fmt.Errorf("%w: %d brackets start at word %d", ErrTooLarge, s.brackets, start+1)
		}
		p.Factors = append(p.Factors, Factor{Loss: s.machine(OpenLabel(b.Labels))})
	}
	return p, nil
}

// starting is the loss of the brackets with one start: 1 for each that is opened and
// for each gold one, unless they are the same. The automaton guesses of each bracket
// that is opened whether it will be a gold one, not which: there are fewer guesses.
// The path of a wrong guess dies: where the bracket is closed without a gold one that
// ends there and has its label, or when no such end is to come.
type starting struct {
	start    int32
	gold     []ending // longest first
	names    []int32  // their labels, each once
	brackets int      // how many there are
}

// ending are the gold brackets from the start to one end: a byte for each, the number
// of its label in names.
type ending struct {
	end    int32
	labels string
}

// guess is a state of the automaton for one start. Before the word at the start, own
// grows with each bracket opened there; behind it, above counts the other brackets
// open above them, and own shrinks as they are closed.
type guess struct {
	words  int32
	own    string // a byte for each open bracket of this start, outermost first: the number of its label, or wrong
	closed string // the labels of gold brackets that were closed at this position, in ascending order
	above  int32
}

// wrong is a bracket that is no gold one; labels count from 0.
const wrong = maxGroup

// maxGroup bounds the gold brackets with the same start, whose labels are bytes.
const maxGroup = 255

// add adds the gold brackets with one end, which is not behind those added before.
func (s *starting) add(end int32, labels []int32) {
	e := ending{end: end}
	for _, l := range labels {
		name := slices.Index(s.names, l)
		if name < 0 {
			name = len(s.names)
			s.names = append(s.names, l)
		}
		e.labels += letter(name)
	}
	s.gold = append(s.gold, e)
	s.brackets += len(labels)
}

// letter is a string of one byte.
func letter(b int) string { return string([]byte{byte(b)}) }

// machine returns the automaton over the actions below actions.
func (s *starting) machine(actions fsa.Symbol) fsa.Machine {
	final := func(q guess) fsa.Weight { return only(q == s.done()) }
	return fsa.NewLazy(guess{}, final, func(q guess, arc func(in, out fsa.Symbol, w fsa.Weight, to guess)) {
		for o := Word; o < actions; o++ {
			s.read(q, o, func(w fsa.Weight, to guess) { arc(o, o, w, to) })
		}
	})
}

// read follows one action.
func (s *starting) read(q guess, o fsa.Symbol, arc func(fsa.Weight, guess)) {
	switch before, here := q.words < s.start, q.words == s.start; {
	case q == s.done() || (before || here && q.own == "") && o == Close || before && o > Close:
		arc(fsa.One, q)
	case before:
		arc(fsa.One, guess{words: q.words + 1})
	case here && o == Word:
		arc(s.leave(q))
	case here && o == Close:
		// a bracket without a word
	case here:
		s.open(q, int32(o-OpenLabel(0)), arc)
	default:
		s.later(q, o, arc)
	}
}

// done is the state in which no bracket with this start is open any more: nothing
// can change.
func (s *starting) done() guess { return guess{words: s.start + 1} }

// leave reads the word at the start: the gold brackets that own leaves over are
// missing.
func (s *starting) leave(q guess) (fsa.Weight, guess) {
	used, _ := embed(q.own, s.gold)
	return fsa.Weight(s.brackets - used), guess{words: q.words + 1, own: q.own}
}

// open reads an opening bracket: a wrong one, or a gold one, if there can be one.
// Gold brackets that are passed over for it are missing.
func (s *starting) open(q guess, label int32, arc func(fsa.Weight, guess)) {
	arc(1, guess{words: q.words, own: q.own + letter(wrong)})
	name := slices.Index(s.names, label)
	if name < 0 {
		return
	}
	own := q.own + letter(name)
	if used, ok := embed(own, s.gold); ok {
		before, _ := embed(q.own, s.gold)
		arc(fsa.Weight(used-before-1), guess{words: q.words, own: own})
	}
}

// later reads an action behind the word at the start, while brackets of own are
// open.
func (s *starting) later(q guess, o fsa.Symbol, arc func(fsa.Weight, guess)) {
	switch {
	case o == Word:
		if s.fits(q.own, q.words+1) {
			arc(fsa.One, guess{words: q.words + 1, own: q.own, above: q.above})
		}
	case o > Close:
		arc(fsa.One, guess{words: q.words, own: q.own, above: q.above + 1})
	case q.above > 0:
		arc(fsa.One, guess{words: q.words, own: q.own, above: q.above - 1})
	default:
		if to, ok := s.close(q); ok {
			arc(fsa.One, to)
		}
	}
}

// close closes the innermost bracket of own, if that is as was guessed.
func (s *starting) close(q guess) (to guess, ok bool) {
	outer, top := q.own[:len(q.own)-1], q.own[len(q.own)-1:]
	to, ok = guess{words: q.words, own: outer, closed: q.closed}, true
	if top[0] != wrong {
		to.closed, ok = insert(q.closed, top), s.ends(q, top)
	}
	if outer == "" {
		to = s.done()
	}
	return to, ok
}

// ends reports whether a gold bracket with a label ends at the position, besides those
// that were closed there.
func (s *starting) ends(q guess, label string) bool {
	for _, e := range s.gold {
		if e.end == q.words {
			return strings.Count(e.labels, label) > strings.Count(q.closed, label)
		}
	}
	return false
}

// insert adds x to ascending bytes.
func insert(ascending, x string) string {
	i := 0
	for i < len(ascending) && ascending[i] < x[0] {
		i++
	}
	return ascending[:i] + x + ascending[i:]
}

// fits reports whether all guesses about open brackets can still come true if none is
// closed before a position. To close the innermost where a gold one ends leaves those
// around it what they had, so that this need not be asked at each action.
func (s *starting) fits(own string, from int32) bool {
	ahead := 0
	for ahead < len(s.gold) && s.gold[ahead].end >= from {
		ahead++
	}
	_, ok := embed(own, s.gold[:ahead])
	return ok
}

// embed gives each bracket of own but the wrong ones the outermost gold one that is
// left for it, which leaves the most for brackets inside it. It returns the number of
// gold brackets that are given or passed over, and whether all found one.
func embed(own string, gold []ending) (used int, ok bool) {
	passed, here := 0, ""
	for i := range len(own) {
		label := own[i : i+1]
		if label[0] == wrong {
			continue
		}
		for len(gold) > 0 && strings.Count(gold[0].labels, label) == strings.Count(here, label) {
			passed += len(gold[0].labels)
			gold, here = gold[1:], ""
		}
		if len(gold) == 0 {
			return passed, false
		}
		here += label
	}
	return passed + len(here), true
}
