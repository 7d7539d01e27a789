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

// Brackets compares the constituents of several systems, sentence by sentence, as EVALB does, see
// [evalb]. So that all systems are scored on the same sentences, all brackets of the gold tree are
// missed if there is no parse or EVALB cannot score it, as in WithFailed of [evalb.Report].
type Brackets struct {
	comparison
	params evalb.Params
	failed []int
}

// NewBrackets returns a comparison of this number of systems. The cause of an error is ErrMetric.
func NewBrackets(systems int, p evalb.Params, o Options) (*Brackets, error) {
	c, err := newComparison(systems, o, "brackets", "", bracketMetrics, f1)
	if err != nil {
		return nil, err
	}
	c.result.Breakdowns = []breakdown{
		{By: "label", Score: "F1"},
		{By: "span length", Score: "F1", names: spanLengths},
		{By: "depth", Score: "recall", shared: true, names: treeDepths},
		{By: "sentence length", Score: "F1", names: sentenceLengths},
	}
	c.result.Confusions = []confusionTable{{Of: "labels"}}
	return &Brackets{c, p, make([]int, systems)}, nil
}

// Add compares one more sentence, or counts nothing if a system has other words, not counting empty
// elements: the cause of the error is eval.ErrWords or eval.ErrWordCount then.
func (c *Brackets) Add(gold evalb.Entry, systems []evalb.Entry) error {
	words, matchings := wordsOf(gold.Trees), make([]*evalb.Matching, len(systems))
	for i, s := range systems {
		others := wordsOf(s.Trees) // empty if there is no parse
		if len(others) > 0 && len(others) != len(words) {
			return fmt.Errorf("%s: %w: %d, but %d at %s", gold.Place, eval.ErrWordCount, len(words), len(others), s.Place)
		}
		for n, other := range others {
			if !c.params.SameWord(words[n], other) {
				return fmt.Errorf("%s: %w: %q, but %q at %s", gold.Place, eval.ErrWords, words[n], other, s.Place)
			}
		}
		matchings[i] = c.params.Match(gold.Trees, s.Trees)
	}
	for i, m := range matchings {
		c.failed[i] += eval.One(m.Err != nil)
		c.count(i, m, sentenceLengths.of(len(words)))
	}
	c.add(gold.Place, f1, func(metric Metric, system int) eval.Counts {
		m := matchings[system]
		counts := m.Counts()
		if metric == complete {
			return eval.Counts{Right: eval.One(m.Err == nil && errorsOf(counts) == 0), Gold: 1, System: 1}
		}
		return metric.share(counts)
	}, func() (string, []exampleRow) { return strings.Join(words, " "), bracketRows(matchings) })
	return nil
}

// Failed returns, for every system, the number of sentences that EVALB could not score.
func (c *Brackets) Failed() []int { return c.failed }

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

// count enters the brackets of one system in a sentence, whose length is given as its
// group. Missed gold brackets are confused with wrong brackets over the same words, paired
// from the outermost on. A bracket without a partner is confused with nothing.
func (c *Brackets) count(system int, m *evalb.Matching, length string) {
	wrong := map[ptb.Span][]string{} // labels by words
	for i, b := range m.System {
		c.parsed(system, m.Right[i], b.Label, spanLengths.of(b.End-b.Start), "", length)
		if over := (ptb.Span{Start: b.Start, End: b.End}); !m.Right[i] {
			wrong[over] = append(wrong[over], b.Label)
		}
	}
	depths := spanDepths(m.Gold)
	for i, b := range m.Gold {
		c.gold(system, m.Found[i], b.Label, spanLengths.of(b.End-b.Start), treeDepths.of(depths[i]), length)
		if m.Found[i] {
			continue
		}
		pair, over := confused{Gold: b.Label, System: nothing}, ptb.Span{Start: b.Start, End: b.End}
		if labels := wrong[over]; len(labels) > 0 {
			pair.System, wrong[over] = labels[0], labels[1:]
		}
		c.confuse(0, system, pair)
	}
	for _, labels := range wrong {
		for _, label := range labels {
			c.confuse(0, system, confused{Gold: nothing, System: label})
		}
	}
}

// spanDepths returns how many brackets contain each bracket, itself included. They are nested and
// not empty, in the order in which they open.
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

// bracketRows has a row for each stretch of words over which some system differs from the
// brackets of the gold tree, from left to right and the longest first.
func bracketRows(matchings []*evalb.Matching) (rows []exampleRow) {
	type labels struct{ gold, system []string } // the outermost first
	over := map[ptb.Span][]labels{}             // by system
	for i, m := range matchings {
		at := func(b ptb.Span) *labels {
			words := ptb.Span{Start: b.Start, End: b.End}
			if over[words] == nil {
				over[words] = make([]labels, len(matchings))
			}
			return &over[words][i]
		}
		for _, b := range m.Gold {
			at(b).gold = append(at(b).gold, b.Label)
		}
		for _, b := range m.System {
			at(b).system = append(at(b).system, b.Label)
		}
	}
	text := func(labels []string) string {
		if len(labels) == 0 {
			return nothing
		}
		return strings.Join(labels, " ")
	}
	for _, words := range slices.SortedFunc(maps.Keys(over), func(x, y ptb.Span) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
	}) {
		row, wrong := exampleRow{Gold: text(over[words][0].gold)}, false
		for i, l := range over[words] {
			if len(l.gold)+len(l.system) > 0 {
				row.Item = stretch(matchings[i].Words, words)
			}
			cell := asGold
			if !slices.Equal(l.gold, l.system) { // gold as it is beside this system, where quotation marks may be restored
				cell, wrong = text(l.system), true
			}
			row.Systems = append(row.Systems, cell)
		}
		if wrong {
			rows = append(rows, row)
		}
	}
	return rows
}

// stretchWords is the largest number of words that are shown of a stretch.
const stretchWords = 4

// stretch shows the words that a bracket covers, counted from 1 without deleted ones.
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
