package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parser/conll"
	"parser/eval"
	"parser/eval/conllx"
	"parser/eval/evalb"
)

// Metric names a score by which systems are compared.
type Metric string

// The metrics of dependencies, then those of constituents and graphs.
const (
	LAS       Metric = "las"       // labelled attachment
	UAS       Metric = "uas"       // unlabelled attachment
	LA        Metric = "la"        // label accuracy
	F1        Metric = "f1"        // of labelled brackets, or triples
	Recall    Metric = "recall"    // of labelled brackets, or triples
	Precision Metric = "precision" // of labelled brackets, or triples
	Complete  Metric = "complete"  // sentences with all brackets right
)

// ErrMetric is the cause of errors about metrics that there are not.
var ErrMetric = errors.New("no such metric")

// ArcMetrics returns the metrics of dependencies.
func ArcMetrics() []Metric { return []Metric{LAS, UAS, LA} }

// BracketMetrics returns the metrics of constituents.
func BracketMetrics() []Metric { return []Metric{F1, Recall, Precision, Complete} }

// GraphMetrics returns the metrics of graphs.
func GraphMetrics() []Metric { return []Metric{F1, Recall, Precision} }

// right reports whether a word is right by a metric of dependencies.
func (m Metric) right(gold, system *conll.Word) bool {
	return (m == LA || gold.Head == system.Head) && (m == UAS || gold.Deprel == system.Deprel)
}

// share returns the counts of which a metric is F1.
func (m Metric) share(c eval.Counts) eval.Counts {
	switch m {
	case Recall:
		c.System = c.Gold
	case Precision:
		c.Gold = c.System
	}
	return c
}

// of returns the score of counts, rounded as the official scripts do.
func (m Metric) of(c eval.Counts) eval.Percent {
	switch m {
	case LAS, UAS, LA:
		return conllx.Attachment{Scored: c.Gold, Both: c.Right}.LAS()
	case Recall, Precision, Complete:
		return eval.Share(c.Right, c.Gold)
	}
	return eval.HarmonicMean(eval.Share(c.Right, c.Gold), eval.Share(c.Right, c.System))
}

// Options of [Arcs], [Brackets] and [Graphs]. The zero value works.
type Options struct {
	Punctuation bool     // of arcs: score it too, see [conllx.Options]
	Metrics     []Metric // nil stands for LAS and UAS, or F1; the first is what is broken down
	Confusions  int      // most frequent ones that are reported
	Examples    int      // sentences that are reported
}

// comparison collects what is compared, sentence by sentence.
type comparison struct {
	Options
	main    Metric // that is broken down
	systems int
	scores  [][][]eval.Counts // by metric, system and sentence
	result  Report            // Sentences, what is broken down and confused, and as many Examples as asked for
}

// newComparison checks the metrics, or takes the usual ones. What is broken down
// is up to the caller, who knows the metric by then.
func newComparison(systems int, o Options, known []Metric, usual ...Metric) (comparison, error) {
	if len(o.Metrics) == 0 {
		o.Metrics = usual
	}
	c := comparison{Options: o, main: o.Metrics[0], systems: systems, result: Report{Examples: []Example{}}}
	for _, m := range o.Metrics {
		if !slices.Contains(known, m) {
			return c, fmt.Errorf("%w: %q, but %q", ErrMetric, m, known)
		}
		c.scores = append(c.scores, make([][]eval.Counts, systems))
	}
	return c, nil
}

// group returns what a system does in a group.
func (c *comparison) group(b *Breakdown, name string, system int) *evalb.LabelScore {
	g := b.groups.At(name)
	if g.Systems == nil {
		g.Name, g.Systems = name, slices.Repeat([]evalb.LabelScore{{Label: name}}, c.systems)
	}
	return &g.Systems[system]
}

// gold counts an item of the gold tree in its group of each breakdown. Those that are
// shared count it as the system's too.
func (c *comparison) gold(system int, found bool, groups ...string) {
	for n := range c.result.Breakdowns {
		b := &c.result.Breakdowns[n]
		score := c.group(b, groups[n], system)
		if score.AddGold(found); b.shared {
			score.AddSystem(found)
		}
	}
}

// parsed counts an item of a system's tree in its group of each breakdown, but for
// those that are shared.
func (c *comparison) parsed(system int, right bool, groups ...string) {
	for n := range c.result.Breakdowns {
		if b := &c.result.Breakdowns[n]; !b.shared {
			c.group(b, groups[n], system).AddSystem(right)
		}
	}
}

