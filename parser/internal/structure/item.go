package structure

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/internal/decode"
	"parser/parser/internal/lookup"
	"parser/ptb"
	"parser/transition"
	"parser/transition/graph"
)

// Item is a sentence on its way from a reader through a parser to a writer. It has the Words that are to be
// parsed; where there is a Sentence, they are its words. What a parser builds replaces what was read.
type Item struct {
	Words    []conll.Word
	Sentence *conll.Sentence // what dependencies and tags are written into; nil if there are only words
	Tree     *ptb.Tree
	Graph    *amr.Graph
	File     string // its place, for errors; "" if it is not known or in Sentence
	Line     int
	Treebank string // whose annotation the parse is to follow, of Parser.Treebanks; "" for the usual one
	// Keep says that words keep their heads, and with them their labels, and that configurations agree with these arcs
	// (see Keeper).
	Keep bool
	// Model, if it is not "", is the name of the model that made the parse, and is to be written down.
	Model string
	// Confidence, if it is not nil, is set to how sure the parser is: p^(1/n) for n words and the probability p of the
	// derivation, which is the product of those of its decisions, each the softmax of scores at the model's temperature.
	Confidence *float64
	// Trees, if it is not 0, asks for as many of the most probable trees as are found, at most that many. The first is the
	// item's, and Others have the rest, each with a copy of the words; all get their Probability.
	Trees  int
	Others []*Item
	// Weigh asks for the Probability of the tree and, of dependencies, for Certainty, also of Others.
	Weigh       bool
	Probability float64
	Certainty   []Certainty // of each word

	filled []conll.Word // the words as a first pass has filled them, if it does not change them
}

// Certainty says how sure a parser is of a word: the probabilities of its head, of its label if that is the head, and
// of UPOS, 0 unless the scorer has predicted it.
type Certainty struct{ Head, Label, Tag float64 }

// Clone returns an item with copies of the words, and of the sentence.
func (it *Item) Clone() *Item {
	c := *it
	if c.Sentence == nil {
		c.Words = slices.Clone(it.Words)
		return &c
	}
	c.Sentence = it.Sentence.Clone()
	c.Words = c.Sentence.Words
	return &c
}

// SentenceItem returns the item of a sentence, nil for nil.
func SentenceItem(s *conll.Sentence) *Item {
	if s == nil {
		return nil
	}
	return &Item{Words: s.Words, Sentence: s}
}

// Remark adds a comment: "# name = value" to a sentence, after its other comments, and "# ::name value" to a graph.
// Penn brackets have none.
func (it *Item) Remark(name, value string) {
	if it.Graph != nil {
		it.Graph.Meta = append(it.Graph.Meta, amr.NewMeta(name, value))
	}
	if s := it.Sentence; s != nil {
		at := slices.IndexFunc(s.Extras, func(x conll.Extra) bool { return x.Before > 0 || !strings.HasPrefix(x.Text, "#") })
		if at < 0 {
			at = len(s.Extras)
		}
		s.Extras = slices.Insert(s.Extras, at, conll.Extra{Text: "# " + name + " = " + value})
	}
}

// Sign has the name of a model written with the item and its Others.
func (it *Item) Sign(model string) {
	for _, tree := range it.trees() {
		tree.Model = model
	}
}

// Size returns the number of words.
func (it *Item) Size() int {
	switch {
	case it.Graph != nil:
		return len(it.Graph.Words())
	case it.Tree != nil:
		return len(it.Tree.Leaves())
	}
	return len(it.Words)
}

// Encoder knows one kind of structure.
type Encoder interface {
	// Bank takes data apart.
	Bank(d Data) *Bank
	// SetLookup says how words are looked up. Without it they are those of a treebank to learn from.
	SetLookup(t *lookup.Table)
	// Seen returns words as scorers see them, in dst if they differ: all tables of a model know them by these forms.
	Seen(dst, words []conll.Word) []conll.Word
	// Fillable returns the words that taggers set before scorers see them: those of the item, or copies in dst if those
	// must not change.
	Fillable(dst []conll.Word, it *Item) []conll.Word
	// Given returns what graphs of words, as they are seen, are made of; nil for other kinds.
	Given(words []conll.Word) *graph.Sentence
	// SetLexicon says what the lexicon of a parser of graphs knows.
	SetLexicon(l *decode.Lexicon)
	// SetLabels sets the names of the labels of configurations. It is an error if one of them cannot be written.
	SetLabels(labels []string) error
	// Read sets what a terminal configuration means in an item.
	Read(c *transition.Config, it *Item)
	// Scores compares the sentences or trees of a parser with the gold ones of a Bank.
	Scores(gold, system Data) (Scores, error)
}

// common has the usual methods of encoders.
type common struct {
	Encoding
	labels []string
	lookup *lookup.Table
}

func (e *common) SetLookup(t *lookup.Table) { e.lookup = t }

func (e *common) Seen(_, words []conll.Word) []conll.Word { return e.lookup.Words(words) }

func (e *common) Fillable(_ []conll.Word, it *Item) []conll.Word { return it.Words }

func (e *common) Given([]conll.Word) *graph.Sentence { return nil }

func (e *common) SetLexicon(*decode.Lexicon) {}

// SetLabels implements Encoder: labels stand in a column.
func (e *common) SetLabels(labels []string) error {
	e.labels = labels
	for _, l := range labels {
		if l == "" || strings.ContainsAny(l, "\t\n") {
			return fmt.Errorf("label %q", l)
		}
	}
	return nil
}

// Scores says how good a parser is, in percent; 0 for other kinds, and where there is nothing to score.
type Scores struct {
	UAS, LAS float64 // all words counted whose gold head is known
	F1       float64 // labelled brackets, as EVALB with COLLINS.prm has it, of sentences of all lengths
	Accuracy float64 // right tags
	Smatch   float64 `json:",omitempty"` // F of the triples of graphs, computed from these two:

	Precision, Recall float64 `json:",omitempty"`
}

// Main returns the score by which the best epoch is chosen: LAS, F1, Accuracy or Smatch.
func (s *Scores) Main() float64 { return max(s.LAS, s.F1, s.Accuracy, s.Smatch) }

// Named returns the score of a metric, 0 if no structure has it.
func (s *Scores) Named(metric string) float64 {
	for _, of := range table {
		for _, m := range of.Metrics {
			if m.Name == metric {
				return m.Of(s)
			}
		}
	}
	return 0
}
