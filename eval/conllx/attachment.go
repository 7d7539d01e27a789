package conllx

import (
	"fmt"
	"unicode"

	"parser/conll"
	"parser/eval"
)

// Options of the CoNLL-X measures.
type Options struct {
	// Punctuation scores every token. By default those are left out whose form
	// consists of punctuation characters only (see [IsPunctuation]).
	Punctuation bool
	// Known leaves out tokens without a gold head, as partial trees have them, and takes
	// any label for right where gold has none. By default both are strings like others,
	// as for eval.pl.
	Known bool
}

// Scores reports whether a token with this form counts.
func (o Options) Scores(form string) bool {
	return o.Punctuation || !IsPunctuation(form)
}

// IsPunctuation reports whether all characters of a form are of Unicode
// category P: the rule of eval.pl, whatever the part of speech. "%" and "--"
// are punctuation by it, "$" and "`" are not.
func IsPunctuation(form string) bool {
	for _, c := range form {
		if !unicode.IsPunct(c) {
			return false
		}
	}
	return form != ""
}

// Attachment counts tokens by what was right about them. The zero value has
// counted nothing.
type Attachment struct {
	Scored  int `json:"scored"`         // tokens compared
	Skipped int `json:"skipped"`        // left out: punctuation, or those of which nothing is known
	Heads   int `json:"correct_heads"`  // right head
	Labels  int `json:"correct_labels"` // right label
	Both    int `json:"correct_both"`   // right head and right label
}

// Score compares two lists of sentences with the same tokens. Heads and labels
// must be the same strings to be right: an unknown head is not the root, and
// subtypes count. Forms are not compared; eval.pl only warns of them, and so
// can a user of [Scorer.Mismatch].
//
// The causes of an error are eval.ErrSentenceCount and eval.ErrWordCount. Nothing to
// score is none: all counts are 0 then.
func Score(gold, system []*conll.Sentence, o Options) (Attachment, error) {
	var a Attachment
	err := eval.Pairs(eval.Slice(gold), eval.Slice(system), func(g, s *conll.Sentence) error {
		return a.AddSentence(g, s, o)
	})
	if err != nil {
		return Attachment{}, err
	}
	return a, nil
}

// AddSentence counts one more sentence. The cause of an error is eval.ErrWordCount;
// nothing is counted then.
func (a *Attachment) AddSentence(gold, system *conll.Sentence, o Options) error {
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

// Add adds the counts of b, as from another worker.
func (a *Attachment) Add(b Attachment) {
	a.Scored += b.Scored
	a.Skipped += b.Skipped
	a.Heads += b.Heads
	a.Labels += b.Labels
	a.Both += b.Both
}

// LAS is the labelled attachment score: head and label right.
func (a Attachment) LAS() eval.Percent { return eval.Rest(a.Scored-a.Both, a.Scored) }

// UAS is the unlabelled attachment score: head right.
func (a Attachment) UAS() eval.Percent { return eval.Rest(a.Scored-a.Heads, a.Scored) }

// LabelAccuracy is the share of right labels, whatever the head.
func (a Attachment) LabelAccuracy() eval.Percent { return eval.Rest(a.Scored-a.Labels, a.Scored) }

// String returns the three score lines of eval.pl, without its margin.
func (a Attachment) String() string {
	return fmt.Sprintf(""+
		"Labeled   attachment score: %d / %d * 100 = %s %%\n"+
		"Unlabeled attachment score: %d / %d * 100 = %s %%\n"+
		"Label accuracy score:       %d / %d * 100 = %s %%\n",
		a.Both, a.Scored, a.LAS(), a.Heads, a.Scored, a.UAS(),
		a.Labels, a.Scored, a.LabelAccuracy())
}

// MarshalJSON writes counts and ratios.
func (a Attachment) MarshalJSON() ([]byte, error) {
	type counts Attachment
	return eval.MarshalRatios(counts(a), "las", a.LAS(), "uas", a.UAS(), "label_accuracy", a.LabelAccuracy())
}

// NonProjective counts arcs that are non-projective (conll.NonProjectiveArcs)
// in the tree to which they belong. Whether an arc is depends on the rest of its
// tree too, so that recall and precision count correct arcs each on its own
// side. Labels do not matter; all tokens count. The zero value has counted
// nothing.
type NonProjective struct {
	Gold   int `json:"gold"`   // in the gold trees
	Found  int `json:"found"`  // of Gold, with the same head in the system's tree
	System int `json:"system"` // in the system's trees
	Right  int `json:"right"`  // of System, with the same head in the gold tree
}

// AddSentence counts one more sentence. The cause of an error is eval.ErrWordCount;
// nothing is counted then.
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
func (n NonProjective) Recall() eval.Percent { return eval.Ratio(n.Found, n.Gold) }

// Precision is Right/System.
func (n NonProjective) Precision() eval.Percent { return eval.Ratio(n.Right, n.System) }

// MarshalJSON writes counts and ratios.
func (n NonProjective) MarshalJSON() ([]byte, error) {
	type counts NonProjective
	return eval.MarshalRatios(counts(n), "recall", n.Recall(), "precision", n.Precision())
}
