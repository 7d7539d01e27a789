package compare

import (
	"cmp"
	"fmt"
	"slices"

	"parser/eval"
)

// Options of [Arcs] and [Brackets]. The zero value works.
type Options struct {
	Punctuation bool     // of arcs: score it too, see [conllx.Options]
	Metrics     []Metric // nil stands for LAS and UAS, or F1; the first is what is broken down
	Confusions  int      // most frequent ones that are reported
	Examples    int      // sentences that are reported
}

// comparison collects what is compared, sentence by sentence.
type comparison struct {
	Options
	systems   int
	sentences int
	scores    [][][]eval.Counts // by metric, system and sentence
	groupings []grouping
	confused  []confusions
	examples  []Example // as many as asked for, those in which the systems differ most first
}

// newComparison checks the metrics, or takes the usual ones. What is broken down
// is up to the caller, who knows the metric by then.
func newComparison(systems int, o Options, known []Metric, usual ...Metric) (comparison, error) {
	if len(o.Metrics) == 0 {
		o.Metrics = usual
	}
	c := comparison{Options: o, systems: systems, examples: []Example{}}
	for _, m := range o.Metrics {
		if !slices.Contains(known, m) {
			return c, fmt.Errorf("%w: %q, but %q", ErrMetric, m, known)
		}
		c.scores = append(c.scores, make([][]eval.Counts, systems))
	}
	return c, nil
}

// main is the metric that is broken down.
func (c *comparison) main() Metric { return c.Metrics[0] }

// add enters the counts of a sentence by every metric and system. It is shown,
// with its counts by one metric, if it is one of those in which the systems differ
// most, the first of those that tie; only then its text and its rows are needed.
func (c *comparison) add(place string, shown Metric, counts func(m Metric, system int) eval.Counts, rows func() (text string, rows []ExampleRow)) {
	c.sentences++
	e := Example{Sentence: c.sentences, Place: place}
	for i := range c.systems {
		for m, metric := range c.Metrics {
			c.scores[m][i] = append(c.scores[m][i], counts(metric, i))
		}
		e.Counts = append(e.Counts, counts(shown, i))
	}
	spread := e.spread()
	at, _ := slices.BinarySearchFunc(c.examples, spread, func(f Example, spread int) int {
		return cmp.Or(cmp.Compare(spread, f.spread()), -1) // behind its equals
	})
	if spread == 0 || at >= c.Examples {
		return
	}
	e.Text, e.Rows = rows()
	c.examples = slices.Insert(c.examples, at, e)
	c.examples = c.examples[:min(c.Examples, len(c.examples))]
}

// report sums up.
func (c *comparison) report(s Sampling) (*Report, error) {
	r := &Report{Sentences: c.sentences, Sampling: s.withDefaults(), Examples: c.examples}
	for m, metric := range c.Metrics {
		scores := MetricScores{Metric: metric}
		for i, counts := range c.scores[m] {
			score := SystemScore{Counts: total(counts), Interval: ScoreInterval(counts, s)}
			score.Score = metric.of(score.Counts)
			if i > 0 {
				first := c.scores[m][0]
				random, err := Randomisation(first, counts, s)
				if err != nil {
					return nil, err
				}
				score.Difference = &Difference{
					Value:         differenceOf(fractionOf(total(first)), fractionOf(score.Counts)).percent(),
					Randomisation: random, Bootstrap: bootstrap(first, counts, s),
				}
			}
			scores.Systems = append(scores.Systems, score)
		}
		r.Scores = append(r.Scores, scores)
	}
	for _, g := range c.groupings {
		r.Breakdowns = append(r.Breakdowns, g.breakdown())
	}
	for _, m := range c.confused {
		r.Confusions = append(r.Confusions, m.table(c.Confusions))
	}
	return r, nil
}

// confusions counts for every system what was taken for what.
type confusions struct {
	what   string
	counts map[Confused][]int
}

// confuse enters that one of the systems takes something for something else, in
// the table of this number.
func (c *comparison) confuse(table, system int, what Confused) {
	counts := c.confused[table].counts
	if counts[what] == nil {
		counts[what] = make([]int, c.systems)
	}
	counts[what][system]++
}

// table returns those that are most frequent in all systems together.
func (m confusions) table(most int) ConfusionTable {
	t := ConfusionTable{Of: m.what, Rows: []Confusion{}}
	all := map[Confused]int{}
	for c, counts := range m.counts {
		t.Rows = append(t.Rows, Confusion{c, counts})
		for _, n := range counts {
			all[c] += n
		}
	}
	slices.SortFunc(t.Rows, func(x, y Confusion) int {
		return cmp.Or(cmp.Compare(all[y.Confused], all[x.Confused]), x.compare(y.Confused))
	})
	t.Rows = t.Rows[:min(max(most, 0), len(t.Rows))]
	return t
}

func (c Confused) compare(d Confused) int {
	return cmp.Or(cmp.Compare(c.Word, d.Word), cmp.Compare(c.Gold, d.Gold), cmp.Compare(c.System, d.System))
}
