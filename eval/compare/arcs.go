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

// The tables of confusions of [Arcs].
const (
	confusedLabels = iota
	confusedHeads
)

// NewArcs returns a comparison of so many systems. The cause of an error is
// ErrMetric.
func NewArcs(systems int, o Options) (*Arcs, error) {
	common, err := newComparison(systems, o, ArcMetrics(), LAS, UAS)
	if err != nil {
		return nil, err
	}
	score := strings.ToUpper(string(common.main()))
	common.breakDown([]grouping{
		{by: "arc length", score: score + " F1", names: conllx.Distances()},
		{by: "label", score: score + " F1"},
		{by: "part of speech", score: score, shared: true},
		{by: "depth", score: score, shared: true, names: append(treeDepths.names(), notRooted)},
		{by: "sentence length", score: score, shared: true, names: sentenceLengths.names()},
	}, "labels", "heads")
	return &Arcs{common}, nil
}

// Add compares one more sentence. The cause of an error is eval.ErrWordCount or
// eval.ErrWords; nothing is counted then.
func (c *Arcs) Add(gold *conll.Sentence, systems []*conll.Sentence) error {
	for _, s := range systems {
		if err := checkForms(gold, s); err != nil {
			return err
		}
	}
	var scored []int // words, from 0
	depth, length := depths(gold.Heads(nil)), sentenceLengths.of(gold.Len())
	for n := range gold.Words {
		if !(conllx.Options{Punctuation: c.Punctuation}).Scores(gold.Words[n].Form) {
			continue
		}
		scored = append(scored, n)
		for i, s := range systems {
			c.count(i, n, gold.Words, &s.Words[n], treeDepths.of(depth[n]), length)
		}
	}
	c.add(eval.Place(gold, 0), c.main(), func(m Metric, system int) eval.Counts {
		counts := eval.Counts{Gold: len(scored), System: len(scored)}
		for _, n := range scored {
			counts.Right += eval.One(m.right(&gold.Words[n], &systems[system].Words[n]))
		}
		return counts
	}, func() (string, []ExampleRow) { return c.rows(gold.Words, systems, scored) })
	return nil
}

// Report sums up what was added so far. The cause of an error is eval.ErrNoTokens.
func (c *Arcs) Report(s Sampling) (*Report, error) {
	r, err := c.report(s)
	if err != nil {
		return nil, err
	}
	words := r.Scores[0].Systems[0].Gold
	if words == 0 {
		return nil, fmt.Errorf("%w: %d sentences", eval.ErrNoTokens, c.sentences)
	}
	r.items, r.Scored = "words", layout.Count(words, "word")
	if !c.Punctuation {
		r.Scored += " without punctuation"
	}
	return r, nil
}

// checkForms refuses a pair that is not the same sentence.
func checkForms(gold, system *conll.Sentence) error {
	if err := eval.CheckLengths(gold, system); err != nil {
		return err
	}
	for i := range gold.Words {
		if g, s := gold.Words[i].Form, system.Words[i].Form; g != s {
			return eval.ErrorAt(gold, i, fmt.Errorf("%w: %q, but %q at %s", eval.ErrWords, g, s, eval.Place(system, i)))
		}
	}
	return nil
}

// count enters word n of one system.
func (c *Arcs) count(system, n int, gold []conll.Word, s *conll.Word, depth, length string) {
	g := &gold[n]
	right := c.main().right(g, s)
	c.gold(system, right, conllx.Distance(n+1, g.Head), g.Deprel, g.UPOS, depth, length)
	c.parsed(system, right, conllx.Distance(n+1, s.Head), s.Deprel, g.UPOS, depth, length)
	if g.Deprel != s.Deprel {
		c.confuse(confusedLabels, system, Confused{Gold: g.Deprel, System: s.Deprel})
	}
	if g.Head != s.Head {
		c.confuse(confusedHeads, system, Confused{g.UPOS, headText(gold, n, g.Head), headText(gold, n, s.Head)})
	}
}

// depths returns how many arcs each word is away from the root: 1 is a root, and
// noDepth a word whose heads do not lead there.
func depths(heads []int) []int {
	depth, below := slices.Repeat([]int{noDepth}, len(heads)), make([][]int, len(heads)+1)
	for i, head := range heads {
		if 0 <= head && head <= len(heads) {
			below[head] = append(below[head], i+1)
		}
	}
	for level, words := 1, below[0]; len(words) > 0; level++ {
		var next []int
		for _, word := range words {
			depth[word-1] = level
			next = append(next, below[word]...)
		}
		words = next
	}
	return depth
}

// headText describes a head of word n by its part of speech and its direction.
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

// rows shows those of the scored words that not all systems have right by the main
// metric, with all in which a system is not as the gold tree.
func (c *Arcs) rows(gold []conll.Word, systems []*conll.Sentence, scored []int) (text string, rows []ExampleRow) {
	for _, n := range scored {
		row, wrong := ExampleRow{Item: fmt.Sprint(n+1, " ", gold[n].Form), Gold: arcText(gold, gold[n])}, false
		for _, s := range systems {
			cell := Right
			if !LAS.right(&gold[n], &s.Words[n]) {
				cell = arcText(gold, s.Words[n])
			}
			wrong = wrong || !c.main().right(&gold[n], &s.Words[n])
			row.Systems = append(row.Systems, cell)
		}
		if wrong {
			rows = append(rows, row)
		}
	}
	forms := make([]string, len(gold))
	for n := range gold {
		forms[n] = gold[n].Form
	}
	return strings.Join(forms, " "), rows
}

// arcText names the label and the head of a word.
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
