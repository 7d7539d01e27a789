package structure

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval"
	"parser/parser/internal/view"
	"parser/parser/treebank"
	"parser/transition"
)

var tagStructure = Structure{
	Kind: transition.Tags, Title: "Tags", Item: "sentence", Counted: "non-projective sentence", Model: "a tagger", Latest: "latest-tagged",
	About: "the column --field of CoNLL files, for \"parser tag\"", Notation: "dependencies",
	Extensions: conllExtensions, Form: textfile.CoNLL, Outputs: conllOutputs,
	Metrics: []Metric{{"accuracy", "acc", func(s *treebank.Scores) float64 { return s.Accuracy }}},
	Losses:  []string{UsualLoss, ExactLoss}, Options: []string{"field", "columns"},
	Defaults: Defaults{
		Scorer: "linear", Learner: "arow", Field: "upos", Backwards: true, Dropout: 0.3, Epochs: 10, Jackknife: 10,
		Tuning: margin(30),
	},
	Variants: variants, Holds: Columns, Tagger: true,
	View: view.Tags{},
	codec: func(e *Encoding, _, _ string) (Codec, error) {
		t, err := e.tags()
		if err == nil && e.Field == Lemmas {
			return &lemmas{tags: *t}, nil
		}
		return t, err
	},
}

// Fields lists the columns that a tagger can fill, in the order in which taggers best work.
func Fields() []string { return []string{"upos", "xpos", feats, Lemmas} }

// Lemmas is the field whose tags are edits, by which forms spell lemmas.
const Lemmas = "lemma"

// feats is the field in which an empty column says that a word has no features.
const feats = "feats"

// Column returns the column of a word by its name, one of Fields.
func Column(w *conll.Word, name string) *string {
	switch name {
	case Lemmas:
		return &w.Lemma
	case "upos":
		return &w.UPOS
	case "xpos":
		return &w.XPOS
	}
	return &w.Feats
}

// AllColumns is the value of Encoding.Columns that lets a tagger see whatever its templates read.
const AllColumns = tagColumns + ",lemma"

const tagColumns = "upos,xpos,feats"

// Names splits a list of columns at commas and blanks.
func Names(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// CheckField refuses what is not one of Fields.
func CheckField(field string) error {
	if !slices.Contains(Fields(), field) {
		return fmt.Errorf("no field %q (have %v)", field, Fields())
	}
	return nil
}

// tags is the Codec of a column of tags.
type tags struct {
	common
	sees []string // the columns that scorers may see beside the form
}

func (s *Encoding) tags() (*tags, error) {
	e := &tags{common{Encoding: *s}, Names(s.Columns)}
	if err := CheckField(s.Field); err != nil {
		return nil, err
	}
	for _, name := range e.sees {
		if !slices.Contains(Fields(), name) {
			return nil, fmt.Errorf("no column %q (have %s)", name, strings.Join(Fields(), ", "))
		}
	}
	return e, nil
}

// Bank implements Codec. The label of a word is its tag, or "" if it has none.
func (e *tags) Bank(d treebank.Data) *Bank {
	b := bankOf(d, "sentences none has a tag for every word in its column "+e.Field)
	b.Scorable = false
	for i, words := range b.Words {
		labels := make([]string, len(words))
		for j := range words {
			if w := &words[j]; e.tagged(w) {
				labels[j] = *Column(w, e.Field)
			}
			b.Scorable = b.Scorable || labels[j] != ""
		}
		if e.Backwards {
			slices.Reverse(labels)
		}
		b.Gold[i].Labels = labels
	}
	return b
}

// tagged reports whether a word has its tag. "_" is one in FEATS, for no features, and as the lemma of "_".
func (e *tags) tagged(w *conll.Word) bool {
	tag := *Column(w, e.Field)
	return e.Field == feats || conll.Filled(tag) || e.Field == Lemmas && tag != "" && tag == w.Form
}

// Seen implements Codec: words have their forms and the columns that may be seen.
func (e *tags) Seen(dst, words []conll.Word) []conll.Word {
	dst, words = dst[:0], e.lookup.Words(words)
	for i := range words {
		dst = append(dst, e.seen(&words[i]))
	}
	if e.Backwards {
		slices.Reverse(dst)
	}
	return dst
}

// seen returns a word that is looked up, with its form and the columns that may be seen.
func (e *tags) seen(w *conll.Word) conll.Word {
	const blank = "_"
	seen := conll.Word{Form: w.Form, Lemma: blank, UPOS: blank, XPOS: blank, Feats: blank}
	for _, name := range e.sees {
		*Column(&seen, name) = *Column(w, name)
	}
	return seen
}

// Fillable implements Codec: a first pass does not change the item.
func (e *tags) Fillable(dst []conll.Word, it *treebank.Item) []conll.Word {
	return append(dst[:0], it.Words...)
}

// Read implements Codec: it sets the field of all words, whatever it was.
func (e *tags) Read(c *transition.Config, it *treebank.Item, _ []conll.Word) {
	for i := range it.Words {
		node := i + 1
		if e.Backwards {
			node = len(it.Words) - i
		}
		*Column(&it.Words[i], e.Field) = e.labels[c.Nodes[node].Label]
	}
}

func (e *tags) Scores(gold, system treebank.Data) (s treebank.Scores, err error) {
	right, all := 0, 0
	for i, sentence := range gold.Sentences {
		for j := range sentence.Words {
			if w := &sentence.Words[j]; e.tagged(w) {
				all++
				right += eval.One(*Column(w, e.Field) == *Column(&system.Sentences[i].Words[j], e.Field))
			}
		}
	}
	return treebank.Scores{Accuracy: float64(eval.PercentOrZero(right, all))}, nil
}

// FilledFields returns the Fields in which any word has something.
func FilledFields(sentences []*conll.Sentence) []string {
	return slices.DeleteFunc(Fields(), func(field string) bool {
		return !slices.ContainsFunc(sentences, func(s *conll.Sentence) bool { return Has(s.Words, field) })
	})
}

// Has reports whether any word has something in a column.
func Has(words []conll.Word, column string) bool {
	return slices.ContainsFunc(words, func(w conll.Word) bool { return conll.Filled(*Column(&w, column)) })
}
