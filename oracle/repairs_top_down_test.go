package oracle_test

import (
	"slices"

	"parser/transition"
)

// topDownRepairs are the rules of the top-down system.
var topDownRepairs = []repair{
	// A bracket is closed too early: what was to follow in it follows it.
	{"close too early", func(gold derivation, i int, wrong transition.Step) derivation {
		if wrong.Move != transition.Close || gold.is(i, transition.Close) {
			return nil
		}
		end := gold.end(i)
		return joined(derivation{wrong}, gold[i:end], gold[min(end+1, len(gold)):])
	}},
	// A word is shifted instead of opening brackets: leave these out.
	{"shift for open", func(gold derivation, i int, wrong transition.Step) derivation {
		if wrong.Move != transition.Shift || !gold.is(i, transition.Open) {
			return nil
		}
		first := i
		for gold.is(first, transition.Open) {
			first++
		}
		rest := joined(gold[first:])
		for ; i < first; i++ {
			end := rest.end(0)
			rest = slices.Delete(rest, end, end+1)
		}
		return rest
	}},
	// Of two brackets the second is opened at once: leave the first out.
	{"inner bracket first", func(gold derivation, i int, wrong transition.Step) derivation {
		if !openings(gold, i, wrong) || !gold.is(i+1, transition.Open) || gold[i+1] != wrong {
			return nil
		}
		end := gold.end(i + 1)
		return joined(gold[i+1:end], gold[end+1:])
	}},
	// A bracket is opened before a word, which is the last one of the bracket around it: the new
	// bracket has that word alone.
	{"open before the last word", beforeWord(func(gold derivation, i int) int { return i + 1 }, true)},
	// … or not the last one: it has that word alone, or all that remain.
	{"open before a word (guess: unary)", beforeWord(func(gold derivation, i int) int { return i + 1 }, false)},
	{"open before a word (guess: all)", beforeWord(derivation.end, false)},
	// A word is shifted instead of closing brackets, the last one of the bracket around them: they
	// take it in.
	{"shift for close", func(gold derivation, i int, wrong transition.Step) derivation {
		closes, opens := gold.closesAndOpens(i)
		word := i + closes + opens
		if wrong.Move != transition.Shift || closes == 0 || !gold.is(word+1, transition.Close) {
			return nil
		}
		for next := word + 1; next <= word+opens; next++ {
			if !gold.is(next, transition.Close) {
				return nil
			}
		}
		return joined(derivation{wrong}, gold[i:i+closes], gold[word+1+opens:])
	}},
	// … or not the last one: they take it in, or all that remain.
	{"shift for close (guess: one word)", shiftForClose(func(gold derivation, word int) int { return word + 1 })},
	{"shift for close (guess: all)", shiftForClose(derivation.end)},
	// The bracket after the one to be closed is opened: it, or all that remain, goes into the
	// latter.
	{"open for close", openForClose(true)},
	{"open for close (guess: one bracket)", openForClose(false)},
	{"open for close (guess: all)", func(gold derivation, i int, wrong transition.Step) derivation {
		if !gold.is(i, transition.Close) || !gold.is(i+1, transition.Open) || gold[i+1] != wrong {
			return nil
		}
		end := gold.end(i + 1)
		return joined(gold[i+1:end], derivation{closing}, gold[end:])
	}},
	// A wrong bracket is opened: it has the right one alone, or all that remain.
	{"wrong bracket outside (guess: unary)", outsideRight(func(gold derivation, i int) int { return gold.end(i + 1) })},
	{"wrong bracket outside (guess: all)", outsideRight(derivation.end)},
}

// beforeWord is the rule that closes a wrong bracket at a place; last says whether the word was
// to be the last one.
func beforeWord(place func(derivation, int) int, last bool) func(derivation, int, transition.Step) derivation {
	return func(gold derivation, i int, wrong transition.Step) derivation {
		if wrong.Move != transition.Open || !gold.is(i, transition.Shift) || gold.is(i+1, transition.Close) != last {
			return nil
		}
		end := place(gold, i)
		return joined(derivation{wrong}, gold[i:end], derivation{closing}, gold[end:])
	}
}

// closesAndOpens counts the brackets that are closed from the i-th move on, and those opened then;
// a word comes after them, or nothing.
func (d derivation) closesAndOpens(i int) (closes, opens int) {
	for d.is(i+closes, transition.Close) {
		closes++
	}
	for d.is(i+closes+opens, transition.Open) {
		opens++
	}
	return closes, opens
}

// shiftForClose is the rule that closes brackets at a later place than gold.
func shiftForClose(place func(derivation, int) int) func(derivation, int, transition.Step) derivation {
	return func(gold derivation, i int, wrong transition.Step) derivation {
		closes, opens := gold.closesAndOpens(i)
		word := i + closes
		if wrong.Move != transition.Shift || closes == 0 || opens > 0 || !gold.is(word, transition.Shift) || gold.is(word+1, transition.Close) {
			return nil
		}
		end := place(gold, word)
		return joined(gold[word:end], gold[i:word], gold[end:])
	}
}

// openForClose is the rule that closes a bracket after the next one; last says whether that was to
// be the last child beside it.
func openForClose(last bool) func(derivation, int, transition.Step) derivation {
	return func(gold derivation, i int, wrong transition.Step) derivation {
		if !gold.is(i, transition.Close) || !gold.is(i+1, transition.Open) || gold[i+1] != wrong {
			return nil
		}
		end := gold.end(i+2) + 1
		if gold.is(end, transition.Close) != last {
			return nil
		}
		return joined(gold[i+1:end], derivation{closing}, gold[end:])
	}
}

// outsideRight is the rule that closes a wrong bracket around the right one at a place.
func outsideRight(place func(derivation, int) int) func(derivation, int, transition.Step) derivation {
	return func(gold derivation, i int, wrong transition.Step) derivation {
		if !openings(gold, i, wrong) || gold.is(i+1, transition.Open) && gold[i+1] == wrong {
			return nil
		}
		end := place(gold, i)
		return joined(derivation{wrong}, gold[i:end], derivation{closing}, gold[end:])
	}
}
