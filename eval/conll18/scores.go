package conll18

import (
	"errors"
	"io"
	"slices"

	"parser/conll"
	"parser/eval"
	"parser/eval/layout"
)

// Scores holds the measures of the CoNLL 2018 shared task.
type Scores struct {
	Tokens    Measure // surface tokens with the same characters
	Sentences Measure // sentences with the same characters
	Words     Measure // syntactic words that could be aligned
	UPOS      Measure
	XPOS      Measure
	UFeats    Measure // universal features
	AllTags   Measure // UPOS, XPOS and UFeats
	Lemmas    Measure // a gold lemma "_" is right with any
	UAS       Measure
	LAS       Measure
	CLAS      Measure // LAS over content words (Nivre & Fang 2017)
	MLAS      Measure // CLAS, UPOS, UFeats and the function words below
	BLEX      Measure // CLAS and lemma
}

// namedMeasure is a row of the tables.
type namedMeasure struct {
	name string
	Measure
}

// rows returns the measures in the order of the official tables.
func (c *Scores) rows() []namedMeasure {
	return []namedMeasure{
		{"Tokens", c.Tokens}, {"Sentences", c.Sentences}, {"Words", c.Words},
		{"UPOS", c.UPOS}, {"XPOS", c.XPOS}, {"UFeats", c.UFeats}, {"AllTags", c.AllTags},
		{"Lemmas", c.Lemmas}, {"UAS", c.UAS}, {"LAS", c.LAS},
		{"CLAS", c.CLAS}, {"MLAS", c.MLAS}, {"BLEX", c.BLEX},
	}
}

// Causes of errors; test for them with errors.Is.
var (
	ErrCharacters = errors.New("gold and system differ in characters")
	ErrForm       = errors.New("form without characters")
	ErrSpan       = errors.New("multiword span too long to align")
)

// NotAligned is Measure.Aligned where accuracy on aligned words makes no sense.
const NotAligned = -1

// Measure counts the units of one measure.
type Measure struct {
	Correct int `json:"correct"`
	Gold    int `json:"gold"`   // in the gold file
	System  int `json:"system"` // in the system's file
	Aligned int `json:"-"`      // pairs that were compared, or NotAligned
}

// Precision is Correct/System, as are all ratios here 0 when it is 0/0.
func (m Measure) Precision() eval.Percent { return ratio(m.Correct, m.System) }

// Recall is Correct/Gold.
func (m Measure) Recall() eval.Percent { return ratio(m.Correct, m.Gold) }

// F1 is the harmonic mean of precision and recall.
func (m Measure) F1() eval.Percent { return ratio(2*m.Correct, m.Gold+m.System) }

// AlignedAccuracy is Correct/Aligned, or 0 for NotAligned.
func (m Measure) AlignedAccuracy() eval.Percent { return ratio(m.Correct, max(m.Aligned, 0)) }

// ratio is a percentage that takes 0/0 for 0.
func ratio(part, whole int) eval.Percent {
	if whole == 0 {
		return 0
	}
	return eval.Ratio(part, whole)
}

// MarshalJSON writes counts and ratios; what concerns aligned words is null
// for NotAligned.
func (m Measure) MarshalJSON() ([]byte, error) {
	type counts Measure
	var aligned, accuracy any
	if m.Aligned != NotAligned {
		aligned, accuracy = m.Aligned, m.AlignedAccuracy()
	}
	return eval.MarshalRatios(counts(m), "aligned", aligned,
		"precision", m.Precision(), "recall", m.Recall(), "f1", m.F1(), "aligned_accuracy", accuracy)
}

// Score evaluates a system's sentences against gold sentences over the same
// characters, as conll18_ud_eval.py 1.2 does: blanks apart, the forms of all
// tokens strung together must be equal, but how they are cut into tokens, words
// and sentences may differ.
//
// The causes of an error are ErrCharacters, ErrForm and ErrSpan, and in either
// file those of conll.CheckTree and conll.ErrRange: every sentence must be a
// tree with one root.
func Score(gold, system []*conll.Sentence) (*Scores, error) {
	g, err := loadDocument(gold)
	if err != nil {
		return nil, err
	}
	s, err := loadDocument(system)
	if err != nil {
		return nil, err
	}
	if err := sameCharacters(g, s); err != nil {
		return nil, err
	}
	a := &alignment{gold: g, system: s}
	if err := a.align(); err != nil {
		return nil, err
	}
	return a.scores(), nil
}

