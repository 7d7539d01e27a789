package conllx

import (
	"fmt"
	"strings"
	"unicode"

	"parser/conll"
	"parser/eval"
	"parser/eval/internal/ratios"
)

// Options of the CoNLL-X measures.
type Options struct {
	// Punctuation scores punctuation too, see [Options.Scores].
	Punctuation bool
	// Known leaves out tokens without a gold head, as partial trees have them, and accepts any
	// label where gold has none. By default both are compared as strings, as in eval.pl.
	Known bool
}

// Scores reports whether a token with this form is scored. Without Punctuation it is not
// if all characters of its form are of Unicode category P. That is the rule of eval.pl,
// whatever the part of speech: "%" and "--" are punctuation, "$" and "`" are not.
func (o Options) Scores(form string) bool {
	return o.Punctuation || form == "" || strings.ContainsFunc(form, func(c rune) bool { return !unicode.IsPunct(c) })
}

// Attachment counts tokens by what is right about them.
type Attachment struct {
	Scored  int `json:"scored"`         // tokens compared
	Skipped int `json:"skipped"`        // left out: punctuation, or without a known head
	Heads   int `json:"correct_heads"`  // right head
	Labels  int `json:"correct_labels"` // right label
	Both    int `json:"correct_both"`   // right head and right label
}

// Score compares two lists of sentences with the same tokens. Heads and labels are right if they are the same strings:
// an unknown head is not the root, and subtypes count. Forms are not compared, see [Scorer.Mismatch]. Of several gold trees the
// nearest counts, see [Options.Nearest].
//
// The causes of an error are eval.ErrSentenceCount and eval.ErrWordCount. It is no error if no token is scored.
func Score(gold, system []*conll.Sentence, o Options) (Attachment, error) {
	if len(gold) != len(system) {
		return Attachment{}, fmt.Errorf("%w: %d and %d", eval.ErrSentenceCount, len(gold), len(system))
	}
	var a Attachment
	for i := range gold {
		nearest, err := o.Nearest(gold[i], system[i])
		if err == nil {
			err = a.addSentence(nearest, system[i], o)
		}
		if err != nil {
			return Attachment{}, err
		}
	}
	return a, nil
}

// addSentence counts one more sentence, or nothing if there is an error, eval.ErrWordCount.
func (a *Attachment) addSentence(gold, system *conll.Sentence, o Options) error {
	if err := eval.CheckLengths(gold, system); err != nil {
		return err
	}
	for i := range gold.Words {
		g, s := &gold.Words[i], &system.Words[i]
		if !o.Scores(g.Form) || o.Known && g.Head == conll.NoHead {
			a.Skipped++
			continue
		}
		a.count(g.Head == s.Head, g.Deprel == s.Deprel || o.Known && !conll.Filled(g.Deprel))
	}
	return nil
}

func (a *Attachment) count(head, label bool) {
	a.Scored++
	a.Heads += eval.One(head)
	a.Labels += eval.One(label)
	a.Both += eval.One(head && label)
}

func (a *Attachment) add(b Attachment) {
	a.Scored += b.Scored
	a.Skipped += b.Skipped
	a.Heads += b.Heads
	a.Labels += b.Labels
	a.Both += b.Both
}

// LAS is the labelled attachment score: head and label right.
func (a Attachment) LAS() eval.Percent { return a.share(a.Both) }

// UAS is the unlabelled attachment score: head right.
func (a Attachment) UAS() eval.Percent { return a.share(a.Heads) }

// LabelAccuracy is the share of right labels, whatever the head.
func (a Attachment) LabelAccuracy() eval.Percent { return a.share(a.Labels) }

// share returns right/Scored in percent, NaN for 0/0, rounded as in eval.pl.
func (a Attachment) share(right int) eval.Percent {
	return eval.Percent(100 - float64(a.Scored-right)*100/float64(a.Scored))
}

// MarshalJSON writes counts and ratios.
func (a Attachment) MarshalJSON() ([]byte, error) {
	type counts Attachment
	return ratios.Marshal(counts(a), "las", a.LAS(), "uas", a.UAS(), "label_accuracy", a.LabelAccuracy())
}

// NonProjective counts non-projective arcs, see [conll.NonProjectiveArcs], whatever their
// labels. An arc of both trees may be non-projective in one of them only, so recall counts
// the arcs that are non-projective in the gold tree, and precision those in the system's tree.
type NonProjective struct {
	Gold   int `json:"gold"`   // in the gold trees
	Found  int `json:"found"`  // of Gold, with the same head in the system's tree
	System int `json:"system"` // in the system's trees
	Right  int `json:"right"`  // of System, with the same head in the gold tree
}

// AddSentence counts one more sentence, or nothing if there is an error, eval.ErrWordCount.
func (n *NonProjective) AddSentence(gold, system *conll.Sentence) error {
	if err := eval.CheckLengths(gold, system); err != nil {
		return err
	}
	g, s := gold.Heads(nil), system.Heads(nil)
	for _, word := range conll.NonProjectiveArcs(g) {
		n.Gold++
		n.Found += eval.One(g[word-1] == s[word-1])
	}
	for _, word := range conll.NonProjectiveArcs(s) {
		n.System++
		n.Right += eval.One(g[word-1] == s[word-1])
	}
	return nil
}

// Recall is Found/Gold.
func (n NonProjective) Recall() eval.Percent { return eval.PercentOrNaN(n.Found, n.Gold) }

// Precision is Right/System.
func (n NonProjective) Precision() eval.Percent { return eval.PercentOrNaN(n.Right, n.System) }

// MarshalJSON writes counts and ratios.
func (n NonProjective) MarshalJSON() ([]byte, error) {
	type counts NonProjective
	return ratios.Marshal(counts(n), "recall", n.Recall(), "precision", n.Precision())
}
