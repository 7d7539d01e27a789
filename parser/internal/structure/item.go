package structure

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/internal/decode"
	"parser/parser/internal/lookup"
	"parser/parser/treebank"
	"parser/transition"
	"parser/transition/graph"
)

// Remark adds a comment: "# name = value" to a sentence, after its other comments, and "# ::name value" to a graph.
// Penn brackets have none.
func Remark(it *treebank.Item, name, value string) {
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
func Sign(it *treebank.Item, model string) {
	for _, tree := range trees(it) {
		tree.Model = model
	}
}

// Codec knows one kind of structure.
type Codec interface {
	// Bank takes data apart.
	Bank(d treebank.Data) *Bank
	// SetLookup says how words are looked up. Without it they are those of a treebank to learn from.
	SetLookup(t *lookup.Table)
	// Seen returns words as scorers see them, in dst if they differ: all tables of a model know them by these forms.
	Seen(dst, words []conll.Word) []conll.Word
	// Fillable returns the words that taggers set before scorers see them: those of the item, or copies in dst if those
	// must not change.
	Fillable(dst []conll.Word, it *treebank.Item) []conll.Word
	// ForBase returns what a base makes what the structure needs in: the item, or one with copies of its words.
	ForBase(it *treebank.Item) *treebank.Item
	// Given returns what graphs of words, as they are seen, are made of; nil for other kinds.
	Given(words []conll.Word) *graph.Sentence
	// SetLexicon says what the lexicon of a parser of graphs knows.
	SetLexicon(l *decode.Lexicon)
	// SetLabels sets the names of the labels of configurations. It is an error if one of them cannot be written.
	SetLabels(labels []string) error
	// Read sets what a terminal configuration means in an item, whose words taggers have filled so before.
	Read(c *transition.Config, it *treebank.Item, filled []conll.Word)
	// Scores compares the sentences or trees of a parser with the gold ones of a Bank.
	Scores(gold, system treebank.Data) (treebank.Scores, error)
}

// common has the usual methods of codecs.
type common struct {
	Encoding
	labels []string
	lookup *lookup.Table
}

func (e *common) SetLookup(t *lookup.Table) { e.lookup = t }

func (e *common) Seen(_, words []conll.Word) []conll.Word { return e.lookup.Words(words) }

func (e *common) Fillable(_ []conll.Word, it *treebank.Item) []conll.Word { return it.Words }

func (e *common) ForBase(it *treebank.Item) *treebank.Item {
	return &treebank.Item{Words: slices.Clone(it.Words)}
}

func (e *common) Given([]conll.Word) *graph.Sentence { return nil }

func (e *common) SetLexicon(*decode.Lexicon) {}

// SetLabels implements Codec: labels stand in a column.
func (e *common) SetLabels(labels []string) error {
	e.labels = labels
	for _, l := range labels {
		if l == "" || strings.ContainsAny(l, "\t\n") {
			return fmt.Errorf("label %q", l)
		}
	}
	return nil
}

// ScoreNamed returns the score of a metric, 0 if no structure has it.
func ScoreNamed(s *treebank.Scores, metric string) float64 {
	for _, of := range table {
		for _, m := range of.Metrics {
			if m.Name == metric {
				return m.Of(s)
			}
		}
	}
	return 0
}
