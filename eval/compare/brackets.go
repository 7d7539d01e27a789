package compare

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parser/eval"
	"parser/eval/evalb"
	"parser/ptb"
)

// Brackets compares the constituents of several systems, sentence by sentence.
// Brackets are those that EVALB scores, see [evalb], with one difference: so that
// all systems are scored on the same sentences, all brackets of the gold tree are
// missed where there is no parse or where EVALB could not score it, as in
// [evalb.Totals.WithFailed].
type Brackets struct {
	comparison
	params evalb.Params
	failed []int
}

// NewBrackets returns a comparison of so many systems. The cause of an error is
// ErrMetric.
func NewBrackets(systems int, p evalb.Params, o Options) (*Brackets, error) {
	common, err := newComparison(systems, o, BracketMetrics(), F1)
	if err != nil {
		return nil, err
	}
	common.breakDown([]grouping{
		{by: "label", score: "F1"},
		{by: "span length", score: "F1", names: spanLengths.names()},
		{by: "depth", score: "recall", shared: true, names: treeDepths.names()},
		{by: "sentence length", score: "F1", names: sentenceLengths.names()},
	}, "labels")
	return &Brackets{common, p, make([]int, systems)}, nil
}

// Add compares one more sentence. The cause of an error is eval.ErrWords or
// eval.ErrWordCount: a system has other words, empty elements aside. Nothing is
// counted then.
func (c *Brackets) Add(gold evalb.Entry, systems []evalb.Entry) error {
	matchings := make([]*evalb.Matching, len(systems))
	for i, s := range systems {
		if err := c.checkWords(gold, s); err != nil {
			return err
		}
		matchings[i] = c.params.Match(gold.Trees, s.Trees)
	}
	words := wordsOf(gold.Trees)
	for i, m := range matchings {
		c.count(i, m, sentenceLengths.of(len(words)))
	}
	c.add(gold.Place, F1, func(m Metric, system int) eval.Counts { return m.ofBrackets(matchings[system]) },
		func() (string, []ExampleRow) { return strings.Join(words, " "), bracketRows(matchings) })
	return nil
}

// Failed returns, for every system, in how many sentences all brackets are
// missed, since there is no parse or EVALB could not score it.
func (c *Brackets) Failed() []int { return c.failed }

// Report sums up what was added so far.
func (c *Brackets) Report(s Sampling) (*Report, error) {
	r, err := c.report(s)
	if err == nil {
		r.items, r.Scored = "brackets", "brackets"
	}
	return r, err
}

// wordsOf returns the words of some trees, without empty elements.
func wordsOf(trees []*ptb.Tree) (list []string) {
	for _, t := range trees {
		if t == nil {
			continue
		}
		for _, leaf := range t.Leaves() {
			if !ptb.Empty(leaf) {
				list = append(list, leaf.Word)
			}
		}
	}
	return list
}

// checkWords refuses a pair that is not the same sentence. No words are no parse.
func (c *Brackets) checkWords(gold, system evalb.Entry) error {
	g, s := wordsOf(gold.Trees), wordsOf(system.Trees)
	switch {
	case len(s) == 0:
		return nil
	case len(g) != len(s):
		return fmt.Errorf("%s: %w: %d, but %d at %s", gold.Place, eval.ErrWordCount, len(g), len(s), system.Place)
	}
	for i := range g {
		if !c.params.SameWord(g[i], s[i]) {
			return fmt.Errorf("%s: %w: %q, but %q at %s", gold.Place, eval.ErrWords, g[i], s[i], system.Place)
		}
	}
	return nil
}

// count enters the brackets of one system in a sentence of some length.
func (c *Brackets) count(system int, m *evalb.Matching, length string) {
	c.failed[system] += eval.One(m.Err != nil)
	depth := spanDepths(m.Gold)
	for i, b := range m.Gold {
		c.gold(system, m.Found[i], b.Label, spanLengths.of(b.End-b.Start), treeDepths.of(depth[i]), length)
	}
	for i, b := range m.System {
		c.parsed(system, m.Right[i], b.Label, spanLengths.of(b.End-b.Start), "", length)
	}
	c.countConfused(system, m)
}

