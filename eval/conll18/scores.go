package conll18

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"parser/conll"
	"parser/eval"
	"parser/eval/internal/ratios"
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
	Lemmas    Measure // if the gold lemma is "_", any lemma is right
	UAS       Measure
	LAS       Measure
	CLAS      Measure // LAS over content words (Nivre & Fang 2017)
	MLAS      Measure // CLAS, UPOS, UFeats and the function words that depend on the word
	BLEX      Measure // CLAS and lemma
	// Of enhanced dependencies, see [ScoreEnhanced]; nil if the gold sentences have none.
	ELAS, EULAS *Measure `json:",omitempty"`
}

type row struct {
	name string
	*Measure
}

// rows returns the measures in the order of the official tables. Those of enhanced dependencies are where the scorer of
// the IWPT shared tasks, eval.py, has them.
func (c *Scores) rows() []row {
	rows := []row{
		{"Tokens", &c.Tokens}, {"Sentences", &c.Sentences}, {"Words", &c.Words},
		{"UPOS", &c.UPOS}, {"XPOS", &c.XPOS}, {"UFeats", &c.UFeats}, {"AllTags", &c.AllTags},
		{"Lemmas", &c.Lemmas}, {"UAS", &c.UAS}, {"LAS", &c.LAS}, {"ELAS", c.ELAS}, {"EULAS", c.EULAS},
		{"CLAS", &c.CLAS}, {"MLAS", &c.MLAS}, {"BLEX", &c.BLEX},
	}
	return slices.DeleteFunc(rows, func(r row) bool { return r.Measure == nil })
}

var (
	errCharacters = errors.New("gold and system differ in characters")
	errForm       = errors.New("form without characters")
	errSpan       = errors.New("multiword span too long to align")
)

// notAligned is Measure.Aligned if accuracy on aligned words makes no sense.
const notAligned = -1

// Measure counts the units of one measure.
type Measure struct {
	Correct int `json:"correct"`
	Gold    int `json:"gold"`   // in the gold file
	System  int `json:"system"` // in the system's file
	Aligned int `json:"-"`      // pairs that were compared, or -1 if the measure is not about aligned words
}

// Precision is Correct/System. Like all ratios here it is 0 if it is 0/0.
func (m Measure) Precision() eval.Percent { return eval.PercentOrNaN(m.Correct, max(m.System, 1)) }

// Recall is Correct/Gold.
func (m Measure) Recall() eval.Percent { return eval.PercentOrNaN(m.Correct, max(m.Gold, 1)) }

// F1 is the harmonic mean of precision and recall.
func (m Measure) F1() eval.Percent { return eval.PercentOrNaN(2*m.Correct, max(m.Gold+m.System, 1)) }

// alignedAccuracy is Correct/Aligned.
func (m Measure) alignedAccuracy() eval.Percent {
	return eval.PercentOrNaN(m.Correct, max(m.Aligned, 1))
}

// MarshalJSON writes counts and ratios; those about aligned words are null if Aligned is -1.
func (m Measure) MarshalJSON() ([]byte, error) {
	type counts Measure
	var aligned, accuracy any
	if m.Aligned != notAligned {
		aligned, accuracy = m.Aligned, m.alignedAccuracy()
	}
	return ratios.Marshal(counts(m), "aligned", aligned,
		"precision", m.Precision(), "recall", m.Recall(), "f1", m.F1(), "aligned_accuracy", accuracy)
}