// confuse counts that one of the systems takes something for something else, in the
// table of this number.
func (c *comparison) confuse(table, system int, what Confused) {
	counts := c.result.Confusions[table].counts
	if counts[what] == nil {
		counts[what] = make([]int, c.systems)
	}
	counts[what][system]++
}

// add enters the counts of a sentence by every metric and system. It is shown,
// with its counts by one metric, if it is one of those in which the systems differ
// most, the first of those that tie; only then its text and its rows are needed.
func (c *comparison) add(place string, shown Metric, counts func(m Metric, system int) eval.Counts, rows func() (text string, rows []ExampleRow)) {
	r := &c.result
	r.Sentences++
	e := Example{Sentence: r.Sentences, Place: place}
	for i := range c.systems {
		for m, metric := range c.Metrics {
			c.scores[m][i] = append(c.scores[m][i], counts(metric, i))
		}
		e.Counts = append(e.Counts, counts(shown, i))
	}
	spread := e.spread()
	at, _ := slices.BinarySearchFunc(r.Examples, spread, func(f Example, spread int) int {
		return cmp.Or(cmp.Compare(spread, f.spread()), -1) // behind its equals
	})
	if spread == 0 || at >= c.Examples {
		return
	}
	e.Text, e.Rows = rows()
	r.Examples = slices.Insert(r.Examples, at, e)
	r.Examples = r.Examples[:min(c.Examples, len(r.Examples))]
}

func (c *comparison) report(s Sampling) *Report {
	r := c.result
	r.Sampling, r.Breakdowns, r.Confusions = s.withDefaults(), slices.Clone(r.Breakdowns), slices.Clone(r.Confusions)
	for m, metric := range c.Metrics {
		scores := MetricScores{Metric: metric}
		for i, counts := range c.scores[m] {
			score := SystemScore{Interval: ScoreInterval(counts, s)}
			pairs := make([][2]eval.Counts, len(counts))
			for n := range counts {
				score.Counts.Add(counts[n])
				pairs[n] = [2]eval.Counts{c.scores[m][0][n], counts[n]}
			}
			score.Score = metric.of(score.Counts)
			if i > 0 {
				_, first, this := fractions(pairs)
				score.Difference = &Difference{differenceOf(first, this).percent(), Randomisation(pairs, s), Bootstrap(pairs, s)}
			}
			scores.Systems = append(scores.Systems, score)
		}
		r.Scores = append(r.Scores, scores)
	}
	for i := range r.Breakdowns {
		b := &r.Breakdowns[i]
		names := b.names
		if !b.Ordered() {
			names = b.groups.Frequent(func(g *Group) int { return g.Gold() })
		}
		b.Groups = []Group{}
		for _, name := range names {
			if g := b.groups[name]; g != nil {
				b.Groups = append(b.Groups, *g)
			}
		}
	}
	for i := range r.Confusions {
		table, all := &r.Confusions[i], map[Confused]int{}
		table.Rows = []Confusion{}
		for what, counts := range table.counts {
			table.Rows = append(table.Rows, Confusion{what, counts})
			for _, n := range counts {
				all[what] += n
			}
		}
		slices.SortFunc(table.Rows, func(x, y Confusion) int { // the most frequent in all systems together first
			return cmp.Or(cmp.Compare(all[y.Confused], all[x.Confused]), x.compare(y.Confused))
		})
		table.Rows = table.Rows[:min(max(c.Confusions, 0), len(table.Rows))]
	}
	return &r
}

// bins are the names of groups of numbers in their order. Each begins with the least
// number in it.
type bins []string

// The groups of a comparison.
var (
	sentenceLengths = bins{"1-5", "6-10", "11-15", "16-20", "21-30", "31-40", "41-..."}
	spanLengths     = bins{"1", "2", "3", "4-5", "6-10", "11-20", "21-..."}
	treeDepths      = bins{"1", "2", "3", "4", "5", "6", "7-..."}
)

func (b bins) of(n int) string {
	name := b[0]
	for _, next := range b[1:] {
		least, _, _ := strings.Cut(next, "-")
		if number, _ := strconv.Atoi(least); n < number {
			break
		}
		name = next
	}
	return name
}
