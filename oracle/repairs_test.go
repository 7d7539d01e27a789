package oracle_test

import (
	"slices"

	"parser/transition"
)

// A repair is a rule by which constituency parsers learn from a mistake without knowing what moves
// cost: it rewrites the remaining gold moves, the mistake included, so that they end in a tree
// again. The rules are those of the Stanza parser (its in-order and top-down oracles, 2024), by
// their descriptions. A rule marked as a guess chooses between several places for a bracket to end.
type repair struct {
	name string
	// moves returns the wrong move and what is to follow it, or nil where the rule does not apply;
	// gold has the moves of the derivation, whose i-th was not made.
	moves func(gold derivation, i int, wrong transition.Step) derivation
}

// derivation is a list of moves that end in a tree.
type derivation []transition.Step

// repairs returns the rules of a system.
func repairs(s transition.System) []repair {
	if s.Name() == "in-order" {
		return inOrderRepairs
	}
	return topDownRepairs
}

var closing = transition.Step{Move: transition.Close, Label: transition.None}

// is reports whether the i-th move exists and is m.
func (d derivation) is(i int, m transition.Move) bool {
	return i >= 0 && i < len(d) && d[i].Move == m
}

// end returns the place of the move that closes the innermost bracket that is open before
// the i-th, or the length of d.
func (d derivation) end(i int) int {
	for depth := 0; i < len(d); i++ {
		switch d[i].Move {
		case transition.Open:
			depth++
		case transition.Close:
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(d)
}

// opening returns the move that opened that bracket.
func (d derivation) opening(i int) (transition.Step, bool) {
	for depth := 0; i > 0; {
		switch i--; d[i].Move {
		case transition.Close:
			depth++
		case transition.Open:
			if depth--; depth < 0 {
				return d[i], true
			}
		}
	}
	return transition.Step{}, false
}

// pastUnary returns the place after the in-order moves that put unary brackets around the item
// on top.
func (d derivation) pastUnary(i int) int {
	for d.is(i, transition.Open) && d.is(i+1, transition.Close) {
		i += 2
	}
	return i
}

// pastItem returns the place after the in-order moves of the child whose first word the i-th move
// shifts: where the next child begins, or the bracket around both is closed.
func (d derivation) pastItem(i int) int {
	for i++; i < len(d) && !d.is(i, transition.Shift) && !d.is(i, transition.Close); i++ {
		if d.is(i, transition.Open) {
			i = d.end(i + 1)
		}
	}
	return i
}

// joined joins parts into a new derivation.
func joined(parts ...[]transition.Step) derivation { return slices.Concat(parts...) }

// openings reports whether a bracket with another label was opened, in-order around the same item.
func openings(gold derivation, i int, wrong transition.Step) bool {
	return gold.is(i, transition.Open) && wrong.Move == transition.Open
}

// inOrderRepairs are the rules of the in-order system.
var inOrderRepairs = []repair{
	// The tree is complete, but gets another bracket: close that.
	{"wrong root", func(gold derivation, i int, wrong transition.Step) derivation {
		if !gold.is(i, transition.Finish) || wrong.Move != transition.Open {
			return nil
		}
		return joined(derivation{wrong, closing}, gold[i:])
	}},
	// In a chain of unary brackets, an outer one is opened: leave out those inside it.
	{"unary chain", func(gold derivation, i int, wrong transition.Step) derivation {
		for j := i; openings(gold, i, wrong) && gold.is(j+1, transition.Close) && gold.is(j+2, transition.Open); {
			if j += 2; gold[j] == wrong {
				return joined(gold[j:])
			}
		}
		return nil
	}},
	// The bracket around the one to be opened is opened at once: leave the inner one out.
	{"outer bracket first", func(gold derivation, i int, wrong transition.Step) derivation {
		if !openings(gold, i, wrong) || !gold.is(i+1, transition.Shift) {
			return nil
		}
		end := gold.end(i + 1)
		for j := end + 1; gold.is(j, transition.Open); j += 2 {
			if gold[j] == wrong {
				return joined(derivation{wrong}, gold[i+1:end], gold[j+1:])
			}
			if !gold.is(j+1, transition.Close) {
				break
			}
		}
		return nil
	}},
	// The wrong bracket ends after one more child, and is the first child of the right one.
	{"wrong bracket inside, of two children", insideWrong(true)},
	{"wrong bracket inside, of more (guess)", insideWrong(false)},
	// The wrong bracket takes the place of the right one.
	{"wrong label", func(gold derivation, i int, wrong transition.Step) derivation {
		if !openings(gold, i, wrong) {
			return nil
		}
		return joined(derivation{wrong}, gold[i+1:])
	}},
	// What is right after unary brackets is done instead of them: leave them out.
	{"missed unary", func(gold derivation, i int, wrong transition.Step) derivation {
		if j := gold.pastUnary(i); j > i && j < len(gold) && gold[j] == wrong {
			return joined(gold[j:])
		}
		return nil
	}},
	// A word is shifted instead of opening a bracket: leave out that bracket and those over the
	// same words.
	// words.
	{"shift for open", func(gold derivation, i int, wrong transition.Step) derivation {
		children, rest, ok := gold.withoutBracket(i)
		if !ok || wrong.Move != transition.Shift {
			return nil
		}
		return joined(children, rest)
	}},
	// The bracket around it is closed instead: leave out the one to be opened, and open the closed
	// one again, around itself.
	{"close for open", func(gold derivation, i int, wrong transition.Step) derivation {
		children, rest, ok := gold.withoutBracket(i)
		again, inside := gold.opening(i)
		if !ok || !inside || wrong.Move != transition.Close {
			return nil
		}
		return joined(derivation{wrong, again}, children, rest)
	}},
	// A bracket is closed too early: open it again around itself.
	{"close for shift", func(gold derivation, i int, wrong transition.Step) derivation {
		again, inside := gold.opening(i)
		j := gold.pastUnary(i)
		if !inside || wrong.Move != transition.Close || !gold.is(j, transition.Shift) {
			return nil
		}
		return joined(derivation{wrong, again}, gold[j:])
	}},
	// A word is shifted instead of closing a bracket around which one with the same label was to be
	// opened: they become one.
	{"shift for close, alike outside", func(gold derivation, i int, wrong transition.Step) derivation {
		own, outer, alike := gold.around(i)
		if !own || !alike || wrong.Move != transition.Shift {
			return nil
		}
		return joined(gold[outer+1:])
	}},
	// … or one of another label: the next child, or all that are left, go into the inner one.
	{"shift for close, other outside", laterOutside(derivation.pastItem, true)},
	{"shift for close, other outside (guess: one child)", laterOutside(derivation.pastItem, false)},
	{"shift for close, other outside (guess: all)", laterOutside(derivation.end, false)},
	// … or none, so that the next child, or all that are left, go into the closed one.
	{"shift for close", laterClose(derivation.pastItem, true)},
	{"shift for close (guess: one child)", laterClose(derivation.pastItem, false)},
	{"shift for close (guess: all)", laterClose(derivation.end, false)},
	// A bracket is opened around the item on top: close it at once, after the next child, or at
	// the end.
	{"open for shift (guess: unary)", openForShift(func(_ derivation, i int) int { return i })},
	{"open for shift (guess: one child)", openForShift(derivation.pastItem)},
	{"open for shift (guess: all)", openForShift(derivation.end)},
}

// insideWrong is the rule that opens the right bracket around the wrong one; last says whether the
// latter takes all children.
func insideWrong(last bool) func(derivation, int, transition.Step) derivation {
	return func(gold derivation, i int, wrong transition.Step) derivation {
		if !openings(gold, i, wrong) || !gold.is(i+1, transition.Shift) {
			return nil
		}
		end := gold.pastItem(i + 1)
		if gold.is(end, transition.Close) != last {
			return nil
		}
		return joined(derivation{wrong}, gold[i+1:end], derivation{closing, gold[i]}, gold[end:])
	}
}

// withoutBracket returns the in-order moves that make the further children of the bracket that the
// i-th move opens, perhaps after unary ones, and what comes after them. It fails where a bracket
// around that one has it as its first child, because the outer one cannot be opened without it.
func (d derivation) withoutBracket(i int) (children, rest derivation, ok bool) {
	open := d.pastUnary(i)
	if !d.is(open, transition.Open) || !d.is(i, transition.Open) {
		return nil, nil, false
	}
	end := d.end(open + 1)
	after := d.pastUnary(end + 1)
	return d[open+1 : end], d[after:], !d.is(after, transition.Open) && !d.is(after, transition.Finish)
}

// around reports whether the i-th move closes a bracket which, perhaps with unary brackets around
// it, is the first child of another, where that one is opened, and whether both have the same
// label.
func (d derivation) around(i int) (found bool, outer int, alike bool) {
	own, _ := d.opening(i)
	outer = d.pastUnary(i + 1)
	found = d.is(i, transition.Close) && d.is(outer, transition.Open) && d.is(outer+1, transition.Shift)
	return found, outer, found && d[outer] == own
}

// laterOutside is the rule that closes a bracket, and opens those around it, at a later place.
func laterOutside(place func(derivation, int) int, only bool) func(derivation, int, transition.Step) derivation {
	return func(gold derivation, i int, wrong transition.Step) derivation {
		found, outer, alike := gold.around(i)
		if !found || alike || wrong.Move != transition.Shift || gold.is(gold.pastItem(outer+1), transition.Close) != only {
			return nil
		}
		end := place(gold, outer+1)
		return joined(gold[outer+1:end], gold[i:outer+1], gold[end:])
	}
}

// laterClose is the rule that closes a bracket later, and drops unary ones around it.
func laterClose(place func(derivation, int) int, only bool) func(derivation, int, transition.Step) derivation {
	return func(gold derivation, i int, wrong transition.Step) derivation {
		next := gold.pastUnary(i + 1)
		if !gold.is(i, transition.Close) || wrong.Move != transition.Shift || !gold.is(next, transition.Shift) ||
			gold.is(gold.pastItem(next), transition.Close) != only {
			return nil
		}
		end := place(gold, next)
		return joined(gold[next:end], derivation{closing}, gold[end:])
	}
}

// openForShift is the rule that closes a wrong bracket around the item on top at a place.
func openForShift(place func(derivation, int) int) func(derivation, int, transition.Step) derivation {
	return func(gold derivation, i int, wrong transition.Step) derivation {
		if !gold.is(i, transition.Shift) || wrong.Move != transition.Open {
			return nil
		}
		end := place(gold, i)
		return joined(derivation{wrong}, gold[i:end], derivation{closing}, gold[end:])
	}
}
