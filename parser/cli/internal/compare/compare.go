package compare

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parser/conll"
	"parser/eval"
	"parser/eval/conllx"
	"parser/eval/layout"
)

// Metric names a score by which systems are compared: "las", "uas" or "la" of dependencies, "elas" or "eulas" of
// enhanced ones, "f1", "recall" or "precision" of constituents and graphs, or "complete" of constituents.
type Metric string

const (
	las       Metric = "las"       // labelled attachment
	uas       Metric = "uas"       // unlabelled attachment
	la        Metric = "la"        // label accuracy
	elas      Metric = "elas"      // F1 of enhanced dependencies
	eulas     Metric = "eulas"     // the same without what follows the first colon of relations
	f1        Metric = "f1"        // of labelled brackets, or triples
	recall    Metric = "recall"    // of labelled brackets, or triples
	precision Metric = "precision" // of labelled brackets, or triples
	complete  Metric = "complete"  // sentences with all brackets right
)

// ErrMetric is the cause of errors about unknown metrics.
var ErrMetric = errors.New("no such metric")

// The metrics of each structure; read only.
var (
	arcMetrics      = []Metric{las, uas, la}
	enhancedMetrics = []Metric{elas, eulas}
	bracketMetrics  = []Metric{f1, recall, precision, complete}
	graphMetrics    = []Metric{f1, recall, precision}
)

// right reports whether a word is right by a metric of dependencies.
func (m Metric) right(gold, system *conll.Word) bool {
	return (m == la || gold.Head == system.Head) && (m == uas || gold.Deprel == system.Deprel)
}

// share returns counts whose F1 is the metric.
func (m Metric) share(c eval.Counts) eval.Counts {
	switch m {
	case recall:
		c.System = c.Gold
	case precision:
		c.Gold = c.System
	}
	return c
}

// of returns the score of counts, rounded as in the official scripts.
func (m Metric) of(c eval.Counts) eval.Percent {
	switch m {
	case las, uas, la:
		return conllx.Attachment{Scored: c.Gold, Both: c.Right}.LAS()
	case elas, eulas:
		return eval.PercentOrNaN(2*c.Right, max(c.Gold+c.System, 1))
	case recall, precision, complete:
		return eval.PercentOrZero(c.Right, c.Gold)
	}
	return eval.Label{Gold: c.Gold, Found: c.Right, System: c.System, Right: c.Right}.F1() // as in EVALB
}

// Options of [Arcs], [Enhanced], [Brackets] and [Graphs]. The zero value works.
type Options struct {
	Punctuation bool     // for arcs: score punctuation too, see [conllx.Options]
	Metrics     []Metric // nil stands for "las" and "uas", "elas" and "eulas", or "f1"; the first one is broken down
	Confusions  int      // number of confusions in the report, the most frequent ones
	Examples    int      // number of sentences in the report
}

type comparison struct {
	Options
	items, one string // what the first metric counts: "words", and one of them, if their number is shown
	main       Metric // the one that is broken down
	systems    int
	scores     [][][]eval.Counts // by metric, system and sentence
	result     Report            // Sentences, Breakdowns, Confusions, and at most Options.Examples of Examples
}

// newComparison checks the metrics, or takes the usual ones. The caller adds the breakdowns.
func newComparison(systems int, o Options, items, one string, known []Metric, usual ...Metric) (comparison, error) {
	if len(o.Metrics) == 0 {
		o.Metrics = usual
	}
	c := comparison{Options: o, items: items, one: one, main: o.Metrics[0], systems: systems, result: Report{Examples: []example{}}}
	for _, m := range o.Metrics {
		if !slices.Contains(known, m) {
			return c, fmt.Errorf("%w: %q; choose from %q", ErrMetric, m, known)
		}
		c.scores = append(c.scores, make([][]eval.Counts, systems))
	}
	return c, nil
}

func (c *comparison) group(b *breakdown, name string, system int) *eval.Label {
	if b.groups == nil {
		b.groups = map[string]*Group{}
	}
	if b.groups[name] == nil {
		b.groups[name] = &Group{Name: name, Systems: slices.Repeat([]eval.Label{{Label: name}}, c.systems)}
	}
	return &b.groups[name].Systems[system]
}

// gold counts an item of the gold tree in its groups, where shared breakdowns count it as the system's too.
func (c *comparison) gold(system int, found bool, groups ...string) {
	for n := range c.result.Breakdowns {
		b := &c.result.Breakdowns[n]
		score := c.group(b, groups[n], system)
		score.Gold++
		score.Found += eval.One(found)
		if b.shared {
			score.System++
			score.Right += eval.One(found)
		}
	}
}

