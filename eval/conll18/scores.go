package conll18

import (
	"encoding/json"
	"errors"
	"io"

	"parser/conll"
	"parser/eval"
	"parser/eval/layout"
)

// Scores holds the measures of the CoNLL 2018 shared task (Zeman et al.
// 2018). Everything is scored, punctuation too; subtypes of labels and
// features that are not universal are ignored.
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
	Correct int
	Gold    int // in the gold file
	System  int // in the system's file
	Aligned int // pairs that were compared, or NotAligned
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
	var aligned *int
	var accuracy *eval.Percent
	if m.Aligned != NotAligned {
		a := m.AlignedAccuracy()
		aligned, accuracy = &m.Aligned, &a
	}
	return json.Marshal(struct {
		Correct   int           `json:"correct"`
		Gold      int           `json:"gold"`
		System    int           `json:"system"`
		Aligned   *int          `json:"aligned"`
		Precision eval.Percent  `json:"precision"`
		Recall    eval.Percent  `json:"recall"`
		F1        eval.Percent  `json:"f1"`
		Accuracy  *eval.Percent `json:"aligned_accuracy"`
	}{m.Correct, m.Gold, m.System, aligned, m.Precision(), m.Recall(), m.F1(), accuracy})
}

// CoNLL18 evaluates a system's sentences against gold sentences over the same
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

// Write prints the three main scores, as conll18_ud_eval.py does.
func (c *Scores) Write(w io.Writer) error {
	p := layout.NewPrinter(w)
	p.Printf("LAS F1 Score: %s\n", c.LAS.F1())
	p.Printf("MLAS Score: %s\n", c.MLAS.F1())
	p.Printf("BLEX Score: %s\n", c.BLEX.F1())
	return p.Flush()
}

const rule = "-----------+-----------+-----------+-----------+-----------\n"

// WriteTable prints all ratios, as conll18_ud_eval.py -v does; the spelling of
// the last heading is the official one.
func (c *Scores) WriteTable(w io.Writer) error {
	p := layout.NewPrinter(w)
	p.Printf("Metric     | Precision |    Recall |  F1 Score | AligndAcc\n%s", rule)
	for _, m := range c.rows() {
		p.Printf("%-11s|%10s |%10s |%10s |", m.name, m.Precision(), m.Recall(), m.F1())
		if m.Aligned != NotAligned {
			p.Printf("%10s", m.AlignedAccuracy())
		}
		p.Printf("\n")
	}
	return p.Flush()
}

// WriteCounts prints all counts, as conll18_ud_eval.py -c does. The last column
// is empty where it would be 0, but has the aligned words in their own row.
func (c *Scores) WriteCounts(w io.Writer) error {
	p := layout.NewPrinter(w)
	p.Printf("Metric     | Correct   |      Gold | Predicted | Aligned\n%s", rule)
	for _, m := range c.rows() {
		p.Printf("%-11s|%10d |%10d |%10d |", m.name, m.Correct, m.Gold, m.System)
		switch {
		case m.Aligned > 0:
			p.Printf("%10d\n", m.Aligned)
		case m.name == "Words":
			p.Printf("%10d\n", m.Correct)
		default:
			p.Printf("%10s\n", "")
		}
	}
	return p.Flush()
}
