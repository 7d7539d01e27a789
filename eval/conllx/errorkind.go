package conllx

import (
	"cmp"
	"fmt"
)

// side is where a head is, seen from the word.
type side string

const (
	sideRoot   side = "0"
	sideSelf   side = "the focus word"
	sideBefore side = "before the focus word"
	sideAfter  side = "after the focus word"
)

func sideOf(number, head int) side {
	switch {
	case head == 0:
		return sideRoot
	case head == number:
		return sideSelf
	case head > number:
		return sideAfter
	}
	return sideBefore
}

// errorKind is what eval.pl takes for the same error: distance and sides of the
// heads, and the two labels if they differ.
type errorKind struct {
	wrongHead   bool
	shift       int // system head less gold head; 0 for the root
	goldSide    side
	systemSide  side
	goldLabel   string // none where both are the same
	systemLabel string
}

func newErrorKind(t token) errorKind {
	k := errorKind{
		wrongHead:  !t.head,
		goldSide:   sideOf(t.number, t.gold.Head),
		systemSide: sideOf(t.number, t.system.Head),
	}
	if k.wrongHead && k.systemSide != sideRoot {
		k.shift = headNumber(t.system.Head) - headNumber(t.gold.Head)
	}
	if !t.label {
		k.goldLabel, k.systemLabel = t.gold.Deprel, t.system.Deprel
	}
	return k
}

// String describes the error in the words of eval.pl, its slips included: when
// the gold head is the root it always says "head is the focus word", and when
// the sides differ it names the system's side twice.
func (k errorKind) String() string {
	if k.goldLabel == k.systemLabel {
		return k.headText() + ", correct dependency"
	}
	return k.headText() + `, dependency "` + k.systemLabel + `" instead of "` + k.goldLabel + `"`
}

func (k errorKind) headText() string {
	switch {
	case !k.wrongHead:
		return fmt.Sprintf("correct head (%s)", k.systemSide)
	case k.systemSide == sideRoot:
		return "head = 0 instead of " + string(k.goldSide)
	case k.goldSide == sideRoot:
		return "head is the focus word instead of 0"
	}
	direction := "after"
	if k.shift < 0 {
		direction = "before"
	}
	instead := ""
	if k.goldSide != k.systemSide {
		instead = " instead of" + string(k.systemSide)
	}
	return fmt.Sprintf("head %s %s the correct head (%s%s)", words(k.shift), direction, k.systemSide, instead)
}

// words spells a number of words.
func words(n int) string {
	n = max(n, -n)
	switch spelt := [...]string{"", "one word", "two words", "three words", "four words"}; {
	case n == 0, n >= len(spelt):
		return fmt.Sprintf("%d words", n)
	default:
		return spelt[n]
	}
}

// compare orders kinds of the same frequency: by text, then by everything else,
// for some kinds share their text.
func (k errorKind) compare(l errorKind) int {
	return cmp.Or(cmp.Compare(k.String(), l.String()), cmp.Compare(k.shift, l.shift),
		cmp.Compare(k.goldSide, l.goldSide), cmp.Compare(k.systemSide, l.systemSide),
		cmp.Compare(k.goldLabel, l.goldLabel))
}