// parsed counts an item of a system's tree in its groups of breakdowns that are not shared.
func (c *comparison) parsed(system int, right bool, groups ...string) {
	for n := range c.result.Breakdowns {
		if b := &c.result.Breakdowns[n]; !b.shared {
			score := c.group(b, groups[n], system)
			score.System++
			score.Right += eval.One(right)
		}
	}
}

// confuse counts a confusion of a system in a table given by its index.
func (c *comparison) confuse(table, system int, what confused) {
	t := &c.result.Confusions[table]
	if t.counts == nil {
		t.counts = map[confused][]int{}
	}
	if t.counts[what] == nil {
		t.counts[what] = make([]int, c.systems)
	}
	t.counts[what][system]++
}

// add enters the counts of a sentence by every metric and system. The sentence becomes an
// example, with its counts by the shown metric, if it is one of those in which the systems
// differ most; among ties the first ones win. Only then are its text and its rows needed.
func (c *comparison) add(place string, shown Metric, counts func(m Metric, system int) eval.Counts, rows func() (text string, rows []exampleRow)) {
	r := &c.result
	r.Sentences++
	e := example{Sentence: r.Sentences, Place: place}
	for i := range c.systems {
		for m, metric := range c.Metrics {
			c.scores[m][i] = append(c.scores[m][i], counts(metric, i))
		}
		e.Counts = append(e.Counts, counts(shown, i))
	}
	spread := e.spread()
	at, _ := slices.BinarySearchFunc(r.Examples, spread, func(f example, spread int) int {
		return cmp.Or(cmp.Compare(spread, f.spread()), -1) // after its equals
	})
	if spread == 0 || at >= c.Examples {
		return
	}
	e.Text, e.Rows = rows()
	r.Examples = slices.Insert(r.Examples, at, e)
	r.Examples = r.Examples[:min(c.Examples, len(r.Examples))]
}

// Report sums up the sentences added so far.
func (c *comparison) Report(s Sampling) *Report {
	r := c.result
	r.items, r.Scored = c.items, c.items
	r.Sampling, r.Breakdowns, r.Confusions = s, slices.Clone(r.Breakdowns), slices.Clone(r.Confusions)
	for m, metric := range c.Metrics {
		scores := metricScores{Metric: metric}
		for i, counts := range c.scores[m] {
			score := systemScore{Interval: scoreInterval(counts, s)}
			pairs := make([][2]eval.Counts, len(counts))
			for n := range counts {
				score.Counts.Add(counts[n])
				pairs[n] = [2]eval.Counts{c.scores[m][0][n], counts[n]}
			}
			score.Score = metric.of(score.Counts)
			if i > 0 {
				_, first, this := fractions(pairs)
				score.Difference = &scoreDifference{differenceOf(first, this).percent(), randomisation(pairs, s), bootstrap(pairs, s)}
			}
			scores.Systems = append(scores.Systems, score)
		}
		r.Scores = append(r.Scores, scores)
	}
	if c.one != "" {
		r.Scored = layout.Count(r.Scores[0].Systems[0].Gold, c.one)
	}
	for i := range r.Breakdowns {
		b := &r.Breakdowns[i]
		names := b.names
		if !b.Ordered() {
			names = slices.SortedFunc(maps.Keys(b.groups), func(x, y string) int {
				return cmp.Or(cmp.Compare(b.groups[y].Gold(), b.groups[x].Gold()), cmp.Compare(x, y))
			})
		}
		b.Groups = []Group{}
		for _, name := range names {
			if g := b.groups[name]; g != nil {
				b.Groups = append(b.Groups, *g)
			}
		}
	}
	for i := range r.Confusions {
		table, all := &r.Confusions[i], map[confused]int{}
		table.Rows = []confusion{}
		for what, counts := range table.counts {
			table.Rows = append(table.Rows, confusion{what, counts})
			for _, n := range counts {
				all[what] += n
			}
		}
		slices.SortFunc(table.Rows, func(x, y confusion) int { // by frequency in all systems together
			return cmp.Or(cmp.Compare(all[y.confused], all[x.confused]), x.compare(y.confused))
		})
		table.Rows = table.Rows[:min(max(c.Confusions, 0), len(table.Rows))]
	}
	return &r
}

// bins are the names of groups of numbers, in order, which begin with their least numbers.
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
