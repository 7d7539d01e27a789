package eval

import (
	"fmt"
	"strings"

	"parser/conll"
)

// ArcComparison compares the dependencies of several systems, sentence by
// sentence: scores, errors by kind, and examples.
//
//	c, err := eval.NewArcComparison(2, eval.CompareOptions{})
//	err = eval.Together(gold, []eval.Source{a, b}, c.Add)
//	report, err := c.Report(eval.Sampling{})
//	report.Scores[0].Systems[1].Difference.Randomisation.P() // of LAS
type ArcComparison struct {
	comparison
	length, sentence, depth, tag, label *grouping
	labels, heads                       *confusions
}

// NewArcComparison returns a comparison of so many systems. The cause of an error
// is ErrMetric.
func NewArcComparison(systems int, o CompareOptions) (*ArcComparison, error) {
	if len(o.Metrics) == 0 {
		o.Metrics = []Metric{LAS, UAS}
	}
	if err := checkMetrics(o.Metrics, ArcMetrics()); err != nil {
		return nil, err
	}
	c := &ArcComparison{comparison: newComparison(systems, o)}
	score := strings.ToUpper(string(c.main()))
	c.length = c.group("arc length", score+" F1", distances)
	c.label = c.group("label", score+" F1", nil)
	c.tag = c.group("part of speech", score, nil)
	c.depth = c.group("depth", score, append(treeDepths.names(), notRooted))
	c.sentence = c.group("sentence length", score, sentenceLengths.names())
	c.labels, c.heads = c.confusing("labels"), c.confusing("heads")
	return c, nil
}

// Add compares one more sentence. The cause of an error is ErrWordCount or
// ErrWords; nothing is counted then.
func (c *ArcComparison) Add(gold *conll.Sentence, systems []*conll.Sentence) error {
	attachments := make([]Attachment, len(systems))
	for i, s := range systems {
		if err := checkForms(gold, s); err != nil {
			return err
		}
		if err := attachments[i].AddSentence(gold, s, c.Options); err != nil {
			return err
		}
	}
	c.enter(func(m Metric, system int) Counts { return m.ofArcs(attachments[system]) })
	c.countTokens(gold, systems)
	shown := make([]Counts, len(systems))
	for i, a := range attachments {
		shown[i] = c.main().ofArcs(a)
	}
	c.examples.add(Example{Sentence: c.sentences, Place: place(gold, 0), Counts: shown},
		func() (string, []ExampleRow) { return c.rows(gold, systems) })
	return nil
}

// Report sums up what was added so far. The cause of an error is ErrNoTokens.
func (c *ArcComparison) Report(s Sampling) (*ComparisonReport, error) {
	r, err := c.report(s)
	if err == nil && r.Scores[0].Systems[0].Gold == 0 {
		return nil, fmt.Errorf("%w: %d sentences", ErrNoTokens, c.sentences)
	}
	return r, err
}

// checkForms refuses a pair that is not the same sentence.
func checkForms(gold, system *conll.Sentence) error {
	if err := checkLengths(gold, system); err != nil {
		return err
	}
	for i := range gold.Words {
		if g, s := gold.Words[i].Form, system.Words[i].Form; g != s {
			return problem(gold, i, fmt.Errorf("%w: %q, but %q at %s", ErrWords, g, s, place(system, i)))
		}
	}
	return nil
}

// countTokens enters the words that are scored.
func (c *ArcComparison) countTokens(gold *conll.Sentence, systems []*conll.Sentence) {
	depth, length := depths(gold.Heads(nil)), sentenceLengths.of(gold.Len())
	for n := range gold.Words {
		if !c.Options.scores(gold.Words[n].Form) {
			continue
		}
		for i, s := range systems {
			right := c.countToken(i, newToken(gold, s, n))
			c.sentence.both(i, length, right)
			c.depth.both(i, depthName(depth[n]), right)
		}
	}
}

// countToken enters a word of one system and returns whether it is right.
func (c *ArcComparison) countToken(system int, t token) (right bool) {
	right = c.main().right(t)
	c.length.gold(system, distance(t.number, t.gold.Head), right)
	c.length.system(system, distance(t.number, t.system.Head), right)
	c.label.gold(system, t.gold.Deprel, right)
	c.label.system(system, t.system.Deprel, right)
	c.tag.both(system, t.gold.UPOS, right)
	if t.wrongLabel {
		c.labels.count(system, Confused{Gold: t.gold.Deprel, System: t.system.Deprel})
	}
	if t.wrongHead {
		c.heads.count(system, Confused{t.gold.UPOS, t.headText(t.gold.Head), t.headText(t.system.Head)})
	}
	return right
}

// headText describes a head by its part of speech and its direction.
func (t token) headText(head int) string {
	switch {
	case head == conll.NoHead:
		return "none"
	case head == 0:
		return "root"
	case head > len(t.sentence):
		return "outside"
	}
	return t.sentence[head-1].UPOS + " " + direction(t.number, head)
}

// rows shows the words that are scored and that not all systems have right by the main
// metric, with all in which a system is not as the gold tree.
func (c *ArcComparison) rows(gold *conll.Sentence, systems []*conll.Sentence) (text string, rows []ExampleRow) {
	forms := make([]string, gold.Len())
	for n := range gold.Words {
		forms[n] = gold.Words[n].Form
		row := ExampleRow{Item: fmt.Sprint(n+1, " ", forms[n]), Gold: arcText(gold.Words, gold.Words[n])}
		wrong := false
		for _, s := range systems {
			cell := Right
			t := newToken(gold, s, n)
			if t.wrong() {
				cell = arcText(gold.Words, *t.system)
			}
			wrong = wrong || !c.main().right(t)
			row.Systems = append(row.Systems, cell)
		}
		if wrong && c.Options.scores(forms[n]) {
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
