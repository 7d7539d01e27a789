package conllx

import (
	"strings"

	"parser/conll"
	"parser/eval"
	"parser/eval/internal/ratios"
	"parser/eval/internal/tally"
)

// tagRow is the accuracy of one coarse part of speech (column 4).
type tagRow struct {
	Tag        string     `json:"tag"`
	Attachment Attachment `json:"attachment"`
}

// retrieval counts how often gold and system have a label, direction or distance.
type retrieval struct {
	Name    string `json:"name"`
	Gold    int    `json:"gold"`
	Correct int    `json:"correct"`
	System  int    `json:"system"`
}

// Recall is Correct/Gold.
func (r retrieval) Recall() eval.Percent { return eval.PercentOrNaN(r.Correct, r.Gold) }

// Precision is Correct/System.
func (r retrieval) Precision() eval.Percent { return eval.PercentOrNaN(r.Correct, r.System) }

// MarshalJSON writes counts and ratios.
func (r retrieval) MarshalJSON() ([]byte, error) {
	type counts retrieval
	return ratios.Marshal(counts(r), "recall", r.Recall(), "precision", r.Precision())
}

type retrievals struct{ tally.Tally[retrieval] }

func (r *retrievals) count(gold, system string, correct bool) {
	g := r.At(gold)
	g.Gold++
	g.Correct += eval.One(correct)
	r.At(system).System++
}

func (r *retrievals) rows(names []string) []retrieval {
	rows := make([]retrieval, len(names))
	for i, name := range names {
		rows[i] = *r.At(name)
		rows[i].Name = name
	}
	return rows
}

// headNumber returns the head that eval.pl computes with: 0 for an unknown head ("_").
func headNumber(head int) int { return max(head, 0) }

// Direction tells on which side of a word its head is, as eval.pl does. Words are counted from 1.
func Direction(number, head int) string {
	switch head = headNumber(head); {
	case head == 0:
		return "to_root"
	case head < number:
		return "left"
	case head > number:
		return "right"
	}
	return "self"
}

// Distances returns the names of [Distance] in the order of the report.
func Distances() []string { return []string{"to_root", "1", "2", "3-6", "7-..."} }

// Distance tells how far a word is from its head, as eval.pl does. Words are counted from
// 1. "1" includes 0, a word that is its own head.
func Distance(number, head int) string {
	head = headNumber(head)
	switch d := max(head-number, number-head); {
	case head == 0:
		return "to_root"
	case d <= 1:
		return "1"
	case d == 2:
		return "2"
	case d <= 6:
		return "3-6"
	}
	return "7-..."
}

// frameThreshold is how often a frame confusion must occur to be reported.
const frameThreshold = 5

// frameConfusion is a gold frame for which the system has another one. A frame has the labels
// of a word, between asterisks, and of its dependents from left to right, each followed by a
// blank. The frame of the root begins with "** ".
type frameConfusion struct {
	Gold   string `json:"gold"`
	System string `json:"system"`
	Count  int    `json:"count"`
}

// frames returns the frame of the root and of every word in a parse. As in eval.pl the word's
// own label is the gold one on both sides, and all frames omit tokens that are not scored.
func frames(gold, parse *conll.Sentence, o Options) []string {
	texts := make([]strings.Builder, gold.Len()+1)
	texts[0].WriteString("** ")
	for i := range gold.Words {
		g, p := &gold.Words[i], &parse.Words[i]
		if !o.Scores(g.Form) {
			continue
		}
		if head := headNumber(p.Head); head < len(texts) {
			texts[head].WriteString(p.Deprel + " ")
		}
		texts[i+1].WriteString("*" + g.Deprel + "* ")
	}
	list := make([]string, len(texts))
	for i := range texts {
		list[i] = texts[i].String()
	}
	return list
}
