package compare

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/eval"
	"parser/eval/conll18"
)

// Enhanced compares the enhanced dependencies of several systems, sentence by sentence, on graphs whose empty nodes are
// collapsed, see [conll18.ScoreEnhanced].
type Enhanced struct{ comparison }

// NewEnhanced returns a comparison of this number of systems. The cause of an error is ErrMetric.
func NewEnhanced(systems int, o Options) (*Enhanced, error) {
	c, err := newComparison(systems, o, "edges", "enhanced edge", enhancedMetrics, elas, eulas)
	if err != nil {
		return nil, err
	}
	score := strings.ToUpper(string(c.main)) + " F1"
	c.result.Breakdowns = []breakdown{
		{By: "enhancement", Score: score},
		{By: "relation", Score: score},
		{By: "sentence length", Score: score, names: sentenceLengths},
	}
	c.result.Confusions = []confusionTable{{Of: "relations"}}
	return &Enhanced{c}, nil
}

// Add compares one more sentence, or counts nothing if there is an error: eval.ErrWordCount, eval.ErrWords, a cause of
// conll.CheckTree, conll.ErrDeps or conll.ErrTooLong.
func (c *Enhanced) Add(gold *conll.Sentence, systems []*conll.Sentence) error {
	if err := checkWords(gold, systems); err != nil {
		return err
	}
	graphs := make([][][]conll18.Edge, 1+len(systems)) // by file, gold first, and word
	for i, s := range append([]*conll.Sentence{gold}, systems...) {
		err := s.CheckTree(true)
		if err == nil {
			graphs[i], err = conll18.Edges(s, false)
		}
		if err != nil {
			return err
		}
	}
	length := sentenceLengths.of(gold.Len())
	for i := range systems {
		for n := range gold.Words {
			c.count(i, graphs[0][n], graphs[i+1][n], length)
		}
	}
	c.add(gold.Place(0), c.main, func(m Metric, system int) (counts eval.Counts) {
		for n, edges := range graphs[0] {
			counts.Gold += len(edges)
			counts.System += len(graphs[system+1][n])
			for _, e := range edges {
				counts.Right += m.matches(e, graphs[system+1][n])
			}
		}
		return counts
	}, func() (string, []exampleRow) { return gold.Joined(), c.rows(gold.Words, graphs) })
	return nil
}

// matches returns the number of edges to the same word of another graph that are right by a metric.
func (m Metric) matches(e conll18.Edge, others []conll18.Edge) (n int) {
	for _, o := range others {
		n += eval.One(e.Head == o.Head && (e.Relation == o.Relation || m == eulas && e.Coarse == o.Coarse))
	}
	return n
}

// count enters the edges of one system to a word. A missing edge is confused with the first one from the same head that
// is wrong, and has not been confused with another.
func (c *Enhanced) count(system int, gold, edges []conll18.Edge, length string) {
	var over []conll18.Edge
	for _, e := range edges {
		right := c.main.matches(e, gold) > 0
		c.parsed(system, right, e.Kind, e.Coarse, length)
		if !right {
			over = append(over, e)
		}
	}
	for _, e := range gold {
		found := c.main.matches(e, edges) > 0
		c.gold(system, found, e.Kind, e.Coarse, length)
		if found {
			continue
		}
		instead := nothing
		for i, o := range over {
			if o.Head == e.Head {
				instead, over = o.Relation, append(over[:i], over[i+1:]...)
				break
			}
		}
		c.confuse(0, system, confused{Gold: e.Relation, System: instead})
	}
	for _, e := range over {
		c.confuse(0, system, confused{Gold: nothing, System: e.Relation})
	}
}

// rows has a row for each word that some system gives other edges than the gold graph does.
func (c *Enhanced) rows(words []conll.Word, graphs [][][]conll18.Edge) (rows []exampleRow) {
	for n := range words {
		var cells []string
		for _, g := range graphs[1:] {
			cells = append(cells, edgesText(g[n]))
		}
		rows = appendRow(rows, fmt.Sprint(n+1, " ", words[n].Form), edgesText(graphs[0][n]), cells)
	}
	return rows
}

func edgesText(edges []conll18.Edge) string {
	list := make([]conll.Dep, len(edges))
	for i, e := range edges {
		list[i] = conll.Dep{Head: conll.Node{Word: e.Head}, Relation: e.Relation}
	}
	return conll.FormatDeps(list)
}

// Report sums up the sentences added so far. The cause of an error is conll18.ErrNoDeps.
func (c *Enhanced) Report(s Sampling) (*Report, error) {
	r := c.comparison.Report(s)
	if r.Scores[0].Systems[0].Gold == 0 {
		return nil, conll18.ErrNoDeps
	}
	return r, nil
}