// scores counts what is right on aligned words.
func (a *alignment) scores() *Scores {
	words, content := Measure{Gold: len(a.gold.words), System: len(a.system.words), Aligned: len(a.pairs)}, Measure{}
	for _, w := range a.gold.words {
		content.Gold += eval.One(w.content)
	}
	for _, w := range a.system.words {
		content.System += eval.One(w.content)
	}
	for _, p := range a.pairs {
		content.Aligned += eval.One(a.gold.words[p.gold].content)
	}
	c := &Scores{
		Tokens:    spanMeasure(a.gold.tokens, a.system.tokens),
		Sentences: spanMeasure(a.gold.sentences, a.system.sentences),
		Words:     Measure{Correct: len(a.pairs), Gold: words.Gold, System: words.System, Aligned: NotAligned},
		UPOS:      words, XPOS: words, UFeats: words, AllTags: words, Lemmas: words, UAS: words, LAS: words,
		CLAS: content, MLAS: content, BLEX: content,
	}
	for _, p := range a.pairs {
		a.count(c, &a.gold.words[p.gold], &a.system.words[p.system])
	}
	return c
}

// count enters a pair of aligned words.
func (a *alignment) count(c *Scores, g, s *word) {
	upos, xpos, feats := g.UPOS == s.UPOS, g.XPOS == s.XPOS, g.feats == s.feats
	lemma := g.Lemma == "_" || g.Lemma == s.Lemma
	parent := s.parent
	if parent != noParent {
		parent = a.partner[parent]
	}
	head := g.parent == parent
	arc := head && g.relation == s.relation

	c.UPOS.Correct += eval.One(upos)
	c.XPOS.Correct += eval.One(xpos)
	c.UFeats.Correct += eval.One(feats)
	c.AllTags.Correct += eval.One(upos && xpos && feats)
	c.Lemmas.Correct += eval.One(lemma)
	c.UAS.Correct += eval.One(head)
	c.LAS.Correct += eval.One(arc)
	c.CLAS.Correct += eval.One(g.content && arc)
	c.MLAS.Correct += eval.One(g.content && arc && upos && feats && a.sameFunctions(g, s))
	c.BLEX.Correct += eval.One(g.content && arc && lemma)
}

// sameFunctions compares the function words below two aligned words.
func (a *alignment) sameFunctions(g, s *word) bool {
	return slices.EqualFunc(g.functions, s.functions, func(i, j int) bool {
		x, y := &a.gold.words[i], &a.system.words[j]
		return i == a.partner[j] && x.relation == y.relation && x.UPOS == y.UPOS && x.feats == y.feats
	})
}

// spanMeasure counts the spans that both sides have. Both lists are sorted and
// without overlap.
func spanMeasure(gold, system []span) Measure {
	m := Measure{Gold: len(gold), System: len(system), Aligned: NotAligned}
	for g, s := 0, 0; g < len(gold) && s < len(system); {
		switch {
		case gold[g].start < system[s].start:
			g++
		case system[s].start < gold[g].start:
			s++
		default:
			m.Correct += eval.One(gold[g] == system[s])
			g++
			s++
		}
	}
	return m
}

// Write prints the three main scores, as conll18_ud_eval.py does.
func (c *Scores) Write(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) {
		p.Printf("LAS F1 Score: %s\nMLAS Score: %s\nBLEX Score: %s\n", c.LAS.F1(), c.MLAS.F1(), c.BLEX.F1())
	})
}

// WriteTable prints all ratios, as conll18_ud_eval.py -v does; the spelling of
// the last heading is the official one.
func (c *Scores) WriteTable(w io.Writer) error {
	return c.writeRows(w, "Metric     | Precision |    Recall |  F1 Score | AligndAcc", func(m namedMeasure) []any {
		if m.Aligned == NotAligned {
			return []any{m.Precision(), m.Recall(), m.F1()}
		}
		return []any{m.Precision(), m.Recall(), m.F1(), m.AlignedAccuracy()}
	})
}

// WriteCounts prints all counts, as conll18_ud_eval.py -c does. The last column
// is empty where it would be 0, but has the aligned words in their own row.
func (c *Scores) WriteCounts(w io.Writer) error {
	return c.writeRows(w, "Metric     | Correct   |      Gold | Predicted | Aligned", func(m namedMeasure) []any {
		switch {
		case m.Aligned > 0:
			return []any{m.Correct, m.Gold, m.System, m.Aligned}
		case m.name == "Words":
			return []any{m.Correct, m.Gold, m.System, m.Correct}
		}
		return []any{m.Correct, m.Gold, m.System, ""}
	})
}

// writeRows prints a table of cells, of which the fourth may be missing.
func (c *Scores) writeRows(w io.Writer, head string, cells func(namedMeasure) []any) error {
	return layout.Print(w, func(p layout.Printer) {
		p.Lines(head, "-----------+-----------+-----------+-----------+-----------")
		for _, m := range c.rows() {
			row := cells(m)
			p.Printf("%-11s|%10v |%10v |%10v |", m.name, row[0], row[1], row[2])
			for _, cell := range row[3:] {
				p.Printf("%10v", cell)
			}
			p.Printf("\n")
		}
	})
}
