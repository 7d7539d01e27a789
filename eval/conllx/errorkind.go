package conllx

import (
	"fmt"

	"parser/conll"
)

// errorKind is what eval.pl treats as the same error: distance and sides of the heads, and the two labels if they
// differ. The text describes it in the words of eval.pl, labels included, but several kinds may have the same text.
type errorKind struct {
	text       string
	shift      int // of a wrong head: the system's minus the gold one; 0 for the root
	goldSide   string
	systemSide string
}

const sideRoot = "0"

// newErrorKind describes an error at a word, counted from 1. It repeats two mistakes of eval.pl: when the gold head is
// the root it always says "head is the focus word", and when the sides differ it names the system's side twice.
func newErrorKind(number int, gold, system *conll.Word) errorKind {
	side := func(head int) string {
		switch {
		case head == 0:
			return sideRoot
		case head == number:
			return "the focus word"
		case head > number:
			return "after the focus word"
		}
		return "before the focus word"
	}
	k := errorKind{goldSide: side(gold.Head), systemSide: side(system.Head)}
	if gold.Head != system.Head && k.systemSide != sideRoot {
		k.shift = headNumber(system.Head) - headNumber(gold.Head)
	}
	switch {
	case gold.Head == system.Head:
		k.text = "correct head (" + k.systemSide + ")"
	case k.systemSide == sideRoot:
		k.text = "head = 0 instead of " + k.goldSide
	case k.goldSide == sideRoot:
		k.text = "head is the focus word instead of 0"
	default:
		direction, instead := "after", ""
		if k.shift < 0 {
			direction = "before"
		}
		if k.goldSide != k.systemSide {
			instead = " instead of" + k.systemSide
		}
		k.text = fmt.Sprintf("head %s %s the correct head (%s%s)", words(k.shift), direction, k.systemSide, instead)
	}
	if gold.Deprel == system.Deprel {
		k.text += ", correct dependency"
	} else {
		k.text += `, dependency "` + system.Deprel + `" instead of "` + gold.Deprel + `"`
	}
	return k
}

func words(n int) string {
	n = max(n, -n)
	if spelt := [...]string{"", "one word", "two words", "three words", "four words"}; n > 0 && n < len(spelt) {
		return spelt[n]
	}
	return fmt.Sprintf("%d words", n)
}
