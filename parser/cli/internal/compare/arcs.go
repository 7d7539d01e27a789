package compare

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/eval"
	"parser/eval/conllx"
	"parser/eval/layout"
)

// Arcs compares the dependencies of several systems, sentence by sentence.
type Arcs struct{ comparison }

// The indices of the tables of confusions.
const (
	confusedLabels = iota
	confusedHeads
)

// notRooted is the depth of words whose heads do not lead to the root.
const notRooted = "none"

// NewArcs returns a comparison of this number of systems. The cause of an error is ErrMetric.
func NewArcs(systems int, o Options) (*Arcs, error) {
	c, err := newComparison(systems, o, "words", "word", arcMetrics, las, uas)
	if err != nil {
		return nil, err
	}
	score := strings.ToUpper(string(c.main))
	c.result.Breakdowns = []breakdown{
		{By: "arc length", Score: score + " F1", names: conllx.Distances()},
		{By: "label", Score: score + " F1"},
		{By: "part of speech", Score: score, shared: true},
		{By: "depth", Score: score, shared: true, names: append(treeDepths[:len(treeDepths):len(treeDepths)], notRooted)},
		{By: "sentence length", Score: score, shared: true, names: sentenceLengths},
	}
	c.result.Confusions = []confusionTable{{Of: "labels"}, {Of: "heads"}}
	return &Arcs{c}, nil
}

// Add compares one more sentence, or counts nothing if there is an error, eval.ErrWordCount or eval.ErrWords.
func (c *Arcs) Add(gold *conll.Sentence, systems []*conll.Sentence) error {
	if err := checkWords(gold, systems); err != nil {
		return err
	}
	var scored []int // words, from 0
	depths, length := depths(gold.Heads(nil)), sentenceLengths.of(gold.Len())
	for n := range gold.Words {
		g := &gold.Words[n]
		if !(conllx.Options{Punctuation: c.Punctuation}).Scores(g.Form) {
			continue
		}
		scored = append(scored, n)
		depth := notRooted
		if depths[n] > 0 {
			depth = treeDepths.of(depths[n])
		}
		for i := range systems {
			s := &systems[i].Words[n]
			right := c.main.right(g, s)
			c.gold(i, right, conllx.Distance(n+1, g.Head), g.Deprel, g.UPOS, depth, length)
			c.parsed(i, right, conllx.Distance(n+1, s.Head), s.Deprel, g.UPOS, depth, length)
			if g.Deprel != s.Deprel {
				c.confuse(confusedLabels, i, confused{Gold: g.Deprel, System: s.Deprel})
			}
			if g.Head != s.Head {
				c.confuse(confusedHeads, i, confused{g.UPOS, headText(gold.Words, n, g.Head), headText(gold.Words, n, s.Head)})
			}
		}
	}
	c.add(gold.Place(0), c.main, func(m Metric, system int) eval.Counts {
		counts := eval.Counts{Gold: len(scored), System: len(scored)}
		for _, n := range scored {
			counts.Right += eval.One(m.right(&gold.Words[n], &systems[system].Words[n]))
		}
		return counts
	}, func() (string, []exampleRow) { return gold.Joined(), c.rows(gold.Words, systems, scored) })
	return nil
}

// checkWords returns an error, eval.ErrWordCount or eval.ErrWords, unless all sentences have the same words.
func checkWords(gold *conll.Sentence, systems []*conll.Sentence) error {
	for _, s := range systems {
		if err := eval.CheckLengths(gold, s); err != nil {
			return err
		}
		for i := range gold.Words {
			if g, w := gold.Words[i].Form, s.Words[i].Form; g != w {
				return gold.ErrorAt(i, fmt.Errorf("%w: %q, but %q at %s", eval.ErrWords, g, w, s.Place(i)))
			}
		}
	}
	return nil
}

// Report sums up the sentences added so far. The cause of an error is eval.ErrNoTokens.
func (c *Arcs) Report(s Sampling) (*Report, error) {
	r := c.comparison.Report(s)
	if r.Scores[0].Systems[0].Gold == 0 {
		return nil, fmt.Errorf("%w: %s", eval.ErrNoTokens, layout.Count(r.Sentences, "sentence"))
	}
	if !c.Punctuation {
		r.Scored += " without punctuation"
	}
	return r, nil
}

// depths returns how many arcs each word is away from the root: 0 if its heads do not lead there.
func depths(heads []int) []int {
	depth, below := make([]int, len(heads)+1), make([][]int, len(heads)+1)
	for i, head := range heads {
		if 0 <= head && head <= len(heads) {
			below[head] = append(below[head], i+1)
		}
	}
	for queue := below[0]; len(queue) > 0; queue = append(queue[1:], below[queue[0]]...) {
		depth[queue[0]] = depth[heads[queue[0]-1]] + 1
	}
	return depth[1:]
}

// headText describes a head of word n, from 0, by its part of speech and its direction.
func headText(gold []conll.Word, n, head int) string {
	switch {
	case head == conll.NoHead:
		return "none"
	case head == 0:
		return "root"
	case head > len(gold):
		return "outside"
	}
	return gold[head-1].UPOS + " " + conllx.Direction(n+1, head)
}

// rows returns a row for each scored word that some system has wrong by the main metric. A cell shows any difference from the gold tree, in head or label.
func (c *Arcs) rows(gold []conll.Word, systems []*conll.Sentence, scored []int) (rows []exampleRow) {
	for _, n := range scored {
		wrong := func(s *conll.Sentence) bool { return !c.main.right(&gold[n], &s.Words[n]) }
		if !slices.ContainsFunc(systems, wrong) {
			continue
		}
		var cells []string
		for _, s := range systems {
			cells = append(cells, arcText(gold, s.Words[n]))
		}
		rows = appendRow(rows, fmt.Sprint(n+1, " ", gold[n].Form), arcText(gold, gold[n]), cells)
	}
	return rows
}

func arcText(sentence []conll.Word, w conll.Word) string {
	switch {
	case w.Head == conll.NoHead:
		return w.Deprel + " _"
	case w.Head == 0:
		return w.Deprel + " ROOT"
	case w.Head > len(sentence):
		return fmt.Sprint(w.Deprel, " ", w.Head)
	}
	return fmt.Sprint(w.Deprel, " ", w.Head, " ", sentence[w.Head-1].Form)
}
