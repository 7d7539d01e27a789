package structure

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"parser/conll"
	"parser/parser/treebank"
)

// The names of the attributes of MISC in which CoNLL-U has the Certainty of a word.
const (
	HeadProb  = "HeadProb"
	LabelProb = "LabelProb"
	TagProb   = "TagProb"
)

// ErrNoPlace is the cause when probabilities, or the name of a model, cannot be written in the dialect of CoNLL that a
// sentence is in.
var ErrNoPlace = errors.New("CoNLL-X has no place for probabilities and names of models, but CoNLL-U (--output-format conllu) and JSON have")

// trees returns the item and its Others.
func trees(it *treebank.Item) []*treebank.Item { return append([]*treebank.Item{it}, it.Others...) }

// remarked returns the sentence of the tree of a rank, from 1, with the probabilities that were asked for, in comments
// and MISC, and the name of the model. The error has the cause ErrNoPlace.
func remarked(it *treebank.Item, s *conll.Sentence, rank int) (*conll.Sentence, error) {
	if s.Format == conll.FormatX {
		return nil, &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: ErrNoPlace}
	}
	out := treebank.SentenceItem(s.Clone())
	var old []string
	if weighed(it) {
		old = append(old, "# nbest = ", "# probability = ")
	}
	if it.Model != "" {
		old = append(old, "# model = ")
	}
	if rank > 1 { // a document begins once
		old = append(old, "# newdoc", "# newpar")
	}
	out.Sentence.Extras = slices.DeleteFunc(slices.Clone(s.Extras), func(x conll.Extra) bool {
		return slices.ContainsFunc(old, func(comment string) bool { return strings.HasPrefix(x.Text, comment) })
	})
	if it.Rank > 0 {
		Remark(out, "nbest", strconv.Itoa(rank))
	}
	if weighed(it) {
		Remark(out, "probability", rounded(it.Probability))
	}
	if it.Model != "" {
		Remark(out, "model", it.Model)
	}
	for i, c := range it.Certainty {
		w := &out.Words[i]
		kept := slices.DeleteFunc(strings.Split(filled(w.Misc), "|"), func(attribute string) bool {
			name, _, _ := strings.Cut(attribute, "=")
			return attribute == "" || slices.Contains([]string{HeadProb, LabelProb, TagProb}, name)
		})
		kept = append(kept, HeadProb+"="+rounded(c.Head), LabelProb+"="+rounded(c.Label))
		if c.Tag > 0 {
			kept = append(kept, TagProb+"="+rounded(c.Tag))
		}
		w.Misc = strings.Join(kept, "|")
	}
	return out.Sentence, nil
}

// weighed reports whether the probability of the item's tree was asked for.
func weighed(it *treebank.Item) bool { return it.Rank > 0 || it.Certainty != nil || it.Probability > 0 }

// Sureness returns the mean probability of the heads in an item that has Certainty, 1 without words: the share of them
// that can be expected to be right.
func Sureness(it *treebank.Item) float64 {
	sum := 0.0
	for _, c := range it.Certainty {
		sum += c.Head
	}
	if len(it.Certainty) == 0 {
		return 1
	}
	return sum / float64(len(it.Certainty))
}

// rounded returns a probability with four digits.
func rounded(p float64) string { return strconv.FormatFloat(p, 'g', 4, 64) }

// jsonRank is what a tree in JSON has if its probability, or the name of its model, was asked for.
type jsonRank struct {
	Model       string      `json:"model,omitempty"`
	NBest       int         `json:"nbest,omitempty"` // 1 for the most probable tree
	Probability json.Number `json:"probability,omitempty"`
}

// ranked returns what the tree of a rank, from 1, has in JSON.
func ranked(it *treebank.Item, rank int) (r jsonRank) {
	r.Model = it.Model
	if it.Rank > 0 {
		r.NBest = rank
	}
	if weighed(it) {
		r.Probability = json.Number(rounded(it.Probability))
	}
	return r
}

// IsOther reports whether a sentence was written as one of several trees of the same words, and not as the first.
func IsOther(s *conll.Sentence) bool {
	return slices.ContainsFunc(s.Extras, func(x conll.Extra) bool {
		rank, ok := strings.CutPrefix(x.Text, "# nbest = ")
		return ok && rank != "1"
	})
}