// Score evaluates a system's sentences against gold sentences as conll18_ud_eval.py 1.2 does. The
// forms of all tokens, concatenated without blanks, must be equal.
//
// It returns an error if the characters differ, if a token has none, if a multiword token is too long to align, or,
// with the causes of conll.CheckTree and conll.ErrRange, if a sentence of either file is not a tree with one root. If
// gold sentences have enhanced dependencies, those of both sides must be readable, see [ScoreEnhanced].
func Score(gold, system []*conll.Sentence) (*Scores, error) {
	var edgesOf func(*conll.Sentence) ([][]Edge, error)
	if slices.ContainsFunc(gold, (*conll.Sentence).HasDeps) {
		edgesOf = func(s *conll.Sentence) ([][]Edge, error) { return Edges(s, false) }
	}
	g, s, err := aligned(gold, system, edgesOf)
	if err != nil {
		return nil, err
	}
	words, content := Measure{Gold: len(g.words), System: len(s.words)}, Measure{}
	for _, w := range s.words {
		content.System += eval.One(w.content)
	}
	for _, w := range g.words {
		words.Aligned += eval.One(w.partner != nil)
		content.Gold += eval.One(w.content)
		content.Aligned += eval.One(w.content && w.partner != nil)
	}
	c := &Scores{
		Tokens: common(g.tokens, s.tokens), Sentences: common(g.sentences, s.sentences),
		Words: Measure{Correct: words.Aligned, Gold: words.Gold, System: words.System, Aligned: notAligned},
		UPOS:  words, XPOS: words, UFeats: words, AllTags: words, Lemmas: words, UAS: words, LAS: words,
		CLAS: content, MLAS: content, BLEX: content,
	}
	if edgesOf != nil {
		e := enhancedOf(g, s)
		c.ELAS, c.EULAS = &e.ELAS, &e.EULAS
	}
	for _, g := range g.words {
		s := g.partner
		if s == nil {
			continue
		}
		upos, xpos, feats := g.UPOS == s.UPOS, g.XPOS == s.XPOS, g.feats == s.feats
		lemma := g.Lemma == "_" || g.Lemma == s.Lemma
		head := g.parent == s.parent // of roots
		if s.parent != nil {
			head = s.parent.partner != nil && s.parent.partner == g.parent
		}
		arc := head && g.relation == s.relation
		content := arc && g.content
		c.UPOS.Correct += eval.One(upos)
		c.XPOS.Correct += eval.One(xpos)
		c.UFeats.Correct += eval.One(feats)
		c.AllTags.Correct += eval.One(upos && xpos && feats)
		c.Lemmas.Correct += eval.One(lemma)
		c.UAS.Correct += eval.One(head)
		c.LAS.Correct += eval.One(arc)
		c.CLAS.Correct += eval.One(content)
		c.BLEX.Correct += eval.One(content && lemma)
		c.MLAS.Correct += eval.One(content && upos && feats && slices.EqualFunc(g.functions, s.functions, func(x, y *word) bool {
			return x == y.partner && x.relation == y.relation && x.UPOS == y.UPOS && x.feats == y.feats
		}))
	}
	return c, nil
}

// aligned reads two documents and makes partners of their words.
func aligned(gold, system []*conll.Sentence, edgesOf func(*conll.Sentence) ([][]Edge, error)) (g, s *document, err error) {
	g, goldErr := load(gold, edgesOf)
	s, systemErr := load(system, edgesOf)
	if err := cmp.Or(goldErr, systemErr); err != nil {
		return nil, nil, err
	}
	if err := sameCharacters(g, s); err != nil {
		return nil, nil, err
	}
	return g, s, align(g.words, s.words)
}

// common counts the spans of two sorted lists without overlaps, and those that both have.
func common(gold, system []span) Measure {
	m := Measure{Gold: len(gold), System: len(system), Aligned: notAligned}
	for _, s := range system {
		for len(gold) > 0 && gold[0].start < s.start {
			gold = gold[1:]
		}
		m.Correct += eval.One(len(gold) > 0 && gold[0] == s)
	}
	return m
}

// Write prints the three main scores, as conll18_ud_eval.py does, and those of enhanced dependencies, as eval.py does.
func (c *Scores) Write(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) {
		p.Printf("LAS F1 Score: %s\n", c.LAS.F1())
		if c.ELAS != nil {
			p.Printf("ELAS F1 Score: %s\nEULAS F1 Score: %s\n", c.ELAS.F1(), c.EULAS.F1())
		}
		p.Printf("MLAS Score: %s\nBLEX Score: %s\n", c.MLAS.F1(), c.BLEX.F1())
	})
}

// WriteTable prints all ratios, as conll18_ud_eval.py -v does, including the spelling of the last heading.
func (c *Scores) WriteTable(w io.Writer) error {
	return c.write(w, "Metric     | Precision |    Recall |  F1 Score | AligndAcc", func(r row) string {
		ratios := fmt.Sprintf("%10v |%10v |%10v |", r.Precision(), r.Recall(), r.F1())
		if r.Aligned != notAligned {
			ratios += fmt.Sprintf("%10v", r.alignedAccuracy())
		}
		return ratios
	})
}

// WriteCounts prints all counts, as conll18_ud_eval.py -c does. The last column
// is empty if it would be 0, but in the row of words it has the aligned words.
func (c *Scores) WriteCounts(w io.Writer) error {
	return c.write(w, "Metric     | Correct   |      Gold | Predicted | Aligned", func(r row) string {
		var aligned any = ""
		if r.Aligned > 0 {
			aligned = r.Aligned
		} else if r.Measure == &c.Words {
			aligned = r.Correct
		}
		return fmt.Sprintf("%10d |%10d |%10d |%10v", r.Correct, r.Gold, r.System, aligned)
	})
}

func (c *Scores) write(w io.Writer, head string, cells func(row) string) error {
	return layout.Print(w, func(p layout.Printer) {
		p.Lines(head, "-----------+-----------+-----------+-----------+-----------")
		for _, r := range c.rows() {
			p.Lines(fmt.Sprintf("%-11s|", r.name) + cells(r))
		}
	})
}
