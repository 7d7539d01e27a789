package compare

import (
	"fmt"
	"strings"

	"parser/eval"
	"parser/eval/evalb"
	"parser/ptb"
)

// Brackets compares the constituents of several systems, sentence by
// sentence. Brackets are those that EVALB scores, see [evalb.Scorer], with one
// difference: so that all systems are scored on the same sentences, all brackets
// of the gold tree are missed where there is no parse or where EVALB could not
// score it, as in [evalb.Totals.WithFailed].
type Brackets struct {
	comparison
	scorer                         *evalb.Scorer
	label, length, depth, sentence *grouping
	labels                         *confusions
	failed                         []int
}

// Entry is a side of a sentence: its trees and where they stand, as
// file:line.
type Entry struct {
	Trees []*ptb.Tree
	Place string
}

// NewBrackets returns a comparison of so many systems. The cause of an
// error is ErrMetric.
func NewBrackets(systems int, p evalb.Params, o Options) (*Brackets, error) {
	if len(o.Metrics) == 0 {
		o.Metrics = []Metric{F1}
	}
	if err := checkMetrics(o.Metrics, BracketMetrics()); err != nil {
		return nil, err
	}
	c := &Brackets{comparison: newComparison(systems, o), scorer: evalb.NewScorer(p), failed: make([]int, systems)}
	c.label = c.group("label", "F1", nil)
	c.length = c.group("span length", "F1", spanLengths.names())
	c.depth = c.group("depth", "recall", treeDepths.names())
	c.sentence = c.group("sentence length", "F1", sentenceLengths.names())
	c.labels = c.confusing("labels")
	return c, nil
}

// Add compares one more sentence. The cause of an error is eval.ErrWords or
// eval.ErrWordCount: a system has other words, empty elements aside. Nothing is
// counted then.
func (c *Brackets) Add(gold Entry, systems []Entry) error {
	judged := make([]*evalb.Matching, len(systems))
	for i, s := range systems {
		if err := c.checkWords(gold, s); err != nil {
			return err
		}
		judged[i] = c.scorer.Match(gold.Trees, s.Trees)
	}
	c.enter(func(m Metric, system int) eval.Counts { return bracketCounts(m, judged[system]) })
	length, shown := sentenceLengths.of(len(wordsOf(gold.Trees))), make([]eval.Counts, len(systems))
	for i, j := range judged {
		c.failed[i] += one(j.Err != nil)
		c.count(i, j, length)
		shown[i] = countsOf(j)
	}
	c.examples.add(Example{Sentence: c.sentences, Place: gold.Place, Counts: shown},
		func() (string, []ExampleRow) { return strings.Join(wordsOf(gold.Trees), " "), bracketRows(judged) })
	return nil
}

// Failed returns, for every system, in how many sentences all brackets are
// missed, since there is no parse or EVALB could not score it.
func (c *Brackets) Failed() []int { return c.failed }

// Report sums up what was added so far.
func (c *Brackets) Report(s Sampling) (*Report, error) { return c.report(s) }

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
func (c *Brackets) checkWords(gold, system Entry) error {
	g, s := wordsOf(gold.Trees), wordsOf(system.Trees)
	switch {
	case len(s) == 0:
		return nil
	case len(g) != len(s):
		return fmt.Errorf("%s: %w: %d, but %d at %s", gold.Place, eval.ErrWordCount, len(g), len(s), system.Place)
	}
	for i := range g {
		if !c.scorer.SameWord(g[i], s[i]) {
			return fmt.Errorf("%s: %w: %q, but %q at %s", gold.Place, eval.ErrWords, g[i], s[i], system.Place)
		}
	}
	return nil
}

// count enters the brackets of one system.
func (c *Brackets) count(system int, j *evalb.Matching, length string) {
	depth := spanDepths(j.Gold)
	for i, b := range j.Gold {
		found := j.Partner[i] != evalb.Unmatched
		c.label.gold(system, b.Label, found)
		c.length.gold(system, spanLengths.of(b.End-b.Start), found)
		c.sentence.gold(system, length, found)
		c.depth.both(system, treeDepths.of(depth[i]), found)
	}
	for i, b := range j.System {
		c.label.system(system, b.Label, j.Right[i])
		c.length.system(system, spanLengths.of(b.End-b.Start), j.Right[i])
		c.sentence.system(system, length, j.Right[i])
	}
	for _, pair := range confused(j) {
		c.labels.count(system, pair)
	}
}