// countConfused pairs the gold brackets that are missed with the wrong ones over
// the same words, both from the outermost on; what has no partner was taken for
// nothing or made of nothing.
func (c *Brackets) countConfused(system int, m *evalb.Matching) {
	wrong := map[ptb.Span][]string{} // labels by words
	for i, b := range m.System {
		if !m.Right[i] {
			wrong[unlabelled(b)] = append(wrong[unlabelled(b)], b.Label)
		}
	}
	for i, b := range m.Gold {
		if m.Found[i] {
			continue
		}
		pair, over := Confused{Gold: b.Label, System: Nothing}, unlabelled(b)
		if labels := wrong[over]; len(labels) > 0 {
			pair.System, wrong[over] = labels[0], labels[1:]
		}
		c.confuse(0, system, pair)
	}
	for _, labels := range wrong {
		for _, label := range labels {
			c.confuse(0, system, Confused{Gold: Nothing, System: label})
		}
	}
}

// spanDepths returns how many brackets are around each bracket, itself included.
// They must be nested, without empty ones, in the order in which they open.
func spanDepths(brackets []ptb.Span) []int {
	depth := make([]int, len(brackets))
	var open []ptb.Span
	for i, b := range brackets {
		for len(open) > 0 && open[len(open)-1].End <= b.Start {
			open = open[:len(open)-1]
		}
		open = append(open, b)
		depth[i] = len(open)
	}
	return depth
}

func unlabelled(b ptb.Span) ptb.Span {
	b.Label = ""
	return b
}

// bracketRows shows the stretches of words over which not all systems have the
// brackets of the gold tree, from left to right and the longest first.
func bracketRows(matchings []*evalb.Matching) (rows []ExampleRow) {
	type stretched struct {
		item         string
		gold, system [][]string // labels by system, the outermost first
	}
	over := map[ptb.Span]*stretched{}
	for i, m := range matchings {
		at := func(b ptb.Span) *stretched {
			words := unlabelled(b)
			if over[words] == nil {
				over[words] = &stretched{gold: make([][]string, len(matchings)), system: make([][]string, len(matchings))}
			}
			over[words].item = stretch(m.Words, b)
			return over[words]
		}
		for _, b := range m.Gold {
			s := at(b)
			s.gold[i] = append(s.gold[i], b.Label)
		}
		for _, b := range m.System {
			s := at(b)
			s.system[i] = append(s.system[i], b.Label)
		}
	}
	text := func(labels []string) string {
		if len(labels) == 0 {
			return Nothing
		}
		return strings.Join(labels, " ")
	}
	for _, words := range slices.SortedFunc(maps.Keys(over), func(x, y ptb.Span) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
	}) {
		s := over[words]
		row, wrong := ExampleRow{Item: s.item, Gold: text(s.gold[0])}, false
		for i, labels := range s.system {
			cell := text(labels)
			if cell == text(s.gold[i]) {
				cell = Right
			}
			wrong = wrong || cell != Right
			row.Systems = append(row.Systems, cell)
		}
		if wrong {
			rows = append(rows, row)
		}
	}
	return rows
}

// stretchWords is how many words of a stretch are shown at most.
const stretchWords = 4

// stretch shows the words that a bracket covers, counted from 1 as those of
// dependencies; deleted ones are not counted.
func stretch(words []*ptb.Tree, b ptb.Span) string {
	list := []string{}
	for _, leaf := range words[b.Start:b.End] {
		list = append(list, leaf.Word)
	}
	if len(list) > stretchWords {
		list = append(list[:stretchWords-1:stretchWords-1], "…", list[len(list)-1])
	}
	if b.End == b.Start+1 {
		return fmt.Sprint(b.End, " ", list[0])
	}
	return fmt.Sprint(b.Start+1, "-", b.End, " ", strings.Join(list, " "))
}
