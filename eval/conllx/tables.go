package conllx

import "parser/eval"

// TagRow is the accuracy of one coarse part of speech (column 4).
type TagRow struct {
	Tag        string     `json:"tag"`
	Attachment Attachment `json:"attachment"`
}

// Retrieval counts how often something is in the gold trees, in the system's,
// and in both at the same token.
type Retrieval struct {
	Name    string `json:"name"`
	Gold    int    `json:"gold"`
	Correct int    `json:"correct"`
	System  int    `json:"system"`
}

// Recall is Correct/Gold.
func (r Retrieval) Recall() eval.Percent { return eval.Ratio(r.Correct, r.Gold) }

// Precision is Correct/System.
func (r Retrieval) Precision() eval.Percent { return eval.Ratio(r.Correct, r.System) }

// MarshalJSON writes counts and ratios.
func (r Retrieval) MarshalJSON() ([]byte, error) {
	type counts Retrieval
	return eval.MarshalRatios(counts(r), "recall", r.Recall(), "precision", r.Precision())
}

// retrievals counts by name.
type retrievals struct{ eval.Tally[Retrieval] }

func (r *retrievals) count(gold, system string, correct bool) {
	g := r.At(gold)
	g.Gold++
	r.At(system).System++
	g.Correct += eval.One(correct)
}

// rows returns the counts of these names.
func (r *retrievals) rows(names []string) []Retrieval {
	rows := make([]Retrieval, len(names))
	for i, name := range names {
		rows[i] = *r.At(name)
		rows[i].Name = name
	}
	return rows
}

// Direction says on which side of word number the head is.
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

// Distance says how far from word number the head is; "1" includes 0, a word
// that is its own head.
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
