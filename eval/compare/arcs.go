package compare

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/eval"
	"parser/eval/conllx"
)

// Arcs compares the dependencies of several systems, sentence by sentence.
type Arcs struct {
	comparison
	length, sentence, depth, tag, label *grouping
	labels, heads                       *confusions
}

// NewArcs returns a comparison of so many systems. The cause of an error is
// ErrMetric.
func NewArcs(systems int, o Options) (*Arcs, error) {
	common, err := newComparison(systems, o, ArcMetrics(), LAS, UAS)
	if err != nil {
		return nil, err
	}
	c := &Arcs{comparison: common}
	score := strings.ToUpper(string(c.main()))
	c.length = c.group("arc length", score+" F1", conllx.Distances())
	c.label = c.group("label", score+" F1", nil)
	c.tag = c.group("part of speech", score, nil)
	c.depth = c.group("depth", score, append(treeDepths.names(), notRooted))
	c.sentence = c.group("sentence length", score, sentenceLengths.names())
	c.labels, c.heads = c.confusing("labels"), c.confusing("heads")
	return c, nil
}

// Add compares one more sentence. The cause of an error is eval.ErrWordCount or
// eval.ErrWords; nothing is counted then.
func (c *Arcs) Add(gold *conll.Sentence, systems []*conll.Sentence) error {
	attachments := make([]conllx.Attachment, len(systems))
	for i, s := range systems {
		if err := checkForms(gold, s); err != nil {
			return err
		}
		if err := attachments[i].AddSentence(gold, s, c.scored()); err != nil {
			return err
		}
	}
	c.countWords(gold, systems)
	c.add(eval.Place(gold, 0), c.main(), func(m Metric, system int) eval.Counts { return m.ofArcs(attachments[system]) },
		func() (string, []ExampleRow) { return c.rows(gold, systems) })
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
	r.items, r.Scored = "words", count(words, "word")
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

// scored says which words are.
func (c *Arcs) scored() conllx.Options { return conllx.Options{Punctuation: c.Punctuation} }

// countWords enters the words that are scored.
func (c *Arcs) countWords(gold *conll.Sentence, systems []*conll.Sentence) {
	depth, length := depths(gold.Heads(nil)), sentenceLengths.of(gold.Len())
	for n := range gold.Words {
		if !c.scored().Scores(gold.Words[n].Form) {
			continue
		}
		for i, s := range systems {
			right := c.countWord(i, n, gold.Words, &s.Words[n])
			c.sentence.both(i, length, right)
			c.depth.both(i, treeDepths.of(depth[n]), right)
		}
	}
}

// countWord enters word n of one system and returns whether it is right.
func (c *Arcs) countWord(system, n int, gold []conll.Word, s *conll.Word) (right bool) {
	g := &gold[n]
	right = c.main().right(g, s)
	c.length.gold(system, conllx.Distance(n+1, g.Head), right)
	c.length.system(system, conllx.Distance(n+1, s.Head), right)
	c.label.gold(system, g.Deprel, right)
	c.label.system(system, s.Deprel, right)
	c.tag.both(system, g.UPOS, right)
	if g.Deprel != s.Deprel {
		c.labels.count(system, Confused{Gold: g.Deprel, System: s.Deprel})
	}
	if g.Head != s.Head {
		c.heads.count(system, Confused{g.UPOS, headText(gold, n, g.Head), headText(gold, n, s.Head)})
	}
	return right
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

// rows shows the words that are scored and that not all systems have right by the main
// metric, with all in which a system is not as the gold tree.
func (c *Arcs) rows(gold *conll.Sentence, systems []*conll.Sentence) (text string, rows []ExampleRow) {
	forms := make([]string, gold.Len())
	for n := range gold.Words {
		forms[n] = gold.Words[n].Form
		row := ExampleRow{Item: fmt.Sprint(n+1, " ", forms[n]), Gold: arcText(gold.Words, gold.Words[n])}
		wrong := false
		for _, s := range systems {
			cell := Right
			if !LAS.right(&gold.Words[n], &s.Words[n]) {
				cell = arcText(gold.Words, s.Words[n])
			}
			wrong = wrong || !c.main().right(&gold.Words[n], &s.Words[n])
			row.Systems = append(row.Systems, cell)
		}
		if wrong && c.scored().Scores(forms[n]) {
			rows = append(rows, row)
		}
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
