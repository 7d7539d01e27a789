package compare

import (
	"fmt"

	"parser/eval"
	"parser/eval/evalb"
)

// Options of [Arcs] and [Brackets]. The zero value
// works.
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
	groupings []*grouping
	confused  []*confusions
	examples  examples
}

func newComparison(systems int, o Options) comparison {
	c := comparison{Options: o, systems: systems, scores: make([][][]eval.Counts, len(o.Metrics))}
	for i := range c.scores {
		c.scores[i] = make([][]eval.Counts, systems)
	}
	c.examples.most = o.Examples
	return c
}

// main is the metric that is broken down.
func (c *comparison) main() Metric { return c.Metrics[0] }

// group adds a grouping.
func (c *comparison) group(by, score string, names []string) *grouping {
	g := &grouping{by: by, score: score, names: names, systems: make([]eval.Tally[evalb.LabelScore], c.systems)}
	for i := range g.systems {
		g.systems[i] = eval.Tally[evalb.LabelScore]{}
	}
	c.groupings = append(c.groupings, g)
	return g
}

// confusing adds a table of confusions.
func (c *comparison) confusing(what string) *confusions {
	m := &confusions{what: what, systems: c.systems, counts: map[Confused][]int{}}
	c.confused = append(c.confused, m)
	return m
}

// enter enters the counts of a sentence by every metric and system.
func (c *comparison) enter(counts func(m Metric, system int) eval.Counts) {
	c.sentences++
	for m, metric := range c.Metrics {
		for i := range c.systems {
			c.scores[m][i] = append(c.scores[m][i], counts(metric, i))
		}
	}
}

// Report is what is to be said of several systems.
type Report struct {
	Gold       string           `json:"gold"`    // name, for headings
	Systems    []string         `json:"systems"` // names, for headings
	Sentences  int              `json:"sentences"`
	Sampling   Sampling         `json:"sampling"`
	Scores     []MetricScores   `json:"scores"`
	Breakdowns []Breakdown      `json:"breakdowns"`
	Confusions []ConfusionTable `json:"confusions"`
	Examples   []Example        `json:"examples"`
}

// MetricScores are the scores of all systems by one metric.
type MetricScores struct {
	Metric  Metric        `json:"metric"`
	Systems []SystemScore `json:"systems"`
}

// SystemScore is a score, its confidence interval, and its difference to the
// score of the first system, which has none itself.
type SystemScore struct {
	eval.Counts
	Score      eval.Percent `json:"score"`
	Interval   Interval     `json:"interval"`
	Difference *Difference  `json:"difference,omitempty"`
}

// Difference is a system's score less the first one's, and how sure that is.
type Difference struct {
	Value         eval.Percent `json:"value"`
	Randomisation Randomised   `json:"randomisation"`
	Bootstrap     Resampled    `json:"bootstrap"`
}

// report sums up.
func (c *comparison) report(s Sampling) (*Report, error) {
	r := &Report{Sentences: c.sentences, Sampling: s.withDefaults()}
	for i, metric := range c.Metrics {
		scores, err := compareScores(metric, c.scores[i], s)
		if err != nil {
			return nil, err
		}
		r.Scores = append(r.Scores, scores)
	}
	for _, g := range c.groupings {
		r.Breakdowns = append(r.Breakdowns, g.breakdown())
	}
	for _, m := range c.confused {
		r.Confusions = append(r.Confusions, m.table(c.Confusions))
	}
	r.Examples = append([]Example{}, c.examples.list...)
	return r, nil
}

// compareScores compares all systems with the first.
func compareScores(metric Metric, systems [][]eval.Counts, s Sampling) (MetricScores, error) {
	m := MetricScores{Metric: metric}
	for i, counts := range systems {
		score := SystemScore{Counts: total(counts), Interval: ScoreInterval(counts, s)}
		score.Score = metric.of(score.Counts)
		if i > 0 {
			d := &Difference{Value: differenceOf(fractionOf(total(systems[0])), fractionOf(score.Counts)).percent()}
			var err error
			if d.Randomisation, err = Randomisation(systems[0], counts, s); err != nil {
				return m, err
			}
			if d.Bootstrap, err = Bootstrap(systems[0], counts, s); err != nil {
				return m, err
			}
			score.Difference = d
		}
		m.Systems = append(m.Systems, score)
	}
	return m, nil
}

// total adds counts up.
func total(list []eval.Counts) (sum eval.Counts) {
	for _, c := range list {
		sum.Add(c)
	}
	return sum
}

// checkPaired refuses systems that were not scored on the same sentences.
func checkPaired(a, b []eval.Counts) error {
	if len(a) != len(b) {
		return fmt.Errorf("%w: %d and %d are paired", eval.ErrSentenceCount, len(a), len(b))
	}
	return nil
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
