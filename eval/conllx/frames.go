package conllx

import (
	"cmp"
	"slices"
	"strings"

	"parser/conll"
)

// frameThreshold is how often a frame confusion must occur to be reported.
const frameThreshold = 5

// FrameConfusion is a gold frame that the system saw as another one. A frame is
// the labels of a word and of its dependents from left to right, the word's own
// between asterisks; each is followed by a blank. The frame of the root begins
// with "** ".
type FrameConfusion struct {
	Gold   string `json:"gold"`
	System string `json:"system"`
	Count  int    `json:"count"`
}

type frameCounts map[FrameConfusion]int

// add compares the frames of all words and of the root.
func (c frameCounts) add(gold, system *conll.Sentence, o Options) {
	sameArc := func(g, s conll.Word) bool { return g.Head == s.Head && g.Deprel == s.Deprel }
	if slices.EqualFunc(gold.Words, system.Words, sameArc) {
		return
	}
	g, s := frames(gold, gold, o), frames(gold, system, o)
	for i := range g {
		if g[i] != s[i] {
			c[FrameConfusion{Gold: g[i], System: s[i]}]++
		}
	}
}

// frames returns the frame of the root and of every word in a parse. As in
// eval.pl the word's own label is the gold one on both sides, and tokens that
// are not scored are in no frame, though they may have one.
func frames(gold, parse *conll.Sentence, o Options) []string {
	b := make([]strings.Builder, len(gold.Words)+1)
	b[0].WriteString("** ")
	for i := range gold.Words {
		g, p := &gold.Words[i], &parse.Words[i]
		if !o.Scores(g.Form) {
			continue
		}
		if head := headNumber(p.Head); head < len(b) {
			b[head].WriteString(p.Deprel + " ")
		}
		b[i+1].WriteString("*" + g.Deprel + "* ")
	}
	texts := make([]string, len(b))
	for i := range b {
		texts[i] = b[i].String()
	}
	return texts
}

// frequent returns the confusions above the threshold, frequent ones first.
func (c frameCounts) frequent() []FrameConfusion {
	rows := []FrameConfusion{}
	for f, n := range c {
		if n >= frameThreshold {
			f.Count = n
			rows = append(rows, f)
		}
	}
	slices.SortFunc(rows, func(x, y FrameConfusion) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Gold+"/ "+x.System, y.Gold+"/ "+y.System))
	})
	return rows
}
